// The parts of a memref as values.
func.func @parts(%m: memref<4x?xf32>) -> (memref<f32>, index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %base, %sizes#1, %strides#0 : memref<f32>, index, index
}

func.func @scalar(%m: memref<f64>) -> index {
  %base, %offset = memref.extract_strided_metadata %m : memref<f64> -> memref<f64>, index
  return %offset : index
}

func.func @strided(%m: memref<2x3xi8, strided<[?, 2], offset: ?>>) -> (index, index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<2x3xi8, strided<[?, 2], offset: ?>> -> memref<i8>, index, index, index, index, index {tag}
  return %offset, %strides#0, %strides#1 : index, index, index
}

func.func @address(%m: memref<?xi32>) -> index {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<?xi32> -> index
  return %0 : index
}

func.func @address_of_unranked(%m: memref<*xi32>) -> index {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<*xi32> -> index
  return %0 : index
}

func.func @address_of_part(%m: memref<2xi32, strided<[3], offset: 1>>) -> index {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<2xi32, strided<[3], offset: 1>> -> index {tag}
  return %0 : index
}
