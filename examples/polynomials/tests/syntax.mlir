// RUN: poly-opt %s | poly-opt | FileCheck %s

// CHECK-LABEL: func @syntax
// CHECK-SAME: !poly.poly<10>
func @syntax(%arg0: tensor<3xi32>, %arg1: !poly.poly<10>, %arg2: i32) -> tensor<10xi32> {
  // CHECK: poly.constant dense<[2, 3, 4]> : tensor<3xi32> : !poly.poly<10>
  %0 = poly.constant dense<[2, 3, 4]> : tensor<3xi32> : !poly.poly<10>
  // CHECK: poly.from_tensor %arg0 : tensor<3xi32> -> !poly.poly<10>
  %1 = poly.from_tensor %arg0 : tensor<3xi32> -> !poly.poly<10>
  // CHECK: poly.add %{{.*}}, %{{.*}} : !poly.poly<10>
  %2 = poly.add %0, %1 : !poly.poly<10>
  // CHECK: poly.sub %{{.*}}, %arg1 : !poly.poly<10>
  %3 = poly.sub %2, %arg1 : !poly.poly<10>
  // CHECK: poly.mul %{{.*}}, %{{.*}} : !poly.poly<10>
  %4 = poly.mul %3, %3 : !poly.poly<10>
  // CHECK: poly.eval %{{.*}}, %arg2 : !poly.poly<10>
  %5 = poly.eval %4, %arg2 : !poly.poly<10>
  // CHECK: poly.to_tensor %{{.*}} : !poly.poly<10> -> tensor<10xi32>
  %6 = poly.to_tensor %4 : !poly.poly<10> -> tensor<10xi32>
  return %6 : tensor<10xi32>
}
