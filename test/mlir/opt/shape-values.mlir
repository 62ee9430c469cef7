// Values of ops of the shape dialect. Sizes and shapes may be errors, which ops hand on.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize --cse --run | FileCheck %s
// RUN: not mlir-lite-opt %s --run=eager 2>&1 | FileCheck %s --check-prefix=EAGER
// RUN: not mlir-lite-opt %s --run=required 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: not mlir-lite-opt %s --run=broadcast 2>&1 | FileCheck %s --check-prefix=BROADCAST
// RUN: not mlir-lite-opt %s --run=never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not mlir-lite-opt %s --run=no_index 2>&1 | FileCheck %s --check-prefix=NO_INDEX

// Sizes: 6 + 7, 6 * 7, -7 / 2 rounded down, the larger and the smaller one.
// CHECK: 13
// CHECK-NEXT: 42
// CHECK-NEXT: -4
// CHECK-NEXT: 7
// CHECK-NEXT: 6
// CHECK-NEXT: error: a size is divided by zero
// CHECK-NEXT: error: a size is divided by zero
// CHECK-NEXT: error: a size is negative
func.func @sizes(%a: index, %b: index, %m7: index, %zero: index) {
  %0 = shape.index_to_size %a
  %1 = shape.index_to_size %b
  %sum = shape.add %0, %1 : !shape.size, !shape.size -> !shape.size
  %p0 = "shape.debug_print"(%sum) : (!shape.size) -> !shape.size
  %product = shape.mul %0, %b : !shape.size, index -> !shape.size
  %p1 = "shape.debug_print"(%product) : (!shape.size) -> !shape.size
  %c2 = shape.const_size 2
  %quotient = shape.div %m7, %c2 : index, !shape.size -> !shape.size
  %p2 = "shape.debug_print"(%quotient) : (!shape.size) -> !shape.size
  %max = shape.max %0, %1 : !shape.size, !shape.size -> !shape.size
  %p3 = "shape.debug_print"(%max) : (!shape.size) -> !shape.size
  %min = shape.min %0, %1 : !shape.size, !shape.size -> !shape.size
  %p4 = "shape.debug_print"(%min) : (!shape.size) -> !shape.size
  %none = shape.div %0, %zero : !shape.size, index -> !shape.size
  %p5 = "shape.debug_print"(%none) : (!shape.size) -> !shape.size
  %handed_on = shape.add %none, %p4 : !shape.size, !shape.size -> !shape.size
  %p6 = "shape.debug_print"(%handed_on) : (!shape.size) -> !shape.size
  %negative = shape.index_to_size %m7
  %p7 = "shape.debug_print"(%negative) : (!shape.size) -> !shape.size
  return
}

// Parts of [4, 5, 6], as in the document: split at -1, it is [4, 5] and [6].
// CHECK-NEXT: [4, 5]
// CHECK-NEXT: [6]
// CHECK-NEXT: [6, 4, 5]
// CHECK-NEXT: 3
// CHECK-NEXT: 120
// CHECK-NEXT: 5
// CHECK-NEXT: error: a shape of rank 3 has no dimension 3
// CHECK-NEXT: error: a shape of rank 3 is split at 4
// CHECK-NEXT: error: a shape of rank 3 is split at 4
// CHECK-NEXT: [4, 3]
func.func @parts(%s: tensor<?xindex>, %m1: index) {
  %shape = shape.from_extent_tensor %s : tensor<?xindex>
  %head, %tail = "shape.split_at"(%shape, %m1) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %p0 = "shape.debug_print"(%head) : (!shape.shape) -> !shape.shape
  %p1 = "shape.debug_print"(%tail) : (!shape.shape) -> !shape.shape
  %both = shape.concat %tail, %head : !shape.shape, !shape.shape -> !shape.shape
  %p2 = "shape.debug_print"(%both) : (!shape.shape) -> !shape.shape
  %rank = shape.rank %both : !shape.shape -> !shape.size
  %p3 = "shape.debug_print"(%rank) : (!shape.size) -> !shape.size
  %count = shape.num_elements %s : tensor<?xindex> -> !shape.size
  %p4 = "shape.debug_print"(%count) : (!shape.size) -> !shape.size
  %c1 = shape.const_size 1
  %extent = shape.get_extent %shape, %c1 : !shape.shape, !shape.size -> !shape.size
  %p5 = "shape.debug_print"(%extent) : (!shape.size) -> !shape.size
  %none = shape.get_extent %shape, %rank : !shape.shape, !shape.size -> !shape.size
  %p6 = "shape.debug_print"(%none) : (!shape.size) -> !shape.size
  %c4 = shape.const_size 4
  %h, %t = "shape.split_at"(%shape, %c4) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %p7 = "shape.debug_print"(%h) : (!shape.shape) -> !shape.shape
  %wrong = shape.concat %t, %head : !shape.shape, !shape.shape -> !shape.shape
  %p8 = "shape.debug_print"(%wrong) : (!shape.shape) -> !shape.shape
  %made = shape.from_extents %c4, %rank : !shape.size, !shape.size
  %p9 = "shape.debug_print"(%made) : (!shape.shape) -> !shape.shape
  return
}

// What shapes have in common. [2, 1, 3] and [5, 1] can be broadcast, [2, 1, 3] and [4, 2] cannot.
// CHECK-NEXT: [2, 5, 3]
// CHECK-NEXT: error: lengths differ
// CHECK-NEXT: error: lengths differ
// CHECK-NEXT: true, false, true, false, true
// CHECK-NEXT: [2, 1, 3]
// CHECK-NEXT: error: one batch
// CHECK-NEXT: [2, 1, 3]
// CHECK-NEXT: [5, 1, 4]
// CHECK-NEXT: error: shapes of different ranks are compared
func.func @common(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>) {
  %sa = shape.from_extent_tensor %a : tensor<?xindex>
  %sb = shape.from_extent_tensor %b : tensor<?xindex>
  %sc = shape.from_extent_tensor %c : tensor<?xindex>
  %0 = shape.broadcast %sa, %sb : !shape.shape, !shape.shape -> !shape.shape
  %p0 = "shape.debug_print"(%0) : (!shape.shape) -> !shape.shape
  %1 = shape.broadcast %sa, %sc {error = "lengths differ"} : !shape.shape, !shape.shape -> !shape.shape
  %p1 = "shape.debug_print"(%1) : (!shape.shape) -> !shape.shape
  %2 = shape.broadcast %1, %sb : !shape.shape, !shape.shape -> !shape.shape
  %p2 = "shape.debug_print"(%2) : (!shape.shape) -> !shape.shape
  %can = shape.is_broadcastable %sa, %b : !shape.shape, tensor<?xindex>
  %cannot = shape.is_broadcastable %a, %c : tensor<?xindex>, tensor<?xindex>
  %same = shape.shape_eq %sa, %a : !shape.shape, tensor<?xindex>
  %other = shape.shape_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %errors = shape.shape_eq %1, %2 : !shape.shape, !shape.shape
  call @truths(%can, %cannot, %same, %other, %errors) : (i1, i1, i1, i1, i1) -> ()
  %any = shape.any %sa, %a : !shape.shape, tensor<?xindex> -> !shape.shape
  %p3 = "shape.debug_print"(%any) : (!shape.shape) -> !shape.shape
  %meet = shape.meet %sa, %sb, error = "one batch" : !shape.shape, !shape.shape -> !shape.shape
  %p4 = "shape.debug_print"(%meet) : (!shape.shape) -> !shape.shape
  %met = shape.meet %sa, %a : !shape.shape, tensor<?xindex> -> !shape.shape
  %p5 = "shape.debug_print"(%met) : (!shape.shape) -> !shape.shape
  %two = shape.const_shape [5, 1, 4] : !shape.shape
  %max = shape.max %sa, %two : !shape.shape, !shape.shape -> !shape.shape
  %three = shape.max %max, %two : !shape.shape, !shape.shape -> !shape.shape
  %p6 = "shape.debug_print"(%three) : (!shape.shape) -> !shape.shape
  %uneven = shape.min %sa, %sb : !shape.shape, !shape.shape -> !shape.shape
  %p7 = "shape.debug_print"(%uneven) : (!shape.shape) -> !shape.shape
  return
}

func.func @truths(%a: i1, %b: i1, %c: i1, %d: i1, %e: i1) {
  vector.print str "true, false, true, false, true"
  %0 = arith.andi %a, %c : i1
  %1 = arith.andi %0, %e : i1
  %2 = arith.ori %b, %d : i1
  cf.assert %1, "these hold"
  %true = arith.constant true
  %3 = arith.xori %2, %true : i1
  cf.assert %3, "these do not hold"
  vector.print punctuation <newline>
  return
}

// Shapes of values; a value with a shape; a loop over a shape; constraints that hold.
// CHECK-NEXT: [2, 3]
// CHECK-NEXT: 3
// CHECK-NEXT: [7]
// CHECK-NEXT: [2, 3]
// CHECK-NEXT: 6
// CHECK-NEXT: error: a shape of rank 0 has no dimension 0
// CHECK-NEXT: 2
func.func @values(%t: tensor<?x3xf32>) {
  %0 = shape.shape_of %t : tensor<?x3xf32> -> !shape.shape
  %p0 = "shape.debug_print"(%0) : (!shape.shape) -> !shape.shape
  %c1 = shape.const_size 1
  %1 = shape.dim %t, %c1 : tensor<?x3xf32>, !shape.size -> !shape.size
  %p1 = "shape.debug_print"(%1) : (!shape.size) -> !shape.size
  %7 = shape.const_shape [7] : !shape.shape
  %with = shape.with_shape %t, %7 : tensor<?x3xf32>, !shape.shape
  %2 = shape.shape_of %with : !shape.value_shape -> !shape.shape
  %p2 = "shape.debug_print"(%2) : (!shape.shape) -> !shape.shape
  %value = shape.value_of %with : tensor<?x3xf32>
  %3 = shape.shape_of %value : tensor<?x3xf32> -> !shape.shape
  %p3 = "shape.debug_print"(%3) : (!shape.shape) -> !shape.shape
  %4 = shape.reduce(%3, %c1) : !shape.shape -> !shape.size {
  ^bb0(%position: index, %extent: !shape.size, %product: !shape.size):
    %5 = shape.mul %extent, %product : !shape.size, !shape.size -> !shape.size
    shape.yield %5 : !shape.size
  }
  %p4 = "shape.debug_print"(%4) : (!shape.size) -> !shape.size
  %none = shape.const_shape [] : !shape.shape
  %c0 = shape.const_size 0
  %error = shape.get_extent %none, %c0 : !shape.shape, !shape.size -> !shape.size
  %wrong = shape.from_extents %error : !shape.size
  %6 = shape.reduce(%wrong, %c1) : !shape.shape -> !shape.size {
  ^bb0(%position: index, %extent: !shape.size, %last: !shape.size):
    shape.yield %extent : !shape.size
  }
  %p5 = "shape.debug_print"(%6) : (!shape.size) -> !shape.size
  %extents = shape.shape_of %t : tensor<?x3xf32> -> tensor<2xindex>
  %w0 = shape.cstr_eq %extents, %3 : tensor<2xindex>, !shape.shape
  %w1 = shape.cstr_broadcastable %extents, %3 : tensor<2xindex>, !shape.shape
  %w = shape.assuming_all %w0, %w1
  %8 = shape.assuming %w -> (!shape.size) {
    %rank = shape.rank %3 : !shape.shape -> !shape.size
    shape.assuming_yield %rank : !shape.size
  }
  %p6 = "shape.debug_print"(%8) : (!shape.size) -> !shape.size
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %cm7 = arith.constant -7 : index
  %cm1 = arith.constant -1 : index
  call @sizes(%c6, %c7, %cm7, %c0) : (index, index, index, index) -> ()
  %s = arith.constant dense<[4, 5, 6]> : tensor<3xindex>
  %0 = tensor.cast %s : tensor<3xindex> to tensor<?xindex>
  call @parts(%0, %cm1) : (tensor<?xindex>, index) -> ()
  %a = arith.constant dense<[2, 1, 3]> : tensor<3xindex>
  %b = arith.constant dense<[5, 1]> : tensor<2xindex>
  %c = arith.constant dense<[4, 2]> : tensor<2xindex>
  %1 = tensor.cast %a : tensor<3xindex> to tensor<?xindex>
  %2 = tensor.cast %b : tensor<2xindex> to tensor<?xindex>
  %3 = tensor.cast %c : tensor<2xindex> to tensor<?xindex>
  call @common(%1, %2, %3) : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> ()
  %t = arith.constant dense<0.0> : tensor<2x3xf32>
  %4 = tensor.cast %t : tensor<2x3xf32> to tensor<?x3xf32>
  call @values(%4) : (tensor<?x3xf32>) -> ()
  return
}

// A constraint that fails ends the program where it is.
// EAGER: error: assertion failed: required equal shapes
func.func @eager() {
  %a = arith.constant dense<[2, 1]> : tensor<2xindex>
  %b = arith.constant dense<[2]> : tensor<1xindex>
  %w = shape.cstr_eq %a, %b : tensor<2xindex>, tensor<1xindex>
  return
}

// REQUIRED: error: assertion failed: the inner sizes of a product are equal
func.func @required() {
  %false = arith.constant false
  %w = shape.cstr_require %false, "the inner sizes of a product are equal"
  return
}

// BROADCAST: error: assertion failed: required broadcastable shapes
func.func @broadcast() {
  %a = arith.constant dense<[2, 3]> : tensor<2xindex>
  %b = arith.constant dense<[2]> : tensor<1xindex>
  %w = shape.cstr_broadcastable %a, %b : tensor<2xindex>, tensor<1xindex>
  return
}

// NEVER: error: assertion failed: a witness that never holds
func.func @never() {
  %w = shape.const_witness false
  shape.assuming %w {
  }
  return
}

// An error has no index.
// NO_INDEX: error: a size is negative
func.func @no_index() -> index {
  %c = arith.constant -1 : index
  %0 = shape.index_to_size %c
  %1 = shape.add %0, %c : !shape.size, index -> !shape.size
  %2 = shape.size_to_index %1 : !shape.size
  return %2 : index
}
