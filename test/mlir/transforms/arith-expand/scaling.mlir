// A cast with a scale is a product or a quotient; the scale is a power of two.
// RUN: mlir-lite-opt %s --arith-expand --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --run=values | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --arith-expand --run=values | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: func.func @extend(
// CHECK-NEXT: %[[P:.*]] = arith.truncf %arg1 fastmath<nnan> : vector<4xf32> to vector<4xf8E8M0FNU>
// CHECK-NEXT: %[[S:.*]] = arith.extf %[[P]] fastmath<nnan> : vector<4xf8E8M0FNU> to vector<4xbf16>
// CHECK-NEXT: %[[X:.*]] = arith.extf %arg0 fastmath<nnan> : vector<4xf8E4M3FN> to vector<4xbf16>
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[X]], %[[S]] fastmath<nnan> : vector<4xbf16>
// CHECK-NEXT: return %[[R]]
func.func @extend(%a: vector<4xf8E4M3FN>, %s: vector<4xf32>) -> vector<4xbf16> {
  %0 = arith.scaling_extf %a, %s fastmath<nnan> : vector<4xf8E4M3FN>, vector<4xf32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: func.func @round(
// CHECK-NEXT: %[[S:.*]] = arith.extf %arg1 : f8E8M0FNU to f32
// CHECK-NEXT: %[[Q:.*]] = arith.divf %arg0, %[[S]] : f32
// CHECK-NEXT: %[[R:.*]] = arith.truncf %[[Q]] downward : f32 to f6E3M2FN
// CHECK-NEXT: return %[[R]]
func.func @round(%a: f32, %s: f8E8M0FNU) -> f6E3M2FN {
  %0 = arith.scaling_truncf %a, %s downward : f32, f8E8M0FNU to f6E3M2FN
  return %0 : f6E3M2FN
}

// VALUES: 8.000000e+00 : f32
// VALUES: 2.000000e+00 : f32
// VALUES: 6.000000e+00 : f32
func.func @values() -> (f32, f32, f32) {
  %a = arith.constant 2.0 : f4E2M1FN
  %s = arith.constant 4.0 : f8E8M0FNU
  %t = arith.constant 3.9 : f32
  %b = arith.constant 8.0 : f32
  %c = arith.constant 1.5 : f4E2M1FN
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %b, %s : f32, f8E8M0FNU to f4E2M1FN
  %2 = arith.extf %1 : f4E2M1FN to f32
  %3 = arith.scaling_extf %c, %t : f4E2M1FN, f32 to f32
  return %0, %2, %3 : f32, f32, f32
}
