// Shapes, sizes and constraints that fold or have another canonical form, and some that stay.

// add

func.func @add_1() -> !shape.size {
  %c1 = shape.const_size 1
  %c2 = shape.const_size 2
  %r = shape.add %c1, %c2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @add_2() -> index {
  %i1 = arith.constant 1 : index
  %i7 = arith.constant 7 : index
  %r = shape.add %i1, %i7 : index, index -> index
  return %r : index
}

func.func @add_3() -> !shape.size {
  %i1 = arith.constant 1 : index
  %i7 = arith.constant 7 : index
  %r = shape.add %i1, %i7 : index, index -> !shape.size
  return %r : !shape.size
}

func.func @add_4(%i: index) -> index {
  %i0 = arith.constant 0 : index
  %r = shape.add %i, %i0 : index, index -> index
  return %r : index
}

func.func @add_5(%i: index) -> index {
  %i0 = arith.constant 0 : index
  %r = shape.add %i0, %i : index, index -> index
  return %r : index
}

func.func @add_6(%i: index) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.add %i, %i1 : index, index -> index
  return %r : index
}

func.func @add_7(%i: index) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.add %i1, %i : index, index -> index
  return %r : index
}

func.func @add_8(%i: index, %j: index) -> index {
  %r = shape.add %i, %j : index, index -> index
  return %r : index
}

func.func @add_9(%z: !shape.size, %z2: !shape.size) -> !shape.size {
  %r = shape.add %z, %z2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @add_10(%z: !shape.size) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.add %z, %c1 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @add_11(%z: !shape.size) -> !shape.size {
  %i0 = arith.constant 0 : index
  %r = shape.add %i0, %z : index, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @add_12(%z: !shape.size) -> !shape.size {
  %i0 = arith.constant 0 : index
  %r = shape.add %z, %i0 : !shape.size, index -> !shape.size
  return %r : !shape.size
}

func.func @add_13(%i: index) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.add %i, %c1 : index, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @add_14(%i: index, %j: index) -> !shape.size {
  %r = shape.add %i, %j : index, index -> !shape.size
  return %r : !shape.size
}

func.func @add_15() -> index {
  %im7 = arith.constant -7 : index
  %i2 = arith.constant 2 : index
  %r = shape.add %im7, %i2 : index, index -> index
  return %r : index
}

func.func @add_16() -> index {
  %i7 = arith.constant 7 : index
  %im = arith.constant -1 : index
  %r = shape.add %i7, %im : index, index -> index
  return %r : index
}

// mul

func.func @mul_1() -> !shape.size {
  %c1 = shape.const_size 1
  %c2 = shape.const_size 2
  %r = shape.mul %c1, %c2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @mul_2() -> index {
  %i1 = arith.constant 1 : index
  %i7 = arith.constant 7 : index
  %r = shape.mul %i1, %i7 : index, index -> index
  return %r : index
}

func.func @mul_3() -> !shape.size {
  %i1 = arith.constant 1 : index
  %i7 = arith.constant 7 : index
  %r = shape.mul %i1, %i7 : index, index -> !shape.size
  return %r : !shape.size
}

func.func @mul_4(%i: index) -> index {
  %i0 = arith.constant 0 : index
  %r = shape.mul %i, %i0 : index, index -> index
  return %r : index
}

func.func @mul_5(%i: index) -> index {
  %i0 = arith.constant 0 : index
  %r = shape.mul %i0, %i : index, index -> index
  return %r : index
}

func.func @mul_6(%i: index) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.mul %i, %i1 : index, index -> index
  return %r : index
}

func.func @mul_7(%i: index) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.mul %i1, %i : index, index -> index
  return %r : index
}

func.func @mul_8(%i: index, %j: index) -> index {
  %r = shape.mul %i, %j : index, index -> index
  return %r : index
}

func.func @mul_9(%z: !shape.size, %z2: !shape.size) -> !shape.size {
  %r = shape.mul %z, %z2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @mul_10(%z: !shape.size) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.mul %z, %c1 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @mul_11(%z: !shape.size) -> !shape.size {
  %i0 = arith.constant 0 : index
  %r = shape.mul %i0, %z : index, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @mul_12(%z: !shape.size) -> !shape.size {
  %i0 = arith.constant 0 : index
  %r = shape.mul %z, %i0 : !shape.size, index -> !shape.size
  return %r : !shape.size
}

func.func @mul_13(%i: index) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.mul %i, %c1 : index, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @mul_14(%i: index) -> !shape.size {
  %i0 = arith.constant 0 : index
  %r = shape.mul %i, %i0 : index, index -> !shape.size
  return %r : !shape.size
}

func.func @mul_15(%i: index, %j: index) -> !shape.size {
  %r = shape.mul %i, %j : index, index -> !shape.size
  return %r : !shape.size
}

func.func @mul_16() -> index {
  %im7 = arith.constant -7 : index
  %i2 = arith.constant 2 : index
  %r = shape.mul %im7, %i2 : index, index -> index
  return %r : index
}

func.func @mul_17() -> index {
  %i7 = arith.constant 7 : index
  %im = arith.constant -1 : index
  %r = shape.mul %i7, %im : index, index -> index
  return %r : index
}

// div

func.func @div_1() -> !shape.size {
  %c1 = shape.const_size 1
  %c2 = shape.const_size 2
  %r = shape.div %c1, %c2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @div_2() -> index {
  %i1 = arith.constant 1 : index
  %i7 = arith.constant 7 : index
  %r = shape.div %i1, %i7 : index, index -> index
  return %r : index
}

func.func @div_3() -> !shape.size {
  %i1 = arith.constant 1 : index
  %i7 = arith.constant 7 : index
  %r = shape.div %i1, %i7 : index, index -> !shape.size
  return %r : !shape.size
}

func.func @div_4(%i: index) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.div %i, %i1 : index, index -> index
  return %r : index
}

func.func @div_5(%i: index) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.div %i1, %i : index, index -> index
  return %r : index
}

func.func @div_6(%i: index, %j: index) -> index {
  %r = shape.div %i, %j : index, index -> index
  return %r : index
}

func.func @div_7(%z: !shape.size, %z2: !shape.size) -> !shape.size {
  %r = shape.div %z, %z2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @div_8(%z: !shape.size) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.div %z, %c1 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @div_9(%i: index) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.div %i, %c1 : index, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @div_10(%i: index, %j: index) -> !shape.size {
  %r = shape.div %i, %j : index, index -> !shape.size
  return %r : !shape.size
}

func.func @div_11() -> index {
  %im7 = arith.constant -7 : index
  %i2 = arith.constant 2 : index
  %r = shape.div %im7, %i2 : index, index -> index
  return %r : index
}

func.func @div_12() -> index {
  %i7 = arith.constant 7 : index
  %im = arith.constant -1 : index
  %r = shape.div %i7, %im : index, index -> index
  return %r : index
}

// max

func.func @max_1(%z: !shape.size) -> !shape.size {
  %r = shape.max %z, %z : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @max_2(%z: !shape.size, %z2: !shape.size) -> !shape.size {
  %r = shape.max %z, %z2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @max_3() -> !shape.size {
  %c1 = shape.const_size 1
  %c2 = shape.const_size 2
  %r = shape.max %c1, %c2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @max_4(%sh: !shape.shape) -> !shape.shape {
  %r = shape.max %sh, %sh : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @max_5(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.shape {
  %r = shape.max %sh, %sh2 : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @max_6() -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.max %k12s, %k52s : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

// min

func.func @min_1(%z: !shape.size) -> !shape.size {
  %r = shape.min %z, %z : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @min_2(%z: !shape.size, %z2: !shape.size) -> !shape.size {
  %r = shape.min %z, %z2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @min_3() -> !shape.size {
  %c1 = shape.const_size 1
  %c2 = shape.const_size 2
  %r = shape.min %c1, %c2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @min_4(%sh: !shape.shape) -> !shape.shape {
  %r = shape.min %sh, %sh : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @min_5(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.shape {
  %r = shape.min %sh, %sh2 : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @min_6() -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.min %k12s, %k52s : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

// shape_of

func.func @shape_of_1(%t: tensor<2x3xf32>) -> tensor<2xindex> {
  %r = shape.shape_of %t : tensor<2x3xf32> -> tensor<2xindex>
  return %r : tensor<2xindex>
}

func.func @shape_of_2(%t: tensor<2x3xf32>) -> tensor<?xindex> {
  %r = shape.shape_of %t : tensor<2x3xf32> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @shape_of_3(%d: tensor<2x?xf32>) -> !shape.shape {
  %r = shape.shape_of %d : tensor<2x?xf32> -> !shape.shape
  return %r : !shape.shape
}

func.func @shape_of_4(%d: tensor<2x?xf32>) -> tensor<?xindex> {
  %r = shape.shape_of %d : tensor<2x?xf32> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @shape_of_5(%d: tensor<2x?xf32>) -> tensor<2xindex> {
  %r = shape.shape_of %d : tensor<2x?xf32> -> tensor<2xindex>
  return %r : tensor<2xindex>
}

func.func @shape_of_6(%m: memref<2xf32>) -> tensor<?xindex> {
  %r = shape.shape_of %m : memref<2xf32> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @shape_of_7(%u: tensor<*xf32>) -> !shape.shape {
  %r = shape.shape_of %u : tensor<*xf32> -> !shape.shape
  return %r : !shape.shape
}

func.func @shape_of_8(%u: tensor<*xf32>) -> tensor<?xindex> {
  %r = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @shape_of_9(%v: !shape.value_shape) -> !shape.shape {
  %r = shape.shape_of %v : !shape.value_shape -> !shape.shape
  return %r : !shape.shape
}

func.func @shape_of_10(%t: tensor<2x3xf32>, %sh: !shape.shape) -> !shape.shape {
  %q = shape.with_shape %t, %sh : tensor<2x3xf32>, !shape.shape
  %r = shape.shape_of %q : !shape.value_shape -> !shape.shape
  return %r : !shape.shape
}

// rank

func.func @rank_1(%b: tensor<?xindex>) -> index {
  %r = shape.rank %b : tensor<?xindex> -> index
  return %r : index
}

func.func @rank_2(%s: tensor<3xindex>) -> index {
  %r = shape.rank %s : tensor<3xindex> -> index
  return %r : index
}

func.func @rank_3(%sh: !shape.shape) -> !shape.size {
  %r = shape.rank %sh : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @rank_4() -> index {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.rank %k12 : tensor<2xindex> -> index
  return %r : index
}

func.func @rank_5() -> !shape.size {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.rank %k12s : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @rank_6() -> !shape.size {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.rank %k12 : tensor<2xindex> -> !shape.size
  return %r : !shape.size
}

func.func @rank_7() -> !shape.size {
  %ks = shape.const_shape [] : !shape.shape
  %r = shape.rank %ks : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @rank_8(%s: tensor<3xindex>) -> !shape.size {
  %r = shape.rank %s : tensor<3xindex> -> !shape.size
  return %r : !shape.size
}

func.func @rank_9() -> !shape.size {
  %q = shape.const_shape [4] : !shape.shape
  %r = shape.rank %q : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @rank_10(%d: tensor<2x?xf32>) -> !shape.size {
  %q = shape.shape_of %d : tensor<2x?xf32> -> !shape.shape
  %r = shape.rank %q : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @rank_11(%d: tensor<2x?xf32>) -> index {
  %q = shape.shape_of %d : tensor<2x?xf32> -> tensor<?xindex>
  %r = shape.rank %q : tensor<?xindex> -> index
  return %r : index
}

// num_elements

func.func @num_elements_1(%b: tensor<?xindex>) -> index {
  %r = shape.num_elements %b : tensor<?xindex> -> index
  return %r : index
}

func.func @num_elements_2(%s: tensor<3xindex>) -> index {
  %r = shape.num_elements %s : tensor<3xindex> -> index
  return %r : index
}

func.func @num_elements_3(%sh: !shape.shape) -> !shape.size {
  %r = shape.num_elements %sh : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @num_elements_4() -> index {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.num_elements %k12 : tensor<2xindex> -> index
  return %r : index
}

func.func @num_elements_5() -> !shape.size {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.num_elements %k12s : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @num_elements_6() -> !shape.size {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.num_elements %k12 : tensor<2xindex> -> !shape.size
  return %r : !shape.size
}

func.func @num_elements_7() -> !shape.size {
  %ks = shape.const_shape [] : !shape.shape
  %r = shape.num_elements %ks : !shape.shape -> !shape.size
  return %r : !shape.size
}

func.func @num_elements_8(%s: tensor<3xindex>) -> !shape.size {
  %r = shape.num_elements %s : tensor<3xindex> -> !shape.size
  return %r : !shape.size
}

// get_extent

func.func @get_extent_1(%b: tensor<?xindex>, %i: index) -> index {
  %r = shape.get_extent %b, %i : tensor<?xindex>, index -> index
  return %r : index
}

func.func @get_extent_2(%s: tensor<3xindex>) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.get_extent %s, %i1 : tensor<3xindex>, index -> index
  return %r : index
}

func.func @get_extent_3() -> index {
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %i1 = arith.constant 1 : index
  %r = shape.get_extent %k52, %i1 : tensor<2xindex>, index -> index
  return %r : index
}

func.func @get_extent_4() -> index {
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %i7 = arith.constant 7 : index
  %r = shape.get_extent %k52, %i7 : tensor<2xindex>, index -> index
  return %r : index
}

func.func @get_extent_5() -> !shape.size {
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %c1 = shape.const_size 1
  %r = shape.get_extent %k52, %c1 : tensor<2xindex>, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @get_extent_6() -> !shape.size {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %c1 = shape.const_size 1
  %r = shape.get_extent %k52s, %c1 : !shape.shape, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @get_extent_7(%sh: !shape.shape) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.get_extent %sh, %c1 : !shape.shape, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @get_extent_8(%i: index) -> !shape.size {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.get_extent %k52s, %i : !shape.shape, index -> !shape.size
  return %r : !shape.size
}

func.func @get_extent_9() -> !shape.size {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %i0 = arith.constant 0 : index
  %r = shape.get_extent %k52s, %i0 : !shape.shape, index -> !shape.size
  return %r : !shape.size
}

// dim

func.func @dim_1(%t: tensor<2x3xf32>) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.dim %t, %i1 : tensor<2x3xf32>, index -> index
  return %r : index
}

func.func @dim_2(%d: tensor<2x?xf32>) -> index {
  %i1 = arith.constant 1 : index
  %r = shape.dim %d, %i1 : tensor<2x?xf32>, index -> index
  return %r : index
}

func.func @dim_3(%d: tensor<2x?xf32>) -> index {
  %i0 = arith.constant 0 : index
  %r = shape.dim %d, %i0 : tensor<2x?xf32>, index -> index
  return %r : index
}

func.func @dim_4(%d: tensor<2x?xf32>) -> !shape.size {
  %i0 = arith.constant 0 : index
  %r = shape.dim %d, %i0 : tensor<2x?xf32>, index -> !shape.size
  return %r : !shape.size
}

func.func @dim_5(%t: tensor<2x3xf32>) -> !shape.size {
  %c1 = shape.const_size 1
  %r = shape.dim %t, %c1 : tensor<2x3xf32>, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @dim_6(%m: memref<2xf32>) -> index {
  %i0 = arith.constant 0 : index
  %r = shape.dim %m, %i0 : memref<2xf32>, index -> index
  return %r : index
}

func.func @dim_7(%u: tensor<*xf32>) -> index {
  %i0 = arith.constant 0 : index
  %r = shape.dim %u, %i0 : tensor<*xf32>, index -> index
  return %r : index
}

// from_extents

func.func @from_extents_1() -> !shape.shape {
  %c1 = shape.const_size 1
  %r = shape.from_extents %c1 : !shape.size
  return %r : !shape.shape
}

func.func @from_extents_2() -> !shape.shape {
  %c1 = shape.const_size 1
  %c2 = shape.const_size 2
  %r = shape.from_extents %c1, %c2 : !shape.size, !shape.size
  return %r : !shape.shape
}

func.func @from_extents_3(%i: index) -> !shape.shape {
  %c1 = shape.const_size 1
  %r = shape.from_extents %c1, %i : !shape.size, index
  return %r : !shape.shape
}

func.func @from_extents_4() -> !shape.shape {
  %i1 = arith.constant 1 : index
  %i7 = arith.constant 7 : index
  %r = shape.from_extents %i1, %i7 : index, index
  return %r : !shape.shape
}

func.func @from_extents_5(%z: !shape.size) -> !shape.shape {
  %r = shape.from_extents %z : !shape.size
  return %r : !shape.shape
}

// from_extent_tensor

func.func @from_extent_tensor_1(%b: tensor<?xindex>) -> !shape.shape {
  %r = shape.from_extent_tensor %b : tensor<?xindex>
  return %r : !shape.shape
}

func.func @from_extent_tensor_2() -> !shape.shape {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.from_extent_tensor %k12 : tensor<2xindex>
  return %r : !shape.shape
}

// to_extent_tensor

func.func @to_extent_tensor_1() -> tensor<2xindex> {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.to_extent_tensor %k12s : !shape.shape -> tensor<2xindex>
  return %r : tensor<2xindex>
}

func.func @to_extent_tensor_2(%sh: !shape.shape) -> tensor<?xindex> {
  %r = shape.to_extent_tensor %sh : !shape.shape -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @to_extent_tensor_3(%b: tensor<?xindex>) -> tensor<?xindex> {
  %r = shape.to_extent_tensor %b : tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @to_extent_tensor_4(%s: tensor<3xindex>) -> tensor<3xindex> {
  %r = shape.to_extent_tensor %s : tensor<3xindex> -> tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @to_extent_tensor_5() -> tensor<2xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.to_extent_tensor %k12 : tensor<2xindex> -> tensor<2xindex>
  return %r : tensor<2xindex>
}

// size_to_index

func.func @size_to_index_1() -> index {
  %c1 = shape.const_size 1
  %r = shape.size_to_index %c1 : !shape.size
  return %r : index
}

func.func @size_to_index_2(%z: !shape.size) -> index {
  %r = shape.size_to_index %z : !shape.size
  return %r : index
}

func.func @size_to_index_3(%i: index) -> index {
  %r = shape.size_to_index %i : index
  return %r : index
}

func.func @size_to_index_4() -> index {
  %i1 = arith.constant 1 : index
  %r = shape.size_to_index %i1 : index
  return %r : index
}

func.func @size_to_index_5(%i: index) -> index {
  %q = shape.index_to_size %i
  %r = shape.size_to_index %q : !shape.size
  return %r : index
}

// index_to_size

func.func @index_to_size_1(%i: index) -> !shape.size {
  %r = shape.index_to_size %i
  return %r : !shape.size
}

func.func @index_to_size_2() -> !shape.size {
  %i7 = arith.constant 7 : index
  %r = shape.index_to_size %i7
  return %r : !shape.size
}

func.func @index_to_size_3(%z: !shape.size) -> !shape.size {
  %q = shape.size_to_index %z : !shape.size
  %r = shape.index_to_size %q
  return %r : !shape.size
}

// concat

func.func @concat_1() -> tensor<4xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.concat %k12, %k52 : tensor<2xindex>, tensor<2xindex> -> tensor<4xindex>
  return %r : tensor<4xindex>
}

func.func @concat_2() -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.concat %k12s, %k52s : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @concat_3(%b: tensor<?xindex>, %s: tensor<3xindex>) -> tensor<?xindex> {
  %r = shape.concat %b, %s : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @concat_4() -> !shape.shape {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.concat %k12, %k52 : tensor<2xindex>, tensor<2xindex> -> !shape.shape
  return %r : !shape.shape
}

// split_at

func.func @split_at_1() -> (!shape.shape, !shape.shape) {
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %c1 = shape.const_size 1
  %r, %r2 = "shape.split_at"(%k52, %c1) : (tensor<2xindex>, !shape.size) -> (!shape.shape, !shape.shape)
  return %r, %r2 : !shape.shape, !shape.shape
}

func.func @split_at_2() -> (!shape.shape, !shape.shape) {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %i1 = arith.constant 1 : index
  %r, %r2 = "shape.split_at"(%k52s, %i1) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return %r, %r2 : !shape.shape, !shape.shape
}

func.func @split_at_3() -> (!shape.shape, !shape.shape) {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %im = arith.constant -1 : index
  %r, %r2 = "shape.split_at"(%k52s, %im) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return %r, %r2 : !shape.shape, !shape.shape
}

func.func @split_at_4() -> (!shape.shape, !shape.shape) {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %i7 = arith.constant 7 : index
  %r, %r2 = "shape.split_at"(%k52s, %i7) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return %r, %r2 : !shape.shape, !shape.shape
}

func.func @split_at_5(%sh: !shape.shape) -> (!shape.shape, !shape.shape) {
  %i1 = arith.constant 1 : index
  %r, %r2 = "shape.split_at"(%sh, %i1) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return %r, %r2 : !shape.shape, !shape.shape
}

func.func @split_at_6(%b: tensor<?xindex>, %i: index) -> (tensor<?xindex>, tensor<?xindex>) {
  %r, %r2 = "shape.split_at"(%b, %i) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %r, %r2 : tensor<?xindex>, tensor<?xindex>
}

func.func @split_at_7() -> (tensor<1xindex>, tensor<1xindex>) {
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %i1 = arith.constant 1 : index
  %r, %r2 = "shape.split_at"(%k52, %i1) : (tensor<2xindex>, index) -> (tensor<1xindex>, tensor<1xindex>)
  return %r, %r2 : tensor<1xindex>, tensor<1xindex>
}

// shape_eq

func.func @shape_eq_1() -> i1 {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.shape_eq %k12, %k12 : tensor<2xindex>, tensor<2xindex>
  return %r : i1
}

func.func @shape_eq_2() -> i1 {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.shape_eq %k12, %k52 : tensor<2xindex>, tensor<2xindex>
  return %r : i1
}

func.func @shape_eq_3() -> i1 {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.shape_eq %k12s, %k52s : !shape.shape, !shape.shape
  return %r : i1
}

func.func @shape_eq_4(%sh: !shape.shape) -> i1 {
  %r = shape.shape_eq %sh, %sh : !shape.shape, !shape.shape
  return %r : i1
}

func.func @shape_eq_5(%sh: !shape.shape, %sh2: !shape.shape) -> i1 {
  %r = shape.shape_eq %sh, %sh2 : !shape.shape, !shape.shape
  return %r : i1
}

func.func @shape_eq_6(%b: tensor<?xindex>, %s: tensor<3xindex>) -> i1 {
  %r = shape.shape_eq %b, %s : tensor<?xindex>, tensor<3xindex>
  return %r : i1
}

func.func @shape_eq_7(%sh: !shape.shape) -> i1 {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.shape_eq %k12s, %sh : !shape.shape, !shape.shape
  return %r : i1
}

func.func @shape_eq_8() -> i1 {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.shape_eq %k12, %k12s : tensor<2xindex>, !shape.shape
  return %r : i1
}

func.func @shape_eq_9(%sh: !shape.shape) -> i1 {
  %r = shape.shape_eq %sh : !shape.shape
  return %r : i1
}

// cstr_eq

func.func @cstr_eq_1() -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.cstr_eq %k12, %k12 : tensor<2xindex>, tensor<2xindex>
  return %r : !shape.witness
}

func.func @cstr_eq_2() -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.cstr_eq %k12, %k52 : tensor<2xindex>, tensor<2xindex>
  return %r : !shape.witness
}

func.func @cstr_eq_3() -> !shape.witness {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.cstr_eq %k12s, %k52s : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_eq_4(%sh: !shape.shape) -> !shape.witness {
  %r = shape.cstr_eq %sh, %sh : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_eq_5(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.witness {
  %r = shape.cstr_eq %sh, %sh2 : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_eq_6(%b: tensor<?xindex>, %s: tensor<3xindex>) -> !shape.witness {
  %r = shape.cstr_eq %b, %s : tensor<?xindex>, tensor<3xindex>
  return %r : !shape.witness
}

func.func @cstr_eq_7(%sh: !shape.shape) -> !shape.witness {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.cstr_eq %k12s, %sh : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_eq_8() -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.cstr_eq %k12, %k12s : tensor<2xindex>, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_eq_9(%sh: !shape.shape) -> !shape.witness {
  %r = shape.cstr_eq %sh : !shape.shape
  return %r : !shape.witness
}

func.func @cstr_eq_10(%t: tensor<2x3xf32>) -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %q = shape.shape_of %t : tensor<2x3xf32> -> tensor<2xindex>
  %r = shape.cstr_eq %q, %k12 : tensor<2xindex>, tensor<2xindex>
  return %r : !shape.witness
}

// is_broadcastable

func.func @is_broadcastable_1() -> i1 {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.is_broadcastable %k12, %k12 : tensor<2xindex>, tensor<2xindex>
  return %r : i1
}

func.func @is_broadcastable_2() -> i1 {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.is_broadcastable %k12, %k52 : tensor<2xindex>, tensor<2xindex>
  return %r : i1
}

func.func @is_broadcastable_3() -> i1 {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.is_broadcastable %k12s, %k52s : !shape.shape, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_4() -> i1 {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %k62s = shape.const_shape [6, 2] : !shape.shape
  %r = shape.is_broadcastable %k52s, %k62s : !shape.shape, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_5(%sh: !shape.shape) -> i1 {
  %r = shape.is_broadcastable %sh, %sh : !shape.shape, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_6(%sh: !shape.shape, %sh2: !shape.shape) -> i1 {
  %r = shape.is_broadcastable %sh, %sh2 : !shape.shape, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_7(%b: tensor<?xindex>, %s: tensor<3xindex>) -> i1 {
  %r = shape.is_broadcastable %b, %s : tensor<?xindex>, tensor<3xindex>
  return %r : i1
}

func.func @is_broadcastable_8(%sh: !shape.shape) -> i1 {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.is_broadcastable %k12s, %sh : !shape.shape, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_9(%sh: !shape.shape) -> i1 {
  %ks = shape.const_shape [] : !shape.shape
  %r = shape.is_broadcastable %ks, %sh : !shape.shape, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_10(%b: tensor<?xindex>) -> i1 {
  %ke = shape.const_shape [] : tensor<0xindex>
  %r = shape.is_broadcastable %ke, %b : tensor<0xindex>, tensor<?xindex>
  return %r : i1
}

func.func @is_broadcastable_11(%e: tensor<0xindex>, %b: tensor<?xindex>) -> i1 {
  %r = shape.is_broadcastable %e, %b : tensor<0xindex>, tensor<?xindex>
  return %r : i1
}

func.func @is_broadcastable_12(%sh: !shape.shape, %sh2: !shape.shape) -> i1 {
  %r = shape.is_broadcastable %sh, %sh, %sh2 : !shape.shape, !shape.shape, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_13(%b: tensor<?xindex>, %s: tensor<3xindex>) -> i1 {
  %ke = shape.const_shape [] : tensor<0xindex>
  %r = shape.is_broadcastable %ke, %b, %s : tensor<0xindex>, tensor<?xindex>, tensor<3xindex>
  return %r : i1
}

func.func @is_broadcastable_14() -> i1 {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k3 = shape.const_shape [3] : tensor<1xindex>
  %r = shape.is_broadcastable %k12, %k3 : tensor<2xindex>, tensor<1xindex>
  return %r : i1
}

func.func @is_broadcastable_15() -> i1 {
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %k3 = shape.const_shape [3] : tensor<1xindex>
  %r = shape.is_broadcastable %k52, %k3 : tensor<2xindex>, tensor<1xindex>
  return %r : i1
}

func.func @is_broadcastable_16() -> i1 {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.is_broadcastable %k12, %k52, %k52s : tensor<2xindex>, tensor<2xindex>, !shape.shape
  return %r : i1
}

func.func @is_broadcastable_17(%sh: !shape.shape) -> i1 {
  %r = shape.is_broadcastable %sh : !shape.shape
  return %r : i1
}

// cstr_broadcastable

func.func @cstr_broadcastable_1() -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.cstr_broadcastable %k12, %k12 : tensor<2xindex>, tensor<2xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_2() -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.cstr_broadcastable %k12, %k52 : tensor<2xindex>, tensor<2xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_3() -> !shape.witness {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.cstr_broadcastable %k12s, %k52s : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_broadcastable_4() -> !shape.witness {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %k62s = shape.const_shape [6, 2] : !shape.shape
  %r = shape.cstr_broadcastable %k52s, %k62s : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_broadcastable_5(%sh: !shape.shape) -> !shape.witness {
  %r = shape.cstr_broadcastable %sh, %sh : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_broadcastable_6(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.witness {
  %r = shape.cstr_broadcastable %sh, %sh2 : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_broadcastable_7(%b: tensor<?xindex>, %s: tensor<3xindex>) -> !shape.witness {
  %r = shape.cstr_broadcastable %b, %s : tensor<?xindex>, tensor<3xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_8(%sh: !shape.shape) -> !shape.witness {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.cstr_broadcastable %k12s, %sh : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_broadcastable_9(%sh: !shape.shape) -> !shape.witness {
  %ks = shape.const_shape [] : !shape.shape
  %r = shape.cstr_broadcastable %ks, %sh : !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_broadcastable_10(%b: tensor<?xindex>) -> !shape.witness {
  %ke = shape.const_shape [] : tensor<0xindex>
  %r = shape.cstr_broadcastable %ke, %b : tensor<0xindex>, tensor<?xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_11(%e: tensor<0xindex>, %b: tensor<?xindex>) -> !shape.witness {
  %r = shape.cstr_broadcastable %e, %b : tensor<0xindex>, tensor<?xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_12(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.witness {
  %r = shape.cstr_broadcastable %sh, %sh, %sh2 : !shape.shape, !shape.shape, !shape.shape
  return %r : !shape.witness
}

func.func @cstr_broadcastable_13(%b: tensor<?xindex>, %s: tensor<3xindex>) -> !shape.witness {
  %ke = shape.const_shape [] : tensor<0xindex>
  %r = shape.cstr_broadcastable %ke, %b, %s : tensor<0xindex>, tensor<?xindex>, tensor<3xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_14() -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k3 = shape.const_shape [3] : tensor<1xindex>
  %r = shape.cstr_broadcastable %k12, %k3 : tensor<2xindex>, tensor<1xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_15() -> !shape.witness {
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %k3 = shape.const_shape [3] : tensor<1xindex>
  %r = shape.cstr_broadcastable %k52, %k3 : tensor<2xindex>, tensor<1xindex>
  return %r : !shape.witness
}

func.func @cstr_broadcastable_16() -> !shape.witness {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.cstr_broadcastable %k12, %k52, %k52s : tensor<2xindex>, tensor<2xindex>, !shape.shape
  return %r : !shape.witness
}

// broadcast

func.func @broadcast_1() -> tensor<2xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.broadcast %k12, %k52 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %r : tensor<2xindex>
}

func.func @broadcast_2() -> !shape.shape {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.broadcast %k12, %k52 : tensor<2xindex>, tensor<2xindex> -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_3() -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.broadcast %k12s, %k52s : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_4() -> !shape.shape {
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %k62s = shape.const_shape [6, 2] : !shape.shape
  %r = shape.broadcast %k52s, %k62s : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_5(%sh: !shape.shape) -> !shape.shape {
  %r = shape.broadcast %sh : !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_6(%b: tensor<?xindex>) -> !shape.shape {
  %r = shape.broadcast %b : tensor<?xindex> -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_7(%s: tensor<3xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %s : tensor<3xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_8(%s: tensor<3xindex>) -> tensor<3xindex> {
  %r = shape.broadcast %s : tensor<3xindex> -> tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @broadcast_9(%sh: !shape.shape) -> !shape.shape {
  %r = shape.broadcast %sh, %sh : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_10(%b: tensor<?xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %b, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_11(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.shape {
  %r = shape.broadcast %sh, %sh2 : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_12(%b: tensor<?xindex>, %s: tensor<3xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %b, %s : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_13(%s: tensor<3xindex>) -> tensor<?xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.broadcast %s, %k12 : tensor<3xindex>, tensor<2xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_14(%s: tensor<3xindex>) -> tensor<3xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.broadcast %s, %k12 : tensor<3xindex>, tensor<2xindex> -> tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @broadcast_15(%b: tensor<?xindex>) -> tensor<?xindex> {
  %ke = shape.const_shape [] : tensor<0xindex>
  %r = shape.broadcast %ke, %b : tensor<0xindex>, tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_16(%sh: !shape.shape) -> !shape.shape {
  %ks = shape.const_shape [] : !shape.shape
  %r = shape.broadcast %ks, %sh : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_17(%sh: !shape.shape) -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %k52s = shape.const_shape [5, 2] : !shape.shape
  %r = shape.broadcast %k12s, %sh, %k52s : !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_18(%b: tensor<?xindex>) -> tensor<?xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %k52 = shape.const_shape [5, 2] : tensor<2xindex>
  %r = shape.broadcast %k12, %b, %k52 : tensor<2xindex>, tensor<?xindex>, tensor<2xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_19(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.shape {
  %r = shape.broadcast %sh, %sh2, %sh : !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_20(%e: tensor<0xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %e, %b : tensor<0xindex>, tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_21(%s: tensor<3xindex>) -> tensor<?xindex> {
  %r = shape.broadcast %s, %s, %s : tensor<3xindex>, tensor<3xindex>, tensor<3xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @broadcast_22(%sh: !shape.shape) -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.broadcast %k12s, %sh : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @broadcast_23(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.shape {
  %r = shape.broadcast %sh, %sh, %sh2 {error = "x"} : !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

// any

func.func @any_1(%sh: !shape.shape) -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.any %k12s, %sh : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @any_2(%sh: !shape.shape) -> !shape.shape {
  %k12s = shape.const_shape [1, 2] : !shape.shape
  %r = shape.any %sh, %k12s : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @any_3(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.shape {
  %r = shape.any %sh, %sh2 : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @any_4(%sh: !shape.shape) -> !shape.shape {
  %r = shape.any %sh : !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @any_5(%b: tensor<?xindex>, %s: tensor<3xindex>) -> tensor<?xindex> {
  %r = shape.any %b, %s : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// meet

func.func @meet_1() -> tensor<2xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = shape.meet %k12, %k12 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %r : tensor<2xindex>
}

func.func @meet_2(%sh: !shape.shape, %sh2: !shape.shape) -> !shape.shape {
  %r = shape.meet %sh, %sh2 : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @meet_3(%sh: !shape.shape) -> !shape.shape {
  %r = shape.meet %sh, %sh : !shape.shape, !shape.shape -> !shape.shape
  return %r : !shape.shape
}

func.func @meet_4(%i: index, %j: index) -> index {
  %r = shape.meet %i, %j : index, index -> index
  return %r : index
}

func.func @meet_5(%z: !shape.size, %z2: !shape.size) -> !shape.size {
  %r = shape.meet %z, %z2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

func.func @meet_6() -> !shape.size {
  %c1 = shape.const_size 1
  %c2 = shape.const_size 2
  %r = shape.meet %c1, %c2 : !shape.size, !shape.size -> !shape.size
  return %r : !shape.size
}

// assuming_all

func.func @assuming_all_1(%w: !shape.witness) -> !shape.witness {
  %r = shape.assuming_all %w
  return %r : !shape.witness
}

func.func @assuming_all_2(%w: !shape.witness, %w2: !shape.witness) -> !shape.witness {
  %r = shape.assuming_all %w, %w2
  return %r : !shape.witness
}

func.func @assuming_all_3(%w: !shape.witness) -> !shape.witness {
  %r = shape.assuming_all %w, %w
  return %r : !shape.witness
}

func.func @assuming_all_4(%w: !shape.witness) -> !shape.witness {
  %wt = shape.const_witness true
  %r = shape.assuming_all %wt, %w
  return %r : !shape.witness
}

func.func @assuming_all_5(%w: !shape.witness) -> !shape.witness {
  %wf = shape.const_witness false
  %r = shape.assuming_all %wf, %w
  return %r : !shape.witness
}

func.func @assuming_all_6() -> !shape.witness {
  %wt = shape.const_witness true
  %r = shape.assuming_all %wt, %wt
  return %r : !shape.witness
}

func.func @assuming_all_7(%w: !shape.witness, %w2: !shape.witness) -> !shape.witness {
  %q = shape.assuming_all %w, %w2
  %r = shape.assuming_all %q, %w
  return %r : !shape.witness
}

func.func @assuming_all_8(%sh: !shape.shape, %sh2: !shape.shape, %b: tensor<?xindex>) -> !shape.witness {
  %q = shape.cstr_broadcastable %sh, %sh2 : !shape.shape, !shape.shape
  %q2 = shape.cstr_broadcastable %sh, %sh2, %b : !shape.shape, !shape.shape, tensor<?xindex>
  %r = shape.assuming_all %q, %q2
  return %r : !shape.witness
}

func.func @assuming_all_9(%sh: !shape.shape, %sh2: !shape.shape, %b: tensor<?xindex>) -> !shape.witness {
  %q = shape.cstr_eq %sh, %sh2 : !shape.shape, !shape.shape
  %q2 = shape.cstr_eq %sh2, %b : !shape.shape, tensor<?xindex>
  %r = shape.assuming_all %q, %q2
  return %r : !shape.witness
}

func.func @assuming_all_10(%sh: !shape.shape, %sh2: !shape.shape, %s: tensor<3xindex>, %b: tensor<?xindex>) -> !shape.witness {
  %q = shape.cstr_eq %sh, %sh2 : !shape.shape, !shape.shape
  %q2 = shape.cstr_eq %s, %b : tensor<3xindex>, tensor<?xindex>
  %r = shape.assuming_all %q, %q2
  return %r : !shape.witness
}

// cstr_require

func.func @cstr_require_1(%p: i1) -> !shape.witness {
  %r = shape.cstr_require %p, "msg"
  return %r : !shape.witness
}

func.func @cstr_require_2() -> !shape.witness {
  %true = arith.constant true
  %r = shape.cstr_require %true, "msg"
  return %r : !shape.witness
}

func.func @cstr_require_3() -> !shape.witness {
  %false = arith.constant false
  %r = shape.cstr_require %false, "msg"
  return %r : !shape.witness
}

// assuming

func.func @assuming_1(%w: !shape.witness, %i: index) -> index {
  %r = shape.assuming %w -> (index) {
    func.call @none() : () -> ()
    shape.assuming_yield %i : index
  }
  return %r : index
}

func.func @assuming_2(%i: index) -> index {
  %wt = shape.const_witness true
  %r = shape.assuming %wt -> (index) {
    func.call @none() : () -> ()
    shape.assuming_yield %i : index
  }
  return %r : index
}

func.func @assuming_3(%w: !shape.witness) -> index {
  %r:2 = shape.assuming %w -> (index, index) {
    %y:2 = func.call @two() : () -> (index, index)
    shape.assuming_yield %y#0, %y#1 : index, index
  }
  return %r#0 : index
}

func.func @assuming_4(%w: !shape.witness) -> index {
  shape.assuming %w {
    func.call @none() : () -> ()
  }
  %r = arith.constant 1 : index
  return %r : index
}

func.func @assuming_5() -> index {
  %wt = shape.const_witness true
  shape.assuming %wt {
    func.call @none() : () -> ()
  }
  %r = arith.constant 1 : index
  return %r : index
}

// of_std

func.func @of_std_1(%d: tensor<2x?xf32>) -> index {
  %i1 = arith.constant 1 : index
  %q = shape.shape_of %d : tensor<2x?xf32> -> tensor<2xindex>
  %r = tensor.extract %q[%i1] : tensor<2xindex>
  return %r : index
}

func.func @of_std_2(%d: tensor<2x?xf32>, %i: index) -> index {
  %q = shape.shape_of %d : tensor<2x?xf32> -> tensor<?xindex>
  %r = tensor.extract %q[%i] : tensor<?xindex>
  return %r : index
}

func.func @of_std_3(%d: tensor<2x?xf32>) -> tensor<?xindex> {
  %q = shape.shape_of %d : tensor<2x?xf32> -> tensor<2xindex>
  %r = tensor.cast %q : tensor<2xindex> to tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @of_std_4(%d: tensor<2x?xf32>) -> tensor<2xindex> {
  %q = shape.shape_of %d : tensor<2x?xf32> -> tensor<?xindex>
  %r = tensor.cast %q : tensor<?xindex> to tensor<2xindex>
  return %r : tensor<2xindex>
}

func.func @of_std_5() -> tensor<?xindex> {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %r = tensor.cast %k12 : tensor<2xindex> to tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @of_std_6(%s: tensor<3xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %q = tensor.cast %s : tensor<3xindex> to tensor<?xindex>
  %r = shape.broadcast %q, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

func.func @of_std_7(%s: tensor<3xindex>, %b: tensor<?xindex>) -> !shape.witness {
  %q = tensor.cast %s : tensor<3xindex> to tensor<?xindex>
  %r = shape.cstr_broadcastable %q, %b : tensor<?xindex>, tensor<?xindex>
  return %r : !shape.witness
}

// with_shape

func.func @with_shape_1(%t: tensor<2x3xf32>, %sh: !shape.shape) -> !shape.value_shape {
  %r = shape.with_shape %t, %sh : tensor<2x3xf32>, !shape.shape
  return %r : !shape.value_shape
}

// value_of

func.func @value_of_1(%t: tensor<2x3xf32>, %sh: !shape.shape) -> tensor<2x3xf32> {
  %q = shape.with_shape %t, %sh : tensor<2x3xf32>, !shape.shape
  %r = shape.value_of %q : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// value_as_shape

func.func @value_as_shape_1(%b: tensor<?xindex>) -> !shape.shape {
  %r = shape.value_as_shape %b : tensor<?xindex> -> !shape.shape
  return %r : !shape.shape
}

// debug_print

func.func @debug_print_1(%sh: !shape.shape) -> !shape.shape {
  %r = "shape.debug_print"(%sh) : (!shape.shape) -> !shape.shape
  return %r : !shape.shape
}

// reduce

func.func @reduce_1(%b: tensor<?xindex>, %i: index) -> index {
  %r = shape.reduce(%b, %i) : tensor<?xindex> -> index {
  ^bb0(%x: index, %y: index, %a: index):
    %n = shape.mul %y, %a : index, index -> index
    shape.yield %n : index
  }
  return %r : index
}

func.func @reduce_2() -> index {
  %k12 = shape.const_shape [1, 2] : tensor<2xindex>
  %i1 = arith.constant 1 : index
  %r = shape.reduce(%k12, %i1) : tensor<2xindex> -> index {
  ^bb0(%x: index, %y: index, %a: index):
    %n = shape.mul %y, %a : index, index -> index
    shape.yield %n : index
  }
  return %r : index
}

func.func private @none()
func.func private @two() -> (index, index)
