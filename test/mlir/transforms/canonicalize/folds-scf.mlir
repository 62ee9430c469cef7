// Loops and conditions that fold. What is expected is derived by hand.
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s

func private @a() -> f32
func private @b() -> f32
func private @next() -> i32
func private @take(i1)

// CHECK-LABEL: func @forall_never
// CHECK-NEXT: return
func @forall_never(%m: memref<4xf32>, %x: f32) {
  %c3 = constant 3 : index
  scf.forall (%i) = (%c3) to (3) step (1) {
    store %x, %m[%i] : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func @forall_once
// CHECK-NEXT: %[[C2:.*]] = constant 2 : index
// CHECK-NEXT: store %arg1, %arg0[%[[C2]]] : memref<4xf32>
// CHECK-NEXT: return
func @forall_once(%m: memref<4xf32>, %x: f32) {
  scf.forall (%i) = (2) to (5) step (3) {
    store %x, %m[%i] : memref<4xf32>
  }
  return
}

// One dimension runs once; the bound of the other is a constant.
// CHECK-LABEL: func @forall_less
// CHECK: scf.forall (%[[J:.*]]) in (4) {
// CHECK-NEXT: store %arg1, %arg0[%c0, %[[J]]] : memref<4x4xf32>
func @forall_less(%m: memref<4x4xf32>, %x: f32) {
  %c4 = constant 4 : index
  scf.forall (%i, %j) in (1, %c4) {
    store %x, %m[%i, %j] : memref<4x4xf32>
  }
  return
}

// What is compared before the second region need not be compared in it; nor the opposite.
// CHECK-LABEL: func @while_compared
// CHECK-DAG: %[[TRUE:.*]] = constant true
// CHECK-DAG: %[[FALSE:.*]] = constant false
// CHECK: scf.while
// CHECK: do {
// CHECK-NEXT: call @take(%[[TRUE]])
// CHECK-NEXT: call @take(%[[FALSE]])
// CHECK-NEXT: scf.yield
func @while_compared(%n: i32) {
  %0 = scf.while : () -> i32 {
    %v = std.call @next() : () -> i32
    %c = cmpi slt, %v, %n : i32
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%x: i32):
    %d = cmpi sgt, %n, %x : i32
    std.call @take(%d) : (i1) -> ()
    %e = cmpi sge, %x, %n : i32
    std.call @take(%e) : (i1) -> ()
    scf.yield
  }
  return
}

// A tensor that is cast around a loop is cast nowhere.
// CHECK-LABEL: func @cast_around
// CHECK-NOT: tensor_cast
// CHECK: scf.for %[[I:.*]] = %c0 to %arg2 step %c1 iter_args(%[[T:.*]] = %arg0) -> (tensor<4xf32>)
// CHECK-NEXT: insert_element %arg1 into %[[T]][%[[I]]] : tensor<4xf32>
func @cast_around(%t: tensor<4xf32>, %x: f32, %n: index) -> tensor<4xf32> {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %a = tensor_cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a) -> tensor<?xf32> {
    %y = insert_element %x into %u[%i] : tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  %b = tensor_cast %r : tensor<?xf32> to tensor<4xf32>
  return %b : tensor<4xf32>
}

// CHECK-LABEL: func @if_not
// CHECK-NEXT: %[[R:.*]] = scf.if %arg0 -> (f32) {
// CHECK-NEXT: call @b()
// CHECK: } else {
// CHECK-NEXT: call @a()
// CHECK: return %[[R]]
func @if_not(%c: i1) -> f32 {
  %t = constant true
  %n = xor %c, %t : i1
  %r = scf.if %n -> f32 {
    %x = std.call @a() : () -> f32
    scf.yield %x : f32
  } else {
    %x = std.call @b() : () -> f32
    scf.yield %x : f32
  }
  return %r : f32
}

// Two on the same condition are one, also where the second asks the opposite.
// CHECK-LABEL: func @if_twice
// CHECK-NEXT: %[[R:.*]]:2 = scf.if %arg0 -> (f32, f32) {
// CHECK-NEXT: %[[A:.*]] = call @a()
// CHECK-NEXT: %[[S:.*]] = addf %[[A]], %[[A]]
// CHECK-NEXT: scf.yield %[[A]], %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[B:.*]] = call @b()
// CHECK-NEXT: %[[P:.*]] = mulf %[[B]], %[[B]]
// CHECK-NEXT: scf.yield %[[B]], %[[P]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func @if_twice(%c: i1) -> (f32, f32) {
  %t = constant true
  %n = xor %c, %t : i1
  %r = scf.if %c -> f32 {
    %x = std.call @a() : () -> f32
    scf.yield %x : f32
  } else {
    %x = std.call @b() : () -> f32
    scf.yield %x : f32
  }
  %s = scf.if %n -> f32 {
    %x = mulf %r, %r : f32
    scf.yield %x : f32
  } else {
    %x = addf %r, %r : f32
    scf.yield %x : f32
  }
  return %r, %s : f32, f32
}

// Both conditions at once; where one does not hold, it is the same value. The second one may be poison where the first one
// does not hold.
// CHECK-LABEL: func @if_in_if
// CHECK-NEXT: %[[FALSE:.*]] = constant false
// CHECK-NEXT: %[[BOTH:.*]] = select %arg0, %arg1, %[[FALSE]] : i1
// CHECK-NEXT: %[[R:.*]] = scf.if %[[BOTH]] -> (f32) {
// CHECK-NEXT: %[[A:.*]] = call @a()
// CHECK-NEXT: scf.yield %[[A]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func @if_in_if(%c: i1, %d: i1, %x: f32) -> f32 {
  %r = scf.if %c -> f32 {
    %s = scf.if %d -> f32 {
      %y = std.call @a() : () -> f32
      scf.yield %y : f32
    } else {
      scf.yield %x : f32
    }
    scf.yield %s : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}

// Different values where one does not hold: both conditions stay.
// CHECK-LABEL: func @if_in_other_if
// CHECK-NEXT: scf.if %arg0
// CHECK-NEXT: scf.if %arg1
func @if_in_other_if(%c: i1, %d: i1, %x: f32, %z: f32) -> f32 {
  %r = scf.if %c -> f32 {
    %s = scf.if %d -> f32 {
      %y = std.call @a() : () -> f32
      scf.yield %y : f32
    } else {
      scf.yield %z : f32
    }
    scf.yield %s : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}
