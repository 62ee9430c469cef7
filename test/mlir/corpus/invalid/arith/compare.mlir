// Comparisons.

// No such predicate.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{unknown comparison predicate "lt": expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge}}
  %0 = arith.cmpi lt, %a, %a : i32
  return
}

// -----

// A predicate of floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{unknown comparison predicate "olt": expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge}}
  %0 = arith.cmpi olt, %a, %a : i32
  return
}

// -----

// A predicate of integers.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{unknown comparison predicate "slt": expected one of false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true}}
  %0 = arith.cmpf slt, %x, %x : f32
  return
}

// -----

// Floats are compared otherwise.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.cmpi eq, %x, %x : f32
  return
}

// -----

// Integers are compared otherwise.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.cmpf oeq, %a, %a : i32
  return
}

// -----

// The predicate is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected keyword, found '%a'}}
  %0 = arith.cmpi %a, %a : i32
  return
}

// -----

// Operands of two types.
// expected-note@below {{prior use here}}
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{use of value '%b' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = arith.cmpi eq, %a, %b : i32
  return
}

// -----

// The result is one bit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpi' op result #0 must be bool-like, but got 'i32'}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 0 : i64}> : (i32, i32) -> i32
  return
}

// -----

// The result of vectors is a vector.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands: expected 'vector<4xi1>', found 'i1'}}
  %0 = "arith.cmpi"(%w, %w) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
  return
}

// -----

// The result is as long as the operands.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpf' op failed to verify that result type has i1 element type and same shape as operands: expected 'vector<4xi1>', found 'vector<2xi1>'}}
  %0 = "arith.cmpf"(%v, %v) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (vector<4xf32>, vector<4xf32>) -> vector<2xi1>
  return
}

// -----

// No predicate of that number.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: predicate of a comparison of integers, from 0 to 9}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}

// -----

// No predicate of that number.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpf' op attribute 'predicate' failed to satisfy constraint: predicate of a comparison of floats, from 0 to 15}}
  %0 = "arith.cmpf"(%x, %x) <{fastmath = #arith.fastmath<none>, predicate = 16 : i64}> : (f32, f32) -> i1
  return
}

// -----

// The predicate has 64 bits.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: predicate of a comparison of integers, from 0 to 9}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 0 : i32}> : (i32, i32) -> i1
  return
}

// -----

// The predicate is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.cmpi' op requires attribute 'predicate'}}
  %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> i1
  return
}

// -----

// Memory is not compared.
func.func @f(%m: memref<4xi32>) {
  // expected-error@below {{'arith.cmpi' op operand #0 must be signless-integer-like, but got 'memref<4xi32>'}}
  %0 = arith.cmpi eq, %m, %m : memref<4xi32>
  return
}
