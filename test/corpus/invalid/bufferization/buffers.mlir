// Between tensors and memory.

// The elements are the same.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'std.tensor_load' op expected tensor 'tensor<4x?xf32>' for the memref, found 'tensor<4x?xi32>'}}
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xi32>
  return
}

// -----

// The shape is the same.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'std.tensor_load' op expected tensor 'tensor<4x?xf32>' for the memref, found 'tensor<?x4xf32>'}}
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<?x4xf32>
  return
}

// -----

// The elements are the same.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'std.tensor_to_memref' op expected tensor 'tensor<4x?xf64>' for the memref, found 'tensor<4x?xf32>'}}
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf64>
  return
}

// -----

// To memory.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'std.tensor_to_memref' op result #0 must be ranked or unranked memref of any type values, but got 'tensor<4x?xf32>'}}
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

// Memory that is written is writable.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{expected 'writable', found '%m'}}
  bufferization.materialize_in_destination %t in %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  return
}

// -----

// The elements are the same.
func.func @f(%m: memref<4xi32>, %t: tensor<4xf32>) {
  // expected-error@below {{'std.tensor_store' op expected tensor 'tensor<4xi32>' for the memref, found 'tensor<4xf32>'}}
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xi32>) -> ()
  return
}
