// Affine maps and sets that are none.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of undeclared identifier 'd1'}}
  %0 = affine.apply affine_map<(d0) -> (d1)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{redefinition of identifier 'd0'}}
  %0 = affine.apply affine_map<(d0, d0) -> (d0)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{redefinition of identifier 'd0'}}
  %0 = affine.apply affine_map<(d0)[d0] -> (d0)>(%n)[%n]
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{non-affine expression: right operand of mod has to be either a constant or symbolic}}
  %0 = affine.apply affine_map<(d0, d1) -> (d0 mod d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{non-affine expression: right operand of floordiv has to be either a constant or symbolic}}
  %0 = affine.apply affine_map<(d0, d1) -> (d0 floordiv d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{non-affine expression: right operand of ceildiv has to be either a constant or symbolic}}
  %0 = affine.apply affine_map<(d0, d1) -> (d0 ceildiv d1)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected ',' or ')', found '/'}}
  %0 = affine.apply affine_map<(d0) -> (d0 / 2)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected '(', found 'd0'}}
  %0 = affine.apply affine_map<(d0) -> d0>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected affine expression, found ')'}}
  %0 = affine.apply affine_map<(d0) -> (d0 +)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected affine expression, found '+'}}
  %0 = affine.apply affine_map<(d0) -> (+ d0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected ',' or ')', found '>'}}
  %0 = affine.apply affine_map<(d0) -> ((d0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected '(', found 'd0'}}
  %0 = affine.apply affine_map<d0 -> (d0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected ',' or ']', found '->'}}
  %0 = affine.apply affine_map<(d0)[s0 -> (d0)>(%n)[%n]
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected '>=', '<=' or '==', found ')'}}
  affine.if affine_set<(d0) : (d0)>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected '>=', '<=' or '==', found '>'}}
  affine.if affine_set<(d0) : (d0 > 0)>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected '(', found 'd0'}}
  affine.if affine_set<(d0) : d0 >= 0>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of undeclared identifier 'e0'}}
  affine.if affine_set<(d0) : (d0 >= e0)>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{integer does not fit into 64 bits}}
  %0 = affine.apply affine_map<(d0) -> (9223372036854775808)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{undefined symbol alias id 'nowhere'}}
  %0 = affine.apply #nowhere(%n)
  return
}
