//! Texts that fuzzing found to be handled wrongly, cut down.

#[path = "../fuzz/src/check.rs"]
mod check;

use check::check;

#[test]
fn nothing() {
    check("");
}

#[test]
fn llvm_functions_take_and_return_llvm_types() {
    check("llvm.func @f(!other.type)");
    check("llvm.func @f() -> !other.type");
    check("llvm.func @f() -> (tensor<2xf32>)");
}
