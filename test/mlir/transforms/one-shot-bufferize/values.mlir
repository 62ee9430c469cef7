// Tensors and memory have the same elements: what is read after a change of another tensor, in
// loops, in branches, and across calls.
// RUN: mlir-lite-opt %s --run=main | FileCheck %s
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --run=main | FileCheck %s
// RUN: mlir-lite-opt %s --one-shot-bufferize --run=main | FileCheck %s
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --canonicalize --cse --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-std-to-llvm --run=main | FileCheck %s --check-prefix=LOWERED

// CHECK: {{^}}10 : i32
// CHECK-NEXT: {{^}}20 : i32
// CHECK-NEXT: {{^}}45 : i32
// CHECK-NEXT: {{^}}7 : i32
// CHECK-NEXT: {{^}}1 : i32
// CHECK-NEXT: {{^}}99 : i32
// CHECK-NEXT: {{^}}2 : i32
// CHECK-NEXT: {{^}}10 : i32
// CHECK-NEXT: {{^}}8 : i32
// CHECK-NEXT: {{^}}6 : i32
// LOWERED: (10, 20, 45, 7, 1, 99, 2, 10, 8, 6)

// The old elements are read after the change: it is made in a copy.
func.func @old_and_new(%t: tensor<4xi32>, %i: index) -> (i32, i32) {
  %c20 = arith.constant 20 : i32
  %new = tensor.insert %c20 into %t[%i] : tensor<4xi32>
  %a = tensor.extract %t[%i] : tensor<4xi32>
  %b = tensor.extract %new[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// A loop changes its own memory.
func.func @sums(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = tensor.insert %zero into %empty[%c0] : tensor<1xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (tensor<1xi32>) {
    %old = tensor.extract %acc[%c0] : tensor<1xi32>
    %k = arith.index_cast %i : index to i32
    %sum = arith.addi %old, %k : i32
    %next = tensor.insert %sum into %acc[%c0] : tensor<1xi32>
    scf.yield %next : tensor<1xi32>
  }
  %s = tensor.extract %r[%c0] : tensor<1xi32>
  return %s : i32
}

// A loop exchanges what it carries, one of which is read after it.
func.func @exchanged(%t: tensor<2xi32>, %u: tensor<2xi32>, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<2xi32>, tensor<2xi32>) {
    %x = tensor.insert %seven into %a[%c0] : tensor<2xi32>
    scf.yield %b, %x : tensor<2xi32>, tensor<2xi32>
  }
  %p = tensor.extract %r#1[%c0] : tensor<2xi32>
  %q = tensor.extract %t[%c0] : tensor<2xi32>
  return %p, %q : i32, i32
}

// A branch yields a tensor from outside, and its result is changed.
func.func @branch(%t: tensor<2xi32>, %c: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 99 : i32
  %r = scf.if %c -> (tensor<2xi32>) {
    scf.yield %t : tensor<2xi32>
  } else {
    %x = tensor.insert %k into %t[%c0] : tensor<2xi32>
    scf.yield %x : tensor<2xi32>
  }
  %new = tensor.insert %k into %r[%c0] : tensor<2xi32>
  %a = tensor.extract %new[%c0] : tensor<2xi32>
  %b = tensor.extract %t[%c0] : tensor<2xi32>
  return %a, %b : i32, i32
}

// Parts of a tensor are read after the whole was changed, and inserted somewhere else.
func.func @parts(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = arith.constant 5 : i32
  %t = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %two = arith.constant 2 : index
    %row = arith.muli %i, %two : index
    %at = arith.addi %row, %j : index
    %v = arith.index_cast %at : index to i32
    tensor.yield %v : i32
  } : tensor<?x2xi32>
  %part = tensor.extract_slice %t[1, 0] [2, 2] [1, 1] : tensor<?x2xi32> to tensor<2x2xi32>
  %changed = tensor.insert %k into %t[%c1, %c0] : tensor<?x2xi32>
  %moved = tensor.insert_slice %part into %changed[0, 0] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<?x2xi32>
  %flat = tensor.collapse_shape %part [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %a = tensor.extract %moved[%c0, %c0] : tensor<?x2xi32>
  %b = tensor.extract %moved[%c1, %c1] : tensor<?x2xi32>
  %c = tensor.extract %flat[%c0] : tensor<4xi32>
  %d = tensor.extract %changed[%c1, %c0] : tensor<?x2xi32>
  %e = tensor.dim %moved, %c0 : tensor<?x2xi32>
  %f = arith.index_cast %e : index to i32
  %s0 = arith.addi %b, %c : i32
  %s1 = arith.addi %s0, %d : i32
  %s2 = arith.addi %s1, %f : i32
  %s3 = arith.subi %s2, %k : i32
  return %a, %s3 : i32, i32
}

// An argument is returned as it is, and the result is changed.
func.func @same(%t: tensor<2xi32>) -> tensor<2xi32> {
  return %t : tensor<2xi32>
}

func.func @called(%t: tensor<2xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 8 : i32
  %r = call @same(%t) : (tensor<2xi32>) -> tensor<2xi32>
  %new = tensor.insert %k into %r[%c0] : tensor<2xi32>
  %a = tensor.extract %new[%c0] : tensor<2xi32>
  %b = tensor.extract %t[%c0] : tensor<2xi32>
  return %a, %b : i32, i32
}

func.func @main() -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %true = arith.constant true
  %t = arith.constant dense<[5, 10, 15, 20]> : tensor<4xi32>
  %x = arith.constant 1 : i32
  %y = arith.constant 6 : i32
  %u = tensor.from_elements %x, %y : tensor<2xi32>
  %v = tensor.splat %y : tensor<2xi32>
  %0:2 = call @old_and_new(%t, %c1) : (tensor<4xi32>, index) -> (i32, i32)
  %1 = call @sums(%c10) : (index) -> i32
  %2:2 = call @exchanged(%u, %v, %c3) : (tensor<2xi32>, tensor<2xi32>, index) -> (i32, i32)
  %3:2 = call @branch(%u, %true) : (tensor<2xi32>, i1) -> (i32, i32)
  %4:2 = call @parts(%c3) : (index) -> (i32, i32)
  %5:2 = call @called(%v) : (tensor<2xi32>) -> (i32, i32)
  return %0#0, %0#1, %1, %2#0, %2#1, %3#0, %4#0, %4#1, %5#0, %5#1 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}
