func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 2>, %t: i32, %i: index) {
  // expected-error@below {{'affine.dma_start' op expects its source, destination and tag to be of memref type}}
  "affine.dma_start"(%a, %i, %b, %i, %t, %i, %i) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index, memref<8xf32, 2>, index, i32, index, index) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 2>, %t: memref<1xi32>, %i: i32) {
  // expected-error@below {{'affine.dma_start' op operand cannot be used as a dimension id}}
  "affine.dma_start"(%a, %i, %b, %i, %t, %i, %i) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, i32, memref<8xf32, 2>, i32, memref<1xi32>, i32, i32) -> ()
  return
}

// -----

func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 2>, %t: memref<1xi32>, %i: index) {
  // expected-error@below {{'affine.dma_start' op expects 1 or 3 sizes, found 0}}
  "affine.dma_start"(%a, %i, %b, %i, %t, %i) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index, memref<8xf32, 2>, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%t: i32, %i: index) {
  // expected-error@below {{'affine.dma_wait' op expects its source, destination and tag to be of memref type}}
  "affine.dma_wait"(%t, %i, %i) {tag_map = affine_map<(d0) -> (d0)>} : (i32, index, index) -> ()
  return
}

// -----

func.func @f(%t: memref<1xi32>, %i: i32) {
  // expected-error@below {{'affine.dma_wait' op operand cannot be used as a dimension id}}
  "affine.dma_wait"(%t, %i, %i) {tag_map = affine_map<(d0) -> (d0)>} : (memref<1xi32>, i32, i32) -> ()
  return
}
