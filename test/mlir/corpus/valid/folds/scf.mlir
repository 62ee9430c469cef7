// Loops and conditions that fold: those that run never or once, what is carried without need, what a condition says.

func.func private @cond0() -> i1
func.func private @use0(i1)
func.func private @v0() -> i32
func.func private @use1(i32)
func.func private @cond1(i32) -> i1
func.func private @a0()
func.func private @b0()
func.func private @a1() -> f32
func.func private @b1() -> f32
func.func private @c0() -> f32
func.func private @d0() -> f32
func.func private @c1() -> index

func.func @forall_zero(%m: memref<4xf32>, %f: f32) {
  scf.forall (%i) in (0) {
    memref.store %f, %m[%i] : memref<4xf32>
  }
  return
}

func.func @forall_one(%m: memref<4xf32>, %f: f32) {
  scf.forall (%i) in (1) {
    memref.store %f, %m[%i] : memref<4xf32>
  }
  return
}

func.func @forall_one2(%m: memref<4x4xf32>, %f: f32) {
  scf.forall (%i, %j) in (1, 4) {
    memref.store %f, %m[%i, %j] : memref<4x4xf32>
  }
  return
}

func.func @forall_dyn(%m: memref<4x4xf32>, %f: f32) {
  %c4 = arith.constant 4 : index
  scf.forall (%i, %j) in (%c4, 4) {
    memref.store %f, %m[%i, %j] : memref<4x4xf32>
  }
  return
}

func.func @forall_result0(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<4xf32>
}

func.func @forall_zero_res(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (0) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<4xf32>
}

func.func @while_cond(%n: i32, %m: memref<i32>) {
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%x = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %z = arith.addi %y, %c1 : i32
    memref.store %z, %m[] : memref<i32>
    scf.yield %z : i32
  }
  return
}

func.func @while_unused(%n: i32, %m: memref<i32>) -> i32 {
  %c1 = arith.constant 1 : i32
  %0:2 = scf.while (%x = %n) : (i32) -> (i32, i32) {
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x, %n : i32, i32
  } do {
  ^bb0(%y: i32, %w: i32):
    %z = arith.addi %y, %c1 : i32
    memref.store %z, %m[] : memref<i32>
    scf.yield %z : i32
  }
  return %0#0 : i32
}

func.func @while_condtrue(%n: i32) {
  scf.while : () -> () {
    %c = func.call @cond0() : () -> i1
    scf.condition(%c)
  } do {
    %c = func.call @cond0() : () -> i1
    scf.yield
  }
  return
}

func.func @while_condarg() -> i1 {
  %0 = scf.while : () -> (i1) {
    %c = func.call @cond0() : () -> i1
    scf.condition(%c) %c : i1
  } do {
  ^bb0(%x: i1):
    func.call @use0(%x) : (i1) -> ()
    scf.yield
  }
  return %0 : i1
}

func.func @while_cmp(%a: i32) {
  scf.while : () -> () {
    %v = func.call @v0() : () -> i32
    %c = arith.cmpi ne, %v, %a : i32
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

func.func @while_cmp2(%a: i32) {
  %0 = scf.while : () -> (i32) {
    %v = func.call @v0() : () -> i32
    %c = arith.cmpi ne, %v, %a : i32
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%x: i32):
    %d = arith.cmpi ne, %x, %a : i32
    func.call @use0(%d) : (i1) -> ()
    scf.yield
  }
  return
}

func.func @while_false(%n: i32) -> i32 {
  %f = arith.constant false
  %0 = scf.while (%x = %n) : (i32) -> (i32) {
    scf.condition(%f) %x : i32
  } do {
  ^bb0(%x: i32):
    func.call @use1(%x) : (i32) -> ()
    scf.yield %x : i32
  }
  return %0 : i32
}

func.func @while_dup(%n: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %n) : (i32) -> (i32, i32) {
    %c = func.call @cond1(%x) : (i32) -> i1
    scf.condition(%c) %x, %x : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    scf.yield %z : i32
  }
  return %0#0, %0#1 : i32, i32
}

func.func @while_invariant(%n: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %n, %w = %n) : (i32, i32) -> (i32, i32) {
    %c = func.call @cond1(%x) : (i32) -> i1
    scf.condition(%c) %x, %w : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    scf.yield %z, %y : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

func.func @while_unusedarg(%n: i32) -> i32 {
  %0 = scf.while (%x = %n, %w = %n) : (i32, i32) -> i32 {
    %c = func.call @cond1(%x) : (i32) -> i1
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%x: i32):
    %z = arith.addi %x, %x : i32
    scf.yield %z, %z : i32, i32
  }
  return %0 : i32
}

func.func @parallel_zero(%m: memref<4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c0) step (%c1) {
    memref.store %f, %m[%i] : memref<4xf32>
    scf.reduce
  }
  return
}

func.func @parallel_one(%m: memref<4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    memref.store %f, %m[%i] : memref<4xf32>
    scf.reduce
  }
  return
}

func.func @parallel_onedim(%m: memref<4x4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c4) step (%c1, %c1) {
    memref.store %f, %m[%i, %j] : memref<4x4xf32>
    scf.reduce
  }
  return
}

func.func @parallel_red_one(%m: memref<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%f) -> f32 {
    %x = memref.load %m[%i] : memref<4xf32>
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

func.func @parallel_nested(%m: memref<4x4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
      memref.store %f, %m[%i, %j] : memref<4x4xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}

func.func @for_zero(%m: memref<4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    memref.store %f, %m[%i] : memref<4xf32>
  }
  return
}

func.func @for_same(%m: memref<4xf32>, %f: f32, %n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %n to %n step %c1 {
    memref.store %f, %m[%i] : memref<4xf32>
  }
  return
}

func.func @for_one_sym(%m: memref<4xf32>, %f: f32, %n: index) {
  %c1 = arith.constant 1 : index
  %e = arith.addi %n, %c1 : index
  scf.for %i = %n to %e step %c1 {
    memref.store %f, %m[%i] : memref<4xf32>
  }
  return
}

func.func @for_cast(%t: tensor<4xf32>, %f: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?xf32> {
    %y = tensor.insert %f into %x[%i] : tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  %b = tensor.cast %r : tensor<?xf32> to tensor<4xf32>
  return %b : tensor<4xf32>
}

func.func @for_invariant(%a: f32, %b: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (f32, f32) {
    %z = arith.addf %x, %y : f32
    scf.yield %z, %y : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

func.func @for_dup(%a: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (f32, f32) {
    %z = arith.addf %x, %y : f32
    scf.yield %z, %z : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

func.func @if_not(%c: i1, %m: memref<f32>, %f: f32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    memref.store %f, %m[] : memref<f32>
  } else {
    memref.store %f, %m[] : memref<f32>
    memref.store %f, %m[] : memref<f32>
  }
  return
}

func.func @if_bool(%c: i1) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r:2 = scf.if %c -> (i1, i1) {
    func.call @a0() : () -> ()
    scf.yield %t, %f : i1, i1
  } else {
    func.call @b0() : () -> ()
    scf.yield %f, %t : i1, i1
  }
  return %r#0, %r#1 : i1, i1
}

func.func @if_empty(%c: i1) {
  scf.if %c {
  } else {
  }
  return
}

func.func @if_emptythen(%c: i1) {
  scf.if %c {
  } else {
    func.call @a0() : () -> ()
  }
  return
}

func.func @if_nested_else(%c: i1, %d: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.if %c -> f32 {
    %s = scf.if %d -> f32 {
      func.call @a0() : () -> ()
      scf.yield %a : f32
    } else {
      scf.yield %b : f32
    }
    scf.yield %s : f32
  } else {
    scf.yield %b : f32
  }
  return %r : f32
}

func.func @if_combine_yield(%c: i1, %a: f32, %b: f32) -> (f32, f32) {
  %r = scf.if %c -> f32 {
    %x = func.call @a1() : () -> f32
    scf.yield %x : f32
  } else {
    %x = func.call @b1() : () -> f32
    scf.yield %x : f32
  }
  %s = scf.if %c -> f32 {
    %x = func.call @c0() : () -> f32
    scf.yield %x : f32
  } else {
    %x = func.call @d0() : () -> f32
    scf.yield %x : f32
  }
  return %r, %s : f32, f32
}

func.func @if_combine_not(%c: i1, %a: f32, %b: f32) -> (f32, f32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = scf.if %c -> f32 {
    %x = func.call @a1() : () -> f32
    scf.yield %x : f32
  } else {
    %x = func.call @b1() : () -> f32
    scf.yield %x : f32
  }
  %s = scf.if %n -> f32 {
    %x = func.call @c0() : () -> f32
    scf.yield %x : f32
  } else {
    %x = func.call @d0() : () -> f32
    scf.yield %x : f32
  }
  return %r, %s : f32, f32
}

func.func @if_dup(%c: i1) -> (f32, f32) {
  %r:2 = scf.if %c -> (f32, f32) {
    %x = func.call @a1() : () -> f32
    scf.yield %x, %x : f32, f32
  } else {
    %x = func.call @b1() : () -> f32
    scf.yield %x, %x : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

func.func @if_cmp(%a: index, %b: index) -> index {
  %c = arith.cmpi ult, %a, %b : index
  %r = scf.if %c -> index {
    scf.yield %a : index
  } else {
    scf.yield %b : index
  }
  return %r : index
}

func.func @index_switch(%a: index) -> i32 {
  %r = scf.index_switch %a -> i32
  case 2 {
    %x = arith.constant 1 : i32
    scf.yield %x : i32
  }
  default {
    %x = arith.constant 1 : i32
    scf.yield %x : i32
  }
  return %r : i32
}

func.func @exec(%a: index) -> index {
  %r = scf.execute_region -> index {
    %b = arith.addi %a, %a : index
    scf.yield %b : index
  }
  return %r : index
}

func.func @exec_yieldouter(%a: index, %c: i1) -> index {
  %r = scf.if %c -> index {
    %q = scf.execute_region -> index {
      cf.cond_br %c, ^a, ^b
      ^a:
        func.call @a0() : () -> ()
        scf.yield %a : index
      ^b:
        func.call @b0() : () -> ()
        scf.yield %a : index
    }
    scf.yield %q : index
  } else {
    %z = func.call @c1() : () -> index
    scf.yield %z : index
  }
  return %r : index
}

func.func @for_unusedres(%a: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (f32, f32) {
    %z = arith.addf %x, %x : f32
    %w = arith.mulf %y, %y : f32
    scf.yield %z, %w : f32, f32
  }
  return %r#0 : f32
}

func.func @for_unused_cycle(%a: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (f32, f32) {
    %z = arith.addf %x, %x : f32
    scf.yield %z, %x : f32, f32
  }
  return %r#0 : f32
}

func.func @for_dim(%t: tensor<?xf32>, %f: f32, %n: index) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%o = %t) -> (tensor<?xf32>) {
    %3 = tensor.insert %f into %o[%i] : tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %0, %d : tensor<?xf32>, index
}
