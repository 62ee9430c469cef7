// The number of elements is a loop that multiplies extents, as by mlir-opt.
// RUN: mlir-opt %s --shape-to-shape-lowering -canonicalize -cse > %t
// RUN: mlir-lite-opt %s --shape-to-shape-lowering -canonicalize -cse --spelling=upstream | diff %t -

func.func @of_tensor(%s: tensor<?xindex>) -> index {
  %0 = shape.num_elements %s : tensor<?xindex> -> index
  return %0 : index
}
func.func @of_shape(%s: !shape.shape) -> !shape.size {
  %0 = shape.num_elements %s : !shape.shape -> !shape.size
  return %0 : !shape.size
}
func.func @as_size(%s: tensor<?xindex>) -> !shape.size {
  %0 = shape.num_elements %s : tensor<?xindex> -> !shape.size
  return %0 : !shape.size
}
