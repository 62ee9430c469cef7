// Dimensions of memory split and joined.

func.func @plain(%m: memref<6x?xf32>, %n: index) -> memref<6x?xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [2, 3, %n, 4] : memref<6x?xf32> into memref<2x3x?x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2, 3]] : memref<2x3x?x4xf32> into memref<6x?xf32>
  return %1 : memref<6x?xf32>
}

func.func @layouts(%m: memref<?x12xf32, strided<[24, 2], offset: ?>>, %n: index) -> memref<?x12xf32, strided<[24, 2], offset: ?>> {
  %0 = memref.expand_shape %m [[0], [1, 2]] output_shape [%n, 3, 4] {tag = "x"} : memref<?x12xf32, strided<[24, 2], offset: ?>> into memref<?x3x4xf32, strided<[24, 8, 2], offset: ?>>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] {tag = "x"} : memref<?x3x4xf32, strided<[24, 8, 2], offset: ?>> into memref<?x12xf32, strided<[24, 2], offset: ?>>
  return %1 : memref<?x12xf32, strided<[24, 2], offset: ?>>
}

func.func @no_dimensions(%m: memref<i64>) -> memref<i64> {
  %0 = memref.expand_shape %m [] output_shape [1, 1] : memref<i64> into memref<1x1xi64>
  %1 = memref.collapse_shape %0 [] : memref<1x1xi64> into memref<i64>
  return %1 : memref<i64>
}

func.func @spaces(%m: memref<2x1x4xf32, 1>) -> memref<8xf32, 1> {
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<2x1x4xf32, 1> into memref<8xf32, 1>
  return %0 : memref<8xf32, 1>
}

func.func @gaps_of_one(%m: memref<4x1xf32, strided<[2, 7]>>) -> memref<4xf32, strided<[2]>> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x1xf32, strided<[2, 7]>> into memref<4xf32, strided<[2]>>
  return %0 : memref<4xf32, strided<[2]>>
}
