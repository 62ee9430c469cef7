// What shapes have in common, constraints on them, and what relies on the constraints.

func.func @combined(%a: !shape.shape, %b: !shape.shape, %s: tensor<3xindex>, %t: tensor<?xindex>, %i: index, %z: !shape.size) {
  %0 = shape.broadcast %a, %b : !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.broadcast %s, %t, %s : tensor<3xindex>, tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  %2 = shape.broadcast %a {error = "sizes differ"} : !shape.shape -> !shape.shape
  %3 = shape.is_broadcastable %a, %b, %t : !shape.shape, !shape.shape, tensor<?xindex>
  %4 = shape.is_broadcastable %s : tensor<3xindex>
  %5 = shape.shape_eq %a, %t : !shape.shape, tensor<?xindex>
  %6 = shape.shape_eq %a, %b, %a : !shape.shape, !shape.shape, !shape.shape
  %7 = shape.any %a, %t : !shape.shape, tensor<?xindex> -> !shape.shape
  %8 = shape.any %s, %t : tensor<3xindex>, tensor<?xindex> -> tensor<?xindex>
  %9 = shape.meet %a, %t : !shape.shape, tensor<?xindex> -> !shape.shape
  %10 = shape.meet %s, %t : tensor<3xindex>, tensor<?xindex> -> tensor<?xindex>
  %11 = shape.meet %s, %s : tensor<3xindex>, tensor<3xindex> -> tensor<?xindex>
  %12 = shape.meet %i, %z, error = "a batch has one size" : index, !shape.size -> !shape.size
  %13 = shape.meet %i, %i : index, index -> index
  return
}

func.func @constraints(%a: !shape.shape, %b: !shape.shape, %t: tensor<?xindex>, %p: i1) -> !shape.witness {
  %0 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  %1 = shape.cstr_eq %a, %b, %t : !shape.shape, !shape.shape, tensor<?xindex>
  %2 = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
  %3 = shape.cstr_broadcastable %a, %b, %t : !shape.shape, !shape.shape, tensor<?xindex>
  %4 = shape.cstr_require %p, "the inner sizes of a product are equal"
  %5 = shape.cstr_require %p, "" {a}
  %6 = shape.const_witness true
  %7 = shape.const_witness false {b}
  %8 = shape.assuming_all %0, %1, %2, %3, %4, %5, %6
  %9 = shape.assuming_all %7
  return %8 : !shape.witness
}

func.func @assumptions(%w: !shape.witness, %a: tensor<?xf32>, %c: index) -> (tensor<?xf32>, index, tensor<?xf32>) {
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %a : tensor<?xf32>
  }
  %1:2 = shape.assuming %w -> (index, tensor<?xf32>) {
    %2 = shape.assuming %w -> (index) {
      %3 = arith.addi %c, %c : index
      shape.assuming_yield %3 : index
    }
    shape.assuming_yield %2, %0 : index, tensor<?xf32>
  }
  shape.assuming %w {
  }
  shape.assuming %w {
  } {a}
  return %0, %1#0, %1#1 : tensor<?xf32>, index, tensor<?xf32>
}
