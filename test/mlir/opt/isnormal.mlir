// Which numbers are normal, of vectors and tensors as of single numbers. The least normal numbers of the formats are
// 2^-1022, 2^-126 and 2^-14, also of f8E5M2, where bits 0x04 are it. The same without canonicalization.
// RUN: mlir-lite-opt %s --run=f64s | FileCheck %s --check-prefix=F64
// RUN: mlir-lite-opt %s --run=f32s | FileCheck %s --check-prefix=F32
// RUN: mlir-lite-opt %s --run=f16s | FileCheck %s --check-prefix=F16
// RUN: mlir-lite-opt %s --run=f8s | FileCheck %s --check-prefix=F8
// RUN: mlir-lite-opt %s -canonicalize --run=f8s | FileCheck %s --check-prefix=F8

// F64: [true, false, false, false, true]
func @f64s() -> vector<5xi1> {
  %v = constant dense<[1.0, 0.0, 0x7FF8000000000000, 0x000FFFFFFFFFFFFF, 0x0010000000000000]> : vector<5xf64>
  %0 = isnormal %v : vector<5xf64>
  return %0 : vector<5xi1>
}

// F32: {{\[\[}}true, false], [false, true]]
func @f32s() -> tensor<2x2xi1> {
  %v = constant dense<[[-1.0, 0x7F800000], [0x007FFFFF, 0x00800000]]> : tensor<2x2xf32>
  %0 = isnormal %v : tensor<2x2xf32>
  return %0 : tensor<2x2xi1>
}

// F16: [false, true]
func @f16s() -> vector<2xi1> {
  %v = constant dense<[0x03FF, 0x0400]> : vector<2xf16>
  %0 = isnormal %v : vector<2xf16>
  return %0 : vector<2xi1>
}

// F8: [false, true]
func @f8s() -> vector<2xi1> {
  %v = constant dense<[0x03, 0x04]> : vector<2xf8E5M2>
  %0 = isnormal %v : vector<2xf8E5M2>
  return %0 : vector<2xi1>
}
