// Tensors of new memory, and copies of memory.

func.func @tensors(%n: index, %t: tensor<4x?xf32>) {
  %0 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  %1 = bufferization.alloc_tensor() copy(%t) : tensor<4x?xf32>
  %2 = bufferization.alloc_tensor(%n) size_hint=%n : tensor<4x?xf32>
  %3 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  bufferization.dealloc_tensor %0 : tensor<4x?xf32>
  bufferization.dealloc_tensor %3 {tag} : tensor<4xf32>
  return
}

func.func @clone(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  %1 = bufferization.clone %m {tag} : memref<?xf32> to memref<4xf32>
  return
}
