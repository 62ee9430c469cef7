// memref.dma_start and memref.dma_wait.

func.func @dma(%src: memref<40x128xf32, 1>, %dst: memref<2x1024xf32, 2>, %i: index, %j: index) {
  %tag = memref.alloc() : memref<1xi32, 4>
  %n = arith.constant 256 : index
  %zero = arith.constant 0 : index
  memref.dma_start %src[%i, %j], %dst[%zero, %j], %n, %tag[%zero] : memref<40x128xf32, 1>, memref<2x1024xf32, 2>, memref<1xi32, 4>
  memref.dma_wait %tag[%zero], %n : memref<1xi32, 4>
  return
}

func.func @dma_strided(%src: memref<40x128xf32, 1>, %dst: memref<1024xf32, 2>, %tag: memref<i32, 4>, %s: index) {
  %n = arith.constant 256 : index
  %per = arith.constant 32 : index
  memref.dma_start %src[%s, %s], %dst[%s], %n, %tag[], %s, %per : memref<40x128xf32, 1>, memref<1024xf32, 2>, memref<i32, 4>
  memref.dma_wait %tag[], %n : memref<i32, 4>
  return
}
