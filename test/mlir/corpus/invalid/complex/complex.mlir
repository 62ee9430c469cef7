// Complex numbers.

// Parts of another type than the number's.
// expected-note@below {{prior use here}}
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{use of value '%x' expects different type than prior uses: 'f64' vs 'f32'}}
  %0 = complex.create %x, %x : complex<f64>
  return
}

// -----

// Parts of two types.
// expected-note@below {{prior use here}}
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{use of value '%y' expects different type than prior uses: 'f32' vs 'f64'}}
  %0 = complex.create %x, %y : complex<f32>
  return
}

// -----

// One part.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{expected ',', found ':'}}
  %0 = complex.create %x : complex<f32>
  return
}

// -----

// A part of a float.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{the type of result 'part' is not known}}
  %0 = complex.re %x : f32
  return
}

// -----

// Numbers of two types.
// expected-note@below {{prior use here}}
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{use of value '%b' expects different type than prior uses: 'complex<f32>' vs 'complex<f64>'}}
  %0 = complex.add %a, %b : complex<f32>
  return
}

// -----

// Floats.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'complex.mul' op operand #0 must be complex type with floating-point elements, but got 'f32'}}
  %0 = complex.mul %x, %x : f32
  return
}

// -----

// The part has another type.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'complex.im' op failed to verify that complex element type matches result type: expected 'f32', found 'f64'}}
  %0 = "complex.im"(%a) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f64
  return
}

// -----

// A constant has two parts.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'complex.constant' op requires 'value' to be two numbers of the result's element type}}
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

// A constant has two parts.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'complex.constant' op requires 'value' to be two numbers of the result's element type}}
  %0 = complex.constant [1.0 : f32, 2.0 : f32, 3.0 : f32] : complex<f32>
  return
}

// -----

// A constant's parts have its type.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'complex.constant' op requires 'value' to be two numbers of the result's element type}}
  %0 = complex.constant [1.0 : f32, 2.0 : f64] : complex<f32>
  return
}

// -----

// A constant's parts have its type.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'complex.constant' op requires 'value' to be two numbers of the result's element type}}
  %0 = complex.constant [1.0, 2.0] : complex<f32>
  return
}

// -----

// Complex numbers have no order.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{custom op 'complex.lt' is unknown (tried 'complex.lt' as well as its dialect)}}
  %0 = complex.lt %a, %a : complex<f32>
  return
}

// -----

// Equal to one of another type.
// expected-note@below {{prior use here}}
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{use of value '%b' expects different type than prior uses: 'complex<f32>' vs 'complex<f64>'}}
  %0 = complex.eq %a, %b : complex<f32>
  return
}

// -----

// The absolute value is a float.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'complex.abs' op result #0 must be floating-point, but got 'complex<f32>'}}
  %0 = "complex.abs"(%a) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
  return
}

// -----

// No complex number of strings.
// expected-error@below {{expected an integer or float type in a complex type, found 'index'}}
func.func private @f(complex<index>)

// -----

// Arithmetic on numbers has no complex ones.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  // expected-error@below {{'arith.addf' op operand #0 must be floating-point-like, but got 'complex<f32>'}}
  %0 = arith.addf %a, %a : complex<f32>
  return
}

// -----

// Arithmetic is on complex numbers of floats.
func.func @f(%a: complex<i32>) {
  // expected-error@below {{'complex.add' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.add %a, %a : complex<i32>
  return
}

// -----

func.func @f(%a: complex<i32>) {
  // expected-error@below {{'complex.eq' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.eq %a, %a : complex<i32>
  return
}

// -----

func.func @f(%a: complex<i32>) {
  // expected-error@below {{'complex.neg' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.neg %a : complex<i32>
  return
}
