// Tensors that fold: parts, casts, elements and sizes that are known.

func.func @insert_slice_const() -> tensor<4xf32> {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tensor.insert_slice %a into %b[1][2][1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_slice_splat() -> tensor<4xf32> {
  %a = arith.constant dense<1.0> : tensor<2xf32>
  %b = arith.constant dense<1.0> : tensor<4xf32>
  %0 = tensor.insert_slice %a into %b[1][2][1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_slice_full(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %a into %b[0][4][1] : tensor<4xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_slice_extract(%b: tensor<4xf32>) -> tensor<4xf32> {
  %a = tensor.extract_slice %b[1][2][1] : tensor<4xf32> to tensor<2xf32>
  %0 = tensor.insert_slice %a into %b[1][2][1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_slice_overwritten(%a: tensor<2xf32>, %c: tensor<2xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %a into %b[1][2][1] : tensor<2xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %c into %0[1][2][1] : tensor<2xf32> into tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @extract_insert(%a: tensor<2xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
  %0 = tensor.insert_slice %a into %b[1][2][1] : tensor<2xf32> into tensor<4xf32>
  %1 = tensor.extract_slice %0[1][2][1] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

func.func @insert_slice_dyn(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert_slice %a into %b[%c2][%c2][1] : tensor<?xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_slice_cast(%a: tensor<2xf32>, %b: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %ca = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  %0 = tensor.insert_slice %ca into %b[1][%n][1] : tensor<?xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_slice_castdest(%a: tensor<2xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %cb = tensor.cast %b : tensor<4xf32> to tensor<?xf32>
  %0 = tensor.insert_slice %a into %cb[1][2][1] : tensor<2xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @insert_slice_empty(%a: tensor<0xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %a into %b[1][0][1] : tensor<0xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @extract_slice_const() -> tensor<2xf32> {
  %b = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tensor.extract_slice %b[1][2][1] : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @extract_slice_splat() -> tensor<2xf32> {
  %b = arith.constant dense<4.0> : tensor<4xf32>
  %0 = tensor.extract_slice %b[1][2][1] : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @extract_slice_full(%b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.extract_slice %b[0][4][1] : tensor<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @extract_slice_of_slice(%b: tensor<8xf32>) -> tensor<2xf32> {
  %0 = tensor.extract_slice %b[1][4][1] : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.extract_slice %0[1][2][1] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

func.func @extract_slice_dyn(%b: tensor<?xf32>) -> tensor<?xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract_slice %b[%c2][%c2][1] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @extract_slice_cast(%b: tensor<8xf32>) -> tensor<2xf32> {
  %c = tensor.cast %b : tensor<8xf32> to tensor<?xf32>
  %0 = tensor.extract_slice %c[2][2][1] : tensor<?xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @extract_slice_splatop(%f: f32) -> tensor<2xf32> {
  %c = tensor.splat %f : tensor<8xf32>
  %0 = tensor.extract_slice %c[2][2][1] : tensor<8xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @extract_of_slice(%b: tensor<8xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %b[2][4][1] : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.extract %0[%c1] : tensor<4xf32>
  return %1 : f32
}

func.func @extract_of_insert_slice(%a: tensor<2xf32>, %b: tensor<8xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %0 = tensor.insert_slice %a into %b[2][2][1] : tensor<2xf32> into tensor<8xf32>
  %1 = tensor.extract %0[%c3] : tensor<8xf32>
  return %1 : f32
}

func.func @extract_of_empty_dim(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

func.func @empty_const() -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%c4) : tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @empty_cast(%n: index) -> tensor<4xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @empty_slice(%n: index) -> tensor<2xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = tensor.extract_slice %0[2][2][1] : tensor<8xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

func.func @dim_cast(%t: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.dim %0, %c0 : tensor<4xf32>
  return %1 : index
}

func.func @dim_cast2(%t: tensor<4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

func.func @dim_slice(%t: tensor<?x?xf32>, %n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[0, 0][1, %n][1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<1x?xf32>
  return %1 : index
}

func.func @dim_slice_rr(%t: tensor<?x?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract_slice %t[0, 0][1, %n][1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

func.func @dim_insert_slice(%a: tensor<2xf32>, %t: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert_slice %a into %t[0][2][1] : tensor<2xf32> into tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

func.func @dim_insert(%a: f32, %t: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %a into %t[%n] : tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

func.func @dim_generate(%n: index, %f: f32) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

func.func @generate_const(%f: f32) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.generate %c4 {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @extract_generate(%n: index, %k: index) -> index {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = arith.addi %i, %i : index
    tensor.yield %1 : index
  } : tensor<?xindex>
  %2 = tensor.extract %0[%k] : tensor<?xindex>
  return %2 : index
}

func.func @extract_from_elements(%a: f32, %b: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  %1 = tensor.extract %0[%c1] : tensor<2xf32>
  return %1 : f32
}

func.func @from_elements_same(%a: f32) -> tensor<2xf32> {
  %0 = tensor.from_elements %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @extract_splat(%a: f32, %i: index) -> f32 {
  %0 = tensor.splat %a : tensor<2xf32>
  %1 = tensor.extract %0[%i] : tensor<2xf32>
  return %1 : f32
}

func.func @extract_insert2(%a: f32, %t: tensor<4xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %a into %t[%c0] : tensor<4xf32>
  %1 = tensor.extract %0[%c1] : tensor<4xf32>
  return %1 : f32
}

func.func @extract_cast(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.extract %0[%i] : tensor<?xf32>
  return %1 : f32
}

func.func @cast_const() -> tensor<?xf32> {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  %1 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

func.func @cast_chain(%t: tensor<4x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x6xf32>
  %2 = tensor.cast %1 : tensor<?x6xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

func.func @cast_of_slice(%t: tensor<?xf32>, %n: index) -> tensor<4xf32> {
  %0 = tensor.extract_slice %t[0][%n][1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @rank_t(%t: tensor<?xf32>) -> index {
  %0 = tensor.rank %t : tensor<?xf32>
  return %0 : index
}

func.func @rank_u(%t: tensor<?xf32>) -> index {
  %1 = tensor.cast %t : tensor<?xf32> to tensor<*xf32>
  %0 = tensor.rank %1 : tensor<*xf32>
  return %0 : index
}

func.func @splat_const() -> tensor<4xf32> {
  %f = arith.constant 1.0 : f32
  %0 = tensor.splat %f : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @splat_dyn(%f: f32) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.splat %f[%c4] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @dim_splat(%f: f32, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.splat %f[%n] : tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

func.func @addi_const_dense() -> tensor<2xi32> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = arith.addi %0, %0 : tensor<2xi32>
  return %1 : tensor<2xi32>
}

func.func @insert_const() -> tensor<4xf32> {
  %f = arith.constant 9.0 : f32
  %c1 = arith.constant 1 : index
  %b = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tensor.insert %f into %b[%c1] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @extract_slice_rr_of_insert_rr(%a: tensor<4xf32>, %b: tensor<2x4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %a into %b[1, 0][1, 4][1, 1] : tensor<4xf32> into tensor<2x4xf32>
  %1 = tensor.extract_slice %0[1, 0][1, 4][1, 1] : tensor<2x4xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @call_castt(%m: tensor<4xf32>) -> tensor<?xf32> {
  %a = tensor.cast %m : tensor<4xf32> to tensor<?xf32>
  %b = tensor.insert_slice %m into %a[0][4][1] : tensor<4xf32> into tensor<?xf32>
  return %b : tensor<?xf32>
}
