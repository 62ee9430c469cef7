// RUN: mlir-lite-opt %s --lower-vector-mask --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(func.func(lower-vector-mask))' --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @load
// CHECK-NOT: vector.mask
// CHECK: vector.transfer_read %arg0[%c0], %arg2, %arg1 {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
func.func @load(%m: memref<8xf32>, %mask: vector<4xi1>, %pad: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.mask %mask {
    vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
