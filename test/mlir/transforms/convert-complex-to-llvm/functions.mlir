// Functions of complex numbers are the same before and after they are lowered: values by hand.
// RUN: mlir-lite-opt %s --run=main | FileCheck %s
// RUN: mlir-lite-opt %s --convert-to-llvm --run=main | FileCheck %s --check-prefix=LOWERED
// RUN: mlir-lite-opt %s --convert-complex-to-llvm --spelling=upstream | FileCheck %s --check-prefix=PART

// CHECK: (2.000000e+00, 0.000000e+00) : complex<f64>
// CHECK-NEXT: (0.000000e+00, 2.000000e+00) : complex<f64>
// CHECK-NEXT: (6.000000e-01, 8.000000e-01) : complex<f64>
// CHECK-NEXT: (1.000000e+00, 0.000000e+00) : complex<f64>
// CHECK-NEXT: (1.000000e+00, 0.000000e+00) : complex<f64>
// CHECK-NEXT: (1.000000e+00, 0.000000e+00) : complex<f64>
// CHECK-NEXT: 3.1415926535897931 : f64
// CHECK-NEXT: 4647714816524288000 : i64
// CHECK-NEXT: (3.000000e+00, 4.000000e+00) : complex<f32>
// LOWERED: ((2.000000e+00, 0.000000e+00), (0.000000e+00, 2.000000e+00), (6.000000e-01, 8.000000e-01), (1.000000e+00, 0.000000e+00), (1.000000e+00, 0.000000e+00), (1.000000e+00, 0.000000e+00), 3.1415926535897931, 4647714816524288000, (3.000000e+00, 4.000000e+00)) :
func.func @main() -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, f64, i64, complex<f32>) {
  %four = complex.constant [4.0, 0.0] : complex<f64>
  %minus = complex.constant [-4.0, 0.0] : complex<f64>
  %z = complex.constant [3.0, 4.0] : complex<f64>
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %large = complex.constant [1000.0, 0.0] : complex<f64>
  %single = complex.constant [3.0 : f32, 4.0 : f32] : complex<f32>
  %0:9 = call @functions(%four, %minus, %z, %zero, %large, %single)
      : (complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f32>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, f64, i64, complex<f32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8 : complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, f64, i64, complex<f32>
}

// Functions that the llvm dialect lacks are left to the conversion of their own dialect.
// PART-LABEL: func.func @functions
// PART: llvm.intr.sqrt
// PART: math.tanh %{{.*}} : f64
// PART: math.atan2
func.func @functions(%four: complex<f64>, %minus: complex<f64>, %z: complex<f64>, %zero: complex<f64>, %large: complex<f64>, %single: complex<f32>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, f64, i64, complex<f32>) {
  %n = arith.constant 0 : i32
  %0 = complex.sqrt %four : complex<f64>
  %1 = complex.sqrt %minus : complex<f64>
  %2 = complex.sign %z : complex<f64>
  %3 = complex.exp %zero : complex<f64>
  %4 = complex.tanh %large : complex<f64>
  %5 = complex.powi %z, %n : complex<f64>, i32
  %6 = complex.angle %minus : complex<f64>
  %7 = complex.bitcast %single : complex<f32> to i64
  %8 = complex.bitcast %7 : i64 to complex<f32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, f64, i64, complex<f32>
}
