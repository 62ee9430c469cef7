// Between tensors and memory.

func.func @to_tensor(%m: memref<4x?xf32>) -> tensor<4x?xf32> {
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

func.func @to_buffer(%t: tensor<4x?xf32>) -> memref<4x?xf32> {
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32>
  return %0 : memref<4x?xf32>
}

func.func @store(%t: tensor<4xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// Into the memory of another tensor.
func.func @materialize(%t: tensor<2x3xf32>, %d: tensor<2x3xf32>, %u: tensor<?x3xf32>, %v: tensor<2x?xf32>, %w: tensor<*xf32>) -> tensor<2x3xf32> {
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = bufferization.materialize_in_destination %u in %v {tag = 1 : i32} : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %2 = bufferization.materialize_in_destination %w in %w : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<2x3xf32>
}
