// Memory that is freed by the one who owns it.

func.func @owned(%a: memref<4xf32>, %b: memref<?xi32>, %c: i1, %d: i1, %r: memref<4xf32>, %q: memref<*xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%a, %b : memref<4xf32>, memref<?xi32>) if (%c, %d) retain (%r, %q : memref<4xf32>, memref<*xf32>)
  bufferization.dealloc
  bufferization.dealloc (%a : memref<4xf32>) if (%c) {tag}
  %1 = bufferization.dealloc retain (%r : memref<4xf32>)
  return %0#0, %1 : i1, i1
}
