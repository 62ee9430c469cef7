// Parts of a vector from positions on.

func.func @extract_0(%v: vector<4x8x16xf32>) -> vector<2x2x16xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x2x16xf32>
  return %0 : vector<2x2x16xf32>
}

func.func @extract_1(%v: vector<4x8x16xf32>) -> vector<1x8x16xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [1], strides = [1]} : vector<4x8x16xf32> to vector<1x8x16xf32>
  return %0 : vector<1x8x16xf32>
}

func.func @extract_2(%v: vector<8xi32>) -> vector<4xi32> {
  %0 = vector.extract_strided_slice %v {offsets = [3], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  return %0 : vector<4xi32>
}

func.func @extract_3(%v: vector<4x8xf64>) -> vector<3x6xf64> {
  %0 = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [3, 6], strides = [1, 1]} : vector<4x8xf64> to vector<3x6xf64>
  return %0 : vector<3x6xf64>
}

func.func @extract_4(%v: vector<4x[8]xf64>) -> vector<3x[8]xf64> {
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [3], strides = [1]} : vector<4x[8]xf64> to vector<3x[8]xf64>
  return %0 : vector<3x[8]xf64>
}

func.func @insert_0(%p: vector<2x4xf32>, %v: vector<16x4x8xf32>) -> vector<16x4x8xf32> {
  %0 = vector.insert_strided_slice %p, %v {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<16x4x8xf32>
  return %0 : vector<16x4x8xf32>
}

func.func @insert_1(%p: vector<4xf32>, %v: vector<8xf32>) -> vector<8xf32> {
  %0 = vector.insert_strided_slice %p, %v {offsets = [3], strides = [1]} : vector<4xf32> into vector<8xf32>
  return %0 : vector<8xf32>
}

func.func @insert_2(%p: vector<2x2xi8>, %v: vector<4x4xi8>) -> vector<4x4xi8> {
  %0 = vector.insert_strided_slice %p, %v {offsets = [1, 1], strides = [1, 1]} : vector<2x2xi8> into vector<4x4xi8>
  return %0 : vector<4x4xi8>
}

func.func @insert_3(%p: vector<4xf32>, %v: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = vector.insert_strided_slice %p, %v {offsets = [3, 4], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

func.func @scalable_extract_0(%v: vector<[4]xf32>) -> vector<4xf32> {
  %0 = vector.scalable.extract %v[0] : vector<4xf32> from vector<[4]xf32>
  return %0 : vector<4xf32>
}

func.func @scalable_extract_1(%v: vector<[4]xf32>) -> vector<4xf32> {
  %0 = vector.scalable.extract %v[4] : vector<4xf32> from vector<[4]xf32>
  return %0 : vector<4xf32>
}

func.func @scalable_extract_2(%v: vector<[16]xi8>) -> vector<[8]xi8> {
  %0 = vector.scalable.extract %v[8] : vector<[8]xi8> from vector<[16]xi8>
  return %0 : vector<[8]xi8>
}

func.func @scalable_insert_0(%p: vector<4xf32>, %v: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = vector.scalable.insert %p, %v[0] : vector<4xf32> into vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @scalable_insert_1(%p: vector<8xi8>, %v: vector<[16]xi8>) -> vector<[16]xi8> {
  %0 = vector.scalable.insert %p, %v[8] : vector<8xi8> into vector<[16]xi8>
  return %0 : vector<[16]xi8>
}

func.func @scalable_insert_2(%p: vector<[2]xf64>, %v: vector<[4]xf64>) -> vector<[4]xf64> {
  %0 = vector.scalable.insert %p, %v[2] : vector<[2]xf64> into vector<[4]xf64>
  return %0 : vector<[4]xf64>
}
