// Complex numbers of other widths, with flags.

func.func @create(%a: f64, %b: bf16) -> f64 {
  %0 = complex.create %a, %a : complex<f64>
  %1 = complex.create %b, %b {tag} : complex<bf16>
  %2 = complex.re %0 fastmath<nnan> : complex<f64>
  %3 = complex.im %0 fastmath<fast> {tag} : complex<f64>
  %4 = complex.abs %0 fastmath<contract> : complex<f64>
  return %4 : f64
}

func.func @constants() -> (complex<f64>, complex<f16>) {
  %0 = complex.constant [0.1, -1.0] : complex<f64>
  %1 = complex.constant [1.0 : f16, 0x7C00 : f16] {tag} : complex<f16>
  %2 = complex.constant [1 : i32, -2 : i32] : complex<i32>
  return %0, %1 : complex<f64>, complex<f16>
}

func.func @flags(%a: complex<f64>, %b: complex<f64>) -> i1 {
  %0 = complex.sub %a, %b fastmath<ninf> : complex<f64>
  %1 = complex.div %0, %b fastmath<arcp,afn> : complex<f64>
  %2 = complex.neg %1 fastmath<nsz> {tag} : complex<f64>
  %3 = complex.eq %2, %a {tag} : complex<f64>
  %4 = complex.neq %2, %a : complex<f64>
  return %4 : i1
}

func.func @loop(%a: complex<f32>, %n: index) -> complex<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (complex<f32>) {
    %1 = complex.mul %acc, %a : complex<f32>
    %2 = complex.neq %1, %a : complex<f32>
    %3 = arith.select %2, %1, %acc : complex<f32>
    scf.yield %3 : complex<f32>
  }
  return %0 : complex<f32>
}
