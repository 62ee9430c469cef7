func.func @interleaved(%a: vector<4xf64>, %b: vector<4xf64>) -> vector<4xf64> {
  %0 = vector.shuffle %a, %b [0, 4, 1, 5] : vector<4xf64>, vector<4xf64>
  return %0 : vector<4xf64>
}

func.func @of_two_lengths(%a: vector<2xi32>, %b: vector<3xi32>) -> vector<1xi32> {
  %0 = vector.shuffle %a, %b [4] {tag} : vector<2xi32>, vector<3xi32>
  return %0 : vector<1xi32>
}

func.func @any_value(%a: vector<2xf32>) -> vector<8xf32> {
  %0 = vector.shuffle %a, %a [0, -1, 1, 2, 3, -1, 0, 0] : vector<2xf32>, vector<2xf32>
  return %0 : vector<8xf32>
}
