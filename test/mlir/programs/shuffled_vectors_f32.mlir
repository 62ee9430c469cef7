func.func private @printMemrefF32(memref<*xf32>)

// An element that depends on a number: (i * 7 + 3) mod 11 - 4.
func.func private @element(%i: index) -> f32 {
  %c7 = arith.constant 7 : i64
  %c3 = arith.constant 3 : i64
  %c11 = arith.constant 11 : i64
  %c4 = arith.constant 4 : i64
  %n = arith.index_cast %i : index to i64
  %m = arith.muli %n, %c7 : i64
  %a = arith.addi %m, %c3 : i64
  %r = arith.remsi %a, %c11 : i64
  %l = arith.subi %r, %c4 : i64
  %e = arith.sitofp %l : i64 to f32
  return %e : f32
}

func.func private @fill(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %e = func.call @element(%i) : (index) -> f32
    memref.store %e, %m[%i] : memref<?xf32>
  }
  return
}

func.func private @show(%m: memref<?xf32>) {
  %u = memref.cast %m : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %a = memref.alloc(%c16) : memref<?xf32>
  %b = memref.alloc(%c16) : memref<?xf32>
  call @fill(%a) : (memref<?xf32>) -> ()
  call @fill(%b) : (memref<?xf32>) -> ()

  %x = vector.load %a[%c0] : memref<?xf32>, vector<4xf32>
  %y = vector.load %a[%c4] : memref<?xf32>, vector<4xf32>
  %z = vector.shuffle %x, %y [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  vector.store %z, %b[%c8] : memref<?xf32>, vector<8xf32>
  %e = vector.extract %z[3] : f32 from vector<8xf32>
  %w = vector.broadcast %e : f32 to vector<4xf32>
  vector.store %w, %b[%c0] : memref<?xf32>, vector<4xf32>
  call @show(%a) : (memref<?xf32>) -> ()
  call @show(%b) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
