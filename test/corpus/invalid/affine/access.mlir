// affine.load, affine.store, affine.prefetch and vectors.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.load %m[%n] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.load %m[%n, %n, 0] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.load %m[%k, 0] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.load %m[%n * %n, 0] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.load %m[%n, 0 : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.load %m[%n, symbol(3)] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.load %x[%n] : f32
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[symbol(%i), 0] : memref<10x?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 4 {
    %v = arith.index_cast %k : i32 to index
    %0 = affine.load %m[%v, 0] : memref<10x?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 4 {
    %v = arith.addi %i, %i : index
    %0 = affine.load %m[%v, 0] : memref<10x?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.store %k, %m[0, 0] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = "affine.load"(%m, %n) <{map = affine_map<(d0) -> (d0, 0)>}> : (memref<10x?xf32>, index) -> i32
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = "affine.load"(%m) <{map = affine_map<(d0) -> (d0, 0)>}> : (memref<10x?xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  "affine.store"(%k, %m) <{map = affine_map<() -> (0, 0)>}> : (i32, memref<10x?xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.prefetch %m[0, 0], read, locality<4>, data : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.prefetch %m[0, 0], look, locality<1>, data : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.prefetch %m[0, 0], read, locality<1>, cache : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.prefetch %m[0], read, locality<1>, data : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.vector_load %m[0] : memref<10x?xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.vector_load %m[0, 0] : memref<10x?xf32>, vector<4xi32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.vector_load %m[0, 0] : memref<10x?xf32>, f32
  return
}
