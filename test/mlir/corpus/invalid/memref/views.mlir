// Views of memory.

// Casts do not change sizes.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.cast' op operand type 'memref<8x16xf32>' and result type 'memref<8x8xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<8x16xf32> to memref<8x8xf32>
  return
}

// -----

// Casts do not change the rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.cast' op operand type 'memref<8x16xf32>' and result type 'memref<?xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<8x16xf32> to memref<?xf32>
  return
}

// -----

// Casts do not change elements.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.cast' op operand type 'memref<?xf32>' and result type 'memref<?xi32>' are cast incompatible}}
  %0 = memref.cast %d : memref<?xf32> to memref<?xi32>
  return
}

// -----

// Casts do not change the memory.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.cast' op operand type 'memref<?xf32>' and result type 'memref<?xf32, 1>' are cast incompatible}}
  %0 = memref.cast %d : memref<?xf32> to memref<?xf32, 1>
  return
}

// -----

// One of the two has a rank.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible}}
  %0 = memref.cast %u : memref<*xf32> to memref<*xf32>
  return
}

// -----

// Casts do not change strides.
func.func @f(%m: memref<4x4xf32, strided<[4, 1]>>) {
  // expected-error@below {{'memref.cast' op operand type 'memref<4x4xf32, strided<[4, 1]>>' and result type 'memref<4x4xf32, strided<[8, 1]>>' are cast incompatible}}
  %0 = memref.cast %m : memref<4x4xf32, strided<[4, 1]>> to memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

// Views are of bytes.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values}}
  %0 = memref.view %d[%n][] : memref<?xf32> to memref<4xf32>
  return
}

// -----

// A size for each dynamic dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.view' op expects a size for each '?' of the result, 1, but found 0}}
  %0 = memref.view %b[%n][] : memref<2048xi8> to memref<?xf32>
  return
}

// -----

// No size for known dimensions.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.view' op expects a size for each '?' of the result, 0, but found 1}}
  %0 = memref.view %b[%n][%n] : memref<2048xi8> to memref<4xf32>
  return
}

// -----

// Views are in the same memory.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.view' op expects memrefs of one memory space, found 'memref<2048xi8>' and 'memref<4xf32, 1>'}}
  %0 = memref.view %b[%n][] : memref<2048xi8> to memref<4xf32, 1>
  return
}

// -----

// Views begin somewhere.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{expected SSA operand, found ']'}}
  %0 = memref.view %b[][] : memref<2048xi8> to memref<4xf32>
  return
}

// -----

// An offset for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected as many offsets, sizes and strides as the rank, 2}}
  %0 = memref.subview %m[0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// A stride for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected as many offsets, sizes and strides as the rank, 2}}
  %0 = memref.subview %m[0, 0] [4, 4] [1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// Sizes are not negative.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op takes a part of sizes [-4, 4], but its type is 'memref<4x4xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %m[0, 0] [-4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// Offsets are not negative.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected offsets to be non-negative, but got -1}}
  %0 = memref.subview %m[-1, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: -16>>
  return
}

// -----

// Beyond the end.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op offset 0 is out-of-bounds: 9 >= 8}}
  %0 = memref.subview %m[9, 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<1x4xf32, strided<[16, 1], offset: 144>>
  return
}

// -----

// Over the end.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op slice along dimension 0 runs out-of-bounds: 10 >= 8}}
  %0 = memref.subview %m[7, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 112>>
  return
}

// -----

// Over the end by its stride.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op slice along dimension 0 runs out-of-bounds: 9 >= 8}}
  %0 = memref.subview %m[0, 0] [4, 4] [3, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[48, 1]>>
  return
}

// -----

// The layout is that of the whole.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected a result of strides [16, 1] and offset 0, or a rank-reduced version (mismatch of result layout), but got 'memref<4x4xf32>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}

// -----

// The offset is in the type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected a result of strides [16, 1] and offset 18, or a rank-reduced version (mismatch of result layout), but got 'memref<4x4xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %m[1, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// The stride is in the type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected a result of strides [32, 2] and offset 0, or a rank-reduced version (mismatch of result layout), but got 'memref<4x4xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [2, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// A dynamic offset is not known.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected a result of strides [16, 1] and offset ?, or a rank-reduced version (mismatch of result layout), but got 'memref<4x4xf32, strided<[16, 1], offset: 16>>'}}
  %0 = memref.subview %m[%n, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 16>>
  return
}

// -----

// The sizes are in the type.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op takes a part of sizes [4, 4], but its type is 'memref<4x5xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x5xf32, strided<[16, 1]>>
  return
}

// -----

// A dynamic size is not known.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op takes a part of sizes [?, 4], but its type is 'memref<4x4xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// The stride that is left has its dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected a result of strides [16, 1] and offset 0, or a rank-reduced version (mismatch of result layout), but got 'memref<4xf32, strided<[1]>>'}}
  %0 = memref.subview %m[0, 0] [4, 1] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1]>>
  return
}

// -----

// The elements are the same.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected source and result of one element type}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xi32, strided<[16, 1]>>
  return
}

// -----

// The memory is the same.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op different memory spaces specified for base memref type 'memref<8x16xf32>' and subview memref type 'memref<4x4xf32, strided<[16, 1]>, 1>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>, 1>
  return
}

// -----

// An operand for each dynamic offset.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op expected 1 dynamic offset values, found 0}}
  %0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<4x4xf32, strided<[16, 1], offset: ?>>
  return
}

// -----

// Offsets are missing.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.subview' op requires attribute 'static_offsets'}}
  %0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (memref<8x16xf32>) -> memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

// One offset.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.reinterpret_cast' op expected one offset, and as many sizes and strides as the rank, 1}}
  %0 = memref.reinterpret_cast %d to offset: [0, 0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  return
}

// -----

// A size for each dimension.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.reinterpret_cast' op expected one offset, and as many sizes and strides as the rank, 2}}
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4x4xf32, strided<[4, 1]>>
  return
}

// -----

// The type has the sizes.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.reinterpret_cast' op expected result type with another size in dimension 0}}
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<5xf32, strided<[1]>>
  return
}

// -----

// The type has the offset.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.reinterpret_cast' op expected result type with offset = 2 instead of 3}}
  %0 = memref.reinterpret_cast %d to offset: [2], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: 3>>
  return
}

// -----

// The type has the strides.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.reinterpret_cast' op expected result type with stride = 2 instead of 3 in dim = 0}}
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [4], strides: [2] : memref<?xf32> to memref<4xf32, strided<[3]>>
  return
}

// -----

// The elements are the same.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.reinterpret_cast' op expects memrefs of one element type and memory space, found 'memref<?xf32>' and 'memref<4xi32, strided<[1]>>'}}
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xi32, strided<[1]>>
  return
}

// -----

// The words are in order.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{expected 'offset', found 'sizes'}}
  %0 = memref.reinterpret_cast %d to sizes: [4], offset: [0], strides: [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
  return
}

// -----

// The shape is as long as the rank.
func.func @f(%m: memref<*xf32>, %s: memref<3xi32>) {
  // expected-error@below {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<3xi32>) -> memref<?x?xf32>
  return
}

// -----

// The shape consists of integers.
func.func @f(%m: memref<*xf32>, %s: memref<2xf32>) {
  // expected-error@below {{'memref.reshape' op operand #1 must be 1D memref of signless integer or index values}}
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xf32>) -> memref<?x?xf32>
  return
}

// -----

// Each dimension once.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<8x16xf32> to memref<8x8xf32, strided<[16, 16]>>
  return
}

// -----

// The strides change places.
func.func @f(%m: memref<8x16xf32>, %b: memref<2048xi8>, %u: memref<*xf32>, %k: memref<4xi32>, %s: memref<f32>, %d: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'memref.transpose' op result type does not match transposed input type}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<8x16xf32> to memref<16x8xf32>
  return
}

// -----

// A stride for each dimension.
// expected-error@below {{expected the number of strides to match the rank}}
func.func private @f(memref<4x4xf32, strided<[1]>>)

// -----

// Strides in brackets.
// expected-error@below {{expected '[', found '1'}}
func.func private @f(memref<4xf32, strided<1>>)
