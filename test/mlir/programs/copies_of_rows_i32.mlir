func.func private @printMemrefI32(memref<*xi32>)

// An element that depends on a number: (i * 7 + 3) mod 11 - 4.
func.func private @element(%i: index) -> i32 {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c11 = arith.constant 11 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.index_cast %i : index to i64
  %m = arith.muli %n, %c7 : i64
  %a = arith.addi %m, %c3 : i64
  %r = arith.remsi %a, %c11 : i64
  %l = arith.subi %r, %c4 : i64
  %e = arith.trunci %l : i64 to i32
  return %e : i32
}

func.func private @fill(%m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %e = func.call @element(%i) : (index) -> i32
    memref.store %e, %m[%i] : memref<?xi32>
  }
  return
}

func.func private @show(%m: memref<?xi32>) {
  %u = memref.cast %m : memref<?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloc(%c16) : memref<?xi32>
  %b = memref.alloc(%c16) : memref<?xi32>
  call @fill(%a) : (memref<?xi32>) -> ()
  call @fill(%b) : (memref<?xi32>) -> ()

  %x = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [4, 1]
    : memref<?xi32> to memref<4x4xi32>
  %y = memref.reinterpret_cast %b to offset: [0], sizes: [4, 4], strides: [1, 4]
    : memref<?xi32> to memref<4x4xi32, strided<[1, 4]>>
  %r = memref.subview %x[2, 0] [2, 4] [1, 1]
    : memref<4x4xi32> to memref<2x4xi32, strided<[4, 1], offset: 8>>
  %s = memref.subview %y[0, 0] [2, 4] [1, 1]
    : memref<4x4xi32, strided<[1, 4]>> to memref<2x4xi32, strided<[1, 4]>>
  memref.copy %r, %s
    : memref<2x4xi32, strided<[4, 1], offset: 8>> to memref<2x4xi32, strided<[1, 4]>>
  call @show(%a) : (memref<?xi32>) -> ()
  call @show(%b) : (memref<?xi32>) -> ()
  memref.dealloc %a : memref<?xi32>
  memref.dealloc %b : memref<?xi32>
  return
}
