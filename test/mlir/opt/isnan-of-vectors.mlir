// Vectors of several dimensions become arrays of vectors, of which each is asked: [1.0, NaN], [NaN, 2.0] are 0 1, 1 0, as
// the number 2 * 0 + 4 * 1 + 8 * 1 + 16 * 0 = 12.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-std-to-llvm --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir | lli; test $? -eq 12

// CHECK: 12 : i32
func.func @main() -> i32 {
  %v = arith.constant dense<[[1.0, 0x7FC00000], [0x7FC00000, 2.0]]> : vector<2x2xf32>
  %nan = math.isnan %v : vector<2x2xf32>
  %wide = arith.extui %nan : vector<2x2xi1> to vector<2x2xi32>
  %weights = arith.constant dense<[[2, 4], [8, 16]]> : vector<2x2xi32>
  %all = arith.muli %wide, %weights : vector<2x2xi32>
  %m = memref.alloca() : memref<2x2xi32>
  affine.vector_store %all, %m[0, 0] : memref<2x2xi32>, vector<2x2xi32>
  %a = affine.load %m[0, 0] : memref<2x2xi32>
  %b = affine.load %m[0, 1] : memref<2x2xi32>
  %c = affine.load %m[1, 0] : memref<2x2xi32>
  %d = affine.load %m[1, 1] : memref<2x2xi32>
  %e = arith.addi %a, %b : i32
  %f = arith.addi %c, %d : i32
  %sum = arith.addi %e, %f : i32
  return %sum : i32
}
