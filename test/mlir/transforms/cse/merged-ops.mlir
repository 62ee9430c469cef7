// Which ops are merged.
// RUN: mlir-lite-opt %s --cse -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// The example in MLIR's documentation of IR printing.
// CHECK: module {
// CHECK-NEXT:   func @simple_constant() -> (i32, i32) {
// CHECK-NEXT:     %c1_i32 = constant 1 : i32
// CHECK-NEXT:     return %c1_i32, %c1_i32 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @simple_constant() -> (i32, i32) {
  %c1_i32 = constant 1 : i32
  %c1_i32_0 = constant 1 : i32
  return %c1_i32, %c1_i32_0 : i32, i32
}

// -----

// Ops whose operands were merged are equal. `addi` is commutative, `subi` is not.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:     %0 = addi %arg0, %arg1 : i32
// CHECK-NEXT:     %1 = subi %0, %arg0 : i32
// CHECK-NEXT:     %2 = subi %arg0, %0 : i32
// CHECK-NEXT:     %3 = muli %1, %1 : i32
// CHECK-NEXT:     %4 = muli %3, %2 : i32
// CHECK-NEXT:     return %4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%a: i32, %b: i32) -> i32 {
  %0 = addi %a, %b : i32
  %1 = addi %b, %a : i32
  %2 = subi %0, %a : i32
  %3 = subi %1, %a : i32
  %4 = subi %a, %1 : i32
  %5 = muli %2, %3 : i32
  %6 = muli %5, %4 : i32
  return %6 : i32
}

// -----

// Ops with different attributes or types are different.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i32) -> (i1, i1, i64, i8) {
// CHECK-NEXT:     %c1_i32 = constant 1 : i32
// CHECK-NEXT:     %0 = cmpi "eq", %arg0, %c1_i32 : i32
// CHECK-NEXT:     %1 = cmpi "ne", %arg0, %c1_i32 : i32
// CHECK-NEXT:     %2 = sexti %arg0 : i32 to i64
// CHECK-NEXT:     %3 = trunci %arg0 : i32 to i8
// CHECK-NEXT:     return %0, %1, %2, %3 : i1, i1, i64, i8
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%arg0: i32) -> (i1, i1, i64, i8) {
  %c1_i32 = constant 1 : i32
  %0 = cmpi "eq", %arg0, %c1_i32 : i32
  %1 = cmpi "ne", %arg0, %c1_i32 : i32
  %2 = sexti %arg0 : i32 to i64
  %3 = trunci %arg0 : i32 to i8
  return %0, %1, %2, %3 : i1, i1, i64, i8
}

// -----

// Ops with effects are kept. Unused ops without effects are erased.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: memref<2xf32>) {
// CHECK-NEXT:     %c0 = constant 0 : index
// CHECK-NEXT:     %0 = load %arg0[%c0] : memref<2xf32>
// CHECK-NEXT:     %1 = alloc() : memref<2xf32>
// CHECK-NEXT:     %2 = alloc() : memref<2xf32>
// CHECK-NEXT:     store %0, %1[%c0] : memref<2xf32>
// CHECK-NEXT:     store %0, %2[%c0] : memref<2xf32>
// CHECK-NEXT:     %3 = "t.unknown"() : () -> i32
// CHECK-NEXT:     %4 = "t.unknown"() : () -> i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%m: memref<2xf32>) {
  %0 = constant 0 : index
  %1 = load %m[%0] : memref<2xf32>
  %2 = alloc() : memref<2xf32>
  %3 = alloc() : memref<2xf32>
  store %1, %2[%0] : memref<2xf32>
  store %1, %3[%0] : memref<2xf32>
  "t.unknown"() : () -> i32
  "t.unknown"() : () -> i32
  %4 = load %m[%0] : memref<2xf32>
  return
}

// -----

// A read is available until something may write: a store, an unknown op, or an op in a loop.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: memref<2xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT:     %0 = load %arg0[%arg1] : memref<2xf32>
// CHECK-NEXT:     %1 = load %arg0[%arg2] : memref<2xf32>
// CHECK-NEXT:     %2 = alloc() : memref<2xf32>
// CHECK-NEXT:     "t.use"(%0, %1, %2, %0) : (f32, f32, memref<2xf32>, f32) -> ()
// CHECK-NEXT:     %3 = load %arg0[%arg1] : memref<2xf32>
// CHECK-NEXT:     scf.for %arg3 = %arg1 to %arg2 step %arg2 {
// CHECK-NEXT:       %5 = load %arg0[%arg1] : memref<2xf32>
// CHECK-NEXT:       store %5, %arg0[%arg3] : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %4 = load %arg0[%arg1] : memref<2xf32>
// CHECK-NEXT:     "t.use"(%3, %4, %4) : (f32, f32, f32) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%m: memref<2xf32>, %i: index, %j: index) {
  %0 = load %m[%i] : memref<2xf32>
  %1 = load %m[%j] : memref<2xf32>
  %2 = alloc() : memref<2xf32>
  %3 = load %m[%i] : memref<2xf32>
  "t.use"(%0, %1, %2, %3) : (f32, f32, memref<2xf32>, f32) -> ()
  %4 = load %m[%i] : memref<2xf32>
  scf.for %k = %i to %j step %j {
    %5 = load %m[%i] : memref<2xf32>
    store %5, %m[%k] : memref<2xf32>
  }
  %6 = load %m[%i] : memref<2xf32>
  %7 = load %m[%i] : memref<2xf32>
  "t.use"(%4, %6, %7) : (f32, f32, f32) -> ()
  return
}

// -----

// `%1` is available in both branches and after them. Values of a branch are not available in the
// other one, nor after both.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     %0 = addi %arg1, %arg1 : i32
// CHECK-NEXT:     cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %1 = muli %0, %arg1 : i32
// CHECK-NEXT:     br ^bb3(%1 : i32)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %2 = muli %0, %arg1 : i32
// CHECK-NEXT:     br ^bb3(%2 : i32)
// CHECK-NEXT:   ^bb3(%3: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     %4 = muli %0, %arg1 : i32
// CHECK-NEXT:     %5 = addi %4, %0 : i32
// CHECK-NEXT:     %6 = addi %5, %3 : i32
// CHECK-NEXT:     return %6 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%c: i1, %a: i32) -> i32 {
  %0 = addi %a, %a : i32
  cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = addi %a, %a : i32
  %2 = muli %1, %a : i32
  br ^bb3(%2 : i32)
^bb2:
  %3 = muli %0, %a : i32
  br ^bb3(%3 : i32)
^bb3(%4: i32):
  %5 = muli %0, %a : i32
  %6 = addi %a, %a : i32
  %7 = addi %5, %6 : i32
  %8 = addi %7, %4 : i32
  return %8 : i32
}
