// RUN: not toyc %s -emit=mlir 2>&1 | FileCheck %s

// Structs hold tensors and structs, nothing else.
// CHECK: test/toy/errors/struct-element.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}i32
func @f(%arg0: !toy.struct<i32>) {
  toy.return
}
