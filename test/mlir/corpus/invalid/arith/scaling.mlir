func.func @f(%a: f32, %s: f8E8M0FNU) {
  // expected-error@below {{'arith.scaling_extf' op operand types 'f32', 'f8E8M0FNU' and result type 'f32' are cast incompatible}}
  %0 = arith.scaling_extf %a, %s : f32, f8E8M0FNU to f32
  return
}

// -----

func.func @f(%a: f8E5M2, %s: vector<2xf8E8M0FNU>) {
  // expected-error@below {{'arith.scaling_extf' op requires the same shape for all operands and results}}
  %0 = arith.scaling_extf %a, %s : f8E5M2, vector<2xf8E8M0FNU> to f16
  return
}

// -----

func.func @f(%a: f16, %s: f8E8M0FNU) {
  // expected-error@below {{'arith.scaling_truncf' op operand types 'f16', 'f8E8M0FNU' and result type 'f32' are cast incompatible}}
  %0 = arith.scaling_truncf %a, %s : f16, f8E8M0FNU to f32
  return
}
