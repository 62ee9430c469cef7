// Conditions, loops and memory that canonicalization simplifies, in functions that can be run.
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s

func private @symbol(i32) -> i32

// CHECK-LABEL: func @else_does_nothing
// CHECK: scf.if %arg0 {
// CHECK-NEXT: store
// CHECK-NEXT: }
// CHECK-NEXT: return
func @else_does_nothing(%c: i1, %m: memref<2xf32>, %x: f32) {
  %c0 = constant 0 : index
  scf.if %c {
    store %x, %m[%c0] : memref<2xf32>
  } else {
  }
  return
}

// CHECK-LABEL: func @affine_else_does_nothing
// CHECK: affine.if
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: return
func @affine_else_does_nothing(%n: index, %m: memref<2xf32>, %x: f32) {
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) {
    affine.store %x, %m[0] : memref<2xf32>
  } else {
  }
  return
}

// CHECK-LABEL: func @condition_inside
// CHECK-DAG: %[[TRUE:.*]] = constant true
// CHECK-DAG: %[[FALSE:.*]] = constant false
// CHECK: scf.if %arg0
// CHECK: store %[[TRUE]]
// CHECK: else
// CHECK: store %[[FALSE]]
func @condition_inside(%c: i1, %m: memref<2xi1>) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  scf.if %c {
    store %c, %m[%c0] : memref<2xi1>
  } else {
    store %c, %m[%c1] : memref<2xi1>
  }
  return
}

// The inner condition may be poison where the outer one does not hold, so they are not joined by `and`.
// CHECK-LABEL: func @if_in_if
// CHECK: %[[BOTH:.*]] = select %arg0, %arg1, %false : i1
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NEXT: store
// CHECK-NEXT: }
// CHECK-NEXT: return
func @if_in_if(%a: i1, %b: i1, %m: memref<2xf32>, %x: f32) {
  %c0 = constant 0 : index
  scf.if %a {
    scf.if %b {
      store %x, %m[%c0] : memref<2xf32>
    }
  }
  return
}

// Where the inner condition does not hold, %z is what is given, as it is where the outer one does not.
// CHECK-LABEL: func @if_in_if_of_values
// CHECK: %[[BOTH:.*]] = select %arg0, %arg1, %false : i1
// CHECK: %[[R:.*]] = scf.if %[[BOTH]] -> (f32) {
// CHECK-NEXT: load
// CHECK-NEXT: yield
// CHECK-NEXT: } else {
// CHECK-NEXT: yield %arg3
// CHECK: return %[[R]]
func @if_in_if_of_values(%a: i1, %b: i1, %m: memref<2xf32>, %z: f32) -> f32 {
  %c0 = constant 0 : index
  %r = scf.if %a -> f32 {
    %i = scf.if %b -> f32 {
      %v = load %m[%c0] : memref<2xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    scf.yield %i : f32
  } else {
    scf.yield %z : f32
  }
  return %r : f32
}

// What comes before the condition runs once.
// CHECK-LABEL: func @while_never
// CHECK-NOT: scf.while
// CHECK: store %arg0, %arg1
// CHECK-NEXT: return %arg0
func @while_never(%x: f32, %m: memref<2xf32>) -> f32 {
  %c0 = constant 0 : index
  %false = constant false
  %r = scf.while (%v = %x) : (f32) -> f32 {
    store %v, %m[%c0] : memref<2xf32>
    scf.condition(%false) %v : f32
  } do {
  ^bb0(%w: f32):
    %d = addf %w, %w : f32
    scf.yield %d : f32
  }
  return %r : f32
}

// Where the loop goes on, its condition is true.
// CHECK-LABEL: func @while_condition_passed
// CHECK: %[[TRUE:.*]] = constant true
// CHECK: do {
// CHECK: store %[[TRUE]]
func @while_condition_passed(%m: memref<2xi1>, %n: i32) -> i32 {
  %c0 = constant 0 : index
  %one = constant 1 : i32
  %limit = constant 3 : i32
  %r:2 = scf.while (%k = %n) : (i32) -> (i32, i1) {
    %c = cmpi slt, %k, %limit : i32
    scf.condition(%c) %k, %c : i32, i1
  } do {
  ^bb0(%i: i32, %b: i1):
    store %b, %m[%c0] : memref<2xi1>
    %next = addi %i, %one : i32
    scf.yield %next : i32
  }
  return %r#0 : i32
}

// The same comparison, and its opposite from the other side.
// CHECK-LABEL: func @while_compared_again
// CHECK-DAG: %[[TRUE:.*]] = constant true
// CHECK-DAG: %[[FALSE:.*]] = constant false
// CHECK: do {
// CHECK: store %[[TRUE]]
// CHECK: store %[[FALSE]]
func @while_compared_again(%m: memref<2xi1>, %n: i32) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %one = constant 1 : i32
  %limit = constant 3 : i32
  %r = scf.while (%k = %n) : (i32) -> i32 {
    %c = cmpi slt, %k, %limit : i32
    scf.condition(%c) %k : i32
  } do {
  ^bb0(%i: i32):
    %again = cmpi slt, %i, %limit : i32
    store %again, %m[%c0] : memref<2xi1>
    %opposite = cmpi sge, %i, %limit : i32
    store %opposite, %m[%c1] : memref<2xi1>
    %next = addi %i, %one : i32
    scf.yield %next : i32
  }
  return %r : i32
}

// Nothing is put into the tensor.
// CHECK-LABEL: func @forall_shares_nothing
// CHECK: scf.forall (%{{.*}}) in (4) {
// CHECK-NEXT: store
// CHECK: return %arg0
func @forall_shares_nothing(%t: tensor<4xf32>, %m: memref<4xf32>, %x: f32) -> tensor<4xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    store %x, %m[%i] : memref<4xf32>
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @written_not_read
// CHECK-NEXT: return %arg0
func @written_not_read(%x: f32) -> f32 {
  %c0 = constant 0 : index
  %m = alloca() : memref<2xf32>
  store %x, %m[%c0] : memref<2xf32>
  return %x : f32
}

// CHECK-LABEL: func @called_by_name
// CHECK-NEXT: %[[R:.*]] = call @symbol(%arg0) : (i32) -> i32
// CHECK-NEXT: return %[[R]]
func @called_by_name(%x: i32) -> i32 {
  %f = constant @symbol : (i32) -> i32
  %r = call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// Behind case 1 the flag is 1, and behind the default it is not.
// CHECK-LABEL: func @switched_twice
// CHECK: switch %arg0 : i32, [
// CHECK-NEXT: default: ^[[DEFAULT:bb[0-9]+]],
// CHECK-NEXT: 1: ^[[ONE:bb[0-9]+]],
// CHECK-NEXT: 5: ^{{bb[0-9]+}}
// CHECK: ^[[DEFAULT]]:
// CHECK: store
// CHECK: switch %arg0 : i32, [
// CHECK-NEXT: default:
// CHECK-NEXT: 2: ^{{[^(]*}}
// CHECK-NEXT: ]
func @switched_twice(%flag: i32, %m: memref<2xf32>, %x: f32, %y: f32) -> f32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  switch %flag : i32, [
    default: ^other,
    1: ^one,
    5: ^end(%y : f32)
  ]
^one:
  store %x, %m[%c1] : memref<2xf32>
  switch %flag : i32, [
    default: ^end(%x : f32),
    1: ^end(%y : f32)
  ]
^other:
  store %x, %m[%c0] : memref<2xf32>
  switch %flag : i32, [
    default: ^end(%x : f32),
    1: ^end(%y : f32),
    2: ^end(%y : f32)
  ]
^end(%r: f32):
  return %r : f32
}

// CHECK-LABEL: func @asked_twice
// CHECK: cond_br %arg0
// CHECK-NOT: cond_br
// CHECK: return
func @asked_twice(%c: i1, %m: memref<2xf32>, %x: f32, %y: f32) -> f32 {
  %c0 = constant 0 : index
  cond_br %c, ^yes, ^no
^yes:
  store %x, %m[%c0] : memref<2xf32>
  cond_br %c, ^end(%x : f32), ^end(%y : f32)
^no:
  store %y, %m[%c0] : memref<2xf32>
  cond_br %c, ^end(%x : f32), ^end(%y : f32)
^end(%r: f32):
  return %r : f32
}
