// The generic transformations do what `mlir-opt` does: the same bytes, or, where constants are put in another order, the
// same lines.
// RUN: mlir-opt %s --loop-invariant-code-motion > %t.1 && mlir-lite-opt %s --loop-invariant-code-motion --spelling=upstream | diff %t.1 -
// RUN: mlir-opt %s --symbol-dce > %t.2 && mlir-lite-opt %s --symbol-dce --spelling=upstream | diff %t.2 -
// RUN: mlir-opt %s --sccp | LC_ALL=C sort > %t.3 && mlir-lite-opt %s --sccp --spelling=upstream | LC_ALL=C sort | diff %t.3 -
// RUN: mlir-opt %s --print-op-stats -o /dev/null 2> %t.4 && mlir-lite-opt %s --print-op-stats -o /dev/null 2>&1 | diff %t.4 -

// Called once, called twice, called by itself.
func.func private @leaf(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}
func.func private @branches(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b(%x : i32)
^a:
  %0 = func.call @leaf(%x) : (i32) -> i32
  cf.br ^b(%0 : i32)
^b(%r: i32):
  return %r : i32
}
func.func private @recursive(%x: i32) -> i32 {
  %0 = call @recursive(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @unused(%x: i32) -> i32 {
  %0 = call @unused_too(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @unused_too(i32) -> i32
func.func @calls(%c: i1, %x: i32) -> (i32, i32) {
  %0 = call @leaf(%x) : (i32) -> i32
  %1 = call @branches(%c, %0) : (i1, i32) -> i32
  %2 = call @recursive(%1) : (i32) -> i32
  return %1, %2 : i32, i32
}

// What is constant on all ways that are taken.
func.func @constants(%n: i32) -> (i32, i32) {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %t, ^a, ^b
^a:
  %0 = arith.addi %c1, %c1 : i32
  cf.br ^c(%0 : i32)
^b:
  cf.br ^c(%n : i32)
^c(%x: i32):
  %1 = arith.muli %x, %c2 : i32
  return %x, %1 : i32, i32
}

// What does not change goes before the loop.
func.func @invariant(%m: memref<8xf32>, %a: f32, %b: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = arith.addf %a, %b : f32
    scf.for %j = %c0 to %c8 step %c1 {
      %1 = arith.mulf %0, %a : f32
      %2 = memref.load %m[%i] : memref<8xf32>
      %3 = arith.addf %1, %2 : f32
      memref.store %3, %m[%j] : memref<8xf32>
    }
  }
  return
}

// What is computed twice, here and in blocks that are dominated; reads with and without a write between.
func.func @twice(%m: memref<8xf32>, %i: index, %a: f32, %c: i1) -> (f32, f32, f32, f32) {
  %0 = memref.load %m[%i] : memref<8xf32>
  %1 = memref.load %m[%i] : memref<8xf32>
  %2 = arith.addf %0, %a : f32
  %3 = arith.addf %1, %a : f32
  cf.cond_br %c, ^a, ^b
^a:
  %4 = arith.addf %0, %a : f32
  memref.store %4, %m[%i] : memref<8xf32>
  cf.br ^b
^b:
  %5 = memref.load %m[%i] : memref<8xf32>
  %6 = arith.addf %0, %a : f32
  return %2, %3, %5, %6 : f32, f32, f32, f32
}
