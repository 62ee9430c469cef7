// RUN: not toyc %s -emit=mlir 2>&1 | FileCheck %s

func @main() {
  // CHECK: test/toy/errors/undefined-value.mlir:[[#@LINE+1]]:13: error: {{.*}}%0
  toy.print %0 : tensor<2xf64>
  toy.return
}
