// Elements of vectors by the op of std of 2020, in the names of MLIR 22.
// RUN: mlir-lite-opt %s | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s --spelling=upstream --mlir-print-op-generic | mlir-opt | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-lite-opt | FileCheck %s --check-prefix=AGAIN
// RUN: mlir-lite-opt %s --spelling=upstream --mlir-print-op-generic | mlir-lite-opt | FileCheck %s --check-prefix=AGAIN

// CHECK: extract_element %{{.*}}[%{{.*}}] : vector<8xf32>
// CHECK: extract_element %{{.*}}[%{{.*}}, %{{.*}}] : vector<2x3xi32>
// TODAY: vector.extract %{{.*}}[%{{.*}}] : f32 from vector<8xf32>
// TODAY: vector.extract %{{.*}}[%{{.*}}, %{{.*}}] : i32 from vector<2x3xi32>
// AGAIN: vector.extract{{.*}} : {{.*}}vector<8xf32>
// AGAIN: vector.extract %{{.*}}[%{{.*}}, %{{.*}}] : {{.*}}vector<2x3xi32>
func @elements(%v: vector<8xf32>, %w: vector<2x3xi32>, %i: index, %j: index) -> (f32, i32) {
  %0 = extract_element %v[%i] : vector<8xf32>
  %1 = extract_element %w[%i, %j] : vector<2x3xi32>
  return %0, %1 : f32, i32
}
