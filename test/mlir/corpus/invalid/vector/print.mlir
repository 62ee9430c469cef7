func.func @f(%A: memref<7x?xf32>) {
  // expected-error@below {{'vector.print' op operand #0 must be an integer, an index, a float, or a vector of these}}
  vector.print %A : memref<7x?xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings}}
  vector.print %w : vector<8xf32> str "x"
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings}}
  vector.print str "x" punctuation <comma>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{expected one of no_punctuation, newline, comma, open, close, found 'dot'}}
  vector.print %w : vector<8xf32> punctuation <dot>
  return
}
