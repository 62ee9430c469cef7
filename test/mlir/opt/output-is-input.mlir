// An output that is the input, by whatever name, is refused, and the input stays what it was.
// RUN: mkdir -p %t && cp %s %t/a.mlir && ln -sf a.mlir %t/link.mlir && ln -f %t/a.mlir %t/hard.mlir
// RUN: for output in a.mlir link.mlir hard.mlir; do not mlir-lite-opt %t/a.mlir -o %t/$output 2>&1 | FileCheck %s && cmp %s %t/a.mlir || exit 1; done
// RUN: not mlir-lite-opt - -o %t/a.mlir < %t/link.mlir 2>&1 | FileCheck %s --check-prefix=STDIN && cmp %s %t/a.mlir
// RUN: mlir-lite-opt %t/a.mlir -o %t/b.mlir && not cmp -s %t/a.mlir %t/b.mlir
// CHECK: error: the output '{{.*}}.mlir' is the input
// STDIN: error: the output '{{.*}}a.mlir' is standard input
func @f() {
      return
}
