// Functions of numbers.

// Of floats, not of integers.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.sqrt' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.sqrt %a : i32
  return
}

// -----

// Of integers, not of floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.absi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.absi %x : f32
  return
}

// -----

// Of integers, not of floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.ctpop' op operand #0 must be signless-integer-like, but got 'vector<4xf32>'}}
  %0 = math.ctpop %v : vector<4xf32>
  return
}

// -----

// Of two of one type.
// expected-note@below {{prior use here}}
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{use of value '%y' expects different type than prior uses: 'f32' vs 'f64'}}
  %0 = math.atan2 %x, %y : f32
  return
}

// -----

// Of two.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ',', found ':'}}
  %0 = math.powf %x : f32
  return
}

// -----

// Of one.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ':', found ','}}
  %0 = math.exp %x, %x : f32
  return
}

// -----

// Of three.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ',', found ':'}}
  %0 = math.fma %x, %x : f32
  return
}

// -----

// Of three floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.fma' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.fma %a, %a, %a : i32
  return
}

// -----

// The exponent is an integer.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.fpowi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = math.fpowi %x, %x : f32, f32
  return
}

// -----

// The base is a float.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.fpowi' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.fpowi %a, %a : i32, i32
  return
}

// -----

// Base and exponent are as long.
func.func @f(%x: vector<4xf32>, %n: vector<2xi32>) {
  // expected-error@below {{'math.fpowi' op requires the same shape for all operands and results}}
  %0 = math.fpowi %x, %n : vector<4xf32>, vector<2xi32>
  return
}

// -----

// Base and exponent are integers.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.ipowi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.ipowi %x, %x : f32
  return
}

// -----

// No such function.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{custom op 'math.squareroot' is unknown (tried 'math.squareroot' as well as its dialect)}}
  %0 = math.squareroot %x : f32
  return
}

// -----

// No such flag.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected one of none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, found 'slow'}}
  %0 = math.sin %x fastmath<slow> : f32
  return
}

// -----

// The result has the operand's type.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.floor' op result #0 must be floating-point-like, but got 'i32'}}
  %0 = "math.floor"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> i32
  return
}

// -----

// One result.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.cos' op expected 1 result, but found 2}}
  %0:2 = "math.cos"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> (f32, f32)
  return
}

// -----

// The answer is one bit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.isnan' op result #0 must be bool-like, but got 'f32'}}
  %0 = "math.isnan"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
  return
}

// -----

// Of floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'math.isfinite' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.isfinite %a : i32
  return
}

// -----

// Two results.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{operation defines 2 results but was provided 1 to bind}}
  %0 = math.sincos %x : f32
  return
}

// -----

// Memory has no sign.
func.func @f(%m: memref<4xf32>) {
  // expected-error@below {{'math.copysign' op operand #0 must be floating-point-like, but got 'memref<4xf32>'}}
  %0 = math.copysign %m, %m : memref<4xf32>
  return
}
