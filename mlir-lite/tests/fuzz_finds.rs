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

#[test]
fn an_op_uses_what_its_own_region_defines() {
    check("scf.for %i = %n to %n step %i {}");
    check("func @f(%n: index) {\n scf.for %i = %n to %n step %i {}\n return }");
    check("scf.parallel (%j) = (%j) to () step () {}");
    check("scf.reduce(%2 : f32) { %2 = addf %l, %f : f32 }");
    check("\"t.r\"(%0) ({ %0 = \"t.a\"() : () -> i32 }) : (i32) -> ()");
}

#[test]
fn sums_lean_left() {
    check(
        "#map = affine_map<(d0, d1, d2) -> ((d0 + 1) + (d1 + 2) + d2)>\n\"t.a\"() {map = #map} : \
            () -> ()",
    );
}
