// Arithmetic of constant complex numbers: (1 + 2i) and (3 + 4i) have the sum 4 + 6i, the difference
// -2 - 2i and the product -5 + 10i; (-5 + 10i) / (1 + 2i) is 3 + 4i. In f16, 2048 + 1 is 2048.
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s
// RUN: mlir-lite-opt %s -sccp -canonicalize | FileCheck %s
// RUN: mlir-lite-opt %s --run=arithmetic | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --run=rounded | FileCheck %s --check-prefix=ROUNDED
// RUN: mlir-lite-opt %s --run=wide | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: func @arithmetic
// CHECK-DAG: %[[SUM:.*]] = complex_constant [4.000000e+00, 6.000000e+00] : complex<f64>
// CHECK-DAG: %[[DIFFERENCE:.*]] = complex_constant [-2.000000e+00, -2.000000e+00] : complex<f64>
// CHECK-DAG: %[[PRODUCT:.*]] = complex_constant [-5.000000e+00, 1.000000e+01] : complex<f64>
// CHECK-DAG: %[[QUOTIENT:.*]] = complex_constant [3.000000e+00, 4.000000e+00] : complex<f64>
// CHECK-DAG: %[[NEGATIVE:.*]] = complex_constant [-1.000000e+00, -2.000000e+00] : complex<f64>
// CHECK: return %[[SUM]], %[[DIFFERENCE]], %[[PRODUCT]], %[[QUOTIENT]], %[[NEGATIVE]] :
// VALUE: (4.000000e+00, 6.000000e+00) : complex<f64>
// VALUE-NEXT: (-2.000000e+00, -2.000000e+00) : complex<f64>
// VALUE-NEXT: (-5.000000e+00, 1.000000e+01) : complex<f64>
// VALUE-NEXT: (3.000000e+00, 4.000000e+00) : complex<f64>
// VALUE-NEXT: (-1.000000e+00, -2.000000e+00) : complex<f64>
func @arithmetic() -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %a = complex_constant [1.0, 2.0] : complex<f64>
  %b = complex_constant [3.0, 4.0] : complex<f64>
  %c = complex_constant [-5.0, 10.0] : complex<f64>
  %sum = addcf %a, %b : complex<f64>
  %difference = subcf %a, %b : complex<f64>
  %product = mulcf %a, %b : complex<f64>
  %quotient = divcf %c, %a : complex<f64>
  %negative = negcf %a : complex<f64>
  return %sum, %difference, %product, %quotient, %negative
      : complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>
}

// CHECK-LABEL: func @rounded
// CHECK: complex_constant [2.048000e+03 : f16, 1.000000e+00 : f16] : complex<f16>
// ROUNDED: (2.048000e+03, 1.000000e+00)
func @rounded() -> complex<f16> {
  %a = complex_constant [2048.0 : f16, 0.0 : f16] : complex<f16>
  %b = complex_constant [1.0 : f16, 1.0 : f16] : complex<f16>
  %sum = addcf %a, %b : complex<f16>
  return %sum : complex<f16>
}

// Both parts of f128 are exact, which f64 would round: 2^-100 is lost beside 1 there.
// WIDE: true
// WIDE-NEXT: false
func @wide() -> (i1, i1) {
  %a = complex_constant [1.0 : f128, 0.0 : f128] : complex<f128>
  %b = complex_constant [7.8886090522101180541e-31 : f128, 0.0 : f128] : complex<f128>
  %sum = addcf %a, %b : complex<f128>
  %back = subcf %sum, %a : complex<f128>
  %equal = eqcf %back, %b : complex<f128>
  %other = eqcf %sum, %a : complex<f128>
  return %equal, %other : i1, i1
}

// A number that the program gives is not known; twice the other sign is the number.
// CHECK-LABEL: func @argument
// CHECK-SAME: %[[X:.*]]: complex<f32>
// CHECK: %[[SUM:.*]] = addcf
// CHECK: return %[[SUM]], %[[X]]
func @argument(%x: complex<f32>) -> (complex<f32>, complex<f32>) {
  %a = complex_constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %sum = addcf %x, %a : complex<f32>
  %negative = negcf %x : complex<f32>
  %back = negcf %negative : complex<f32>
  return %sum, %back : complex<f32>, complex<f32>
}
