// Fused multiply-adds, outer products, contractions.

func.func @fma_0(%a: vector<8x16xf32>, %b: vector<8x16xf32>) -> vector<8x16xf32> {
  %0 = vector.fma %a, %b, %a : vector<8x16xf32>
  return %0 : vector<8x16xf32>
}

func.func @fma_1(%a: vector<4xf64>, %b: vector<4xf64>) -> vector<4xf64> {
  %0 = vector.fma %a, %b, %a : vector<4xf64>
  return %0 : vector<4xf64>
}

func.func @fma_2(%a: vector<[4]xf16>, %b: vector<[4]xf16>) -> vector<[4]xf16> {
  %0 = vector.fma %a, %b, %a : vector<[4]xf16>
  return %0 : vector<[4]xf16>
}

func.func @fma_3(%a: vector<bf16>, %b: vector<bf16>) -> vector<bf16> {
  %0 = vector.fma %a, %b, %a : vector<bf16>
  return %0 : vector<bf16>
}

func.func @outer(%a: vector<4xf32>, %b: vector<8xf32>) -> vector<4x8xf32> {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<8xf32>
  return %0 : vector<4x8xf32>
}

func.func @outer_acc(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = vector.outerproduct %a, %b, %c : vector<4xf32>, vector<8xf32>
  return %0 : vector<4x8xf32>
}

func.func @outer_mul(%a: vector<4xf32>, %b: vector<2xf32>, %c: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<mul>} : vector<4xf32>, vector<2xf32>
  return %0 : vector<4x2xf32>
}

func.func @outer_minnumf(%a: vector<4xf32>, %b: vector<2xf32>, %c: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<minnumf>} : vector<4xf32>, vector<2xf32>
  return %0 : vector<4x2xf32>
}

func.func @outer_maximumf(%a: vector<4xf64>, %b: vector<2xf64>, %c: vector<4x2xf64>) -> vector<4x2xf64> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maximumf>} : vector<4xf64>, vector<2xf64>
  return %0 : vector<4x2xf64>
}

func.func @outer_maxsi(%a: vector<4xi32>, %b: vector<2xi32>, %c: vector<4x2xi32>) -> vector<4x2xi32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxsi>} : vector<4xi32>, vector<2xi32>
  return %0 : vector<4x2xi32>
}

func.func @outer_minui(%a: vector<4xi8>, %b: vector<2xi8>, %c: vector<4x2xi8>) -> vector<4x2xi8> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<minui>} : vector<4xi8>, vector<2xi8>
  return %0 : vector<4x2xi8>
}

func.func @outer_xor(%a: vector<4xi32>, %b: vector<2xi32>, %c: vector<4x2xi32>) -> vector<4x2xi32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<xor>} : vector<4xi32>, vector<2xi32>
  return %0 : vector<4x2xi32>
}

func.func @outer_and(%a: vector<4xi1>, %b: vector<2xi1>, %c: vector<4x2xi1>) -> vector<4x2xi1> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<and>} : vector<4xi1>, vector<2xi1>
  return %0 : vector<4x2xi1>
}

func.func @outer_or(%a: vector<4xi64>, %b: vector<2xi64>, %c: vector<4x2xi64>) -> vector<4x2xi64> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<or>} : vector<4xi64>, vector<2xi64>
  return %0 : vector<4x2xi64>
}

func.func @axpy(%a: vector<4xf32>, %b: f32, %c: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.outerproduct %a, %b, %c : vector<4xf32>, f32
  %1 = vector.outerproduct %a, %b : vector<4xf32>, f32
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

func.func @outer_scalable(%a: vector<[4]xf32>, %b: vector<[4]xf32>) -> vector<[4]x[4]xf32> {
  %0 = vector.outerproduct %a, %b : vector<[4]xf32>, vector<[4]xf32>
  return %0 : vector<[4]x[4]xf32>
}

func.func @contract_matmul(%a: vector<4x3xf32>, %b: vector<3x7xf32>, %c: vector<4x7xf32>) -> vector<4x7xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  return %0 : vector<4x7xf32>
}

func.func @contract_matmul_transposed(%a: vector<3x4xf32>, %b: vector<7x3xf32>, %c: vector<7x4xf32>) -> vector<7x4xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<3x4xf32>, vector<7x3xf32> into vector<7x4xf32>
  return %0 : vector<7x4xf32>
}

func.func @contract_dot(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return %0 : f32
}

func.func @contract_matvec(%a: vector<4x3xi32>, %b: vector<3xi32>, %c: vector<4xi32>) -> vector<4xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<4x3xi32>, vector<3xi32> into vector<4xi32>
  return %0 : vector<4xi32>
}

func.func @contract_batch(%a: vector<2x4x3xf64>, %b: vector<2x3x5xf64>, %c: vector<2x4x5xf64>) -> vector<2x4x5xf64> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x4x3xf64>, vector<2x3x5xf64> into vector<2x4x5xf64>
  return %0 : vector<2x4x5xf64>
}

func.func @contract_two_reductions(%a: vector<4x3xf32>, %b: vector<4x3xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} %a, %b, %c : vector<4x3xf32>, vector<4x3xf32> into f32
  return %0 : f32
}

func.func @contract_mul(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<mul>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

func.func @contract_maxnumf(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

func.func @contract_minimumf(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<minimumf>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

func.func @contract_minsi(%a: vector<2x3xi32>, %b: vector<3x2xi32>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<minsi>} %a, %b, %c : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

func.func @contract_maxui(%a: vector<2x3xi32>, %b: vector<3x2xi32>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxui>} %a, %b, %c : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}

func.func @contract_or(%a: vector<2x3xi1>, %b: vector<3x2xi1>, %c: vector<2x2xi1>) -> vector<2x2xi1> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<or>} %a, %b, %c : vector<2x3xi1>, vector<3x2xi1> into vector<2x2xi1>
  return %0 : vector<2x2xi1>
}

func.func @contract_attribute(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>, tag = 1 : i64} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return %0 : f32
}

func.func @contract_scalable(%a: vector<4x1xf32>, %b: vector<1x[4]xf32>, %c: vector<4x[4]xf32>) -> vector<4x[4]xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x1xf32>, vector<1x[4]xf32> into vector<4x[4]xf32>
  return %0 : vector<4x[4]xf32>
}

#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @contract_by_alias(%a: vector<4x3xf32>, %b: vector<3x7xf32>, %c: vector<4x7xf32>) -> vector<4x7xf32> {
  %0 = vector.contract #product %a, %b, %c : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  return %0 : vector<4x7xf32>
}
