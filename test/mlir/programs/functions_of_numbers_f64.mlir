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

  %i0 = arith.constant 0 : index
  %x0 = memref.load %a[%i0] : memref<?xf64>
  %y0 = math.sin %x0 : f64
  memref.store %y0, %b[%i0] : memref<?xf64>
  %i1 = arith.constant 1 : index
  %x1 = memref.load %a[%i1] : memref<?xf64>
  %y1 = math.cos %x1 : f64
  memref.store %y1, %b[%i1] : memref<?xf64>
  %i2 = arith.constant 2 : index
  %x2 = memref.load %a[%i2] : memref<?xf64>
  %y2 = math.tanh %x2 : f64
  memref.store %y2, %b[%i2] : memref<?xf64>
  %i3 = arith.constant 3 : index
  %x3 = memref.load %a[%i3] : memref<?xf64>
  %y3 = math.atan %x3 : f64
  memref.store %y3, %b[%i3] : memref<?xf64>
  %i4 = arith.constant 4 : index
  %x4 = memref.load %a[%i4] : memref<?xf64>
  %y4 = math.sinh %x4 : f64
  memref.store %y4, %b[%i4] : memref<?xf64>
  %i5 = arith.constant 5 : index
  %x5 = memref.load %a[%i5] : memref<?xf64>
  %y5 = math.cosh %x5 : f64
  memref.store %y5, %b[%i5] : memref<?xf64>
  %i6 = arith.constant 6 : index
  %x6 = memref.load %a[%i6] : memref<?xf64>
  %y6 = math.exp2 %x6 : f64
  memref.store %y6, %b[%i6] : memref<?xf64>
  %i7 = arith.constant 7 : index
  %x7 = memref.load %a[%i7] : memref<?xf64>
  %y7 = math.exp %x7 : f64
  memref.store %y7, %b[%i7] : memref<?xf64>
  %i8 = arith.constant 8 : index
  %x8 = memref.load %a[%i8] : memref<?xf64>
  %y8 = math.cbrt %x8 : f64
  memref.store %y8, %b[%i8] : memref<?xf64>
  %i9 = arith.constant 9 : index
  %x9 = memref.load %a[%i9] : memref<?xf64>
  %y9 = math.erf %x9 : f64
  memref.store %y9, %b[%i9] : memref<?xf64>
  call @show(%a) : (memref<?xf64>) -> ()
  call @show(%b) : (memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  return
}
