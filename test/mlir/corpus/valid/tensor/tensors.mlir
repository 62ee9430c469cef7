// Tensors as values.

func.func @extract_insert(%t: tensor<4x?xf32>, %i: index, %x: f32) -> tensor<4x?xf32> {
  %0 = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  %1 = tensor.insert %x into %t[%i, %i] : tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

func.func @scalar(%t: tensor<f32>) -> f32 {
  %0 = tensor.extract %t[] : tensor<f32>
  return %0 : f32
}

func.func @dim(%t: tensor<4x?xf32>, %u: tensor<*xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c1 : tensor<4x?xf32>
  %1 = tensor.dim %u, %0 : tensor<*xf32>
  %2 = tensor.rank %u : tensor<*xf32>
  return %0 : index
}

func.func @cast(%t: tensor<4x?xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<4x4xf32>
  %1 = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  return %1 : tensor<*xf32>
}

func.func @from_elements(%a: i32, %x: f32) -> tensor<2xi32> {
  %0 = tensor.from_elements %a, %a : tensor<2xi32>
  %1 = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
  %2 = tensor.from_elements %x : tensor<f32>
  return %0 : tensor<2xi32>
}

func.func @splat(%x: f32, %n: index) -> tensor<4xf32> {
  %0 = tensor.splat %x : tensor<4xf32>
  %1 = tensor.splat %x[%n] : tensor<?x2xf32>
  return %0 : tensor<4xf32>
}

func.func @generate(%n: index) -> tensor<?x4xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    tensor.yield %1 : index
  } : tensor<?x4xindex>
  return %0 : tensor<?x4xindex>
}

func.func @slices(%t: tensor<8x16xf32>, %n: index) -> tensor<4x?xf32> {
  %0 = tensor.extract_slice %t[0, 2] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  %1 = tensor.extract_slice %t[%n, 0] [4, %n] [1, 2] : tensor<8x16xf32> to tensor<4x?xf32>
  %2 = tensor.extract_slice %t[2, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
  %3 = tensor.insert_slice %0 into %t[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  %4 = tensor.insert_slice %1 into %t[%n, %n] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<8x16xf32>
  return %1 : tensor<4x?xf32>
}

func.func @empty(%n: index) -> tensor<4x?xf32> {
  %0 = tensor.empty(%n) : tensor<4x?xf32>
  %1 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4x?xf32>
}
