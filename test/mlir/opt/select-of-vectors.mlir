// One condition chooses between vectors of several dimensions, which are arrays of vectors in the llvm dialect: 1 + 4 = 5.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-std-to-llvm --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir | lli; test $? -eq 5

// CHECK: 5 : i32
func.func @choose(%c: i1, %a: vector<2x2xi32>, %b: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = arith.select %c, %a, %b : vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

func.func @main() -> i32 {
  %true = arith.constant true
  %a = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %b = arith.constant dense<[[10, 20], [30, 40]]> : vector<2x2xi32>
  %v = func.call @choose(%true, %a, %b) : (i1, vector<2x2xi32>, vector<2x2xi32>) -> vector<2x2xi32>
  %m = memref.alloca() : memref<2x2xi32>
  affine.vector_store %v, %m[0, 0] : memref<2x2xi32>, vector<2x2xi32>
  %x = affine.load %m[0, 0] : memref<2x2xi32>
  %y = affine.load %m[1, 1] : memref<2x2xi32>
  %sum = arith.addi %x, %y : i32
  return %sum : i32
}
