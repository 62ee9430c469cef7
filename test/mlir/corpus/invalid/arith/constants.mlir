// Constants.

// An integer as a float.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected integer type for an integer literal: write a decimal point}}
  %0 = arith.constant 1 : f32
  return
}

// -----

// A float as an integer.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{floating point value not valid for an integer type}}
  %0 = arith.constant 1.0 : i32
  return
}

// -----

// A string is not a number.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.constant' op has a value that is not a constant of its result type 'i32'}}
  %0 = arith.constant "one" : i32
  return
}

// -----

// The value does not fit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{integer constant out of range for an attribute of type 'i8'}}
  %0 = arith.constant 256 : i8
  return
}

// -----

// The value does not fit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{integer constant out of range for an attribute of type 'i8'}}
  %0 = arith.constant -129 : i8
  return
}

// -----

// Signed types are not what constants have.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.constant' op has a value that is not a constant of its result type 'si32'}}
  %0 = arith.constant 1 : si32
  return
}

// -----

// Attribute and result have different types.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.constant' op has a value that is not a constant of its result type 'i64'}}
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

// The value is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.constant' op requires attribute 'value'}}
  %0 = "arith.constant"() : () -> i32
  return
}

// -----

// The value has no type.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.constant' op has a value that is not a constant of its result type 'i32'}}
  %0 = "arith.constant"() <{value = "x"}> : () -> i32
  return
}

// -----

// Constants have no operands.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.constant' op expected 0 operands, but found 1}}
  %0 = "arith.constant"(%a) <{value = 1 : i32}> : (i32) -> i32
  return
}

// -----

// Elements in a shape of another size.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected 4 elements in this list of the literal, found 3}}
  %0 = arith.constant dense<[1, 2, 3]> : tensor<4xi32>
  return
}

// -----

// Elements that do not have the type's rank.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected a list of 2 at this depth of the elements literal, found '1'}}
  %0 = arith.constant dense<[1, 2]> : tensor<1x2xi32>
  return
}

// -----

// Rows of different lengths.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected 2 elements in this list of the literal, found 1}}
  %0 = arith.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
  return
}

// -----

// Elements of another type.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected integer elements, but parsed floating-point}}
  %0 = arith.constant dense<1.0> : tensor<4xi32>
  return
}

// -----

// Elements that do not fit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{integer constant out of range for an attribute of type 'i8'}}
  %0 = arith.constant dense<[1, 300]> : vector<2xi8>
  return
}

// -----

// A shape that is not known.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{elements literal must be a shaped type of static shape}}
  %0 = arith.constant dense<1> : tensor<?xi32>
  return
}

// -----

// The bool is one bit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected operation name in quotes, or the name of a registered operation, found ':'}}
  %0 = arith.constant true : i8
  return
}

// -----

// The type is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.constant dense<1>
  // expected-error@above {{expected ':', found 'return'}}
  return
}

// -----

// Functions are constants of another dialect.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{op 'arith.constant' does not take these types: use 'func.constant'}}
  %0 = arith.constant @f : () -> ()
  return
}

// -----

// Two values of one name.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-note@below {{previously defined here}}
  %0 = arith.constant 1 : i32
  // expected-error@below {{redefinition of SSA value '%0'}}
  %0 = arith.constant 2 : i32
  return
}

// -----

// Hexadecimal digits as many as the type has.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{hexadecimal float constant out of range for type}}
  %0 = arith.constant 0x7FC00000FF : f32
  return
}

// -----

func.func @f() -> index {
  // expected-error@below {{'ub.poison' op attribute 'value' failed to satisfy constraint: attribute that says what poison is: '#ub.poison'}}
  %0 = "ub.poison"() <{value = 3 : index}> : () -> index
  return %0 : index
}

// -----

func.func @f() {
  // expected-error@below {{of a scalable vector has one number for all elements}}
  %0 = arith.constant dense<[1, 2, 3, 4]> : vector<[4]xi32>
  return
}
