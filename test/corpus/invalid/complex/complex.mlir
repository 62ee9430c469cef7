// Complex numbers.

// Parts of another type than the number's.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.create %x, %x : complex<f64>
  return
}

// -----

// Parts of two types.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.create %x, %y : complex<f32>
  return
}

// -----

// One part.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.create %x : complex<f32>
  return
}

// -----

// A part of a float.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.re %x : f32
  return
}

// -----

// Numbers of two types.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.add %a, %b : complex<f32>
  return
}

// -----

// Floats.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.mul %x, %x : f32
  return
}

// -----

// The part has another type.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = "complex.im"(%a) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f64
  return
}

// -----

// A constant has two parts.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

// A constant has two parts.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.constant [1.0 : f32, 2.0 : f32, 3.0 : f32] : complex<f32>
  return
}

// -----

// A constant's parts have its type.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.constant [1.0 : f32, 2.0 : f64] : complex<f32>
  return
}

// -----

// A constant's parts have its type.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.constant [1.0, 2.0] : complex<f32>
  return
}

// -----

// Complex numbers have no order.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.lt %a, %a : complex<f32>
  return
}

// -----

// Equal to one of another type.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = complex.eq %a, %b : complex<f32>
  return
}

// -----

// The absolute value is a float.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = "complex.abs"(%a) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
  return
}

// -----

// No complex number of strings.
func.func private @f(complex<index>)

// -----

// Arithmetic on numbers has no complex ones.
func.func @f(%a: complex<f32>, %b: complex<f64>, %x: f32, %y: f64, %n: i32) {
  %0 = arith.addf %a, %a : complex<f32>
  return
}
