// RUN: poly-opt %s --mul-to-add | FileCheck %s

// CHECK-LABEL: func @power_of_two
func @power_of_two(%arg0: i32) -> i32 {
  // CHECK-NEXT: %[[TWO:.*]] = addi %arg0, %arg0 : i32
  // CHECK-NEXT: %[[FOUR:.*]] = addi %[[TWO]], %[[TWO]] : i32
  // CHECK-NEXT: %[[EIGHT:.*]] = addi %[[FOUR]], %[[FOUR]] : i32
  // CHECK-NEXT: return %[[EIGHT]]
  %c8 = constant 8 : i32
  %0 = muli %arg0, %c8 : i32
  return %0 : i32
}

// CHECK-LABEL: func @nine
func @nine(%arg0: i32) -> i32 {
  // CHECK-COUNT-4: addi
  // CHECK-NOT: muli
  %c9 = constant 9 : i32
  %0 = muli %arg0, %c9 : i32
  return %0 : i32
}
