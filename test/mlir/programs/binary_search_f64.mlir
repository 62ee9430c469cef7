func.func private @printMemrefF64(memref<*xf64>)

// An element that depends on a number: (i * 7 + 3) mod 11 - 4.
func.func private @element(%i: index) -> f64 {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c11 = arith.constant 11 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.index_cast %i : index to i64
  %m = arith.muli %n, %c7 : i64
  %a = arith.addi %m, %c3 : i64
  %r = arith.remsi %a, %c11 : i64
  %l = arith.subi %r, %c4 : i64
  %e = arith.sitofp %l : i64 to f64
  return %e : f64
}

func.func private @fill(%m: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %e = func.call @element(%i) : (index) -> f64
    memref.store %e, %m[%i] : memref<?xf64>
  }
  return
}

func.func private @show(%m: memref<?xf64>) {
  %u = memref.cast %m : memref<?xf64> to memref<*xf64>
  call @printMemrefF64(%u) : (memref<*xf64>) -> ()
  return
}

// The number of an element itself.
func.func private @scaled(%i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = scf.for %k = %c0 to %i step %c1 iter_args(%s = %zero) -> (f64) {
    %t = arith.addf %s, %one : f64
    scf.yield %t : f64
  }
  return %n : f64
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloc(%c16) : memref<?xf64>
  %b = memref.alloc(%c16) : memref<?xf64>
  call @fill(%a) : (memref<?xf64>) -> ()
  call @fill(%b) : (memref<?xf64>) -> ()

  %true = arith.constant true
  %three = arith.constant 3.0 : f64
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.index_cast %i : index to i64
    %e = memref.load %a[%c0] : memref<?xf64>
    %p = scf.if %true -> (f64) {
      %q = func.call @scaled(%i) : (index) -> f64
      scf.yield %q : f64
    } else {
      scf.yield %e : f64
    }
    memref.store %p, %a[%i] : memref<?xf64>
  }
  %r:2 = scf.while (%lo = %c0, %hi = %c16) : (index, index) -> (index, index) {
    %open = arith.cmpi slt, %lo, %hi : index
    scf.condition(%open) %lo, %hi : index, index
  } do {
  ^bb0(%lo: index, %hi: index):
    %s = arith.addi %lo, %hi : index
    %mid = arith.divsi %s, %c2 : index
    %x = memref.load %a[%mid] : memref<?xf64>
    %less = arith.cmpf olt, %x, %three : f64
    %up = arith.addi %mid, %c1 : index
    %l = arith.select %less, %up, %lo : index
    %h = arith.select %less, %hi, %mid : index
    scf.yield %l, %h : index, index
  }
  %found = func.call @scaled(%r#0) : (index) -> f64
  memref.store %found, %b[%c0] : memref<?xf64>
  call @show(%a) : (memref<?xf64>) -> ()
  call @show(%b) : (memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  return
}
