// affine.apply, affine.min and affine.max.

func.func @apply(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
  return %0 : index
}

func.func @apply_with_attributes(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i) {tag = "x"}
  return %0 : index
}

func.func @min(%i: index, %n: index) -> index {
  %0 = affine.min affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>(%i)[%n]
  return %0 : index
}

func.func @max(%i: index, %n: index) -> index {
  %0 = affine.max affine_map<(d0)[s0] -> (1000, d0 + 512, s0)>(%i)[%n]
  return %0 : index
}

func.func @of_one_result(%i: index) -> (index, index) {
  %0 = affine.min affine_map<(d0) -> (d0 floordiv 2)>(%i)
  %1 = affine.max affine_map<(d0) -> (d0 ceildiv 2)>(%i) {a}
  return %0, %1 : index, index
}

func.func @chain(%n: index) -> index {
  %c8 = arith.constant 8 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 ceildiv 8)>()[%n]
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%0)[%c8]
  %2 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%1)[%n]
  return %2 : index
}

func.func @delinearize(%i: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (16, 224, 224) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

func.func @delinearize_dynamic(%i: index, %n: index, %m: index) -> (index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 4, %m) : index, index, index
  %1:2 = affine.delinearize_index %i into (8) : index, index
  return %0#1, %1#0 : index, index
}

func.func @linearize(%i: index, %j: index, %n: index) -> index {
  %0 = affine.linearize_index [%i, %j] by (4, 8) : index
  %1 = affine.linearize_index disjoint [%0, %j] by (%n, 8) : index
  %2 = affine.linearize_index [%1, %j] by (8) : index
  return %2 : index
}
