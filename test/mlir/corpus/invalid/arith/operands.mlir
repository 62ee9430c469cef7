// Arithmetic on what it is not defined for.

// Operands of two types.
// expected-note@below {{prior use here}}
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{use of value '%b' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = arith.addi %a, %b : i32
  return
}

// -----

// A float is not an integer.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.addi %x, %x : f32
  return
}

// -----

// An integer is not a float.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.mulf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.mulf %a, %a : i32
  return
}

// -----

// Signed integers are not what arithmetic computes on.
func.func @f(%a: si32) {
  // expected-error@below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'si32'}}
  %0 = arith.addi %a, %a : si32
  return
}

// -----

// Memory is not a value.
func.func @f(%a: memref<4xf32>) {
  // expected-error@below {{'arith.addf' op operand #0 must be floating-point-like, but got 'memref<4xf32>'}}
  %0 = arith.addf %a, %a : memref<4xf32>
  return
}

// -----

// A result too many.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = arith.subi %a, %a : i32
  return
}

// -----

// An operand is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ',', found ':'}}
  %0 = arith.subi %a : i32
  return
}

// -----

// An operand too many.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ':', found ','}}
  %0 = arith.divf %x, %x, %x : f32
  return
}

// -----

// A vector of integers is not a vector of floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.maximumf' op operand #0 must be floating-point-like, but got 'vector<4xi32>'}}
  %0 = arith.maximumf %w, %w : vector<4xi32>
  return
}

// -----

// Vectors of different lengths.
// expected-note@below {{prior use here}}
func.func @f(%a: vector<4xi32>, %b: vector<8xi32>) {
  // expected-error@below {{use of value '%b' expects different type than prior uses: 'vector<4xi32>' vs 'vector<8xi32>'}}
  %0 = arith.muli %a, %b : vector<4xi32>
  return
}

// -----

// The generic form has a result of another type.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i64
  return
}

// -----

// The generic form has operands of two types.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.andi' op requires the same type for all operands and results}}
  %0 = "arith.andi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

// The generic form has three operands.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.xori' op expected 2 operands, but found 3}}
  %0 = "arith.xori"(%a, %a, %a) : (i32, i32, i32) -> i32
  return
}

// -----

// The generic form has no result.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.remsi' op expected 1 result, but found 0}}
  "arith.remsi"(%a, %a) : (i32, i32) -> ()
  return
}

// -----

// The generic form has a region.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.ori' op requires 0 regions, but found 1}}
  %0 = "arith.ori"(%a, %a) ({}) : (i32, i32) -> i32
  return
}

// -----

// The type is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addf %x, %x
  // expected-error@above {{expected ':', found 'return'}}
  return
}

// -----

// The comma is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ',', found '%x'}}
  %0 = arith.addf %x %x : f32
  return
}

// -----

// Negation takes floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.negf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.negf %a : i32
  return
}

// -----

// An undefined operand.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{use of undeclared SSA value name '%z'}}
  %0 = arith.addi %a, %z : i32
  return
}

// -----

// No such op.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{custom op 'arith.addx' is unknown (tried 'arith.addx' as well as its dialect)}}
  %0 = arith.addx %a, %a : i32
  return
}

// -----

// A condition is one bit.
// expected-note@below {{prior use here}}
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  %0 = arith.select %a, %x, %x : f32
  return
}

// -----

// Choices of two types.
// expected-note@below {{prior use here}}
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{use of value '%y' expects different type than prior uses: 'f32' vs 'f64'}}
  %0 = arith.select %c, %x, %y : f32
  return
}

// -----

// A vector as condition has the length of the choices.
func.func @f(%c: vector<2xi1>, %x: vector<4xf32>) {
  // expected-error@below {{'arith.select' op requires a condition 'i1', or one in the shape of the result}}
  %0 = arith.select %c, %x, %x : vector<2xi1>, vector<4xf32>
  return
}

// -----

// The sum and the carry have their own types.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{operation defines 2 results but was provided 1 to bind}}
  %0 = arith.addui_extended %a, %a : i32, i1
  return
}

// -----

// The carry is one bit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.addui_extended' op result #1 must be bool-like, but got 'i8'}}
  %0, %1 = arith.addui_extended %a, %a : i32, i8
  return
}

// -----

// The carry of vectors is a vector.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.addui_extended' op expects results of one shape, found 'vector<4xi32>' and 'i1'}}
  %0, %1 = arith.addui_extended %w, %w : vector<4xi32>, i1
  return
}

// -----

// Both halves have the operands' type.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0:2 = "arith.mulsi_extended"(%a, %a) : (i32, i32) -> (i32, i64)
  return
}

// -----

// Index is not extended.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.mului_extended' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0, %1 = arith.mului_extended %x, %x : f32
  return
}
