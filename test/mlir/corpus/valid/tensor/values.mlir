// Tensors: nested regions, unusual elements, reduced ranks.

func.func @elements(%v: vector<4xf32>, %c: complex<f64>, %i: index) -> tensor<2xcomplex<f64>> {
  %0 = tensor.from_elements %c, %c : tensor<2xcomplex<f64>>
  %1 = tensor.from_elements %v {tag} : tensor<1xvector<4xf32>>
  %2 = tensor.from_elements %i, %i, %i, %i, %i, %i : tensor<3x2xindex>
  %3 = tensor.extract %1[%i] : tensor<1xvector<4xf32>>
  %4 = tensor.insert %c into %0[%i] {tag} : tensor<2xcomplex<f64>>
  return %4 : tensor<2xcomplex<f64>>
}

func.func @scalar_insert(%x: i1, %t: tensor<i1>) -> tensor<i1> {
  %0 = tensor.insert %x into %t[] : tensor<i1>
  return %0 : tensor<i1>
}

func.func @outer_product(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?xf64>
  %n = tensor.dim %b, %c0 : tensor<?xf64>
  %0 = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    %1 = tensor.extract %a[%i] : tensor<?xf64>
    %2 = tensor.extract %b[%j] : tensor<?xf64>
    %3 = arith.mulf %1, %2 : f64
    tensor.yield %3 : f64
  } : tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @static_generate() -> tensor<4xi1> {
  %true = arith.constant true
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %true : i1
  } {tag} : tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @ranks(%t: tensor<?x?xi8>, %u: tensor<*xi8>) -> index {
  %0 = tensor.rank %t : tensor<?x?xi8>
  %1 = tensor.rank %u {tag} : tensor<*xi8>
  %2 = tensor.cast %u : tensor<*xi8> to tensor<?xi8>
  %3 = tensor.cast %2 {tag} : tensor<?xi8> to tensor<8xi8>
  %4 = tensor.dim %3, %0 : tensor<8xi8>
  return %4 : index
}

func.func @splats(%x: vector<2xf16>, %n: index) -> tensor<?x?xvector<2xf16>> {
  %0 = tensor.splat %x[%n, %n] : tensor<?x?xvector<2xf16>>
  %1 = tensor.splat %x {tag} : tensor<0xvector<2xf16>>
  return %0 : tensor<?x?xvector<2xf16>>
}

func.func @vector_splats(%x: f32, %n: index) -> vector<4xf32> {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  %1 = vector.broadcast %n : index to vector<2x3xindex>
  %2 = vector.broadcast %x {tag} : f32 to vector<1xf32>
  return %0 : vector<4xf32>
}

func.func @reduced_slices(%t: tensor<?x8x1x16xf32>, %o: index, %s: index) -> tensor<8x?xf32> {
  %0 = tensor.extract_slice %t[%o, 0, 0, 0] [1, 8, 1, %s] [1, 1, 1, 2] : tensor<?x8x1x16xf32> to tensor<8x?xf32>
  %1 = tensor.extract_slice %t[0, 0, 0, 0] [%s, 8, 1, 16] [1, 1, 1, 1] {tag} : tensor<?x8x1x16xf32> to tensor<?x8x1x16xf32>
  %2 = tensor.insert_slice %0 into %t[%o, 0, 0, 0] [1, 8, 1, %s] [1, 1, 1, %s] : tensor<8x?xf32> into tensor<?x8x1x16xf32>
  return %0 : tensor<8x?xf32>
}

func.func @empties(%n: index) -> tensor<?x?x2xi4> {
  %0 = tensor.empty(%n, %n) : tensor<?x?x2xi4>
  %1 = tensor.empty() {tag} : tensor<2xcomplex<f32>>
  return %0 : tensor<?x?x2xi4>
}
