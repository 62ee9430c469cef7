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

  %x = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [4, 1]
    : memref<?xi64> to memref<4x4xi64>
  %y = memref.reinterpret_cast %b to offset: [0], sizes: [4, 4], strides: [1, 4]
    : memref<?xi64> to memref<4x4xi64, strided<[1, 4]>>
  %r = memref.subview %x[2, 0] [2, 4] [1, 1]
    : memref<4x4xi64> to memref<2x4xi64, strided<[4, 1], offset: 8>>
  %s = memref.subview %y[0, 0] [2, 4] [1, 1]
    : memref<4x4xi64, strided<[1, 4]>> to memref<2x4xi64, strided<[1, 4]>>
  memref.copy %r, %s
    : memref<2x4xi64, strided<[4, 1], offset: 8>> to memref<2x4xi64, strided<[1, 4]>>
  call @show(%a) : (memref<?xi64>) -> ()
  call @show(%b) : (memref<?xi64>) -> ()
  memref.dealloc %a : memref<?xi64>
  memref.dealloc %b : memref<?xi64>
  return
}
