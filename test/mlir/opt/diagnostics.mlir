// The examples of MLIR's document on diagnostics.
// RUN: mlir-lite-opt -verify-diagnostics -split-input-file %s

// expected-error@+1 {{expected non-function type}}
func @foo() -> (index, ind) {
}
// -----
// Expect an error on the same line.
func @bad_branch() {
  br ^missing  // expected-error {{reference to an undefined block}}
}
// -----
// Expect an error on an adjacent line.
func @foo(%a : f32) {
  // expected-error@+1 {{unknown comparison predicate "foo"}}
  %result = cmpf "foo", %a, %a : f32
  return
}
// -----
// A note about another place.
// expected-note@below {{see existing symbol definition here}}
func @twice() { return }
// expected-error@below {{redefinition of symbol named 'twice'}}
func @twice() { return }
// -----
// Of each op the first error is found, with its name.
func @both(%a: i32) {
  // expected-error-re@below {{'std.{{addf|mulf}}' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = "std.addf"(%a, %a) : (i32, i32) -> i32
  // expected-error@below {{'std.mulf' op operand #0 must be floating-point-like, but got 'i32'}}
  %1 = "std.mulf"(%a, %a) : (i32, i32) -> i32
  return
}
