// Elements of two vectors.

func.func @shuffle_0(%a: vector<4xf64>, %b: vector<4xf64>) -> vector<4xf64> {
  %0 = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xf64>, vector<4xf64>
  return %0 : vector<4xf64>
}

func.func @shuffle_1(%a: vector<2xi32>, %b: vector<3xi32>) -> vector<1xi32> {
  %0 = vector.shuffle %a, %b [4] : vector<2xi32>, vector<3xi32>
  return %0 : vector<1xi32>
}

func.func @shuffle_2(%a: vector<2x4xf32>, %b: vector<2x4xf32>) -> vector<3x4xf32> {
  %0 = vector.shuffle %a, %b [0, 3, 2] : vector<2x4xf32>, vector<2x4xf32>
  return %0 : vector<3x4xf32>
}

func.func @shuffle_3(%a: vector<2xf32>, %b: vector<2xf32>) -> vector<4xf32> {
  %0 = vector.shuffle %a, %b [0, -1, 1, 3] : vector<2xf32>, vector<2xf32>
  return %0 : vector<4xf32>
}

func.func @shuffle_4(%a: vector<f32>, %b: vector<f32>) -> vector<3xf32> {
  %0 = vector.shuffle %a, %b [0, 1, 1] : vector<f32>, vector<f32>
  return %0 : vector<3xf32>
}

func.func @shuffle_5(%a: vector<1x2x3xi8>, %b: vector<4x2x3xi8>) -> vector<2x2x3xi8> {
  %0 = vector.shuffle %a, %b [4, 0] : vector<1x2x3xi8>, vector<4x2x3xi8>
  return %0 : vector<2x2x3xi8>
}

func.func @interleave_0(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<8xf32> {
  %0 = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
  return %0 : vector<8xf32>
}

func.func @interleave_1(%a: vector<2x3xi8>, %b: vector<2x3xi8>) -> vector<2x6xi8> {
  %0 = vector.interleave %a, %b : vector<2x3xi8> -> vector<2x6xi8>
  return %0 : vector<2x6xi8>
}

func.func @interleave_2(%a: vector<[4]xf32>, %b: vector<[4]xf32>) -> vector<[8]xf32> {
  %0 = vector.interleave %a, %b : vector<[4]xf32> -> vector<[8]xf32>
  return %0 : vector<[8]xf32>
}

func.func @interleave_3(%a: vector<f32>, %b: vector<f32>) -> vector<2xf32> {
  %0 = vector.interleave %a, %b : vector<f32> -> vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @deinterleave_0(%a: vector<4xf32>) -> (vector<2xf32>, vector<2xf32>) {
  %0, %1 = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>
  return %1, %0 : vector<2xf32>, vector<2xf32>
}

func.func @deinterleave_1(%a: vector<2x6xi8>) -> (vector<2x3xi8>, vector<2x3xi8>) {
  %0, %1 = vector.deinterleave %a : vector<2x6xi8> -> vector<2x3xi8>
  return %1, %0 : vector<2x3xi8>, vector<2x3xi8>
}

func.func @deinterleave_2(%a: vector<[8]xf32>) -> (vector<[4]xf32>, vector<[4]xf32>) {
  %0, %1 = vector.deinterleave %a : vector<[8]xf32> -> vector<[4]xf32>
  return %1, %0 : vector<[4]xf32>, vector<[4]xf32>
}
