func.func @f(%tag: memref<1xi32>, %i: index) {
  // expected-error@below {{'memref.dma_wait' op has operands beside memrefs, one index for each dimension, and sizes}}
  memref.dma_wait %tag[%i, %i], %i : memref<1xi32>
  return
}

// -----

func.func @f(%tag: memref<1xi32>, %i: index) {
  // expected-error@below {{'memref.dma_wait' op expects memrefs, each with one index for each dimension, and a size}}
  memref.dma_wait %tag[], %i : memref<1xi32>
  return
}

// -----

func.func @f(%tag: memref<1xi32>, %x: i32, %i: index) {
  // expected-error@below {{'memref.dma_wait' op expects indices and sizes of type 'index'}}
  "memref.dma_wait"(%tag, %x, %i) : (memref<1xi32>, i32, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %tag: memref<1xi32>, %i: index) {
  // expected-error@below {{'memref.dma_start' op expects a stride and a number of elements per stride, or neither, after the tag's indices}}
  "memref.dma_start"(%m, %i, %m, %i, %i, %tag, %i, %i) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<1xi32>, index, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %tag: memref<1xi32>, %i: index) {
  // expected-error@below {{expected a memref type, found 'f32'}}
  memref.dma_start %m[%i], %m[%i], %i, %tag[%i] : memref<4xf32>, f32, memref<1xi32>
  return
}
