// The parts of a memref as values.

// The memory has the type of the elements.
func.func @f(%m: memref<4x?xf32>) {
  // expected-error@below {{'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f64>', 'index', 'index', 'index', 'index', 'index'}}
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f64>, index, index, index, index, index
  return
}

// -----

// There is a size and a stride for each dimension.
func.func @f(%m: memref<4x?xf32>) {
  // expected-error@below {{'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index', 'index', 'index'}}
  %base, %offset, %sizes, %strides = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index
  return
}

// -----

// The layout is strided.
func.func @f(%m: memref<4x?xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>) {
  // expected-error@below {{'memref.extract_strided_metadata' op operand #0 must be strided memref of any type values, but got 'memref<4x?xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>'}}
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>> -> memref<f32>, index, index, index, index, index
  return
}

// -----

// The address is an index.
func.func @f(%m: memref<4x?xf32>) {
  // expected-error@below {{'memref.extract_aligned_pointer_as_index' op result #0 must be index, but got 'i64'}}
  %0 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> i64
  return
}
