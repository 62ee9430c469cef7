// A function of constants is a constant, as in mlir-opt, and no function is declared for it.
// RUN: mlir-opt %s --convert-math-to-libm > %t
// RUN: mlir-lite-opt %s --convert-math-to-libm | diff %t -

func.func @numbers() -> (f32, f64, f32, vector<2xf64>) {
  %a = arith.constant 0.75 : f32
  %b = arith.constant 1.5 : f64
  %v = arith.constant dense<[0.25, 0.5]> : vector<2xf64>
  %0 = math.erf %a : f32
  %1 = math.tanh %b : f64
  %2 = math.atan2 %a, %a : f32
  %3 = math.erfc %v : vector<2xf64>
  return %0, %1, %2, %3 : f32, f64, f32, vector<2xf64>
}
