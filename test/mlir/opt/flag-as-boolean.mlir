// A flag that is `true`, and not the keyword, is kept as it is.
// RUN: mlir-lite-opt %s | FileCheck %s
// RUN: mlir-lite-opt %s | mlir-lite-opt | FileCheck %s

// CHECK: affine.linearize_index [%{{.*}}] by (2) {disjoint = true} : index
func.func @boolean(%i: index) -> index {
  %0 = affine.linearize_index [%i] by (2) {disjoint = true} : index
  return %0 : index
}

// CHECK: affine.linearize_index disjoint [%{{.*}}] by (2) : index
func.func @keyword(%i: index) -> index {
  %0 = affine.linearize_index disjoint [%i] by (2) : index
  return %0 : index
}
