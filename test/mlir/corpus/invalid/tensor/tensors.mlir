// Tensors as values.

// An index for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract' op incorrect number of indices}}
  %0 = tensor.extract %t[%n] : tensor<8x16xf32>
  return
}

// -----

// Indices are of type index.
// expected-note@below {{prior use here}}
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = tensor.extract %u[%a] : tensor<?xf32>
  return
}

// -----

// The element has its type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract' op expected the element type of the tensor}}
  %0 = "tensor.extract"(%u, %n) : (tensor<?xf32>, index) -> i32
  return
}

// -----

// The element has its type.
// expected-note@below {{prior use here}}
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = tensor.insert %a into %u[%n] : tensor<?xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.insert' op incorrect number of indices}}
  %0 = tensor.insert %x into %t[%n] : tensor<8x16xf32>
  return
}

// -----

// Casts do not change sizes.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.cast' op operand type 'tensor<8x16xf32>' and result type 'tensor<8x8xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<8x16xf32> to tensor<8x8xf32>
  return
}

// -----

// Casts do not change elements.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.cast' op operand type 'tensor<?xf32>' and result type 'tensor<?xf64>' are cast incompatible}}
  %0 = tensor.cast %u : tensor<?xf32> to tensor<?xf64>
  return
}

// -----

// Casts are of tensors.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.cast' op result #0 must be tensor of any type values, but got 'memref<?xf32>'}}
  %0 = tensor.cast %u : tensor<?xf32> to memref<?xf32>
  return
}

// -----

// The dimension is an index.
// expected-note@below {{prior use here}}
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = tensor.dim %t, %a : tensor<8x16xf32>
  return
}

// -----

// Of a tensor.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{op 'tensor.rank' does not take these types: use 'memref.rank'}}
  %0 = tensor.rank %x : f32
  return
}

// -----

// As many elements as the type has.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.from_elements' op expected a tensor of known sizes, with as many elements as operands}}
  %0 = tensor.from_elements %x, %x : tensor<3xf32>
  return
}

// -----

// Elements of the type.
// expected-note@below {{prior use here}}
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = tensor.from_elements %a, %a : tensor<2xf32>
  return
}

// -----

// Of known sizes.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.from_elements' op expected a tensor of known sizes, with as many elements as operands}}
  %0 = tensor.from_elements %x, %x : tensor<?xf32>
  return
}

// -----

// The element is that of the type.
// expected-note@below {{prior use here}}
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = tensor.splat %a : tensor<4xf32>
  return
}

// -----

// A size for the dynamic dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.splat %x : tensor<?xf32>
  return
}

// -----

// A size for each dynamic dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

// No size for known dimensions.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.empty(%n) : tensor<4xf32>
  return
}

// -----

// Of known rank.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 0}}
  %0 = tensor.empty() : tensor<*xf32>
  return
}

// -----

// A size for each dynamic dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.generate' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  return
}

// -----

// An argument for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.generate' op must have one body argument of type 'index' per dimension}}
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32>
  return
}

// -----

// Arguments are of type index.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.generate' op must have one body argument of type 'index' per dimension}}
  %0 = tensor.generate %n {
  ^bb0(%i: i32):
    tensor.yield %x : f32
  } : tensor<?xf32>
  return
}

// -----

// The element has its type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.generate' op body must be terminated with a `yield` of the tensor's element type}}
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %a : i32
  } : tensor<?xf32>
  return
}

// -----

// In its op only.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.yield' op must be the last operation in the parent block}}
  tensor.yield %x : f32
  return
}

// -----

// An offset for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract_slice' op expected as many offsets, sizes and strides as the rank, 2}}
  %0 = tensor.extract_slice %t[0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

// The sizes are in the type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract_slice' op takes a part of sizes [4, 4], but its type is 'tensor<4x5xf32>'}}
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x5xf32>
  return
}

// -----

// Only sizes of 1 are left out.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract_slice' op takes a part of more sizes other than 1 than its type has, 'tensor<4xf32>'}}
  %0 = tensor.extract_slice %t[0, 0] [4, 2] [1, 1] : tensor<8x16xf32> to tensor<4xf32>
  return
}

// -----

// Over the end.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract_slice' op slice along dimension 0 runs out-of-bounds: 9 >= 8}}
  %0 = tensor.extract_slice %t[6, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

// Beyond the end.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract_slice' op offset 1 is out-of-bounds: 16 >= 16}}
  %0 = tensor.extract_slice %t[0, 16] [4, 0] [1, 1] : tensor<8x16xf32> to tensor<4x0xf32>
  return
}

// -----

// The elements are the same.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.extract_slice' op expected source and result of one element type}}
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xi32>
  return
}

// -----

// The part has the sizes.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.insert_slice' op takes a part of sizes [4, 5], but its type is 'tensor<4x4xf32>'}}
  %0 = tensor.insert_slice %p into %t[0, 0] [4, 5] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

// Over the end.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.insert_slice' op slice along dimension 1 runs out-of-bounds: 16 >= 16}}
  %0 = tensor.insert_slice %p into %t[0, 13] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

// The elements are the same.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  // expected-error@below {{'tensor.insert_slice' op expected source and result of one element type}}
  %0 = tensor.insert_slice %s into %t[0, 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<8x16xf32>
  return
}
