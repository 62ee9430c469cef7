// The larger of two zeros is positive and the smaller one negative, as in the language's text about
// `maximumf` and `minimumf`, also after the expansion.
// RUN: mlir-lite-opt %s --run=values | FileCheck %s
// RUN: mlir-lite-opt %s --arith-expand --run=values | FileCheck %s
// RUN: mlir-lite-opt %s --arith-expand | FileCheck %s --check-prefix=EXPANDED

// EXPANDED-NOT: maximumf
// EXPANDED-NOT: minimumf
func.func private @zeros(%minus: f32, %plus: f32) -> (f32, f32, f32, f32) {
  %0 = arith.maximumf %minus, %plus : f32
  %1 = arith.maximumf %plus, %minus : f32
  %2 = arith.minimumf %minus, %plus : f32
  %3 = arith.minimumf %plus, %minus : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK: {{^}}0.000000e+00 : f32
// CHECK-NEXT: {{^}}0.000000e+00 : f32
// CHECK-NEXT: -0.000000e+00 : f32
// CHECK-NEXT: -0.000000e+00 : f32
func.func @values() -> (f32, f32, f32, f32) {
  %minus = arith.constant -0.0 : f32
  %plus = arith.constant 0.0 : f32
  %0:4 = func.call @zeros(%minus, %plus) : (f32, f32) -> (f32, f32, f32, f32)
  return %0#0, %0#1, %0#2, %0#3 : f32, f32, f32, f32
}
