// Elements one by one, and bits.

func.func @from_two(%a: f32, %b: f32) -> vector<2xf32> {
  %0 = vector.from_elements %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}

func.func @from_rows(%a: i8, %b: i8) -> vector<2x3xi8> {
  %0 = vector.from_elements %a, %b, %b, %a, %a, %a {tag} : vector<2x3xi8>
  return %0 : vector<2x3xi8>
}

func.func @from_one(%a: f32) -> vector<f32> {
  %0 = vector.from_elements %a : vector<f32>
  return %0 : vector<f32>
}

func.func @to_two(%v: vector<2xf32>) -> (f32, f32) {
  %0:2 = vector.to_elements %v : vector<2xf32>
  return %0#1, %0#0 : f32, f32
}

func.func @to_rows(%v: vector<2x2xi8>) -> i8 {
  %0:4 = vector.to_elements %v {tag} : vector<2x2xi8>
  return %0#3 : i8
}

func.func @to_one(%v: vector<f32>) -> f32 {
  %0 = vector.to_elements %v : vector<f32>
  return %0 : f32
}

func.func @step_0() -> vector<8xindex> {
  %0 = vector.step : vector<8xindex>
  return %0 : vector<8xindex>
}

func.func @step_1() -> vector<[4]xindex> {
  %0 = vector.step : vector<[4]xindex>
  return %0 : vector<[4]xindex>
}

func.func @step_2() -> vector<1xindex> {
  %0 = vector.step : vector<1xindex>
  return %0 : vector<1xindex>
}

func.func @vscale() -> index {
  %0 = vector.vscale
  return %0 : index
}

func.func @two_vscales() -> (index, index) {
  %a = vector.vscale
  %b = vector.vscale
  return %a, %b : index, index
}

func.func @bitcast_0(%v: vector<4xf32>) -> vector<2xi64> {
  %0 = vector.bitcast %v : vector<4xf32> to vector<2xi64>
  return %0 : vector<2xi64>
}

func.func @bitcast_1(%v: vector<3x4xi32>) -> vector<3x8xi16> {
  %0 = vector.bitcast %v : vector<3x4xi32> to vector<3x8xi16>
  return %0 : vector<3x8xi16>
}

func.func @bitcast_2(%v: vector<[4]xf32>) -> vector<[8]xi16> {
  %0 = vector.bitcast %v : vector<[4]xf32> to vector<[8]xi16>
  return %0 : vector<[8]xi16>
}

func.func @bitcast_3(%v: vector<f32>) -> vector<i32> {
  %0 = vector.bitcast %v : vector<f32> to vector<i32>
  return %0 : vector<i32>
}

func.func @bitcast_4(%v: vector<2x16xi8>) -> vector<2x4xf32> {
  %0 = vector.bitcast %v : vector<2x16xi8> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

func.func @multiples_of_vscale() -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %vscale = vector.vscale
  %0 = arith.muli %vscale, %c4 : index
  %1 = arith.muli %c4, %vscale : index
  %2 = arith.muli %0, %c4 : index
  return %0, %1, %2 : index, index, index
}
