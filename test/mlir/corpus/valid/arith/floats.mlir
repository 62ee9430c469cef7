// Floating point arithmetic.

func.func @arithmetic(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %0, %b : f32
  %2 = arith.mulf %1, %b : f32
  %3 = arith.divf %2, %b : f32
  %4 = arith.remf %3, %b : f32
  %5 = arith.negf %4 : f32
  return %5 : f32
}

func.func @extrema(%a: f64, %b: f64) -> f64 {
  %0 = arith.maximumf %a, %b : f64
  %1 = arith.minimumf %0, %b : f64
  %2 = arith.maxnumf %1, %b : f64
  %3 = arith.minnumf %2, %b : f64
  return %3 : f64
}

func.func @flags(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b fastmath<fast> : f32
  %1 = arith.subf %0, %b fastmath<nnan> : f32
  %2 = arith.mulf %1, %b fastmath<ninf,nnan> : f32
  %3 = arith.divf %2, %b fastmath<contract,reassoc,nsz,arcp,afn> : f32
  %4 = arith.negf %3 fastmath<nsz> {tag} : f32
  %5 = arith.addf %4, %b fastmath<none> : f32
  %6 = arith.maximumf %5, %b fastmath<nnan> : f32
  return %6 : f32
}

func.func @all_flags_are_fast(%a: f32) -> f32 {
  %0 = arith.addf %a, %a fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  return %0 : f32
}

func.func @types(%a: f16, %b: bf16, %c: f128, %d: f80) {
  %0 = arith.addf %a, %a : f16
  %1 = arith.mulf %b, %b : bf16
  %2 = arith.subf %c, %c : f128
  %3 = arith.divf %d, %d : f80
  return
}

func.func @of_vectors(%a: vector<2x4xf32>, %b: tensor<?x?xf64>) -> vector<2x4xf32> {
  %0 = arith.addf %a, %a : vector<2x4xf32>
  %1 = arith.mulf %b, %b fastmath<contract> : tensor<?x?xf64>
  %2 = arith.negf %0 : vector<2x4xf32>
  return %2 : vector<2x4xf32>
}
