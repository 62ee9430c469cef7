// RUN: not toyc %s -emit=mlir 2>&1 | FileCheck %s

// Were `toy.print` of no known dialect, this would be read and printed; the op's definition says what is wrong.
func @main() {
  // CHECK: test/toy/errors/toy-print.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}'toy.print'
  %0 = "toy.print"() : () -> tensor<2x3xf64>
}
