// Vectors that are not full, and loops that `mlir-opt` makes something else of: what they compute
// is the same before and after, on vectors and lowered.
// RUN: mlir-lite-opt %s --affine-super-vectorize="virtual-vector-size=4 vectorize-reductions" | FileCheck %s
// RUN: mlir-lite-opt %s --run | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-super-vectorize="virtual-vector-size=4 vectorize-reductions" --run | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-super-vectorize=virtual-vector-size=2,4 --run | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-super-vectorize="virtual-vector-size=4 vectorize-reductions" --convert-vector-to-scf --lower-affine --convert-scf-to-std --convert-vector-to-llvm --convert-std-to-llvm --reconcile-unrealized-casts --run | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-super-vectorize=virtual-vector-size=2,4 --convert-vector-to-scf --lower-affine --convert-scf-to-std --convert-vector-to-llvm --convert-std-to-llvm --reconcile-unrealized-casts --run | FileCheck %s --check-prefix=RESULT
// RUN: not mlir-lite-opt %s --affine-super-vectorize=virtual-vector-size=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: affine-super-vectorize: sizes of vectors are at least 1, but 'virtual-vector-size' has 0

// The end is not a multiple of 4, and the memory goes on: a mask.
// CHECK-LABEL: func @main
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK: affine.for %[[J:.*]] = 0 to 5 step 4 {
// CHECK: %[[LEFT:.*]] = affine.apply #{{.*}}(%[[J]])
// CHECK: %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<4xi1>
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%[[I]], %[[J]]], %[[MASK]]
// Every other element, and elements from the last one on: not vectorized.
// CHECK: affine.for %{{.*}} = 0 to 8 step 2 {
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: affine.load %{{.*}}[0, %{{.*}} * 2]
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: affine.load %{{.*}}[3, -%{{.*}} + 7]
// Elements beyond the end are not counted.
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} step 4 iter_args(%{{.*}} = %{{.*}}) -> (vector<4xi32>) {
// CHECK: select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi32>
// CHECK: vector.reduction <add>

// Row 0 is 1 1 1 1 1 0 0 0, so each second element is 1 1 1 0; the sum of the first 7 elements of
// row 1, which become 9 1 9 1 9 0 9 0, is 38, and with 4 times 9 in row 2 and the 5 ones of row 3
// turned around, it is 38 + 1000 * 36 + 100000 * 5.
// RESULT: 536038 : i32
func @main() -> i32 {
  %m = alloc() : memref<6x8xi32>
  %zero = constant 0 : i32
  %one = constant 1 : i32
  %nine = constant 9 : i32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %m[%i, %j] : memref<6x8xi32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 5 {
      affine.store %one, %m[%i, %j] : memref<6x8xi32>
    }
  }
  affine.for %j = 0 to 8 step 2 {
    affine.store %nine, %m[1, %j] : memref<6x8xi32>
  }
  %e = alloc() : memref<8xi32>
  affine.for %j = 0 to 4 {
    %x = affine.load %m[0, %j * 2] : memref<6x8xi32>
    %y = muli %x, %nine : i32
    affine.store %y, %e[%j] : memref<8xi32>
  }
  %t = alloc() : memref<8xi32>
  affine.for %j = 0 to 8 {
    %x = affine.load %m[3, -%j + 7] : memref<6x8xi32>
    affine.store %x, %t[%j] : memref<8xi32>
  }
  %n = call @seven() : () -> index
  %sum = affine.for %j = 0 to %n iter_args(%s = %zero) -> (i32) {
    %x = affine.load %m[1, %j] : memref<6x8xi32>
    %u = addi %s, %x : i32
    affine.yield %u : i32
  }
  %odd = affine.for %j = 0 to 4 iter_args(%s = %nine) -> (i32) {
    %x = affine.load %e[%j] : memref<8xi32>
    %u = addi %s, %x : i32
    affine.yield %u : i32
  }
  %turned = affine.for %j = 1 to 8 iter_args(%s = %zero) -> (i32) {
    %x = affine.load %t[%j] : memref<8xi32>
    %u = addi %s, %x : i32
    affine.yield %u : i32
  }
  %thousand = constant 1000 : i32
  %many = constant 100000 : i32
  %a = muli %odd, %thousand : i32
  %b = muli %turned, %many : i32
  %c = addi %sum, %a : i32
  %d = addi %c, %b : i32
  dealloc %t : memref<8xi32>
  dealloc %e : memref<8xi32>
  dealloc %m : memref<6x8xi32>
  return %d : i32
}

func @seven() -> index {
  %n = constant 7 : index
  return %n : index
}
