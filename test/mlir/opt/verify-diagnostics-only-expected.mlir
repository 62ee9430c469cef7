// RUN: mlir-lite-opt %s --verify-diagnostics=only-expected
// RUN: not mlir-lite-opt %s --verify-diagnostics=all 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not mlir-lite-opt %s --verify-diagnostics 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: sed 's/{{.first/{{third/' %s | not mlir-lite-opt --verify-diagnostics=only-expected 2>&1 | FileCheck %s --check-prefix=NEVER

// ALL: unexpected error: {{.*}}'second'
// NEVER: expected error "third{{.*}}" was not produced

func.func @f() {
  // expected-error @below {{'first' does not reference a valid function}}
  call @first() : () -> ()
  return
}
func.func @g() {
  call @second() : () -> ()
  return
}
