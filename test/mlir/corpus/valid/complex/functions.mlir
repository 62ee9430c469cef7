// Functions of complex numbers.

func.func @functions(%a: complex<f32>, %b: complex<f64>) {
  %0 = complex.exp %a : complex<f32>
  %1 = complex.exp %b fastmath<nnan> {tag} : complex<f64>
  %2 = complex.expm1 %a : complex<f32>
  %3 = complex.expm1 %b fastmath<nnan> {tag} : complex<f64>
  %4 = complex.log %a : complex<f32>
  %5 = complex.log %b fastmath<nnan> {tag} : complex<f64>
  %6 = complex.log1p %a : complex<f32>
  %7 = complex.log1p %b fastmath<nnan> {tag} : complex<f64>
  %8 = complex.sin %a : complex<f32>
  %9 = complex.sin %b fastmath<nnan> {tag} : complex<f64>
  %10 = complex.cos %a : complex<f32>
  %11 = complex.cos %b fastmath<nnan> {tag} : complex<f64>
  %12 = complex.tan %a : complex<f32>
  %13 = complex.tan %b fastmath<nnan> {tag} : complex<f64>
  %14 = complex.tanh %a : complex<f32>
  %15 = complex.tanh %b fastmath<nnan> {tag} : complex<f64>
  %16 = complex.sqrt %a : complex<f32>
  %17 = complex.sqrt %b fastmath<nnan> {tag} : complex<f64>
  %18 = complex.rsqrt %a : complex<f32>
  %19 = complex.rsqrt %b fastmath<nnan> {tag} : complex<f64>
  %20 = complex.sign %a : complex<f32>
  %21 = complex.sign %b fastmath<nnan> {tag} : complex<f64>
  %22 = complex.pow %a, %a : complex<f32>
  %23 = complex.pow %b, %b fastmath<fast> {tag} : complex<f64>
  %24 = complex.atan2 %a, %a : complex<f32>
  %25 = complex.atan2 %b, %b fastmath<fast> {tag} : complex<f64>
  %26 = complex.angle %a : complex<f32>
  %27 = complex.angle %b fastmath<nnan> {tag} : complex<f64>
  return
}

func.func @powers(%a: complex<f32>, %b: complex<f64>, %i: i32, %j: i64) {
  %0 = complex.powi %a, %i : complex<f32>, i32
  %1 = complex.powi %b, %j fastmath<nnan> {tag} : complex<f64>, i64
  return
}

func.func @bits(%a: complex<f32>, %b: complex<f16>) {
  %0 = complex.bitcast %a : complex<f32> to i64
  %1 = complex.bitcast %0 : i64 to complex<f32>
  %2 = complex.bitcast %a {tag} : complex<f32> to f64
  %3 = complex.bitcast %b : complex<f16> to f32
  %4 = complex.bitcast %3 : f32 to complex<f16>
  return
}
