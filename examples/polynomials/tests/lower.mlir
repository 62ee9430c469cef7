// RUN: poly-opt %s --poly-to-affine | FileCheck %s
// RUN: poly-opt %s --poly-to-llvm | FileCheck %s --check-prefix=LLVM

// LLVM-NOT: poly.

// CHECK-LABEL: func @product(%arg0: memref<3xi32>, %arg1: memref<3xi32>) -> memref<3xi32>
func @product(%arg0: !poly.poly<3>, %arg1: !poly.poly<3>) -> !poly.poly<3> {
  // CHECK: %[[PRODUCT:.*]] = alloc() : memref<3xi32>
  // CHECK: affine.for %[[I:.*]] = 0 to 3
  // CHECK: affine.for %[[J:.*]] = 0 to 3
  // CHECK: affine.load %[[PRODUCT]][(%{{.*}} + %{{.*}}) mod 3]
  // CHECK: affine.store %{{.*}}, %[[PRODUCT]][(%{{.*}} + %{{.*}}) mod 3]
  // CHECK-NOT: dealloc
  // CHECK: return %[[PRODUCT]]
  %0 = poly.mul %arg0, %arg1 : !poly.poly<3>
  return %0 : !poly.poly<3>
}

// CHECK-LABEL: func @eval
func @eval(%arg0: tensor<2xi32>, %arg1: i32) -> i32 {
  // CHECK: %[[POLYNOMIAL:.*]] = alloc() : memref<3xi32>
  // CHECK: %[[VALUE:.*]] = affine.for %[[I:.*]] = 0 to 3 iter_args
  // CHECK: affine.load %[[POLYNOMIAL]][-%{{.*}} + 2]
  // CHECK: dealloc %[[POLYNOMIAL]]
  // CHECK: return %[[VALUE]]
  %0 = poly.from_tensor %arg0 : tensor<2xi32> -> !poly.poly<3>
  %1 = poly.eval %0, %arg1 : !poly.poly<3>
  return %1 : i32
}
