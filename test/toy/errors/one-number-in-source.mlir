// The same in the text of the toy dialect, of `one-number.toy`.
// RUN: not toyc %s 2>&1 | FileCheck %s
// RUN: not toyc %s -emit=interp 2>&1 | FileCheck %s

// CHECK: a size must be one number, found a tensor of shape <2>
module {
  func @main() {
    %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf64>
    %1 = toy.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf64>
    %2 = toy.iota %1 : (tensor<2xf64>) -> tensor<*xf64>
    toy.print %2 : tensor<*xf64>
    %3 = toy.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf64>
    %4 = toy.sum %0, %3 : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<*xf64>
    toy.print %4 : tensor<*xf64>
    %5 = toy.shape %0 : (tensor<2x2xf64>) -> tensor<*xf64>
    %6 = toy.concat %0, %0, %5 : (tensor<2x2xf64>, tensor<2x2xf64>, tensor<*xf64>) -> tensor<*xf64>
    toy.print %6 : tensor<*xf64>
    %7 = toy.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf64>
    %8 = toy.slice %0, %7 {at = "test/toy/errors/one-number.toy:13:9", kinds = array<i64: 2>} : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<*xf64>
    toy.print %8 : tensor<*xf64>
    %9 = toy.shape %0 : (tensor<2x2xf64>) -> tensor<*xf64>
    %10 = toy.constant dense<2.000000e+00> : tensor<f64>
    %11 = toy.sub %9, %10 : (tensor<*xf64>, tensor<f64>) -> tensor<*xf64>
    %12 = toy.constant dense<2.000000e+00> : tensor<f64>
    %13 = toy.slice %0, %11, %12 {at = "test/toy/errors/one-number.toy:14:9", kinds = array<i64: 4>} : (tensor<2x2xf64>, tensor<*xf64>, tensor<f64>) -> tensor<*xf64>
    toy.print %13 : tensor<*xf64>
    %14 = toy.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf64>
    %15 = toy.constant dense<2.000000e+00> : tensor<f64>
    toy.for %arg0 = %14 : tensor<2xf64> to %15 {
      toy.print %arg0 : tensor<f64>
      toy.yield
    }
    %16 = toy.constant dense<3.000000e+00> : tensor<1xf64>
    %17 = toy.iota %16 : (tensor<1xf64>) -> tensor<*xf64>
    toy.print %17 : tensor<*xf64>
    toy.return
  }
}
