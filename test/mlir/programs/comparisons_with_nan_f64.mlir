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

  %nan = arith.constant 0x7FF8000000000000 : f64
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  memref.store %nan, %a[%c1] : memref<?xf64>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %l = arith.cmpf ult, %x, %one : f64
    %o = arith.cmpf ord, %x, %one : f64
    %u = arith.cmpf une, %x, %x : f64
    %p = arith.select %l, %one, %zero : f64
    %q = arith.select %o, %one, %zero : f64
    %r = arith.select %u, %one, %zero : f64
    %m = arith.maxnumf %x, %one : f64
    %j = arith.addi %i, %c4 : index
    %k = arith.addi %j, %c4 : index
    %n = arith.addi %k, %c4 : index
    memref.store %p, %b[%i] : memref<?xf64>
    memref.store %q, %b[%j] : memref<?xf64>
    memref.store %r, %b[%k] : memref<?xf64>
    memref.store %m, %b[%n] : memref<?xf64>
  }
  memref.store %one, %a[%c1] : memref<?xf64>
  call @show(%a) : (memref<?xf64>) -> ()
  call @show(%b) : (memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  return
}
