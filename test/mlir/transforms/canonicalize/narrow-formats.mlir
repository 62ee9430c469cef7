// A number comes back from a wider format only if that has all numbers of its own.
// RUN: mlir-lite-opt %s -canonicalize --spelling=upstream | FileCheck %s

// CHECK-LABEL: @comes_back
// CHECK-NEXT: return %arg0 : f4E2M1FN
func.func @comes_back(%x: f4E2M1FN) -> f4E2M1FN {
  %wide = arith.extf %x : f4E2M1FN to f8E4M3FN
  %0 = arith.truncf %wide : f8E4M3FN to f4E2M1FN
  return %0 : f4E2M1FN
}

// The zero of the format between has no sign.
// CHECK-LABEL: @loses_its_sign
// CHECK: arith.truncf
func.func @loses_its_sign(%x: f4E2M1FN) -> f4E2M1FN {
  %wide = arith.extf %x : f4E2M1FN to f8E4M3FNUZ
  %0 = arith.truncf %wide : f8E4M3FNUZ to f4E2M1FN
  return %0 : f4E2M1FN
}
