// Loops with several values, regions of several blocks, switches, reductions.

func.func @for_types(%n: i32, %t: tensor<?xf32>, %x: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %x) -> (tensor<?xf32>, f32) : i32 {
    %1 = arith.index_cast %i : i32 to index
    %2 = tensor.insert %b into %a[%1] : tensor<?xf32>
    scf.yield %2, %b : tensor<?xf32>, f32
  }
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
  }
  return %0#0, %0#1 : tensor<?xf32>, f32
}

func.func @while_values(%a: i64, %b: f64) -> f64 {
  %0:2 = scf.while (%x = %a, %y = %b) : (i64, f64) -> (f64, i64) {
    %c10 = arith.constant 10 : i64
    %1 = arith.cmpi slt, %x, %c10 : i64
    scf.condition(%1) %y, %x : f64, i64
  } do {
  ^bb0(%y: f64, %x: i64):
    %2 = arith.addf %y, %y : f64
    %3 = arith.addi %x, %x : i64
    scf.yield %3, %2 : i64, f64
  } attributes {tag}
  return %0#0 : f64
}

func.func @while_without_values(%m: memref<i1>) {
  scf.while : () -> () {
    %0 = memref.load %m[] : memref<i1>
    scf.condition(%0)
  } do {
    scf.yield
  }
  return
}

func.func @switch(%i: index, %x: f32, %y: f32) -> (f32, i1) {
  %0:2 = scf.index_switch %i -> f32, i1
  case 0 {
    %true = arith.constant true
    scf.yield %x, %true : f32, i1
  }
  case -3 {
    %false = arith.constant false
    scf.yield %y, %false : f32, i1
  }
  default {
    %1 = arith.addf %x, %y : f32
    %2 = arith.cmpf oeq, %1, %x : f32
    scf.yield %1, %2 : f32, i1
  }
  return %0#0, %0#1 : f32, i1
}

func.func @switch_without_values(%i: index, %m: memref<index>) {
  scf.index_switch %i {tag}
  case 7 {
    memref.store %i, %m[] : memref<index>
    scf.yield
  }
  default {
  }
  scf.index_switch %i
  default {
  }
  return
}

func.func @execute(%c: i1, %x: f32, %y: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2(%y : f32)
  ^bb1:
    %1 = arith.mulf %x, %x : f32
    cf.br ^bb2(%1 : f32)
  ^bb2(%2: f32):
    scf.yield %2 : f32
  }
  scf.execute_region {
    scf.yield
  } {tag}
  return %0 : f32
}

func.func @execute_pair(%x: f32) -> (f32, i32) {
  %0:2 = scf.execute_region -> (f32, i32) no_inline {
    %c1 = arith.constant 1 : i32
    scf.yield %x, %c1 : f32, i32
  }
  return %0#0, %0#1 : f32, i32
}

func.func @reductions(%n: index, %m: memref<?xf32>, %z: f32, %k: i32) -> (f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z, %k) -> (f32, i32) {
    %1 = memref.load %m[%i] : memref<?xf32>
    %2 = arith.fptosi %1 : f32 to i32
    scf.reduce(%1, %2 : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      %3 = arith.maximumf %a, %b : f32
      scf.reduce.return %3 : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      %3 = arith.addi %a, %b : i32
      scf.reduce.return %3 : i32
    }
  } {tag}
  return %0#0, %0#1 : f32, i32
}

func.func @forall_nested(%n: index, %m: memref<?x?xf64>, %x: f64) {
  scf.forall (%i) in (%n) {
    scf.forall (%j) = (%i) to (%n) step (1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf64>
    } {tag}
  }
  return
}

func.func @if_values(%c: i1, %t: tensor<4xf32>, %m: memref<?xi8>, %n: memref<?xi8>) -> (tensor<4xf32>, memref<?xi8>) {
  %0:2 = scf.if %c -> (tensor<4xf32>, memref<?xi8>) {
    scf.yield %t, %m : tensor<4xf32>, memref<?xi8>
  } else {
    %1 = scf.if %c -> (memref<?xi8>) {
      scf.yield %m : memref<?xi8>
    } else {
      scf.yield %n : memref<?xi8>
    } {tag}
    scf.yield %t, %1 : tensor<4xf32>, memref<?xi8>
  }
  return %0#0, %0#1 : tensor<4xf32>, memref<?xi8>
}
