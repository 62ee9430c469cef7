// The conjugate of a complex number: both spellings, folded, interpreted and lowered.
// RUN: mlir-lite-opt %s --spelling=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt -canonicalize | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=TWICE
// RUN: mlir-lite-opt %s --run=numbers --run-args='1.5,-2.0' | FileCheck %s --check-prefix=INTERPRETED
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --run=numbers --run-args='1.5,-2.0' | FileCheck %s --check-prefix=LOWERED
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: mlir-lite-opt --dialect-doc=std | FileCheck %s --check-prefix=DOC

// DOC: `std.conjcf`
// DOC: Only in today's MLIR: `complex.conj`

// UPSTREAM-LABEL: @flags
// UPSTREAM: complex.conj %{{.*}} fastmath<nnan> : complex<f32>
// STD-LABEL: func @flags
// STD: conjcf %{{.*}} {fastmath = #arith.fastmath<nnan>} : complex<f32>
func @flags(%z: complex<f32>) -> complex<f32> {
  %0 = "std.conjcf"(%z) {fastmath = #arith.fastmath<nnan>} : (complex<f32>) -> complex<f32>
  return %0 : complex<f32>
}

// FOLDED-LABEL: func @twice(
// FOLDED-SAME: %[[Z:.*]]: complex<f64>
// FOLDED-NEXT: return %[[Z]] :
// TWICE-LABEL: func @twice(
// TWICE-SAME: %[[Z:.*]]: complex<f64>
// TWICE-NEXT: return %[[Z]] :
func @twice(%z: complex<f64>) -> complex<f64> {
  %0 = conjcf %z : complex<f64>
  %1 = conjcf %0 : complex<f64>
  return %1 : complex<f64>
}

// FOLDED-LABEL: func @folded
// FOLDED-DAG: complex_constant [1.000000e+00 : f32, -2.000000e+00 : f32] : complex<f32>
// FOLDED-DAG: complex_constant [1.000000e+00 : f32, -0.000000e+00 : f32] : complex<f32>
func @folded() -> (complex<f32>, complex<f32>) {
  %a = complex_constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %b = complex_constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %0 = conjcf %a : complex<f32>
  %1 = conjcf %b : complex<f32>
  return %0, %1 : complex<f32>, complex<f32>
}

// INTERPRETED: (1.500000e+00, 2.000000e+00) : complex<f64>
// LOWERED: (1.500000e+00, 2.000000e+00)
// LLVM-LABEL: @numbers
// LLVM: fneg double
func @numbers(%re: f64, %im: f64) -> complex<f64> {
  %z = create_complex %re, %im : complex<f64>
  %0 = conjcf %z : complex<f64>
  return %0 : complex<f64>
}
