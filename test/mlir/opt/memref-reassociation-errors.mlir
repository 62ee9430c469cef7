// Groups of dimensions that do not fit the types.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics

func @ranks(%m: memref<12xf32>) {
  // expected-error@+1 {{'std.memref_expand_shape' op expected as many groups of dimensions as the rank of 'memref<12xf32>', 1, found 2}}
  %0 = memref_expand_shape %m [[0], [1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  return
}

// -----

func @order(%m: memref<12xf32>) {
  // expected-error@+1 {{'std.memref_expand_shape' op expected groups of the dimensions 0 to 1 in order, each in one group}}
  %0 = memref_expand_shape %m [[1, 0]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  return
}

// -----

func @count(%m: memref<3x5xf32>) {
  // expected-error@+1 {{'std.memref_collapse_shape' op expected dimensions [0, 1] of 'memref<3x5xf32>' to have 12 elements together, found 15}}
  %0 = memref_collapse_shape %m [[0, 1]] : memref<3x5xf32> into memref<12xf32>
  return
}

// -----

func @gaps(%m: memref<3x4xf32, strided<[8, 1]>>) {
  // expected-error@+1 {{'std.memref_collapse_shape' op collapses dimensions whose elements do not lie at equal distances in 'memref<3x4xf32, offset: 0, strides: [8, 1]>'}}
  %0 = memref_collapse_shape %m [[0, 1]] : memref<3x4xf32, strided<[8, 1]>> into memref<12xf32>
  return
}

// -----

func @layout(%m: memref<12xf32, strided<[2]>>) {
  // expected-error@+1 {{'std.memref_expand_shape' op expected a result of strides [8, 2] and offset 0, found 'memref<3x4xf32>'}}
  %0 = memref_expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xf32, strided<[2]>> into memref<3x4xf32>
  return
}

// -----

func @sizes(%m: memref<?xf32>, %n: index) {
  // expected-error@+1 {{'std.memref_expand_shape' op expected the sizes of the result's type, 'memref<?x4xf32>', in 'output_shape'}}
  %0 = memref_expand_shape %m [[0, 1]] output_shape [3, 4] : memref<?xf32> into memref<?x4xf32>
  return
}

// -----

func @values(%m: memref<12xf32>, %n: index) {
  // expected-error@+1 {{expected the numbers of dimensions}}
  %0 = memref_expand_shape %m [[0, %n]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  return
}
