// Parts of a vector at positions.

func.func @extract_0(%v: vector<3x7x8xf32>) -> vector<7x8xf32> {
  %0 = vector.extract %v[1] : vector<7x8xf32> from vector<3x7x8xf32>
  return %0 : vector<7x8xf32>
}

func.func @extract_1(%v: vector<3x7x8xf32>) -> vector<8xf32> {
  %0 = vector.extract %v[1, 5] : vector<8xf32> from vector<3x7x8xf32>
  return %0 : vector<8xf32>
}

func.func @extract_2(%v: vector<3x7x8xf32>) -> f32 {
  %0 = vector.extract %v[1, 5, 2] : f32 from vector<3x7x8xf32>
  return %0 : f32
}

func.func @extract_3(%v: vector<2x[4]xi8>) -> vector<[4]xi8> {
  %0 = vector.extract %v[1] : vector<[4]xi8> from vector<2x[4]xi8>
  return %0 : vector<[4]xi8>
}

func.func @extract_4(%v: vector<4xindex>) -> index {
  %0 = vector.extract %v[3] : index from vector<4xindex>
  return %0 : index
}

func.func @extract_5(%v: vector<2x3xbf16>) -> bf16 {
  %0 = vector.extract %v[0, 2] : bf16 from vector<2x3xbf16>
  return %0 : bf16
}

func.func @extract_6(%v: vector<2x3xi1>) -> i1 {
  %0 = vector.extract %v[1, 0] : i1 from vector<2x3xi1>
  return %0 : i1
}

func.func @extract_all_dynamic(%v: vector<3x7x8xf32>, %i: index) -> f32 {
  %0 = vector.extract %v[%i, %i, %i] : f32 from vector<3x7x8xf32>
  return %0 : f32
}

func.func @extract_mixed(%v: vector<3x7x8xf32>, %i: index) -> vector<8xf32> {
  %0 = vector.extract %v[%i, 2] {tag} : vector<8xf32> from vector<3x7x8xf32>
  return %0 : vector<8xf32>
}

func.func @extract_of_scalable(%v: vector<[4]xf32>, %i: index) -> f32 {
  %0 = vector.extract %v[%i] : f32 from vector<[4]xf32>
  return %0 : f32
}

func.func @extract_nothing(%v: vector<f32>) -> f32 {
  %0 = vector.extract %v[] : f32 from vector<f32>
  return %0 : f32
}

func.func @insert_0(%x: f32, %v: vector<3x7x8xf32>) -> vector<3x7x8xf32> {
  %0 = vector.insert %x, %v[1, 5, 2] : f32 into vector<3x7x8xf32>
  return %0 : vector<3x7x8xf32>
}

func.func @insert_1(%x: vector<8xf32>, %v: vector<3x7x8xf32>) -> vector<3x7x8xf32> {
  %0 = vector.insert %x, %v[0, 6] : vector<8xf32> into vector<3x7x8xf32>
  return %0 : vector<3x7x8xf32>
}

func.func @insert_2(%x: vector<7x8xf32>, %v: vector<3x7x8xf32>) -> vector<3x7x8xf32> {
  %0 = vector.insert %x, %v[2] : vector<7x8xf32> into vector<3x7x8xf32>
  return %0 : vector<3x7x8xf32>
}

func.func @insert_3(%x: i64, %v: vector<4xi64>) -> vector<4xi64> {
  %0 = vector.insert %x, %v[3] : i64 into vector<4xi64>
  return %0 : vector<4xi64>
}

func.func @insert_4(%x: vector<[4]xi8>, %v: vector<2x[4]xi8>) -> vector<2x[4]xi8> {
  %0 = vector.insert %x, %v[1] : vector<[4]xi8> into vector<2x[4]xi8>
  return %0 : vector<2x[4]xi8>
}

func.func @insert_dynamic(%x: f32, %v: vector<8xf32>, %i: index) -> vector<8xf32> {
  %0 = vector.insert %x, %v[%i] : f32 into vector<8xf32>
  return %0 : vector<8xf32>
}

func.func @insert_mixed(%x: vector<8xf32>, %v: vector<3x7x8xf32>, %i: index) -> vector<3x7x8xf32> {
  %0 = vector.insert %x, %v[2, %i] {tag = 1 : i64} : vector<8xf32> into vector<3x7x8xf32>
  return %0 : vector<3x7x8xf32>
}

func.func @insert_nothing(%x: f32, %v: vector<f32>) -> vector<f32> {
  %0 = vector.insert %x, %v[] : f32 into vector<f32>
  return %0 : vector<f32>
}

func.func @extract_as_vector(%a: vector<2xf16>, %i: index) -> (vector<1xf16>, vector<1xf16>) {
  %0 = vector.extract %a[0] : vector<1xf16> from vector<2xf16>
  %1 = vector.extract %a[%i] : vector<1xf16> from vector<2xf16>
  return %0, %1 : vector<1xf16>, vector<1xf16>
}
