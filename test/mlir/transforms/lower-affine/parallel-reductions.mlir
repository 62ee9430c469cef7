// What a reduction starts with changes no result, in formats without infinities, without NaN, without zero too.
// RUN: mlir-lite-opt %s --run=maximum | FileCheck %s --check-prefix=MAXIMUM
// RUN: mlir-lite-opt %s --lower-affine --run=maximum | FileCheck %s --check-prefix=MAXIMUM
// RUN: mlir-lite-opt %s --run=maxnum | FileCheck %s --check-prefix=MAXNUM
// RUN: mlir-lite-opt %s --lower-affine --run=maxnum | FileCheck %s --check-prefix=MAXNUM
// RUN: mlir-lite-opt %s --run=minnum | FileCheck %s --check-prefix=MINNUM
// RUN: mlir-lite-opt %s --lower-affine --run=minnum | FileCheck %s --check-prefix=MINNUM
// RUN: mlir-lite-opt %s --run=exponents | FileCheck %s --check-prefix=EXPONENTS
// RUN: mlir-lite-opt %s --lower-affine --run=exponents | FileCheck %s --check-prefix=EXPONENTS
// RUN: mlir-lite-opt %s --lower-affine --spelling=upstream | FileCheck %s

memref.global "private" constant @bytes : memref<4xf8E4M3FN> = dense<[1.0, -2.0, 4.0, 0.5]>
memref.global "private" constant @small : memref<4xf4E2M1FN> = dense<[1.0, -2.0, 4.0, 0.5]>
memref.global "private" constant @powers : memref<4xf8E8M0FNU> = dense<[2.0, 8.0, 0.5, 1.0]>

// MAXIMUM: 4.000000e+00 : f8E4M3FN
// CHECK-LABEL: func.func @maximum
func.func @maximum() -> f8E4M3FN {
  %m = memref.get_global @bytes : memref<4xf8E4M3FN>
  // CHECK: arith.constant -4.480000e+02 : f8E4M3FN
  %0 = affine.parallel (%i) = (0) to (4) reduce ("maximumf") -> (f8E4M3FN) {
    %1 = affine.load %m[%i] : memref<4xf8E4M3FN>
    affine.yield %1 : f8E4M3FN
  }
  return %0 : f8E4M3FN
}

// MAXNUM: 4.000000e+00 : f4E2M1FN
// CHECK-LABEL: func.func @maxnum
func.func @maxnum() -> f4E2M1FN {
  %m = memref.get_global @small : memref<4xf4E2M1FN>
  // CHECK: arith.constant -6.000000e+00 : f4E2M1FN
  %0 = affine.parallel (%i) = (0) to (4) reduce ("maxnumf") -> (f4E2M1FN) {
    %1 = affine.load %m[%i] : memref<4xf4E2M1FN>
    affine.yield %1 : f4E2M1FN
  }
  return %0 : f4E2M1FN
}

// MINNUM: -2.000000e+00 : f4E2M1FN
// CHECK-LABEL: func.func @minnum
func.func @minnum() -> f4E2M1FN {
  %m = memref.get_global @small : memref<4xf4E2M1FN>
  // CHECK: arith.constant 6.000000e+00 : f4E2M1FN
  %0 = affine.parallel (%i) = (0) to (4) reduce ("minnumf") -> (f4E2M1FN) {
    %1 = affine.load %m[%i] : memref<4xf4E2M1FN>
    affine.yield %1 : f4E2M1FN
  }
  return %0 : f4E2M1FN
}

// EXPONENTS: 8.000000e+00 : f8E8M0FNU
// CHECK-LABEL: func.func @exponents
func.func @exponents() -> f8E8M0FNU {
  %m = memref.get_global @powers : memref<4xf8E8M0FNU>
  // CHECK: arith.constant 5.877470e-39 : f8E8M0FNU
  %0 = affine.parallel (%i) = (0) to (4) reduce ("maximumf") -> (f8E8M0FNU) {
    %1 = affine.load %m[%i] : memref<4xf8E8M0FNU>
    affine.yield %1 : f8E8M0FNU
  }
  return %0 : f8E8M0FNU
}
