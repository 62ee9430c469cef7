// affine.parallel and DMA.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.parallel (%i, %j) = (0) to (10, 10) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.parallel (%i) = (0) to (10, 10) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.parallel (%i) = (0) to (10) step (1, 2) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.parallel (%i) = (min(0, 1)) to (10) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.parallel (%i) = (0) to (%k) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("nothing") -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addi") -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0:2 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32, f32) {
    affine.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 {
    affine.yield %k : i32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.dma_wait %m[0, 0], %n, %n : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.dma_start %m[0, 0], %m[0, 0], %m[0, 0], %n, %n : memref<10x?xf32>, memref<10x?xf32>, memref<10x?xf32>
  return
}
