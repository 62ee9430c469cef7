// Affine maps and sets that are none.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0) -> (d1)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0, d0) -> (d0)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0)[d0] -> (d0)>(%n)[%n]
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 mod d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 floordiv d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 ceildiv d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0) -> (d0 / 2)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0) -> d0>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0) -> (d0 +)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0) -> (+ d0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0) -> ((d0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<d0 -> (d0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0)[s0 -> (d0)>(%n)[%n]
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.if affine_set<(d0) : (d0)>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.if affine_set<(d0) : (d0 > 0)>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.if affine_set<(d0) : d0 >= 0>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.if affine_set<(d0) : (d0 >= e0)>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0) -> (9223372036854775808)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply #nowhere(%n)
  return
}
