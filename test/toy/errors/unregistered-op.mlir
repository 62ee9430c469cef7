// RUN: not toyc %s -emit=jit 2>&1 | FileCheck %s

// An op that no pattern lowers is named where it stands.
func @main() {
  // CHECK: test/toy/errors/unregistered-op.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}other.op
  "other.op"() : () -> ()
  toy.return
}
