// Ops in regions, and ops with regions.
// RUN: mlir-lite-opt %s --cse -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// Ops in a region use values from outside. Ops outside do not use values of a region.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:     %0 = addi %arg0, %arg0 : i32
// CHECK-NEXT:     scf.if %arg1 {
// CHECK-NEXT:       %2 = muli %0, %arg0 : i32
// CHECK-NEXT:       "t.use"(%2) : (i32) -> ()
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %2 = muli %0, %arg0 : i32
// CHECK-NEXT:       "t.use"(%2) : (i32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = muli %0, %arg0 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%arg0: i32, %arg1: i1) -> i32 {
  %0 = addi %arg0, %arg0 : i32
  scf.if %arg1 {
    %s = addi %arg0, %arg0 : i32
    %2 = muli %s, %arg0 : i32
    "t.use"(%2) : (i32) -> ()
  } else {
    %2 = muli %0, %arg0 : i32
    "t.use"(%2) : (i32) -> ()
  }
  %1 = muli %0, %arg0 : i32
  return %1 : i32
}

// -----

// An unknown op may be isolated from above, so its regions use nothing from outside.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c5_i32 = constant 5 : i32
// CHECK-NEXT:     %0 = addi %arg0, %c5_i32 : i32
// CHECK-NEXT:     "t.r"() ({
// CHECK-NEXT:       %c5_i32_0 = constant 5 : i32
// CHECK-NEXT:       %2 = addi %c5_i32_0, %c5_i32_0 : i32
// CHECK-NEXT:       "t.use"(%2) : (i32) -> ()
// CHECK-NEXT:       "t.use"(%2) : (i32) -> ()
// CHECK-NEXT:     }, {
// CHECK-NEXT:       %c5_i32_0 = constant 5 : i32
// CHECK-NEXT:       "t.use"(%c5_i32_0) : (i32) -> ()
// CHECK-NEXT:     }) : () -> ()
// CHECK-NEXT:     %1 = muli %0, %arg0 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%arg0: i32) -> i32 {
  %c5_i32 = constant 5 : i32
  %0 = addi %arg0, %c5_i32 : i32
  "t.r"() ({
    %c5_i32_0 = constant 5 : i32
    %2 = addi %c5_i32_0, %c5_i32_0 : i32
    %3 = addi %c5_i32_0, %c5_i32_0 : i32
    "t.use"(%3) : (i32) -> ()
    "t.use"(%2) : (i32) -> ()
  }, {
    %c5_i32_0 = constant 5 : i32
    "t.use"(%c5_i32_0) : (i32) -> ()
  }) : () -> ()
  %1 = muli %0, %arg0 : i32
  return %1 : i32
}

// -----

// Ops with equal regions are merged.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32, i32) {
// CHECK-NEXT:     %0 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:       %2 = addi %arg0, %arg1 : i32
// CHECK-NEXT:       %3 = muli %2, %2 : i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %2 = subi %arg0, %arg1 : i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:       %2 = addi %arg0, %arg1 : i32
// CHECK-NEXT:       %3 = muli %2, %2 : i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %2 = xor %arg0, %arg1 : i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0, %0, %1 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%a: i32, %b: i32, %c: i1) -> (i32, i32, i32) {
  %0 = scf.if %c -> (i32) {
    %x = addi %a, %b : i32
    %y = muli %x, %x : i32
    scf.yield %y : i32
  } else {
    %x = subi %a, %b : i32
    scf.yield %x : i32
  }
  %1 = scf.if %c -> (i32) {
    %x = addi %a, %b : i32
    %y = muli %x, %x : i32
    scf.yield %y : i32
  } else {
    %x = subi %a, %b : i32
    scf.yield %x : i32
  }
  %2 = scf.if %c -> (i32) {
    %x = addi %a, %b : i32
    %y = muli %x, %x : i32
    scf.yield %y : i32
  } else {
    %x = xor %a, %b : i32
    scf.yield %x : i32
  }
  return %0, %1, %2 : i32, i32, i32
}

// -----

// Loops with different initial values are different. Regions that read memory may read different
// values.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<i32>) -> (i32, i32, i32, i32) {
// CHECK-NEXT:     %0 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg1) -> (i32) {
// CHECK-NEXT:       %4 = addi %arg5, %arg1 : i32
// CHECK-NEXT:       scf.yield %4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg2) -> (i32) {
// CHECK-NEXT:       %4 = addi %arg5, %arg1 : i32
// CHECK-NEXT:       scf.yield %4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = scf.execute_region -> i32 {
// CHECK-NEXT:       %4 = load %arg3[] : memref<i32>
// CHECK-NEXT:       scf.yield %4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     store %arg1, %arg3[] : memref<i32>
// CHECK-NEXT:     %3 = scf.execute_region -> i32 {
// CHECK-NEXT:       %4 = load %arg3[] : memref<i32>
// CHECK-NEXT:       scf.yield %4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0, %1, %2, %3 : i32, i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<i32>) -> (i32, i32, i32, i32) {
  %0 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg1) -> (i32) {
    %4 = addi %arg5, %arg1 : i32
    scf.yield %4 : i32
  }
  %1 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg2) -> (i32) {
    %4 = addi %arg5, %arg1 : i32
    scf.yield %4 : i32
  }
  %2 = scf.execute_region -> i32 {
    %4 = load %arg3[] : memref<i32>
    scf.yield %4 : i32
  }
  store %arg1, %arg3[] : memref<i32>
  %3 = scf.execute_region -> i32 {
    %4 = load %arg3[] : memref<i32>
    scf.yield %4 : i32
  }
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// -----

// Nested regions with arguments are compared, too: one of two nests remains.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: index, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:     %0 = scf.for %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %arg1) -> (i32) {
// CHECK-NEXT:       %1 = scf.for %arg4 = %arg2 to %arg0 step %arg0 iter_args(%arg5 = %arg3) -> (i32) {
// CHECK-NEXT:         %2 = muli %arg5, %arg1 : i32
// CHECK-NEXT:         scf.yield %2 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0, %0 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%n: index, %a: i32) -> (i32, i32) {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i32) {
    %s = scf.for %j = %i to %n step %n iter_args(%y = %x) -> (i32) {
      %z = muli %y, %a : i32
      scf.yield %z : i32
    }
    scf.yield %s : i32
  }
  %1 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i32) {
    %s = scf.for %j = %i to %n step %n iter_args(%y = %x) -> (i32) {
      %z = muli %y, %a : i32
      scf.yield %z : i32
    }
    scf.yield %s : i32
  }
  return %0, %1 : i32, i32
}
