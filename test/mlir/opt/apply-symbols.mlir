// What is a dimension and no symbol is not a symbol of affine.apply either, as in MLIR 22; what is neither may be one.
// RUN: not mlir-lite-opt %s --split-input-file 2>&1 | FileCheck %s

func @variable_of_a_loop(%m: memref<?xf32>) {
  affine.for %i = 0 to 10 {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: 'affine.apply' op dimensional operand cannot be used as a symbol
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%i]
  }
  return
}

// -----

// CHECK-NOT: error
func @loaded(%m: memref<?xindex>) {
  affine.for %i = 0 to 10 {
    %s = load %m[%i] : memref<?xindex>
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%s]
  }
  return
}
