// Between tensors and memory.

// The elements are the same.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'bufferization.to_tensor' op expected tensor 'tensor<4x?xf32>' for the memref, found 'tensor<4x?xi32>'}}
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xi32>
  return
}

// -----

// The shape is the same.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'bufferization.to_tensor' op expected tensor 'tensor<4x?xf32>' for the memref, found 'tensor<?x4xf32>'}}
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<?x4xf32>
  return
}

// -----

// The elements are the same.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'bufferization.to_buffer' op expected tensor 'tensor<4x?xf64>' for the memref, found 'tensor<4x?xf32>'}}
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf64>
  return
}

// -----

// To memory.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{'bufferization.to_buffer' op result #0 must be ranked or unranked memref of any type values, but got 'tensor<4x?xf32>'}}
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to tensor<4x?xf32>
  return
}

// -----

// Memory that is written is writable.
func.func @f(%m: memref<4x?xf32>, %t: tensor<4x?xf32>) {
  // expected-error@below {{expected 'writable' before a memref, which is written}}
  bufferization.materialize_in_destination %t in %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  return
}

// -----

// The elements are the same.
func.func @f(%m: memref<4xi32>, %t: tensor<4xf32>) {
  // expected-error@below {{'bufferization.materialize_in_destination' op expected tensor 'tensor<4xi32>' for the memref, found 'tensor<4xf32>'}}
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xi32>) -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %d: tensor<4xf32>) {
  // expected-error@below {{'bufferization.materialize_in_destination' op has one result where the destination is a tensor, of its type}}
  bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %d: tensor<4xf32>) {
  // expected-error@below {{'bufferization.materialize_in_destination' op is 'restrict' or 'writable' only where the destination is a memref}}
  %0 = bufferization.materialize_in_destination %t in writable %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %d: tensor<5xf32>) {
  // expected-error@below {{'bufferization.materialize_in_destination' op takes tensors that fit, found 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@below {{'bufferization.materialize_in_destination' op has no result where the destination is a memref}}
  %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return
}
