// Tensors with elements around them, one after the other, of another shape, and at many positions.

func.func @pad(%t: tensor<2x?xf32>, %n: index, %z: f32) {
  %0 = tensor.pad %t low[1, %n] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<2x?xf32> to tensor<3x?xf32>
  %1 = tensor.pad %t nofold low[0, 0] high[%n, %n] {
  ^bb0(%i: index, %j: index):
    %c = arith.index_cast %i : index to i32
    %f = arith.sitofp %c : i32 to f32
    tensor.yield %f : f32
  } {tag} : tensor<2x?xf32> to tensor<?x?xf32>
  return
}

func.func @concat(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tensor.concat dim(1) %a, %a, %a {tag} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x9xf32>
  return
}

func.func @reshape(%a: tensor<?xf32>, %s: tensor<2xi32>, %u: tensor<?xindex>) {
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = tensor.reshape %a(%u) : (tensor<?xf32>, tensor<?xindex>) -> tensor<*xf32>
  return
}

func.func @gather(%a: tensor<4x5x6xf32>, %i: tensor<3x2xindex>, %j: tensor<2x1xi32>) {
  %0 = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<3x1x5x1xf32>
  %1 = tensor.gather %a[%j] gather_dims([1]) unique {tag} : (tensor<4x5x6xf32>, tensor<2x1xi32>) -> tensor<2x4x6xf32>
  return
}

func.func @scatter(%a: tensor<4x5x6xf32>, %i: tensor<3x2xindex>, %s: tensor<3x1x5x1xf32>, %r: tensor<3x5xf32>) {
  %0 = tensor.scatter %s into %a[%i] scatter_dims([0, 2]) unique : (tensor<3x1x5x1xf32>, tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<4x5x6xf32>
  %1 = tensor.scatter %r into %a[%i] scatter_dims([0, 2]) unique {tag} : (tensor<3x5xf32>, tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<4x5x6xf32>
  return
}
