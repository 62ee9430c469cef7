// Constants through branches, regions and calls: the lines of `mlir-opt`, which puts constants in
// another order. What differs is in `beyond-mlir-opt.mlir`.
// RUN: mlir-opt %s --sccp -allow-unregistered-dialect | LC_ALL=C sort > %t.1
// RUN: mlir-lite-opt %s --sccp -allow-unregistered-dialect --spelling=upstream | LC_ALL=C sort | diff %t.1 -

func.func @if_both(%c: i1) -> i32 {
  %x = arith.constant 3 : i32
  %0 = scf.if %c -> i32 { scf.yield %x : i32 } else { %y = arith.constant 3 : i32
    scf.yield %y : i32 }
  return %0 : i32
}

func.func @if_known(%a: i32) -> i32 {
  %c = arith.constant true
  %x = arith.constant 3 : i32
  %0 = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield %a : i32 }
  return %0 : i32
}

func.func @if_differ(%c: i1) -> i32 {
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %0 = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield %y : i32 }
  return %0 : i32
}

func.func @if_no_else(%c: i1, %m: memref<i32>) {
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  scf.if %c { %s = arith.addi %x, %y : i32 memref.store %s, %m[] : memref<i32> }
  return
}

func.func @for_const_carried(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 { scf.yield %a : i32 }
  return %r : i32
}

func.func @for_varying(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    %b = arith.addi %a, %x : i32 scf.yield %b : i32 }
  return %r : i32
}

func.func @for_two(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    scf.yield %b, %a : i32, i32 }
  return %r#0, %r#1 : i32, i32
}

func.func @for_cond_inside(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> i32 {
    %is = arith.cmpi eq, %a, %one : i32
    %v = scf.if %is -> i32 { scf.yield %a : i32 } else { %two = arith.constant 2 : i32
    scf.yield %two : i32 }
    scf.yield %v : i32
  }
  return %r : i32
}

func.func @while_const(%c: i1) -> i32 {
  %x = arith.constant 3 : i32
  %r = scf.while (%a = %x) : (i32) -> i32 { scf.condition(%c) %a : i32
    } do { ^bb0(%b: i32): scf.yield %b : i32 }
  return %r : i32
}

func.func @while_never() -> i32 {
  %f = arith.constant false
  %x = arith.constant 3 : i32
  %r = scf.while (%a = %x) : (i32) -> i32 { scf.condition(%f) %a : i32
    } do { ^bb0(%b: i32): %d = arith.addi %b, %b : i32 scf.yield %d : i32 }
  return %r : i32
}

func.func @while_varying(%n: i32) -> i32 {
  %x = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%a = %x) : (i32) -> i32 { %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a : i32 } do { ^bb0(%b: i32): %d = arith.addi %b, %one : i32
    scf.yield %d : i32 }
  return %r : i32
}

func.func @switch_unknown(%i: index) -> i32 {
  %0 = scf.index_switch %i -> i32
  case 1 { %x = arith.constant 5 : i32 scf.yield %x : i32 }
  case 2 { %x = arith.constant 5 : i32 scf.yield %x : i32 }
  default { %x = arith.constant 5 : i32 scf.yield %x : i32 }
  return %0 : i32
}

func.func @switch_known() -> i32 {
  %i = arith.constant 2 : index
  %0 = scf.index_switch %i -> i32
  case 1 { %x = arith.constant 5 : i32 scf.yield %x : i32 }
  case 2 { %x = arith.constant 6 : i32 scf.yield %x : i32 }
  default { %x = arith.constant 7 : i32 scf.yield %x : i32 }
  return %0 : i32
}

func.func @switch_default() -> i32 {
  %i = arith.constant 9 : index
  %0 = scf.index_switch %i -> i32
  case 1 { %x = arith.constant 5 : i32 scf.yield %x : i32 }
  default { %x = arith.constant 7 : i32 scf.yield %x : i32 }
  return %0 : i32
}

func.func @execute_region() -> i32 {
  %x = arith.constant 3 : i32
  %r = scf.execute_region -> i32 { %y = arith.addi %x, %x : i32 scf.yield %y : i32 }
  return %r : i32
}

func.func @execute_region_blocks(%c: i1) -> i32 {
  %x = arith.constant 3 : i32
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : i32
  ^bb2:
    scf.yield %x : i32
  }
  return %r : i32
}

func.func @affine_if(%i: index) -> i32 {
  %x = arith.constant 3 : i32
  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> i32 { affine.yield %x : i32
    } else { affine.yield %x : i32 }
  return %r : i32
}

func.func @affine_for() -> i32 {
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %r = affine.for %i = 0 to 10 iter_args(%a = %x) -> i32 { affine.yield %y : i32 }
  return %r : i32
}

func.func @affine_for_zero() -> i32 {
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %r = affine.for %i = 0 to 0 iter_args(%a = %x) -> i32 { affine.yield %y : i32 }
  return %r : i32
}

func.func @affine_for_carried(%n: index) -> i32 {
  %x = arith.constant 3 : i32
  %r = affine.for %i = 0 to %n iter_args(%a = %x) -> i32 { affine.yield %a : i32 }
  return %r : i32
}

func.func @g_of_call_public(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }
func.func @call_public() -> i32 {
  %x = arith.constant 3 : i32
  %r = call @g_of_call_public(%x) : (i32) -> i32
  return %r : i32
}

func.func @g_of_call_public_const(%a: i32) -> i32 { %0 = arith.constant 8 : i32 return %0 : i32 }
func.func @call_public_const(%x: i32) -> i32 {
  %r = call @g_of_call_public_const(%x) : (i32) -> i32
  return %r : i32
}

func.func private @g_of_call_declared(%a: i32) -> i32
func.func @call_declared() -> i32 {
  %x = arith.constant 3 : i32
  %r = call @g_of_call_declared(%x) : (i32) -> i32
  return %r : i32
}

func.func private @g_of_taken(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }
func.func @taken() -> (i32, (i32) -> i32) {
  %x = arith.constant 3 : i32
  %r = call @g_of_taken(%x) : (i32) -> i32
  %f = constant @g_of_taken : (i32) -> i32
  return %r, %f : i32, (i32) -> i32
}

func.func private @rec_of_recursion(%a: i32) -> i32 {
  %c = "test.cond"() : () -> i1
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %r = call @rec_of_recursion(%a) : (i32) -> i32
  return %r : i32
^bb2:
  return %a : i32
}
func.func @recursion() -> i32 {
  %x = arith.constant 3 : i32
  %r = call @rec_of_recursion(%x) : (i32) -> i32
  return %r : i32
}

func.func private @rec_of_recursion_varying(%a: i32) -> i32 {
  %c = "test.cond"() : () -> i1
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %one = arith.constant 1 : i32
  %b = arith.addi %a, %one : i32
  %r = call @rec_of_recursion_varying(%b) : (i32) -> i32
  return %r : i32
^bb2:
  return %a : i32
}
func.func @recursion_varying() -> i32 {
  %x = arith.constant 3 : i32
  %r = call @rec_of_recursion_varying(%x) : (i32) -> i32
  return %r : i32
}

func.func private @never_called(%a: i32) -> i32 {
  %x = arith.constant 3 : i32
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

func.func @region_op() -> i32 {
  %r = "test.region"() ({
    %c4 = arith.constant 4 : i32
    %s = arith.addi %c4, %c4 : i32
    "test.yield"(%s) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}

func.func @parallel(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> i32 {
    %s = arith.addi %x, %x : i32
    scf.reduce(%s : i32) { ^bb0(%l: i32, %h: i32): scf.reduce.return %l : i32 }
  }
  return %r : i32
}

func.func @loop_cfg() -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^loop(%c1 : i32)
^loop(%x: i32):
  %is_one = arith.cmpi eq, %x, %c1 : i32
  cf.cond_br %is_one, ^same, ^other
^same:
  cf.br ^next(%x : i32)
^other:
  %c2 = arith.constant 2 : i32
  cf.br ^next(%c2 : i32)
^next(%y: i32):
  %go_on = "test.unknown"() : () -> i1
  cf.cond_br %go_on, ^loop(%y : i32), ^end
^end:
  return %y : i32
}

func.func @switch_cfg() -> i32 {
  %c1 = arith.constant 1 : i32
  cf.switch %c1 : i32, [ default: ^bb1(%c1 : i32), 1: ^bb2(%c1 : i32) ]
^bb1(%a: i32):
  %s = arith.addi %a, %a : i32
  return %s : i32
^bb2(%b: i32):
  %t = arith.addi %b, %b : i32
  return %t : i32
}

func.func private @pair_of_if_in_callee(%a: i32, %b: i32) -> (i32, i32) {
  %c = "test.cond"() : () -> i1
  %r:2 = scf.if %c -> (i32, i32) { scf.yield %a, %b : i32, i32 } else {
    scf.yield %a, %a : i32, i32 }
  return %r#0, %r#1 : i32, i32
}
func.func @if_in_callee() -> (i32, i32) {
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %r:2 = call @pair_of_if_in_callee(%x, %y) : (i32, i32) -> (i32, i32)
  return %r#0, %r#1 : i32, i32
}

func.func private @void(%a: i32, %m: memref<i32>) { memref.store %a, %m[] : memref<i32> return }
func.func @no_results(%m: memref<i32>) {
  %x = arith.constant 1 : i32
  call @void(%x, %m) : (i32, memref<i32>) -> ()
  return
}
