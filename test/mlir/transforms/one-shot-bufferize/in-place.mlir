// Where nobody reads the old elements, they are written in place.
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{allow-return-allocs-from-loops=true bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map},canonicalize)' | FileCheck %s
// RUN: mlir-lite-opt %s --one-shot-bufferize --canonicalize | FileCheck %s --check-prefix=INSIDE

// CHECK: memref.global "private" constant @[[GLOBAL:__constant_4xf32_.*]] : memref<4xf32> = dense<1.000000e+00>

// CHECK-LABEL: func.func @fill(
// CHECK-SAME: memref<?xf32>
// CHECK: memref.alloc(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
// INSIDE-LABEL: func.func @fill(
// INSIDE-SAME: tensor<?xf32>
// INSIDE: bufferization.to_tensor
// INSIDE: return
func.func @fill(%n: index, %x: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.empty(%n) : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %next = tensor.insert %x into %a[%i] : tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// An argument is the caller's.
// CHECK-LABEL: func.func @argument(
// CHECK-NEXT: %[[M:.*]] = memref.alloc()
// CHECK-NEXT: memref.copy %arg0, %[[M]]
// CHECK-NEXT: memref.store %arg1, %[[M]][%arg2]
// CHECK-NEXT: return %[[M]]
// INSIDE-LABEL: func.func @argument(
// INSIDE-NEXT: bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32>
func.func @argument(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// So is a constant.
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: %[[G:.*]] = memref.get_global @[[GLOBAL]]
// CHECK-NEXT: %[[M:.*]] = memref.alloc()
// CHECK-NEXT: memref.copy %[[G]], %[[M]]
// CHECK-NEXT: memref.store
func.func @constant(%x: f32, %i: index) -> tensor<4xf32> {
  %t = arith.constant dense<1.0> : tensor<4xf32>
  %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A part of the tensor itself is inserted: both parts are of one memory.
// CHECK-LABEL: func.func @own_part(
// CHECK: memref.alloc(
// CHECK: memref.alloc(
// CHECK: return
func.func @own_part(%n: index, %x: f32) -> tensor<?xf32> {
  %t = tensor.splat %x[%n] : tensor<?xf32>
  %part = tensor.extract_slice %t[1] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %0 = tensor.insert_slice %part into %t[0] [2] [1] : tensor<2xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Ops that take memory anyway.
// CHECK-LABEL: func.func @memory(
// CHECK-NEXT: memref.copy %arg0, %arg1
// CHECK-NEXT: memref.load %arg0
func.func @memory(%t: tensor<4xf32>, %m: memref<4xf32>, %i: index) -> f32 {
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  return %0 : f32
}
