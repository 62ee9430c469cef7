// RUN: poly-opt %s --verify-diagnostics --split-input-file

func @too_many(%arg0: tensor<3xi32>) {
  // expected-error @+1 {{'poly.from_tensor' op has 3 coefficients, but its result only 2}}
  %0 = poly.from_tensor %arg0 : tensor<3xi32> -> !poly.poly<2>
  return
}

// -----

func @too_few(%arg0: !poly.poly<3>) {
  // expected-error @+1 {{'poly.to_tensor' op has 3 coefficients, but its result only 2}}
  %0 = poly.to_tensor %arg0 : !poly.poly<3> -> tensor<2xi32>
  return
}

// -----

func @constant() {
  // expected-error @+1 {{'poly.constant' op has 3 coefficients, but its result only 2}}
  %0 = poly.constant dense<[1, 2, 3]> : tensor<3xi32> : !poly.poly<2>
  return
}

// -----

// expected-error @+1 {{a polynomial has at least one coefficient}}
func @empty(%arg0: !poly.poly<0>) {
  return
}
