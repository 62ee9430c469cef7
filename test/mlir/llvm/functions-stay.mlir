// A function never vanishes: what cannot be lowered is an error where it is, `main` included.
// RUN: not toyc %s --allow-external-functions 2>&1 | FileCheck %s
// RUN: not toyc %s -emit=llvm 2>&1 | FileCheck %s
// RUN: toyc %s -emit=mlir-std | FileCheck %s --check-prefix=STD

// CHECK: functions-stay.mlir:[[@LINE+2]]:1: error: failed to legalize operation
// STD: func private @print(tensor<*xf32>)
func.func private @print(tensor<*xf32>)
// STD: func {{.*}}@unused(
func.func @unused(%t: tensor<*xf32>) {
  call @print(%t) : (tensor<*xf32>) -> ()
  return
}
// STD: func @main()
func.func @main() {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: functions-stay.mlir:[[@LINE+1]]:8: error: failed to legalize operation
  %1 = tensor.cast %0 : tensor<2xf32> to tensor<*xf32>
  call @print(%1) : (tensor<*xf32>) -> ()
  return
}
