// Calls become the bodies of functions.
// RUN: mlir-lite-opt %s --inline -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// Private functions without further uses are erased.
// CHECK: module {
// CHECK-NEXT:   func @main(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = muli %arg0, %arg0 : i32
// CHECK-NEXT:     %1 = muli %0, %0 : i32
// CHECK-NEXT:     %2 = addi %1, %1 : i32
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func @square(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = muli %arg0, %arg0 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func private @declared()
// CHECK-NEXT: }
func @main(%a: i32) -> i32 {
  %0 = call @square(%a) : (i32) -> i32
  call @nothing() : () -> ()
  %1 = call @twice(%0) : (i32) -> i32
  return %1 : i32
}
func private @twice(%a: i32) -> i32 {
  %0 = call @square(%a) : (i32) -> i32
  %1 = addi %0, %0 : i32
  return %1 : i32
}
func @square(%a: i32) -> i32 {
  %0 = muli %a, %a : i32
  return %0 : i32
}
func private @nothing() {
  return
}
func private @declared()

// -----

// A function may return its arguments.
// CHECK: module {
// CHECK-NEXT:   func @main(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:     return %arg1, %arg0 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @main(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = call @swap(%a, %b) : (i32, i32) -> (i32, i32)
  return %0#0, %0#1 : i32, i32
}
func private @swap(%a: i32, %b: i32) -> (i32, i32) {
  return %b, %a : i32, i32
}

// -----

// Only functions of one block are inlined into nested regions.
// CHECK: module {
// CHECK-NEXT:   func @main(%arg0: i32, %arg1: i1) {
// CHECK-NEXT:     scf.if %arg1 {
// CHECK-NEXT:       %0 = addi %arg0, %arg0 : i32
// CHECK-NEXT:       "t.use"(%0) : (i32) -> ()
// CHECK-NEXT:       call @jump() : () -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func private @jump() {
// CHECK-NEXT:     br ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @main(%arg0: i32, %arg1: i1) {
  scf.if %arg1 {
    %0 = call @double(%arg0) : (i32) -> i32
    "t.use"(%0) : (i32) -> ()
    call @jump() : () -> ()
  }
  return
}
func private @jump() {
  br ^bb1
^bb1:  // pred: ^bb0
  return
}
func private @double(%arg0: i32) -> i32 {
  %0 = addi %arg0, %arg0 : i32
  return %0 : i32
}

// -----

// The regions of an unknown op may be isolated from above: nothing is inlined into them.
// CHECK: module {
// CHECK-NEXT:   func @main(%arg0: i32) {
// CHECK-NEXT:     "t.region"() ({
// CHECK-NEXT:       %0 = call @double(%arg0) : (i32) -> i32
// CHECK-NEXT:       "t.use"(%0) : (i32) -> ()
// CHECK-NEXT:     }) : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func private @double(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = addi %arg0, %arg0 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @main(%arg0: i32) {
  "t.region"() ({
    %0 = call @double(%arg0) : (i32) -> i32
    "t.use"(%0) : (i32) -> ()
  }) : () -> ()
  return
}
func private @double(%arg0: i32) -> i32 {
  %0 = addi %arg0, %arg0 : i32
  return %0 : i32
}

// -----

// Recursive calls are kept. One level of the recursion replaces a call from outside.
// CHECK: module {
// CHECK-NEXT:   func @count(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @count(%arg0) : (i32) -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func @ping() {
// CHECK-NEXT:     call @pong() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func @pong() {
// CHECK-NEXT:     call @ping() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func @main() {
// CHECK-NEXT:     call @pong() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @count(%arg0: i32) -> i32 {
  %0 = call @count(%arg0) : (i32) -> i32
  return %0 : i32
}
func @ping() {
  call @pong() : () -> ()
  return
}
func @pong() {
  call @ping() : () -> ()
  return
}
func @main() {
  call @ping() : () -> ()
  return
}

// -----

// A function with an unknown op is not copied: its dialect does not allow it.
// CHECK: module {
// CHECK-NEXT:   func private @unknown() {
// CHECK-NEXT:     "t.unknown"() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func private @declared()
// CHECK-NEXT:   func @main() {
// CHECK-NEXT:     call @unknown() : () -> ()
// CHECK-NEXT:     call @declared() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func private @unknown() {
  "t.unknown"() : () -> ()
  return
}
func private @declared()
func @main() {
  call @unknown() : () -> ()
  call @declared() : () -> ()
  return
}
