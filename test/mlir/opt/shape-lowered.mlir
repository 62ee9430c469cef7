// Lowered shapes have the values of the ops: interpreted, and lowered before. What is expected is worked out by hand.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize --cse --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-shape-constraints --shape-to-shape-lowering --convert-shape-to-std --run | FileCheck %s
// RUN: mlir-lite-opt %s --remove-shape-constraints --canonicalize --run | FileCheck %s
// RUN: mlir-lite-opt %s --convert-shape-constraints --shape-to-shape-lowering --convert-shape-to-std --canonicalize | FileCheck %s --check-prefix=LOWERED
// RUN: not mlir-lite-opt %s --run=unequal 2>&1 | FileCheck %s --check-prefix=UNEQUAL
// RUN: not mlir-lite-opt %s --convert-shape-constraints --convert-shape-to-std --run=unequal 2>&1 | FileCheck %s --check-prefix=UNEQUAL

// LOWERED-NOT: shape.

// UNEQUAL: error: assertion failed: required equal shapes
func.func @unequal() -> index {
  %a = arith.constant dense<[2, 3]> : tensor<2xindex>
  %b = arith.constant dense<[2, 4]> : tensor<2xindex>
  %w = shape.cstr_eq %a, %b : tensor<2xindex>, tensor<2xindex>
  %0 = shape.assuming %w -> (index) {
    %1 = arith.constant 1 : index
    shape.assuming_yield %1 : index
  }
  return %0 : index
}

func.func @print(%x: index) {
  vector.print %x : index
  return
}

func.func @show(%s: tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rank = tensor.dim %s, %c0 : tensor<?xindex>
  scf.for %i = %c0 to %rank step %c1 {
    %x = tensor.extract %s[%i] : tensor<?xindex>
    func.call @print(%x) : (index) -> ()
  }
  return
}

func.func @of_extents(%a: tensor<?xindex>, %b: tensor<?xindex>, %i: index) {
  %rank = shape.rank %a : tensor<?xindex> -> index
  call @print(%rank) : (index) -> ()
  %count = shape.num_elements %a : tensor<?xindex> -> index
  call @print(%count) : (index) -> ()
  %extent = shape.get_extent %b, %i : tensor<?xindex>, index -> index
  call @print(%extent) : (index) -> ()
  %sum = shape.add %count, %extent : index, index -> index
  %product = shape.mul %sum, %rank : index, index -> index
  call @print(%product) : (index) -> ()
  %both = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  call @show(%both) : (tensor<?xindex>) -> ()
  %m1 = arith.constant -1 : index
  %head, %tail = "shape.split_at"(%both, %m1) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  call @show(%tail) : (tensor<?xindex>) -> ()
  call @show(%head) : (tensor<?xindex>) -> ()
  %same = shape.shape_eq %a, %a, %b : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  vector.print %same : i1
  %equal = shape.shape_eq %a, %a : tensor<?xindex>, tensor<?xindex>
  vector.print %equal : i1
  %can = shape.is_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  vector.print %can : i1
  %cannot = shape.is_broadcastable %head, %b : tensor<?xindex>, tensor<?xindex>
  vector.print %cannot : i1
  %any = shape.any %b, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  call @show(%any) : (tensor<?xindex>) -> ()
  %weighted = shape.reduce(%a, %i) : tensor<?xindex> -> index {
  ^bb0(%at: index, %extent_0: index, %so_far: index):
    %0 = arith.muli %at, %extent_0 : index
    %1 = arith.addi %0, %so_far : index
    shape.yield %1 : index
  }
  call @print(%weighted) : (index) -> ()
  return
}

func.func @of_values(%t: tensor<?x4xf32>, %i: index) {
  %0 = shape.shape_of %t : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.to_extent_tensor %0 : tensor<2xindex> -> tensor<?xindex>
  call @show(%1) : (tensor<?xindex>) -> ()
  %2 = shape.dim %t, %i : tensor<?x4xf32>, index -> index
  call @print(%2) : (index) -> ()
  %3 = shape.get_extent %0, %i : tensor<2xindex>, index -> index
  call @print(%3) : (index) -> ()
  %4 = shape.const_shape [3, 4] : tensor<2xindex>
  %w = shape.cstr_eq %0, %4 : tensor<2xindex>, tensor<2xindex>
  %5 = shape.assuming %w -> (index) {
    %6 = shape.rank %4 : tensor<2xindex> -> index
    shape.assuming_yield %6 : index
  }
  call @print(%5) : (index) -> ()
  return
}

// [2, 1, 3]: rank 3, 6 elements. [5, 3]: extent 3 at 1; (6 + 3) * 3 = 27. Broadcast [2, 5, 3], split before the last.
// CHECK: 3
// CHECK-NEXT: 6
// CHECK-NEXT: 3
// CHECK-NEXT: 27
// CHECK-NEXT: 2
// CHECK-NEXT: 5
// CHECK-NEXT: 3
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 5
// Equal to itself, not to the other; [2, 5] and [5, 3] cannot be broadcast.
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 5
// CHECK-NEXT: 3
// 1 + 0 * 2 + 1 * 1 + 2 * 3.
// CHECK-NEXT: 8
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 4
// CHECK-NEXT: 4
// CHECK-NEXT: 2
func.func @main() {
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[2, 1, 3]> : tensor<3xindex>
  %b = arith.constant dense<[5, 3]> : tensor<2xindex>
  %0 = tensor.cast %a : tensor<3xindex> to tensor<?xindex>
  %1 = tensor.cast %b : tensor<2xindex> to tensor<?xindex>
  call @of_extents(%0, %1, %c1) : (tensor<?xindex>, tensor<?xindex>, index) -> ()
  %t = arith.constant dense<0.0> : tensor<3x4xf32>
  %2 = tensor.cast %t : tensor<3x4xf32> to tensor<?x4xf32>
  call @of_values(%2, %c1) : (tensor<?x4xf32>, index) -> ()
  return
}
