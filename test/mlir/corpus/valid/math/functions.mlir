// Functions of floats and integers.

func.func @exponentials(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.exp2 %0 : f32
  %2 = math.expm1 %1 : f32
  %3 = math.log %2 : f32
  %4 = math.log2 %3 : f32
  %5 = math.log10 %4 : f32
  %6 = math.log1p %5 : f32
  return %6 : f32
}

func.func @trigonometry(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  %1 = math.cos %0 : f64
  %2 = math.tan %1 : f64
  %3 = math.asin %2 : f64
  %4 = math.acos %3 : f64
  %5 = math.atan %4 : f64
  %6 = math.atan2 %5, %x : f64
  return %6 : f64
}

func.func @hyperbolic(%x: f64) -> f64 {
  %0 = math.sinh %x : f64
  %1 = math.cosh %0 : f64
  %2 = math.tanh %1 : f64
  %3 = math.asinh %2 : f64
  %4 = math.acosh %3 : f64
  %5 = math.atanh %4 : f64
  return %5 : f64
}

func.func @roots(%x: f32) -> f32 {
  %0 = math.sqrt %x : f32
  %1 = math.rsqrt %0 : f32
  %2 = math.cbrt %1 : f32
  %3 = math.powf %2, %x : f32
  %4 = math.fma %3, %x, %x : f32
  %5 = math.erf %4 : f32
  %6 = math.erfc %5 : f32
  %7 = math.erfc %6 {tag} : f32
  return %7 : f32
}

func.func @rounding(%x: f32) -> f32 {
  %0 = math.ceil %x : f32
  %1 = math.floor %0 : f32
  %2 = math.round %1 : f32
  %3 = math.roundeven %2 : f32
  %4 = math.trunc %3 : f32
  %5 = math.absf %4 : f32
  %6 = math.copysign %5, %x : f32
  return %6 : f32
}

func.func @flags(%x: f32, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = math.sqrt %x fastmath<fast> : f32
  %1 = math.powf %0, %x fastmath<nnan,ninf> {tag} : f32
  %2 = math.fma %v, %v, %v fastmath<contract> : vector<4xf32>
  %3 = math.sin %2 : vector<4xf32>
  return %3 : vector<4xf32>
}

func.func @integers(%a: i32, %b: i32) -> i32 {
  %0 = math.absi %a : i32
  %1 = math.ctlz %0 : i32
  %2 = math.cttz %1 : i32
  %3 = math.ctpop %2 : i32
  %4 = math.ipowi %3, %b : i32
  return %4 : i32
}

func.func @integer_powers(%x: f32, %n: i32) -> f32 {
  %0 = math.fpowi %x, %n : f32, i32
  return %0 : f32
}

func.func @predicates(%x: f32, %v: tensor<4xf32>) -> i1 {
  %0 = math.isnan %x : f32
  %1 = math.isinf %x : f32
  %2 = math.isfinite %x : f32
  %3 = math.isnormal %v : tensor<4xf32>
  return %0 : i1
}

func.func @of_tensors(%t: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = math.tanh %t : tensor<?x4xf32>
  %1 = math.copysign %0, %t : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

func.func @normal(%x: f32) -> i1 {
  %0 = math.isnormal %x : f32
  return %0 : i1
}
