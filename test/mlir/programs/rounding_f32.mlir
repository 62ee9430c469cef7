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

  %half = arith.constant 0.5 : f32
  %i0 = arith.constant 0 : index
  %v0 = memref.load %a[%i0] : memref<?xf32>
  %w0 = math.absf %v0 : f32
  %x0 = arith.addf %w0, %half : f32
  %y0 = math.floor %x0 : f32
  memref.store %y0, %b[%i0] : memref<?xf32>
  %i1 = arith.constant 1 : index
  %v1 = memref.load %a[%i1] : memref<?xf32>
  %w1 = math.absf %v1 : f32
  %x1 = arith.addf %w1, %half : f32
  %y1 = math.ceil %x1 : f32
  memref.store %y1, %b[%i1] : memref<?xf32>
  %i2 = arith.constant 2 : index
  %v2 = memref.load %a[%i2] : memref<?xf32>
  %w2 = math.absf %v2 : f32
  %x2 = arith.addf %w2, %half : f32
  %y2 = math.round %x2 : f32
  memref.store %y2, %b[%i2] : memref<?xf32>
  %i3 = arith.constant 3 : index
  %v3 = memref.load %a[%i3] : memref<?xf32>
  %w3 = math.absf %v3 : f32
  %x3 = arith.addf %w3, %half : f32
  %y3 = math.roundeven %x3 : f32
  memref.store %y3, %b[%i3] : memref<?xf32>
  %i4 = arith.constant 4 : index
  %v4 = memref.load %a[%i4] : memref<?xf32>
  %w4 = math.absf %v4 : f32
  %x4 = arith.addf %w4, %half : f32
  %y4 = math.trunc %x4 : f32
  memref.store %y4, %b[%i4] : memref<?xf32>
  %i5 = arith.constant 5 : index
  %v5 = memref.load %a[%i5] : memref<?xf32>
  %w5 = math.absf %v5 : f32
  %x5 = arith.addf %w5, %half : f32
  %y5 = math.absf %x5 : f32
  memref.store %y5, %b[%i5] : memref<?xf32>
  %i6 = arith.constant 6 : index
  %v6 = memref.load %a[%i6] : memref<?xf32>
  %w6 = math.absf %v6 : f32
  %x6 = arith.addf %w6, %half : f32
  %y6 = math.sqrt %x6 : f32
  memref.store %y6, %b[%i6] : memref<?xf32>
  %i7 = arith.constant 7 : index
  %v7 = memref.load %a[%i7] : memref<?xf32>
  %w7 = math.absf %v7 : f32
  %x7 = arith.addf %w7, %half : f32
  %y7 = math.log1p %x7 : f32
  memref.store %y7, %b[%i7] : memref<?xf32>
  call @show(%a) : (memref<?xf32>) -> ()
  call @show(%b) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
