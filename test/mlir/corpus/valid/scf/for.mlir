// scf.for: bounds of index and of integers, values that are carried.

func.func @for(%a: index, %b: index, %s: index) {
  scf.for %i = %a to %b step %s {
  }
  return
}

func.func @for_constants(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @for_integers(%a: i32, %b: i32, %s: i32) {
  scf.for %i = %a to %b step %s : i32 {
    %0 = arith.addi %i, %a : i32
  }
  return
}

func.func @for_unsigned(%a: i64, %b: i64, %s: i64, %n: index) {
  scf.for unsigned %i = %a to %b step %s : i64 {
  }
  scf.for unsigned %i = %n to %n step %n {
  }
  return
}

func.func @for_carried(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (f32) {
    %1 = arith.addf %sum, %x : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

func.func @for_carried_many(%n: index, %x: f32, %t: tensor<4xf32>) -> (f32, tensor<4xf32>) {
  %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %x, %b = %t) -> (f32, tensor<4xf32>) {
    scf.yield %a, %b : f32, tensor<4xf32>
  }
  return %0#0, %0#1 : f32, tensor<4xf32>
}

func.func @for_carried_integers(%a: i8, %x: f32) -> f32 {
  %0 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (f32) : i8 {
    scf.yield %v : f32
  }
  return %0 : f32
}

func.func @for_nest(%n: index, %m: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %i to %n step %c1 {
      %0 = memref.load %m[%i, %j] : memref<?x?xf32>
      memref.store %0, %m[%j, %i] : memref<?x?xf32>
    }
  }
  return
}

func.func @for_attributes(%n: index) {
  scf.for %i = %n to %n step %n {
  } {tag = "t", unroll = 4 : i64}
  return
}

func.func @for_explicit_yield(%n: index) {
  scf.for %i = %n to %n step %n {
    scf.yield
  }
  return
}

func.func @for_generic(%n: index, %x: i1) -> i1 {
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %v: i1):
    "scf.yield"(%v) : (i1) -> ()
  }) : (index, index, index, i1) -> i1
  return %0 : i1
}

// A step that is not positive makes a loop without end, if it runs at all; that is not a matter of types.
func.func @constant_steps(%arg0: index, %arg1: index) {
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  scf.for %arg2 = %arg0 to %arg1 step %c0 {
  }
  scf.for %arg2 = %arg0 to %arg1 step %c-1 {
  }
  return
}
