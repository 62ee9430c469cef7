// RUN: poly-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @constants
func @constants() -> !poly.poly<10> {
  // CHECK-NEXT: poly.constant dense<[2, 4, 6, 0, 0, 0, 0, 0, 0, 0]>
  // CHECK-NEXT: return
  %0 = constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = poly.from_tensor %0 : tensor<3xi32> -> !poly.poly<10>
  %2 = poly.add %1, %1 : !poly.poly<10>
  return %2 : !poly.poly<10>
}

// A product wraps around: x^3 is 1.
// CHECK-LABEL: func @product
func @product() -> !poly.poly<3> {
  // CHECK-NEXT: poly.constant dense<[31, 31, 28]> : tensor<3xi32>
  // CHECK-NEXT: return
  %0 = poly.constant dense<[1, 2, 3]> : tensor<3xi32> : !poly.poly<3>
  %1 = poly.constant dense<[4, 5, 6]> : tensor<3xi32> : !poly.poly<3>
  %2 = poly.mul %0, %1 : !poly.poly<3>
  return %2 : !poly.poly<3>
}

// 1 + 2 * 5 + 3 * 5 * 5
// CHECK-LABEL: func @eval
func @eval() -> i32 {
  // CHECK-NEXT: constant 86 : i32
  %0 = poly.constant dense<[1, 2, 3]> : tensor<3xi32> : !poly.poly<10>
  %c5 = constant 5 : i32
  %1 = poly.eval %0, %c5 : !poly.poly<10>
  return %1 : i32
}

// CHECK-LABEL: func @undone
func @undone(%arg0: !poly.poly<3>, %arg1: !poly.poly<3>) -> !poly.poly<3> {
  // CHECK-NEXT: return %arg0
  %0 = poly.add %arg1, %arg0 : !poly.poly<3>
  %1 = poly.sub %0, %arg1 : !poly.poly<3>
  return %1 : !poly.poly<3>
}

// CHECK-LABEL: func @difference_of_squares
func @difference_of_squares(%arg0: !poly.poly<3>, %arg1: !poly.poly<3>) -> !poly.poly<3> {
  // CHECK-NEXT: %[[SUM:.*]] = poly.add %arg0, %arg1
  // CHECK-NEXT: %[[DIFFERENCE:.*]] = poly.sub %arg0, %arg1
  // CHECK-NEXT: poly.mul %[[SUM]], %[[DIFFERENCE]]
  %0 = poly.mul %arg0, %arg0 : !poly.poly<3>
  %1 = poly.mul %arg1, %arg1 : !poly.poly<3>
  %2 = poly.sub %0, %1 : !poly.poly<3>
  return %2 : !poly.poly<3>
}

// A square with another use is needed all the same.
// CHECK-LABEL: func @other_use
func @other_use(%arg0: !poly.poly<3>, %arg1: !poly.poly<3>) -> !poly.poly<3> {
  // CHECK-NEXT: %[[SQUARE:.*]] = poly.mul %arg0, %arg0
  // CHECK-NEXT: %[[OTHER:.*]] = poly.mul %arg1, %arg1
  // CHECK-NEXT: %[[DIFFERENCE:.*]] = poly.sub %[[SQUARE]], %[[OTHER]]
  // CHECK-NEXT: poly.add %[[DIFFERENCE]], %[[SQUARE]]
  %0 = poly.mul %arg0, %arg0 : !poly.poly<3>
  %1 = poly.mul %arg1, %arg1 : !poly.poly<3>
  %2 = poly.sub %0, %1 : !poly.poly<3>
  %3 = poly.add %2, %0 : !poly.poly<3>
  return %3 : !poly.poly<3>
}
