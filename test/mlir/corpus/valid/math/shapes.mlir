// Functions of mathematics on vectors and tensors, with flags and with attributes.

func.func @unary_0(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.absf %x : vector<4xf32>
  %1 = math.acos %0 fastmath<fast> : vector<4xf32>
  %2 = math.acosh %1 fastmath<nnan,ninf> {tag = "x"} : vector<4xf32>
  %3 = math.asin %2 : vector<4xf32>
  %4 = math.asinh %3 fastmath<afn,contract> : vector<4xf32>
  return %4 : vector<4xf32>
}

func.func @unary_1(%x: tensor<?xf64>) -> tensor<?xf64> {
  %0 = math.atan %x : tensor<?xf64>
  %1 = math.atanh %0 {tag = "x"} : tensor<?xf64>
  %2 = math.cbrt %1 fastmath<fast> : tensor<?xf64>
  %3 = math.ceil %2 fastmath<nnan,ninf> : tensor<?xf64>
  %4 = math.cos %3 : tensor<?xf64>
  return %4 : tensor<?xf64>
}

func.func @unary_2(%x: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  %0 = math.cosh %x fastmath<afn,contract> {tag = "x"} : tensor<2x3xbf16>
  %1 = math.erf %0 : tensor<2x3xbf16>
  %2 = math.erf %1 : tensor<2x3xbf16>
  %3 = math.exp %2 fastmath<fast> : tensor<2x3xbf16>
  %4 = math.exp2 %3 fastmath<nnan,ninf> {tag = "x"} : tensor<2x3xbf16>
  return %4 : tensor<2x3xbf16>
}

func.func @unary_3(%x: vector<2x4xf64>) -> vector<2x4xf64> {
  %0 = math.expm1 %x : vector<2x4xf64>
  %1 = math.floor %0 fastmath<afn,contract> : vector<2x4xf64>
  %2 = math.log %1 : vector<2x4xf64>
  %3 = math.log10 %2 {tag = "x"} : vector<2x4xf64>
  %4 = math.log1p %3 fastmath<fast> : vector<2x4xf64>
  return %4 : vector<2x4xf64>
}

func.func @unary_4(%x: f16) -> f16 {
  %0 = math.log2 %x fastmath<nnan,ninf> : f16
  %1 = math.round %0 : f16
  %2 = math.roundeven %1 fastmath<afn,contract> {tag = "x"} : f16
  %3 = math.rsqrt %2 : f16
  %4 = math.sin %3 : f16
  return %4 : f16
}

func.func @unary_5(%x: f128) -> f128 {
  %0 = math.sinh %x fastmath<fast> : f128
  %1 = math.sqrt %0 fastmath<nnan,ninf> {tag = "x"} : f128
  %2 = math.tan %1 : f128
  %3 = math.tanh %2 fastmath<afn,contract> : f128
  %4 = math.trunc %3 : f128
  return %4 : f128
}

func.func @integers(%v: vector<4xi8>, %t: tensor<?xi64>, %i: index) -> index {
  %0 = math.absi %v : vector<4xi8>
  %1 = math.ctlz %0 : vector<4xi8>
  %2 = math.cttz %t : tensor<?xi64>
  %3 = math.ctpop %2 {tag} : tensor<?xi64>
  %4 = math.absi %i : index
  %5 = math.ipowi %v, %1 : vector<4xi8>
  return %4 : index
}

func.func @binary(%v: vector<4xf32>, %t: tensor<?xf64>, %n: tensor<?xi32>) -> tensor<?xf64> {
  %0 = math.atan2 %v, %v fastmath<reassoc> : vector<4xf32>
  %1 = math.powf %0, %v : vector<4xf32>
  %2 = math.copysign %1, %0 fastmath<nsz> {tag} : vector<4xf32>
  %3 = math.fpowi %t, %n : tensor<?xf64>, tensor<?xi32>
  %4 = math.fpowi %t, %n fastmath<arcp> : tensor<?xf64>, tensor<?xi32>
  %5 = math.fma %0, %1, %2 fastmath<contract> : vector<4xf32>
  return %4 : tensor<?xf64>
}

func.func @kinds(%v: vector<4xf32>, %t: tensor<?xf64>) -> (vector<4xi1>, tensor<?xi1>) {
  %0 = math.isnan %v : vector<4xf32>
  %1 = math.isinf %t : tensor<?xf64>
  %2 = math.isfinite %t : tensor<?xf64>
  %3 = math.isnormal %v {tag} : vector<4xf32>
  return %3, %2 : vector<4xi1>, tensor<?xi1>
}
