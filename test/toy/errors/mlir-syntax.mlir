// RUN: not toyc %s -emit=mlir 2>&1 | FileCheck %s

func @main() {
  // CHECK: test/toy/errors/mlir-syntax.mlir:[[#@LINE+1]]:{{[0-9]+}}: error:
  %0 = toy.constant dense<[1.0, : tensor<2xf64>
  toy.return
}
