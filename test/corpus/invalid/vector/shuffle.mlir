func.func @positions(%a: vector<4xf64>) {
  // expected-error@below {{'vector.shuffle' op expects positions from -1 to 7 in its mask}}
  %0 = vector.shuffle %a, %a [0, 8] : vector<4xf64>, vector<4xf64>
  return
}

// -----

func.func @elements(%a: vector<4xf64>, %b: vector<4xf32>) {
  // expected-error@below {{'vector.shuffle' op expects elements of one type, as many in its result as there are positions}}
  %0 = vector.shuffle %a, %b [0, 1] : vector<4xf64>, vector<4xf32>
  return
}

// -----

func.func @nothing(%a: vector<4xf64>) {
  // expected-error@below {{'vector.shuffle' op expects elements of one type, as many in its result as there are positions}}
  %0 = vector.shuffle %a, %a [] : vector<4xf64>, vector<4xf64>
  return
}
