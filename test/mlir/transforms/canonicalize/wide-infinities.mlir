// Infinities of formats that are wider than `f64` are folded as those of the others.
// RUN: mlir-opt %s --canonicalize > %t && mlir-lite-opt %s --canonicalize --spelling=upstream | diff %t -

func.func @f80() -> (f80, f80, f80, i1, f64) {
  %inf = arith.constant 0x7FFF8000000000000000 : f80
  %minus = arith.constant 0xFFFF8000000000000000 : f80
  %one = arith.constant 1.0 : f80
  %0 = arith.addf %inf, %one : f80
  %1 = arith.mulf %minus, %inf : f80
  %2 = arith.divf %one, %minus : f80
  %3 = arith.cmpf oeq, %inf, %0 : f80
  %4 = arith.truncf %minus : f80 to f64
  return %0, %1, %2, %3, %4 : f80, f80, f80, i1, f64
}

func.func @f128() -> (f128, f128, f128, i1, f32) {
  %inf = arith.constant 0x7FFF0000000000000000000000000000 : f128
  %minus = arith.constant 0xFFFF0000000000000000000000000000 : f128
  %one = arith.constant 1.0 : f128
  %0 = arith.addf %inf, %one : f128
  %1 = arith.mulf %minus, %minus : f128
  %2 = arith.divf %one, %inf : f128
  %3 = arith.cmpf olt, %minus, %inf : f128
  %4 = arith.truncf %minus : f128 to f32
  return %0, %1, %2, %3, %4 : f128, f128, f128, i1, f32
}
