func.func private @printMemrefI64(memref<*xi64>)

// An element that depends on a number: (i * 7 + 3) mod 11 - 4.
func.func private @element(%i: index) -> i64 {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c11 = arith.constant 11 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.index_cast %i : index to i64
  %m = arith.muli %n, %c7 : i64
  %a = arith.addi %m, %c3 : i64
  %r = arith.remsi %a, %c11 : i64
  %l = arith.subi %r, %c4 : i64
  %z = arith.constant 0 : i64
  %e = arith.addi %l, %z : i64
  return %e : i64
}

func.func private @fill(%m: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %e = func.call @element(%i) : (index) -> i64
    memref.store %e, %m[%i] : memref<?xi64>
  }
  return
}

func.func private @show(%m: memref<?xi64>) {
  %u = memref.cast %m : memref<?xi64> to memref<*xi64>
  call @printMemrefI64(%u) : (memref<*xi64>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloc(%c16) : memref<?xi64>
  %b = memref.alloc(%c16) : memref<?xi64>
  call @fill(%a) : (memref<?xi64>) -> ()
  call @fill(%b) : (memref<?xi64>) -> ()

  affine.for %i = 0 to 16 {
    %zero = arith.constant 0 : i64
    %sum = affine.for %k = max affine_map<(d0) -> (0, d0 - 2)>(%i)         to min affine_map<(d0) -> (16, d0 + 3)>(%i) iter_args(%s = %zero) -> (i64) {
      %x = affine.load %a[%k] : memref<?xi64>
      %t = arith.addi %s, %x : i64
      affine.yield %t : i64
    }
    affine.store %sum, %b[%i] : memref<?xi64>
  }
  call @show(%a) : (memref<?xi64>) -> ()
  call @show(%b) : (memref<?xi64>) -> ()
  memref.dealloc %a : memref<?xi64>
  memref.dealloc %b : memref<?xi64>
  return
}
