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

  affine.for %i = 0 to 16 {
    %zero = arith.constant 0.0 : f64
    %sum = affine.for %k = max affine_map<(d0) -> (0, d0 - 2)>(%i)         to min affine_map<(d0) -> (16, d0 + 3)>(%i) iter_args(%s = %zero) -> (f64) {
      %x = affine.load %a[%k] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      affine.yield %t : f64
    }
    affine.store %sum, %b[%i] : memref<?xf64>
  }
  call @show(%a) : (memref<?xf64>) -> ()
  call @show(%b) : (memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  return
}
