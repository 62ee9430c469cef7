// What is expected and does not come, and what comes and is not expected, are errors.
// RUN: not mlir-lite-opt -verify-diagnostics %s 2> %t
// RUN: FileCheck %s < %t

// CHECK: verify-diagnostics.mlir:[[#@LINE+2]]:10: error: unexpected error: use of undeclared SSA value name
func @b() {
  return %defined, %undefined : i32, i32
}
// CHECK: verify-diagnostics.mlir:[[#@LINE+1]]:4: error: expected note "foo" was not produced
// expected-note {{foo}}
// CHECK-NEXT: // expected-note
// CHECK-NEXT: {{^   \^~~~~}}
