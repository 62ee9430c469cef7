// Other shapes, orders, and repetitions.

func.func @shape_cast_0(%v: vector<4x8x16xf32>) -> vector<4x128xf32> {
  %0 = vector.shape_cast %v : vector<4x8x16xf32> to vector<4x128xf32>
  return %0 : vector<4x128xf32>
}

func.func @shape_cast_1(%v: vector<5x1x4x3xf32>) -> vector<20x3xf32> {
  %0 = vector.shape_cast %v : vector<5x1x4x3xf32> to vector<20x3xf32>
  return %0 : vector<20x3xf32>
}

func.func @shape_cast_2(%v: vector<8xi1>) -> vector<2x4xi1> {
  %0 = vector.shape_cast %v : vector<8xi1> to vector<2x4xi1>
  return %0 : vector<2x4xi1>
}

func.func @shape_cast_3(%v: vector<2x4xi1>) -> vector<8xi1> {
  %0 = vector.shape_cast %v : vector<2x4xi1> to vector<8xi1>
  return %0 : vector<8xi1>
}

func.func @shape_cast_4(%v: vector<1x[4]xf32>) -> vector<[4]xf32> {
  %0 = vector.shape_cast %v : vector<1x[4]xf32> to vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @shape_cast_5(%v: vector<f32>) -> vector<1xf32> {
  %0 = vector.shape_cast %v : vector<f32> to vector<1xf32>
  return %0 : vector<1xf32>
}

func.func @shape_cast_6(%v: vector<1x1xindex>) -> vector<index> {
  %0 = vector.shape_cast %v : vector<1x1xindex> to vector<index>
  return %0 : vector<index>
}

func.func @broadcast_0(%v: f32) -> vector<2x4xf32> {
  %0 = vector.broadcast %v : f32 to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

func.func @broadcast_1(%v: i1) -> vector<[4]xi1> {
  %0 = vector.broadcast %v : i1 to vector<[4]xi1>
  return %0 : vector<[4]xi1>
}

func.func @broadcast_2(%v: vector<4xf32>) -> vector<2x4xf32> {
  %0 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

func.func @broadcast_3(%v: vector<1x4xf32>) -> vector<3x4xf32> {
  %0 = vector.broadcast %v : vector<1x4xf32> to vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

func.func @broadcast_4(%v: vector<2x1xi8>) -> vector<2x5xi8> {
  %0 = vector.broadcast %v : vector<2x1xi8> to vector<2x5xi8>
  return %0 : vector<2x5xi8>
}

func.func @broadcast_5(%v: vector<f32>) -> vector<4xf32> {
  %0 = vector.broadcast %v : vector<f32> to vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @broadcast_6(%v: index) -> vector<3xindex> {
  %0 = vector.broadcast %v : index to vector<3xindex>
  return %0 : vector<3xindex>
}

func.func @broadcast_7(%v: vector<1xf16>) -> vector<2x[4]xf16> {
  %0 = vector.broadcast %v : vector<1xf16> to vector<2x[4]xf16>
  return %0 : vector<2x[4]xf16>
}

func.func @transpose_0(%v: vector<2x4xf32>) -> vector<4x2xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}

func.func @transpose_1(%v: vector<2x3x4xi8>) -> vector<4x2x3xi8> {
  %0 = vector.transpose %v, [2, 0, 1] : vector<2x3x4xi8> to vector<4x2x3xi8>
  return %0 : vector<4x2x3xi8>
}

func.func @transpose_2(%v: vector<2x3x4xi8>) -> vector<2x4x3xi8> {
  %0 = vector.transpose %v, [0, 2, 1] : vector<2x3x4xi8> to vector<2x4x3xi8>
  return %0 : vector<2x4x3xi8>
}

func.func @transpose_3(%v: vector<2x[4]xf32>) -> vector<[4]x2xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  return %0 : vector<[4]x2xf32>
}

func.func @transpose_4(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.transpose %v, [0] : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
