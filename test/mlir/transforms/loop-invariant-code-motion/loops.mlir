// Which ops move out of loops.
// RUN: mlir-lite-opt %s --loop-invariant-code-motion -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// Ops move out of both loops, and ops that use them follow.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: f32, %arg1: f32, %arg2: memref<10xf32>) {
// CHECK-NEXT:     %0 = addf %arg0, %arg1 : f32
// CHECK-NEXT:     %1 = mulf %0, %0 : f32
// CHECK-NEXT:     affine.for %arg3 = 0 to 10 {
// CHECK-NEXT:       affine.for %arg4 = 0 to 10 {
// CHECK-NEXT:         affine.store %1, %arg2[%arg3] : memref<10xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%a: f32, %b: f32, %m: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = addf %a, %b : f32
      %1 = mulf %0, %0 : f32
      affine.store %1, %m[%i] : memref<10xf32>
    }
  }
  return
}

// -----

// A division by zero, or a load out of bounds, must not be executed if the loop is not.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i32, %arg1: i32, %arg2: memref<10xi32>, %arg3: index) {
// CHECK-NEXT:     %c0 = constant 0 : index
// CHECK-NEXT:     %c1 = constant 1 : index
// CHECK-NEXT:     %c7_i32 = constant 7 : i32
// CHECK-NEXT:     %0 = divi_signed %arg0, %c7_i32 : i32
// CHECK-NEXT:     scf.for %arg4 = %c0 to %arg3 step %c1 {
// CHECK-NEXT:       %1 = divi_signed %arg0, %arg1 : i32
// CHECK-NEXT:       %2 = load %arg2[%c0] : memref<10xi32>
// CHECK-NEXT:       %3 = addi %2, %1 : i32
// CHECK-NEXT:       %4 = addi %arg4, %c1 : index
// CHECK-NEXT:       "t.use"(%3, %4) : (i32, index) -> ()
// CHECK-NEXT:       "t.use"(%0) : (i32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%a: i32, %b: i32, %m: memref<10xi32>, %n: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c7_i32 = constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %2 = divi_signed %a, %b : i32
    %3 = load %m[%c0] : memref<10xi32>
    %4 = addi %3, %2 : i32
    %5 = addi %i, %c1 : index
    "t.use"(%4, %5) : (i32, index) -> ()
    %6 = divi_signed %a, %c7_i32 : i32
    "t.use"(%6) : (i32) -> ()
  }
  return
}

// -----

// A conditional moves with its regions.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i1, %arg1: f32, %arg2: index) {
// CHECK-NEXT:     %0 = scf.if %arg0 -> (f32) {
// CHECK-NEXT:       %1 = addf %arg1, %arg1 : f32
// CHECK-NEXT:       scf.yield %1 : f32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg3 = 0 to 10 {
// CHECK-NEXT:       "t.use"(%0) : (f32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%c: i1, %a: f32, %n: index) {
  affine.for %i = 0 to 10 {
    %0 = scf.if %c -> (f32) {
      %1 = addf %a, %a : f32
      scf.yield %1 : f32
    } else {
      scf.yield %a : f32
    }
    "t.use"(%0) : (f32) -> ()
  }
  return
}
