// Tensors that live in memory, with layouts and inside loops.

func.func @layouts(%m: memref<4x?xf32, strided<[?, 1], offset: ?>>, %s: memref<8xi8, 1>) -> tensor<4x?xf32> {
  %0 = bufferization.to_tensor %m restrict : memref<4x?xf32, strided<[?, 1], offset: ?>> to tensor<4x?xf32>
  %1 = bufferization.to_tensor %s restrict writable {tag} : memref<8xi8, 1> to tensor<8xi8>
  %2 = bufferization.to_tensor %s writable : memref<8xi8, 1> to tensor<8xi8>
  return %0 : tensor<4x?xf32>
}

func.func @back(%t: tensor<4x?xf32>) -> memref<4x?xf32, strided<[?, ?], offset: ?>> {
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %1 = bufferization.to_buffer %t read_only {tag} : tensor<4x?xf32> to memref<4x?xf32>
  return %0 : memref<4x?xf32, strided<[?, ?], offset: ?>>
}

func.func @store_all(%t: tensor<?xf32>, %m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    bufferization.materialize_in_destination %t in writable %m {tag} : (tensor<?xf32>, memref<?xf32>) -> ()
  }
  return
}

func.func @store_restricted(%t: tensor<2x2xf64>, %m: memref<2x2xf64, strided<[4, 1]>>) {
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<2x2xf64>, memref<2x2xf64, strided<[4, 1]>>) -> ()
  return
}
