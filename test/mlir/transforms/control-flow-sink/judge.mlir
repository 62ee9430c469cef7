// What `mlir-opt` writes, too.
// RUN: mlir-opt %s --control-flow-sink > %t.1
// RUN: mlir-lite-opt %s --control-flow-sink --spelling=upstream | diff %t.1 -

// A chain of ops moves; what both regions use stays, and so does what is used after them.
func.func @chain(%a: i1, %x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.muli %0, %y : i32
  %both = arith.xori %x, %y : i32
  %after = arith.andi %x, %y : i32
  %r = scf.if %a -> i32 {
    %3 = arith.addi %1, %both : i32
    scf.yield %3 : i32
  } else {
    %4 = arith.addi %after, %both : i32
    scf.yield %4 : i32
  }
  return %r, %after : i32, i32
}

// A division by what may be 0 may be left out. Loads have effects.
func.func @effects(%a: i1, %x: i32, %y: i32, %m: memref<i32>) -> i32 {
  %l = memref.load %m[] : memref<i32>
  %d = arith.divsi %x, %y : i32
  %r = scf.if %a -> i32 {
    %e = arith.addi %d, %l : i32
    scf.yield %e : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// What an inner region alone uses moves there at once.
func.func @nested(%a: i1, %b: i1, %x: i32, %y: i32, %m: memref<i32>) {
  %0 = arith.addi %x, %y : i32
  scf.if %a {
    scf.if %b {
      memref.store %0, %m[] : memref<i32>
    }
  }
  return
}

func.func @switch(%i: index, %x: i32, %y: i32, %m: memref<i32>) {
  %0 = arith.addi %x, %y : i32
  scf.index_switch %i
  case 0 {
    memref.store %0, %m[] : memref<i32>
    scf.yield
  }
  default {
  }
  return
}

// Loops run several times.
func.func @loops(%n: index, %x: i32, %y: i32, %m: memref<10xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.addi %x, %y : i32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %0, %m[%i] : memref<10xi32>
  }
  %1 = arith.subi %x, %y : i32
  %2 = arith.muli %x, %y : i32
  %w:2 = scf.while (%q = %x) : (i32) -> (i32, i32) {
    %4 = arith.cmpi slt, %q, %1 : i32
    scf.condition(%4) %q, %q : i32, i32
  } do {
  ^bb0(%p: i32, %pp: i32):
    %5 = arith.addi %p, %2 : i32
    scf.yield %5 : i32
  }
  return
}

// The sunk op has an operand twice, which is used after the conditional as well.
func.func @twice(%a: i1, %x: i32, %m: memref<i32>) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.muli %0, %0 : i32
  scf.if %a {
    memref.store %1, %m[] : memref<i32>
  }
  return %0 : i32
}
