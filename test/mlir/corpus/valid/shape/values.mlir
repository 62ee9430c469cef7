// Values of the dialect: sizes, shapes, their parts, and what has a shape.

func.func @sizes(%i: index, %s: !shape.size) -> (!shape.size, index) {
  %c10 = shape.const_size 10
  %0 = shape.index_to_size %i
  %1 = shape.add %0, %c10 : !shape.size, !shape.size -> !shape.size
  %2 = shape.mul %1, %i : !shape.size, index -> !shape.size
  %3 = shape.div %2, %s : !shape.size, !shape.size -> !shape.size
  %4 = shape.max %3, %s : !shape.size, !shape.size -> !shape.size
  %5 = shape.min %4, %c10 : !shape.size, !shape.size -> !shape.size
  %6 = shape.size_to_index %5 : !shape.size
  %7 = shape.size_to_index %i : index
  %8 = shape.add %6, %7 : index, index -> index
  %9 = shape.add %6, %7 {a} : index, index -> !shape.size
  %10 = shape.index_to_size %8
  return %10, %8 : !shape.size, index
}

func.func @constants() -> (!shape.shape, tensor<3xindex>, tensor<0xindex>, !shape.shape) {
  %0 = shape.const_shape [] : !shape.shape
  %1 = shape.const_shape [4, 5, 6] : tensor<3xindex>
  %2 = shape.const_shape [] : tensor<0xindex>
  %3 = shape.const_shape {a = 1 : i64} [1, -1, 0] : !shape.shape
  %c0 = shape.const_size 0
  return %0, %1, %2, %3 : !shape.shape, tensor<3xindex>, tensor<0xindex>, !shape.shape
}

func.func @of_values(%t: tensor<2x?xf32>, %u: tensor<*xi8>, %m: memref<?xf64>, %v: vector<4xi1>, %i: index, %s: !shape.size) {
  %0 = shape.shape_of %t : tensor<2x?xf32> -> tensor<2xindex>
  %1 = shape.shape_of %u : tensor<*xi8> -> tensor<?xindex>
  %2 = shape.shape_of %m : memref<?xf64> -> tensor<1xindex>
  %3 = shape.shape_of %v : vector<4xi1> -> tensor<?xindex>
  %4 = shape.shape_of %t : tensor<2x?xf32> -> !shape.shape
  %5 = shape.dim %t, %i : tensor<2x?xf32>, index -> index
  %6 = shape.dim %u, %s : tensor<*xi8>, !shape.size -> !shape.size
  %7 = shape.dim %m, %i : memref<?xf64>, index -> !shape.size
  %8 = shape.with_shape %t, %4 : tensor<2x?xf32>, !shape.shape
  %9 = shape.with_shape %8, %0 : !shape.value_shape, tensor<2xindex>
  %10 = shape.value_of %9 : tensor<2x?xf32>
  %11 = shape.value_of %8 : tensor<*xf32>
  %12 = shape.shape_of %9 : !shape.value_shape -> !shape.shape
  return
}

func.func @as_shapes(%t: tensor<?xindex>, %i: tensor<3xi32>, %v: !shape.value_shape) -> !shape.shape {
  %0 = shape.value_as_shape %t : tensor<?xindex> -> !shape.shape
  %1 = shape.value_as_shape %i : tensor<3xi32> -> tensor<3xindex>
  %2 = shape.value_as_shape %v : !shape.value_shape -> !shape.shape
  %3 = shape.from_extent_tensor %t : tensor<?xindex>
  %4 = shape.from_extent_tensor %1 : tensor<3xindex>
  %5 = shape.to_extent_tensor %4 : !shape.shape -> tensor<3xindex>
  %6 = shape.to_extent_tensor %t : tensor<?xindex> -> tensor<3xindex>
  %7 = "shape.debug_print"(%4) : (!shape.shape) -> !shape.shape
  %8 = shape.const_size 3
  %9 = "shape.debug_print"(%8) : (!shape.size) -> !shape.size
  return %7 : !shape.shape
}

func.func @extents(%a: index, %b: !shape.size, %t: tensor<?xindex>) -> !shape.size {
  %0 = shape.from_extents %a, %b : index, !shape.size
  %1 = shape.from_extents %a {b} : index
  %2 = shape.rank %0 : !shape.shape -> !shape.size
  %3 = shape.rank %t : tensor<?xindex> -> index
  %4 = shape.num_elements %0 : !shape.shape -> !shape.size
  %5 = shape.num_elements %t : tensor<?xindex> -> index
  %6 = shape.get_extent %0, %b : !shape.shape, !shape.size -> !shape.size
  %7 = shape.get_extent %t, %a : tensor<?xindex>, index -> index
  %8 = shape.concat %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  %9 = shape.concat %t, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %head, %tail = "shape.split_at"(%8, %a) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %head_0, %tail_1 = "shape.split_at"(%9, %b) : (tensor<?xindex>, !shape.size) -> (tensor<?xindex>, !shape.shape)
  %10 = shape.max %head, %tail : !shape.shape, !shape.shape -> !shape.shape
  %11 = shape.min %head, %tail : !shape.shape, !shape.shape -> !shape.shape
  %12 = shape.mul %a, %3 : index, index -> index
  %13 = shape.div %a, %12 : index, index -> index
  return %6 : !shape.size
}

func.func @loops(%shape: !shape.shape, %t: tensor<?xindex>, %init: !shape.size, %c: index) -> (!shape.size, index, index) {
  %0 = shape.reduce(%shape, %init) : !shape.shape -> !shape.size {
  ^bb0(%position: index, %extent: !shape.size, %product: !shape.size):
    %1 = shape.mul %extent, %product : !shape.size, !shape.size -> !shape.size
    shape.yield %1 : !shape.size
  }
  %2:2 = shape.reduce(%t, %c, %c) : tensor<?xindex> -> (index, index) {
  ^bb0(%position: index, %extent: index, %sum: index, %largest: index):
    %3 = arith.addi %extent, %sum : index
    shape.yield %3, %extent : index, index
  } {a = 1 : i64}
  return %0, %2#0, %2#1 : !shape.size, index, index
}
