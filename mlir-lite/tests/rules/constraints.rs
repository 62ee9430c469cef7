//! Conditions on the bindings of symbols.

use crate::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::rules::{has_no_use, has_one_use, same_element_type};

#[test]
fn types_uses_and_several_symbols_are_constrained() {
    let rules = rewrite! {
        "first only": $results @ TwoResultOp($input) => [$input, BOp()]
            where $results.0: TensorOf<F32>, has_no_use($results.1), same_element_type($results.0, $input)
    };
    let program = |ty: &str, used: &str| {
        format!(
            "%v = \"x.v\"() : () -> {ty}
             %0:2 = \"t.two_result\"(%v) : ({ty}) -> ({ty}, i32)
             \"x.use\"(%0#{used}) : ({}) -> ()",
            if used == "0" { ty } else { "i32" }
        )
    };
    let remains =
        |ty: &str, used: &str| rewritten(&program(ty, used), rules).contains("t.two_result");
    assert!(!remains("tensor<2xf32>", "0"));
    assert!(remains("tensor<2xf64>", "0"), "not a float tensor");
    assert!(remains("tensor<2xf32>", "1"), "the second result is used");
}

#[test]
fn conditions_can_be_negated() {
    let rules = rewrite! { "shared": BarOp($f @ FooOp($a)) => $a where !has_one_use($f) };
    let once = "%2 = \"t.foo\"(%0) : (i32) -> i32
%3 = \"t.bar\"(%2) : (i32) -> i32
\"x.use\"(%3) : (i32) -> ()";
    becomes(&once.replace("(%0)", "(%x)"), rules, once);
    becomes(
        "%0 = \"t.foo\"(%x) : (i32) -> i32
         %1 = \"t.bar\"(%0) : (i32) -> i32
         \"x.use\"(%1, %0) : (i32, i32) -> ()",
        rules,
        "%2 = \"t.foo\"(%0) : (i32) -> i32\n\"x.use\"(%0, %2) : (i32, i32) -> ()",
    );
}
