// Ranges of integers: the lines of `mlir-opt`, which puts constants in another order. What differs is
// in `beyond-mlir-opt.mlir`.
// RUN: mlir-opt %s --int-range-optimizations | LC_ALL=C sort > %t.1
// RUN: mlir-lite-opt %s --int-range-optimizations --spelling=upstream | LC_ALL=C sort | diff %t.1 -

func.func @rem_of_smaller(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.remui %0, %c8 : i32
  return %1 : i32
}

func.func @remsi_of_smaller(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.remsi %0, %c8 : i32
  return %1 : i32
}

func.func @cmp_known(%a: i32) -> i1 {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.cmpi ult, %0, %c8 : i32
  return %1 : i1
}

func.func @cmp_unknown(%a: i32) -> i1 {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.cmpi ult, %0, %c7 : i32
  return %1 : i1
}

func.func @loop_variable(%m: memref<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %in = arith.cmpi slt, %i, %c16 : index
    memref.store %in, %m[%i] : memref<16xi1>
  }
  return
}

func.func @loop_rem(%m: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %r = arith.remui %i, %c16 : index
    memref.store %r, %m[%i] : memref<16xindex>
  }
  return
}

func.func @affine_loop(%m: memref<16xi1>) {
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 16 {
    %in = arith.cmpi slt, %i, %c16 : index
    memref.store %in, %m[%i] : memref<16xi1>
  }
  return
}

func.func @extended(%a: i8) -> (i1, i1) {
  %c255 = arith.constant 255 : i32
  %c128 = arith.constant 128 : i32
  %u = arith.extui %a : i8 to i32
  %s = arith.extsi %a : i8 to i32
  %0 = arith.cmpi ule, %u, %c255 : i32
  %1 = arith.cmpi slt, %s, %c128 : i32
  return %0, %1 : i1, i1
}

func.func @truncated(%a: i32) -> i1 {
  %c7 = arith.constant 7 : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.trunci %0 : i32 to i8
  %c8 = arith.constant 8 : i8
  %2 = arith.cmpi ult, %1, %c8 : i8
  return %2 : i1
}

func.func @index_casts(%a: i8) -> (i1, i1) {
  %c255 = arith.constant 255 : index
  %c128 = arith.constant 128 : index
  %u = arith.index_castui %a : i8 to index
  %s = arith.index_cast %a : i8 to index
  %0 = arith.cmpi ule, %u, %c255 : index
  %1 = arith.cmpi slt, %s, %c128 : index
  return %0, %1 : i1, i1
}

func.func @sum(%a: i32, %b: i32) -> i1 {
  %c15 = arith.constant 15 : i32
  %c30 = arith.constant 30 : i32
  %x = arith.andi %a, %c15 : i32
  %y = arith.andi %b, %c15 : i32
  %s = arith.addi %x, %y : i32
  %0 = arith.cmpi ule, %s, %c30 : i32
  return %0 : i1
}

func.func @difference(%a: i32, %b: i32) -> i1 {
  %c15 = arith.constant 15 : i32
  %x = arith.andi %a, %c15 : i32
  %y = arith.andi %b, %c15 : i32
  %s = arith.subi %x, %y : i32
  %0 = arith.cmpi sle, %s, %c15 : i32
  return %0 : i1
}

func.func @product(%a: i32, %b: i32) -> i1 {
  %c15 = arith.constant 15 : i32
  %c225 = arith.constant 225 : i32
  %x = arith.andi %a, %c15 : i32
  %y = arith.andi %b, %c15 : i32
  %s = arith.muli %x, %y : i32
  %0 = arith.cmpi ule, %s, %c225 : i32
  return %0 : i1
}

func.func @quotients(%a: i32) -> (i1, i1) {
  %c15 = arith.constant 15 : i32
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %x = arith.andi %a, %c15 : i32
  %q = arith.divui %x, %c3 : i32
  %r = arith.divsi %x, %c3 : i32
  %0 = arith.cmpi ule, %q, %c5 : i32
  %1 = arith.cmpi sle, %r, %c5 : i32
  return %0, %1 : i1, i1
}

func.func @rounded(%a: i32) -> (i1, i1) {
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %x = arith.andi %a, %c15 : i32
  %q = arith.ceildivui %x, %c4 : i32
  %r = arith.ceildivsi %x, %c4 : i32
  %0 = arith.cmpi ule, %q, %c4 : i32
  %1 = arith.cmpi sle, %r, %c4 : i32
  return %0, %1 : i1, i1
}

func.func @floor(%a: i32) -> i1 {
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %x = arith.andi %a, %c15 : i32
  %r = arith.floordivsi %x, %c4 : i32
  %1 = arith.cmpi sle, %r, %c4 : i32
  return %1 : i1
}

func.func @shifts(%a: i32) -> (i1, i1, i1) {
  %c15 = arith.constant 15 : i32
  %c2 = arith.constant 2 : i32
  %c60 = arith.constant 60 : i32
  %c3 = arith.constant 3 : i32
  %x = arith.andi %a, %c15 : i32
  %l = arith.shli %x, %c2 : i32
  %u = arith.shrui %x, %c2 : i32
  %s = arith.shrsi %x, %c2 : i32
  %0 = arith.cmpi ule, %l, %c60 : i32
  %1 = arith.cmpi ule, %u, %c3 : i32
  %2 = arith.cmpi sle, %s, %c3 : i32
  return %0, %1, %2 : i1, i1, i1
}

func.func @or_xor(%a: i32, %b: i32) -> (i1, i1) {
  %c15 = arith.constant 15 : i32
  %x = arith.andi %a, %c15 : i32
  %y = arith.andi %b, %c15 : i32
  %o = arith.ori %x, %y : i32
  %z = arith.xori %x, %y : i32
  %0 = arith.cmpi ule, %o, %c15 : i32
  %1 = arith.cmpi ule, %z, %c15 : i32
  return %0, %1 : i1, i1
}

func.func @extremes(%a: i32, %b: i32) -> (i1, i1, i1, i1) {
  %c15 = arith.constant 15 : i32
  %c0 = arith.constant 0 : i32
  %x = arith.andi %a, %c15 : i32
  %p = arith.maxsi %x, %b : i32
  %q = arith.minsi %x, %b : i32
  %r = arith.maxui %x, %b : i32
  %s = arith.minui %x, %b : i32
  %0 = arith.cmpi sge, %p, %c0 : i32
  %1 = arith.cmpi sle, %q, %c15 : i32
  %2 = arith.cmpi uge, %r, %c0 : i32
  %3 = arith.cmpi ule, %s, %c15 : i32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

func.func @selected(%c: i1) -> i1 {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %x = arith.select %c, %c3, %c5 : i32
  %0 = arith.cmpi ule, %x, %c5 : i32
  return %0 : i1
}

func.func @branches(%c: i1) -> i1 {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %x = scf.if %c -> i32 { scf.yield %c3 : i32 } else { scf.yield %c5 : i32 }
  %0 = arith.cmpi ule, %x, %c5 : i32
  return %0 : i1
}

func.func private @callee(%a: i32) -> i1 {
  %c5 = arith.constant 5 : i32
  %0 = arith.cmpi ule, %a, %c5 : i32
  return %0 : i1
}
func.func @caller() -> (i1, i1) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %0 = call @callee(%c3) : (i32) -> i1
  %1 = call @callee(%c5) : (i32) -> i1
  return %0, %1 : i1, i1
}

func.func @no_wrap(%a: i32) -> i1 {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %s = arith.addi %a, %c1 overflow<nuw> : i32
  %0 = arith.cmpi uge, %s, %c1 : i32
  return %0 : i1
}

func.func @carried(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> i32 {
    %b = arith.addi %a, %o : i32
    scf.yield %b : i32
  }
  %0 = arith.cmpi sge, %r, %z : i32
  return %0 : i1
}

func.func @wide(%a: i64) -> (i1, i1) {
  %c1 = arith.constant 1 : i64
  %m = arith.constant -1 : i64
  %x = arith.ori %a, %c1 : i64
  %0 = arith.cmpi uge, %x, %c1 : i64
  %y = arith.andi %a, %m : i64
  %1 = arith.cmpi ule, %y, %m : i64
  return %0, %1 : i1, i1
}
