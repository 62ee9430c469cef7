// The examples of MLIR's documents on graph algorithms and on canonicalization.
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s
// RUN: mlir-lite-opt %s -canonicalize -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s --check-prefix=WHERE
// RUN: mlir-lite-opt %s -memref-dependence-check -verify-diagnostics -o /dev/null

func @test_subi_zero_cfg(%arg0: i32) -> i32 {
  %y = subi %arg0, %arg0 : i32
  return %y: i32
}
// CHECK-LABEL: func @test_subi_zero_cfg(%arg0: i32)
// CHECK-NEXT: %c0_i32 = constant 0 : i32
// CHECK-NEXT: return %c0

// What an op is folded to is where the op was.
func @located(%x: i32) -> i32 {
  %0 = subi %x, %x : i32 loc("difference")
  return %0 : i32
}
// WHERE-LABEL: func @located
// WHERE-NEXT: constant 0 : i32 loc("difference")

func @identities(%x: i32) -> i32 {
  %zero = constant 0 : i32
  %0 = addi %x, %zero : i32
  %four = constant 4 : i32
  %1 = addi %four, %0 : i32
  return %1 : i32
}
// CHECK-LABEL: func @identities(%arg0: i32)
// CHECK-NEXT: %[[FOUR:.*]] = constant 4 : i32
// CHECK-NEXT: %[[SUM:.*]] = addi %arg0, %[[FOUR]] : i32
// CHECK-NEXT: return %[[SUM]]

func @decided(%x: i32) -> i32 {
  %true = constant true
  cond_br %true, ^then, ^else
^then:
  return %x : i32
^else:
  %0 = addi %x, %x : i32
  return %0 : i32
}
// CHECK-LABEL: func @decided(%arg0: i32)
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }

func @different_memrefs() {
  %m.a = alloc() : memref<100xf32>
  %m.b = alloc() : memref<100xf32>
  %c0 = constant 0 : index
  %c1 = constant 1.0 : f32
  store %c1, %m.a[%c0] : memref<100xf32>
  // expected-note@-1 {{dependence from memref access 0 to access 1 = false}}
  %v0 = load %m.b[%c0] : memref<100xf32>
  return
}

func @elements(%m: memref<100xf32>, %i: index, %x: f32) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  store %x, %m[%c0] : memref<100xf32>
  // expected-note@-1 {{dependence from memref access 0 to access 1 = false}}
  // expected-note@-2 {{dependence from memref access 0 to access 2 = true}}
  // expected-note@-3 {{dependence from memref access 0 to access 3 = unknown}}
  %0 = load %m[%c1] : memref<100xf32>
  %1 = load %m[%c0] : memref<100xf32>
  %2 = load %m[%i] : memref<100xf32>
  return
}
