// Tensors as values.

// An index for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract %t[%n] : tensor<8x16xf32>
  return
}

// -----

// Indices are of type index.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract %u[%a] : tensor<?xf32>
  return
}

// -----

// The element has its type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = "tensor.extract"(%u, %n) : (tensor<?xf32>, index) -> i32
  return
}

// -----

// The element has its type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.insert %a into %u[%n] : tensor<?xf32>
  return
}

// -----

// An index for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.insert %x into %t[%n] : tensor<8x16xf32>
  return
}

// -----

// Casts do not change sizes.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.cast %t : tensor<8x16xf32> to tensor<8x8xf32>
  return
}

// -----

// Casts do not change elements.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.cast %u : tensor<?xf32> to tensor<?xf64>
  return
}

// -----

// Casts are of tensors.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.cast %u : tensor<?xf32> to memref<?xf32>
  return
}

// -----

// The dimension is an index.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.dim %t, %a : tensor<8x16xf32>
  return
}

// -----

// Of a tensor.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.rank %x : f32
  return
}

// -----

// As many elements as the type has.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.from_elements %x, %x : tensor<3xf32>
  return
}

// -----

// Elements of the type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.from_elements %a, %a : tensor<2xf32>
  return
}

// -----

// Of known sizes.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.from_elements %x, %x : tensor<?xf32>
  return
}

// -----

// The element is that of the type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.splat %a : tensor<4xf32>
  return
}

// -----

// A size for the dynamic dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.splat %x : tensor<?xf32>
  return
}

// -----

// A size for each dynamic dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

// No size for known dimensions.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.empty(%n) : tensor<4xf32>
  return
}

// -----

// Of known rank.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.empty() : tensor<*xf32>
  return
}

// -----

// A size for each dynamic dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  return
}

// -----

// An argument for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32>
  return
}

// -----

// Arguments are of type index.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.generate %n {
  ^bb0(%i: i32):
    tensor.yield %x : f32
  } : tensor<?xf32>
  return
}

// -----

// The element has its type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %a : i32
  } : tensor<?xf32>
  return
}

// -----

// In its op only.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  tensor.yield %x : f32
  return
}

// -----

// An offset for each dimension.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract_slice %t[0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

// The sizes are in the type.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x5xf32>
  return
}

// -----

// Only sizes of 1 are left out.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract_slice %t[0, 0] [4, 2] [1, 1] : tensor<8x16xf32> to tensor<4xf32>
  return
}

// -----

// Over the end.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract_slice %t[6, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

// Beyond the end.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract_slice %t[0, 16] [4, 0] [1, 1] : tensor<8x16xf32> to tensor<4x0xf32>
  return
}

// -----

// The elements are the same.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xi32>
  return
}

// -----

// The part has the sizes.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.insert_slice %p into %t[0, 0] [4, 5] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

// Over the end.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.insert_slice %p into %t[0, 13] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

// The elements are the same.
func.func @f(%t: tensor<8x16xf32>, %u: tensor<?xf32>, %w: tensor<*xf32>, %p: tensor<4x4xf32>, %s: tensor<2xi32>, %n: index, %x: f32, %a: i32) {
  %0 = tensor.insert_slice %s into %t[0, 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<8x16xf32>
  return
}
