// Complex numbers.

func.func @parts(%x: f32, %y: f32) -> f32 {
  %0 = complex.create %x, %y : complex<f32>
  %1 = complex.re %0 : complex<f32>
  %2 = complex.im %0 : complex<f32>
  return %1 : f32
}

func.func @arithmetic(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.add %a, %b : complex<f64>
  %1 = complex.sub %0, %b : complex<f64>
  %2 = complex.mul %1, %b : complex<f64>
  %3 = complex.div %2, %b : complex<f64>
  %4 = complex.neg %3 : complex<f64>
  return %4 : complex<f64>
}

func.func @flags(%a: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %a fastmath<nnan> : complex<f32>
  %1 = complex.mul %0, %a {tag} : complex<f32>
  return %1 : complex<f32>
}

func.func @constants() -> complex<f32> {
  %0 = complex.constant [1.0 : f32, -1.0 : f32] : complex<f32>
  return %0 : complex<f32>
}

func.func @compare(%a: complex<f32>) -> i1 {
  %0 = complex.eq %a, %a : complex<f32>
  %1 = complex.neq %a, %a : complex<f32>
  %2 = complex.abs %a : complex<f32>
  return %0 : i1
}

func.func @conjugate(%a: complex<f32>, %b: complex<f64>) -> complex<f32> {
  %0 = complex.conj %a : complex<f32>
  %1 = complex.conj %b : complex<f64>
  return %0 : complex<f32>
}
