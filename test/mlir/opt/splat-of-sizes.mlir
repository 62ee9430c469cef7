// The interpreter runs a splat whose sizes are operands.
// RUN: mlir-lite-opt %s --run=f --run-args="2.5, 3" | FileCheck %s
// RUN: not mlir-lite-opt %s --run=f --run-args="2.5, -1" 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// CHECK: {{\[}}[2.500000e+00, 2.500000e+00], [2.500000e+00, 2.500000e+00], [2.500000e+00, 2.500000e+00]] : tensor<?x2xf32>
// NEGATIVE: error: makes a tensor of a negative size, -1
func @f(%x: f32, %n: index) -> tensor<?x2xf32> {
  %0 = splat %x[%n] : tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
