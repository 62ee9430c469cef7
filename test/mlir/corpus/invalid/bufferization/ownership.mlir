func.func @f(%m: memref<4xf32>, %c: i1) {
  // expected-error@below {{must have the same number of conditions as memrefs to deallocate}}
  bufferization.dealloc (%m : memref<4xf32>) if (%c, %c)
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error@below {{must have the same number of updated conditions (results) as retained operands}}
  "bufferization.dealloc"(%m) <{operandSegmentSizes = array<i32: 0, 0, 1>}> : (memref<4xf32>) -> ()
  return
}
