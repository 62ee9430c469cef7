// Several elements at once, down to LLVM.
// RUN: mlir-lite-opt %s --lower-affine | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s --lower-affine --spelling=upstream | mlir-opt | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm --spelling=upstream | FileCheck %s --check-prefix=LLVM
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir | lli; test $? -eq 42

// Elements 1 2 3 4 / 5 6 7 8 of a 2x4 memref; 2 3 and 6 7 are added and put where 7 8 are: 8 10. Twice what is above and in these goes to the
// first columns: 6 8 / 16 20; 8 + 10 + 8 + 16 = 42.
// CHECK: 42 : i32
// STD-LABEL: func @main
// STD: vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<2x4xi32>, vector<2xi32>
// STD: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<2x4xi32>, vector<2xi32>
// TODAY-LABEL: func.func @main
// TODAY: vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<2x4xi32>, vector<2xi32>
// TODAY: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<2x4xi32>, vector<2xi32>
// LLVM-LABEL: llvm.func @main
// LLVM: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<2xi32>
// LLVM: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : vector<2xi32>, !llvm.ptr
func @main() -> i32 {
  %m = alloca() : memref<2x4xi32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %0 = affine.apply affine_map<(i, j) -> (4 * i + j + 1)>(%i, %j)
      %1 = index_cast %0 : index to i32
      affine.store %1, %m[%i, %j] : memref<2x4xi32>
    }
  }
  affine.for %i = 0 to 1 {
    %a = affine.vector_load %m[%i, %i + 1] : memref<2x4xi32>, vector<2xi32>
    %b = affine.vector_load %m[%i + 1, 1] : memref<2x4xi32>, vector<2xi32>
    %c = addi %a, %b : vector<2xi32>
    affine.vector_store %c, %m[1, %i + 2] : memref<2x4xi32>, vector<2xi32>
    // Rows of two, which come back where they were, and once more twice as large: 3 4 / 8 10 become 6 8 / 16 20.
    %d = affine.vector_load %m[%i, 2] : memref<2x4xi32>, vector<2x2xi32>
    %e = addi %d, %d : vector<2x2xi32>
    affine.vector_store %e, %m[0, %i] : memref<2x4xi32>, vector<2x2xi32>
  }
  %x = affine.load %m[1, 2] : memref<2x4xi32>
  %y = affine.load %m[1, 3] : memref<2x4xi32>
  %u = affine.load %m[0, 1] : memref<2x4xi32>
  %v = affine.load %m[1, 0] : memref<2x4xi32>
  %s = addi %x, %y : i32
  %z = addi %u, %v : i32
  %t = addi %s, %z : i32
  return %t : i32
}
