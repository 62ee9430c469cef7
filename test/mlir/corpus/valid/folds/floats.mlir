// What canonicalization makes of floats: as IEEE says, so that -0, NaN and rounding stay.

func.func @neutral(%x: f32) -> (f32, f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.addf %x, %zero : f32
  %1 = arith.addf %x, %minus_zero : f32
  %2 = arith.subf %x, %zero : f32
  %3 = arith.subf %x, %minus_zero : f32
  %4 = arith.mulf %x, %one : f32
  %5 = arith.divf %x, %one : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

func.func @fast(%x: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %0 = arith.addf %x, %zero fastmath<nsz> : f32
  %1 = arith.mulf %x, %zero fastmath<nnan,nsz> : f32
  return %0, %1 : f32, f32
}

func.func @signs(%x: f64, %y: f64) -> (f64, f64, f64) {
  %0 = arith.negf %x : f64
  %1 = arith.negf %0 : f64
  %2 = arith.negf %y : f64
  %3 = arith.mulf %0, %2 : f64
  %4 = arith.divf %0, %2 : f64
  return %1, %3, %4 : f64, f64, f64
}

func.func @extremes(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %inf = arith.constant 0x7F800000 : f32
  %minus_inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %x, %x : f32
  %1 = arith.maximumf %x, %minus_inf : f32
  %2 = arith.maximumf %x, %inf : f32
  %3 = arith.minimumf %x, %inf : f32
  %4 = arith.maxnumf %x, %nan : f32
  %5 = arith.minnumf %x, %nan : f32
  %6 = arith.minnumf %x, %x : f32
  %7 = arith.minimumf %x, %x : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @extremes_of_constants() -> (f32, f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %zero, %minus_zero : f32
  %1 = arith.minimumf %zero, %minus_zero : f32
  %2 = arith.maximumf %zero, %nan : f32
  %3 = arith.maxnumf %zero, %nan : f32
  %4 = arith.minnumf %nan, %minus_zero : f32
  %5 = arith.minimumf %nan, %minus_zero : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

func.func @constants() -> (f32, f32, f32, f32, f32, f16, bf16, f64) {
  %a = arith.constant 0x7F000000 : f32
  %b = arith.constant 1.0e1 : f32
  %c = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %h = arith.constant 2048.0 : f16
  %i = arith.constant 1.0 : f16
  %j = arith.constant 256.0 : bf16
  %k = arith.constant 1.0 : bf16
  %d = arith.constant 0.1 : f64
  %e = arith.constant 0.2 : f64
  %0 = arith.mulf %a, %b : f32
  %1 = arith.divf %b, %c : f32
  %2 = arith.divf %b, %zero : f32
  %3 = arith.divf %zero, %zero : f32
  %4 = arith.remf %b, %c : f32
  %5 = arith.addf %h, %i : f16
  %6 = arith.addf %j, %k : bf16
  %7 = arith.addf %d, %e : f64
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f16, bf16, f64
}

func.func @casts(%x: f32, %y: f64) -> (f32, f64, f64) {
  %0 = arith.extf %x : f32 to f64
  %1 = arith.truncf %0 : f64 to f32
  %2 = arith.truncf %y : f64 to f32
  %3 = arith.extf %2 : f32 to f64
  %4 = arith.truncf %y fastmath<contract> : f64 to f32
  %5 = arith.extf %4 fastmath<contract> : f32 to f64
  return %1, %3, %5 : f32, f64, f64
}

func.func @casts_of_constants() -> (f64, f32, f16, bf16, f16, f32, f32, f64, f32) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant 0.5 : f64
  %c = arith.constant 2049.0 : f32
  %d = arith.constant 257.0 : f32
  %e = arith.constant 65520.0 : f32
  %i = arith.constant 16777217 : i32
  %j = arith.constant -1 : i32
  %k = arith.constant 9007199254740993 : i64
  %0 = arith.extf %a : f32 to f64
  %1 = arith.truncf %b : f64 to f32
  %2 = arith.truncf %c : f32 to f16
  %3 = arith.truncf %d : f32 to bf16
  %4 = arith.truncf %e : f32 to f16
  %5 = arith.sitofp %i : i32 to f32
  %6 = arith.uitofp %j : i32 to f32
  %7 = arith.sitofp %k : i64 to f64
  %8 = arith.sitofp %k : i64 to f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : f64, f32, f16, bf16, f16, f32, f32, f64, f32
}

func.func @to_integers() -> (i8, i8, i8, i8, i32, i1) {
  %a = arith.constant -128.9 : f32
  %b = arith.constant 128.0 : f32
  %c = arith.constant 255.5 : f32
  %d = arith.constant -1.0 : f32
  %e = arith.constant 0x7FC00000 : f32
  %f = arith.constant 1.0 : f32
  %0 = arith.fptosi %a : f32 to i8
  %1 = arith.fptosi %b : f32 to i8
  %2 = arith.fptoui %c : f32 to i8
  %3 = arith.fptoui %d : f32 to i8
  %4 = arith.fptosi %e : f32 to i32
  %5 = arith.fptoui %f : f32 to i1
  return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i32, i1
}

func.func @comparisons(%x: f32, %i: i32) -> (i1, i1, i1, i1, i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %0 = arith.cmpf oeq, %x, %nan : f32
  %1 = arith.cmpf ult, %nan, %x : f32
  %2 = arith.cmpf oeq, %zero, %minus_zero : f32
  %3 = arith.cmpf false, %x, %x : f32
  %4 = arith.cmpf true, %x, %x : f32
  %5 = arith.cmpf oeq, %x, %x : f32
  %6 = arith.cmpf uno, %x, %nan : f32
  return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i1, i1, i1, i1
}

func.func @compared_integers(%i: i32) -> (i1, i1) {
  %half = arith.constant 0.5 : f64
  %big = arith.constant 1.0e10 : f64
  %0 = arith.sitofp %i : i32 to f64
  %1 = arith.cmpf olt, %0, %half : f64
  %2 = arith.cmpf ogt, %0, %big : f64
  return %1, %2 : i1, i1
}

func.func @elements(%v: vector<2xf32>) -> (vector<2xf32>, vector<2xf64>, tensor<2xf16>, vector<2xi1>) {
  %one = arith.constant dense<1.0> : vector<2xf32>
  %a = arith.constant dense<[1.0, -0.0]> : vector<2xf64>
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %c = arith.constant dense<[0.0, 0.0]> : vector<2xf64>
  %0 = arith.mulf %v, %one : vector<2xf32>
  %1 = arith.addf %a, %a : vector<2xf64>
  %2 = arith.divf %b, %b : tensor<2xf16>
  %3 = arith.cmpf oeq, %a, %c : vector<2xf64>
  return %0, %1, %2, %3 : vector<2xf32>, vector<2xf64>, tensor<2xf16>, vector<2xi1>
}

func.func @functions() -> (f32, f64, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32) {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 2.0 : f64
  %c = arith.constant -2.5 : f32
  %i = arith.constant -40 : i32
  %0 = math.sqrt %a : f32
  %1 = math.exp %b : f64
  %2 = math.absf %c : f32
  %3 = math.ceil %c : f32
  %4 = math.floor %c : f32
  %5 = math.round %c : f32
  %6 = math.roundeven %c : f32
  %7 = math.trunc %c : f32
  %8 = math.copysign %a, %c : f32
  %9 = math.fma %a, %c, %a : f32
  %10 = math.absi %i : i32
  %11 = math.ctpop %i : i32
  %12 = math.ctlz %i : i32
  %13 = math.cttz %i : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13
      : f32, f64, f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32
}

func.func @more_functions() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i1, i1, i1) {
  %a = arith.constant 0.5 : f32
  %0 = math.sin %a : f32
  %1 = math.cos %a : f32
  %2 = math.tan %a : f32
  %3 = math.tanh %a : f32
  %4 = math.log %a : f32
  %5 = math.log2 %a : f32
  %6 = math.log10 %a : f32
  %7 = math.log1p %a : f32
  %8 = math.exp2 %a : f32
  %9 = math.expm1 %a : f32
  %10 = math.atan %a : f32
  %11 = math.atan2 %a, %a : f32
  %12 = math.powf %a, %a : f32
  %13 = math.rsqrt %a : f32
  %14 = math.isnan %a : f32
  %15 = math.isinf %a : f32
  %16 = math.isfinite %a : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16
      : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i1, i1, i1
}
