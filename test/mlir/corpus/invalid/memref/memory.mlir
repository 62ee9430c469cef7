// Allocation and access.

// A size for the dynamic dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count}}
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

// No size for the known dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count}}
  %0 = memref.alloc(%n) : memref<4xf32>
  return
}

// -----

// A size too many.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloca' op dimension operand count does not equal memref dynamic dimension count}}
  %0 = memref.alloca(%n, %n) : memref<?x4xf32>
  return
}

// -----

// A value for the layout's symbol.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0}}
  %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// -----

// No symbol in the layout.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
  %0 = memref.alloc()[%n] : memref<4xf32>
  return
}

// -----

// Sizes are of type index.
// expected-note@below {{prior use here}}
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = memref.alloc(%a) : memref<?xf32>
  return
}

// -----

// A tensor is not allocated.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op result #0 must be memref of any type values, but got 'tensor<4xf32>'}}
  %0 = memref.alloc() : tensor<4xf32>
  return
}

// -----

// Of unknown rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op result #0 must be memref of any type values, but got 'memref<*xf32>'}}
  %0 = memref.alloc() : memref<*xf32>
  return
}

// -----

// The alignment is a number.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and a power of two}}
  %0 = memref.alloc() {alignment = "8"} : memref<4xf32>
  return
}

// -----

// The alignment has 64 bits.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and a power of two}}
  %0 = memref.alloc() {alignment = 8 : i32} : memref<4xf32>
  return
}

// -----

// The alignment is not negative.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and a power of two}}
  %0 = memref.alloc() {alignment = -8 : i64} : memref<4xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.load' op incorrect number of indices: expected 2, found 1}}
  %0 = memref.load %m[%n] : memref<8x16xf32>
  return
}

// -----

// No more indices than dimensions.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.load' op incorrect number of indices: expected 2, found 3}}
  %0 = memref.load %m[%n, %n, %n] : memref<8x16xf32>
  return
}

// -----

// Indices are of type index.
// expected-note@below {{prior use here}}
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = memref.load %m[%n, %a] : memref<8x16xf32>
  return
}

// -----

// Of known rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.load' op operand #0 must be memref of any type values, but got 'memref<*xf32>'}}
  %0 = memref.load %u[%n] : memref<*xf32>
  return
}

// -----

// The memref has another type.
// expected-note@below {{prior use here}}
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%m' expects different type than prior uses: 'memref<8x8xf32>' vs 'memref<8x16xf32>'}}
  %0 = memref.load %m[%n, %n] : memref<8x8xf32>
  return
}

// -----

// The element has the memref's type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.load' op has value type 'f64', not the element type of 'memref<8x16xf32>'}}
  %0 = "memref.load"(%m, %n, %n) : (memref<8x16xf32>, index, index) -> f64
  return
}

// -----

// Indices are in brackets.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{expected '[', found '('}}
  %0 = memref.load %m(%n, %n) : memref<8x16xf32>
  return
}

// -----

// The value has the element type.
// expected-note@below {{prior use here}}
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  memref.store %a, %m[%n, %n] : memref<8x16xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.store' op incorrect number of indices: expected 2, found 0}}
  memref.store %x, %m[] : memref<8x16xf32>
  return
}

// -----

// Storing gives nothing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{operation defines 0 results but was provided 1 to bind}}
  %0 = memref.store %x, %s[] : memref<f32>
  return
}

// -----

// No value is stored.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{expected ',', found '['}}
  memref.store %m[%n, %n] : memref<8x16xf32>
  return
}

// -----

// A number is not freed.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.dealloc' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  memref.dealloc %x : f32
  return
}

// -----

// The memory of another type.
// expected-note@below {{prior use here}}
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%m' expects different type than prior uses: 'memref<4xf32>' vs 'memref<8x16xf32>'}}
  memref.dealloc %m : memref<4xf32>
  return
}

// -----

// The dimension is an index.
// expected-note@below {{prior use here}}
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = memref.dim %m, %a : memref<8x16xf32>
  return
}

// -----

// Of a memref.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.rank' op operand #0 must be ranked or unranked memref of any type values or tensor of any type values, but got 'f32'}}
  %0 = memref.rank %x : f32
  return
}

// -----

// Copies are of one element type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %m, %k : memref<8x16xf32> to memref<4xi32>
  return
}

// -----

// Copies are of one rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %m, %d : memref<8x16xf32> to memref<?xf32>
  return
}

// -----

// Locality is at most 3.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.prefetch' op expects a 'localityHint' from 0 to 3}}
  memref.prefetch %m[%n, %n], read, locality<4>, data : memref<8x16xf32>
  return
}

// -----

// Either read or written.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{expected 'read' or 'write', found 'touch'}}
  memref.prefetch %m[%n, %n], touch, locality<3>, data : memref<8x16xf32>
  return
}

// -----

// Either data or instructions.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{expected 'instr' or 'data', found 'code'}}
  memref.prefetch %m[%n, %n], read, locality<3>, code : memref<8x16xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.prefetch' op too few or too many indices}}
  memref.prefetch %m[%n], read, locality<3>, data : memref<8x16xf32>
  return
}

// -----

// A power of two.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.assume_alignment' op alignment must be power of 2}}
  %0 = memref.assume_alignment %m, 12 : memref<8x16xf32>
  return
}

// -----

// More than nothing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.assume_alignment' op alignment must be power of 2}}
  %0 = memref.assume_alignment %m, 0 : memref<8x16xf32>
  return
}

// -----

// An alignment that is not a power of two.
// expected-error@below {{'memref.global' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and a power of two}}
memref.global @g : memref<f32> {alignment = 3 : i64}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error@below {{'memref.load' op has an invalid value for 'alignment': 3 : i64}}
  %0 = memref.load %m[%i] {alignment = 3 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %x: f32) {
  // expected-error@below {{'memref.store' op has an invalid value for 'alignment': 0 : i64}}
  memref.store %x, %m[%i] {alignment = 0 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<*xf32>) {
  // expected-error@below {{'memref.assume_alignment' op operand #0 must be memref of any type values, but got 'memref<*xf32>'}}
  %0 = memref.assume_alignment %m, 8 : memref<*xf32>
  return
}

// -----

// Only memory without a layout has another shape.
func.func @f(%m: memref<4xf32, strided<[2]>>, %s: memref<1xindex>) {
  // expected-error@below {{'memref.reshape' op source memref type should have no layout, found 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.reshape %m(%s) : (memref<4xf32, strided<[2]>>, memref<1xindex>) -> memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<1xindex>) {
  // expected-error@below {{'memref.reshape' op result memref type should have no layout, found 'memref<?xf32, strided<[2]>>'}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<?xf32, strided<[2]>>
  return
}
