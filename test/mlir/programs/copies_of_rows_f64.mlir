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

  %x = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [4, 1]
    : memref<?xf64> to memref<4x4xf64>
  %y = memref.reinterpret_cast %b to offset: [0], sizes: [4, 4], strides: [1, 4]
    : memref<?xf64> to memref<4x4xf64, strided<[1, 4]>>
  %r = memref.subview %x[2, 0] [2, 4] [1, 1]
    : memref<4x4xf64> to memref<2x4xf64, strided<[4, 1], offset: 8>>
  %s = memref.subview %y[0, 0] [2, 4] [1, 1]
    : memref<4x4xf64, strided<[1, 4]>> to memref<2x4xf64, strided<[1, 4]>>
  memref.copy %r, %s
    : memref<2x4xf64, strided<[4, 1], offset: 8>> to memref<2x4xf64, strided<[1, 4]>>
  call @show(%a) : (memref<?xf64>) -> ()
  call @show(%b) : (memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  return
}
