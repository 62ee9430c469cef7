// affine.dma_start and affine.dma_wait.

func.func @dma(%src: memref<40x128xf32, 1>, %dst: memref<2x1024xf32, 2>) {
  %tag = memref.alloc() : memref<1xi32, 4>
  %n = arith.constant 256 : index
  affine.for %i = 0 to 8 {
    affine.dma_start %src[%i + 3, 0], %dst[%i floordiv 4, %i * 8], %tag[%i mod 2], %n : memref<40x128xf32, 1>, memref<2x1024xf32, 2>, memref<1xi32, 4>
    affine.dma_wait %tag[%i mod 2], %n : memref<1xi32, 4>
  }
  return
}

func.func @dma_strided(%src: memref<40x128xf32, 1>, %dst: memref<1024xf32, 2>, %s: index) {
  %tag = memref.alloc() : memref<1xi32, 4>
  %n = arith.constant 256 : index
  %per = arith.constant 32 : index
  affine.for %i = 0 to 8 {
    affine.dma_start %src[%i, symbol(%s)], %dst[%i * 16], %tag[0], %n, %s, %per : memref<40x128xf32, 1>, memref<1024xf32, 2>, memref<1xi32, 4>
    affine.dma_wait %tag[0], %n : memref<1xi32, 4>
  }
  return
}
