// Allocation and access.

// A size for the dynamic dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

// No size for the known dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc(%n) : memref<4xf32>
  return
}

// -----

// A size too many.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloca(%n, %n) : memref<?x4xf32>
  return
}

// -----

// A value for the layout's symbol.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// -----

// No symbol in the layout.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc()[%n] : memref<4xf32>
  return
}

// -----

// Sizes are of type index.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc(%a) : memref<?xf32>
  return
}

// -----

// A tensor is not allocated.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc() : tensor<4xf32>
  return
}

// -----

// Of unknown rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc() : memref<*xf32>
  return
}

// -----

// The alignment is a number.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc() {alignment = "8"} : memref<4xf32>
  return
}

// -----

// The alignment has 64 bits.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc() {alignment = 8 : i32} : memref<4xf32>
  return
}

// -----

// The alignment is not negative.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.alloc() {alignment = -8 : i64} : memref<4xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.load %m[%n] : memref<8x16xf32>
  return
}

// -----

// No more indices than dimensions.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.load %m[%n, %n, %n] : memref<8x16xf32>
  return
}

// -----

// Indices are of type index.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.load %m[%n, %a] : memref<8x16xf32>
  return
}

// -----

// Of known rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.load %u[%n] : memref<*xf32>
  return
}

// -----

// The memref has another type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.load %m[%n, %n] : memref<8x8xf32>
  return
}

// -----

// The element has the memref's type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = "memref.load"(%m, %n, %n) : (memref<8x16xf32>, index, index) -> f64
  return
}

// -----

// Indices are in brackets.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.load %m(%n, %n) : memref<8x16xf32>
  return
}

// -----

// The value has the element type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.store %a, %m[%n, %n] : memref<8x16xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.store %x, %m[] : memref<8x16xf32>
  return
}

// -----

// Storing gives nothing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.store %x, %s[] : memref<f32>
  return
}

// -----

// No value is stored.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.store %m[%n, %n] : memref<8x16xf32>
  return
}

// -----

// A number is not freed.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.dealloc %x : f32
  return
}

// -----

// The memory of another type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.dealloc %m : memref<4xf32>
  return
}

// -----

// The dimension is an index.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.dim %m, %a : memref<8x16xf32>
  return
}

// -----

// Of a memref.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.rank %x : f32
  return
}

// -----

// Copies are of one element type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.copy %m, %k : memref<8x16xf32> to memref<4xi32>
  return
}

// -----

// Copies are of one rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.copy %m, %d : memref<8x16xf32> to memref<?xf32>
  return
}

// -----

// Locality is at most 3.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.prefetch %m[%n, %n], read, locality<4>, data : memref<8x16xf32>
  return
}

// -----

// Either read or written.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.prefetch %m[%n, %n], touch, locality<3>, data : memref<8x16xf32>
  return
}

// -----

// Either data or instructions.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.prefetch %m[%n, %n], read, locality<3>, code : memref<8x16xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  memref.prefetch %m[%n], read, locality<3>, data : memref<8x16xf32>
  return
}

// -----

// A power of two.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.assume_alignment %m, 12 : memref<8x16xf32>
  return
}

// -----

// More than nothing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %0 = memref.assume_alignment %m, 0 : memref<8x16xf32>
  return
}
