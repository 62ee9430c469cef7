// Shapes that are tensors of extents become arithmetic, loops and tensors, as by mlir-opt: the same lines, whatever the order
// of constants. What may be an error stays.
// RUN: mlir-opt %s --shape-to-shape-lowering --convert-shape-to-std -canonicalize -cse | LC_ALL=C sort > %t
// RUN: mlir-lite-opt %s --shape-to-shape-lowering --convert-shape-to-std -canonicalize -cse --spelling=upstream | LC_ALL=C sort | diff %t -

func.func @arithmetic(%a: index, %b: index) -> index {
  %0 = shape.add %a, %b : index, index -> index
  %1 = shape.mul %0, %b : index, index -> index
  return %1 : index
}
func.func @errors(%a: !shape.size, %b: index, %s: !shape.shape) -> (!shape.size, !shape.shape, !shape.witness) {
  %0 = shape.add %a, %b : !shape.size, index -> !shape.size
  %1 = shape.get_extent %s, %a : !shape.shape, !shape.size -> !shape.size
  %2 = shape.mul %0, %1 : !shape.size, !shape.size -> !shape.size
  %3 = shape.broadcast %s, %s, %s : !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  %4 = shape.max %3, %s : !shape.shape, !shape.shape -> !shape.shape
  %5 = shape.cstr_eq %4, %s : !shape.shape, !shape.shape
  return %2, %4, %5 : !shape.size, !shape.shape, !shape.witness
}
func.func @of_values(%t: tensor<2x?x?xf32>, %u: tensor<*xf32>, %i: index) -> (tensor<3xindex>, tensor<?xindex>, index, index, index) {
  %0 = shape.shape_of %t : tensor<2x?x?xf32> -> tensor<3xindex>
  %1 = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  %2 = shape.dim %t, %i : tensor<2x?x?xf32>, index -> index
  %3 = shape.get_extent %0, %i : tensor<3xindex>, index -> index
  %4 = shape.get_extent %1, %i : tensor<?xindex>, index -> index
  return %0, %1, %2, %3, %4 : tensor<3xindex>, tensor<?xindex>, index, index, index
}
func.func @parts(%s: tensor<?xindex>, %i: index) -> (index, index, index, tensor<?xindex>, tensor<?xindex>) {
  %0 = shape.rank %s : tensor<?xindex> -> index
  %1 = shape.num_elements %s : tensor<?xindex> -> index
  %2 = shape.get_extent %s, %i : tensor<?xindex>, index -> index
  %3, %4 = "shape.split_at"(%s, %i) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %0, %1, %2, %3, %4 : index, index, index, tensor<?xindex>, tensor<?xindex>
}
func.func @cast(%s: tensor<3xindex>) -> tensor<?xindex> {
  %0 = shape.to_extent_tensor %s : tensor<3xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
func.func @constant() -> tensor<3xindex> {
  %0 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  return %0 : tensor<3xindex>
}
func.func @broadcast(%a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %0 = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
func.func @any(%a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {
  %0 = shape.any %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
func.func @is_broadcastable(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>) -> i1 {
  %0 = shape.is_broadcastable %a, %b, %c : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  return %0 : i1
}
func.func @equal(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>) -> i1 {
  %0 = shape.shape_eq %a, %b, %c : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  return %0 : i1
}
func.func @equal_alone(%a: tensor<?xindex>) -> i1 {
  %0 = shape.shape_eq %a : tensor<?xindex>
  return %0 : i1
}
func.func @reduce(%s: tensor<?xindex>, %a: index, %b: index) -> (index, index) {
  %0:2 = shape.reduce(%s, %a, %b) : tensor<?xindex> -> (index, index) {
  ^bb0(%at: index, %extent: index, %sum: index, %last: index):
    %1 = arith.addi %sum, %extent : index
    %2 = arith.muli %1, %at : index
    shape.yield %2, %extent : index, index
  }
  return %0#0, %0#1 : index, index
}
func.func @constraints(%a: tensor<?xindex>, %b: tensor<?xindex>) -> (!shape.witness, !shape.witness) {
  %0 = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  return %0, %1 : !shape.witness, !shape.witness
}
