//! The left side: binding, constraints and nested ops.

use crate::*;
use mlir_lite::rewrite;

#[test]
fn attributes_are_constrained_and_arguments_bound_by_position() {
    let rules = rewrite! { "a to c": AOp($input, $attr: F32Attr) => COp($input, $attr) };
    becomes(
        "%0 = \"t.a_op\"(%x) {a_attr = 1.0 : f32} : (i32) -> i32\n\"x.use\"(%0) : (i32) -> ()",
        rules,
        "%2 = \"t.c_op\"(%0) {c_attr = 1.000000e+00 : f32} : (i32) -> i32\n\"x.use\"(%2) : (i32) \
            -> ()",
    );
    let other =
        "%2 = \"t.a_op\"(%0) {a_attr = 1 : i64} : (i32) -> i32\n\"x.use\"(%2) : (i32) -> ()";
    becomes(&other.replace("%0", "%x"), rules, other);
}

#[test]
fn a_constraint_needs_no_symbol_and_an_argument_no_constraint() {
    let rules = rewrite! {
        "float": AOp($_a, _: F32Attr) => $_a;
        "ignored": COp($b, _) => $b
    };
    becomes(
        "%0 = \"t.a_op\"(%x) {a_attr = 1.0 : f32} : (i32) -> i32
         %1 = \"t.c_op\"(%y) {c_attr = 1 : i64} : (i32) -> i32
         \"x.use\"(%0, %1) : (i32, i32) -> ()",
        rules,
        "\"x.use\"(%0, %1) : (i32, i32) -> ()",
    );
}

#[test]
fn nested_ops_match_and_are_bound() {
    let text = "%0 = \"t.b_op\"() : () -> i32
         %1 = \"t.a_op\"(%0) {a_attr = 1 : i64} : (i32) -> i32
         %2 = \"t.a_op\"(%x) {a_attr = 1 : i64} : (i32) -> i32
         \"x.use\"(%1, %2) : (i32, i32) -> ()";
    let expected = "%2 = \"t.b_op\"() : () -> i32
%3 = \"t.c_op\"(%2) {c_attr = 1 : i64} : (i32) -> i32
%4 = \"t.a_op\"(%0) {a_attr = 1 : i64} : (i32) -> i32
\"x.use\"(%3, %4) : (i32, i32) -> ()";
    becomes(
        text,
        rewrite! { "nested": AOp($b_result @ BOp(), $attr) => COp($b_result, $attr) },
        expected,
    );
    let without = rewrite! { "unbound": AOp(BOp(), $attr) => COp(BOp(), $attr) };
    // The old b_op stays: it may have effects. A second one is created.
    let expected =
        expected.replace("%3 =", "%3 = \"t.b_op\"() : () -> i32\n%4 =").replace("(%2)", "(%3)");
    let expected =
        expected.replace("%4 = \"t.a_op\"", "%5 = \"t.a_op\"").replace("(%3, %4)", "(%4, %5)");
    becomes(text, without, &expected);
}

#[test]
fn nested_ops_may_have_several_results() {
    let rules = rewrite! { "second": FooOp(TwoResultOp($x).1) => BarOp($x) };
    becomes(
        "%0:2 = \"t.two_result\"(%x) : (i32) -> (i32, i32)
         %1 = \"t.foo\"(%0#0) : (i32) -> i32
         %2 = \"t.foo\"(%0#1) : (i32) -> i32
         \"x.use\"(%1, %2) : (i32, i32) -> ()",
        rules,
        "%2:2 = \"t.two_result\"(%0) : (i32) -> (i32, i32)
%3 = \"t.foo\"(%2#0) : (i32) -> i32
%4 = \"t.bar\"(%0) : (i32) -> i32
\"x.use\"(%3, %4) : (i32, i32) -> ()",
    );
}

#[test]
fn a_symbol_used_twice_means_the_same() {
    let rules = rewrite! { "same": DOp($a, $a) => BarOp($a) };
    becomes(
        "%0 = \"t.d_op\"(%x, %x) : (i32, i32) -> i32
         %1 = \"t.d_op\"(%x, %y) : (i32, i32) -> i32
         \"x.use\"(%0, %1) : (i32, i32) -> ()",
        rules,
        "%2 = \"t.bar\"(%0) : (i32) -> i32
%3 = \"t.d_op\"(%0, %1) : (i32, i32) -> i32
\"x.use\"(%2, %3) : (i32, i32) -> ()",
    );
}

#[test]
fn commutative_ops_match_in_both_orders() {
    let rules = rewrite! { "foo on either side": AddIOp(FooOp($a), $b) => DOp($a, $b) };
    becomes(
        "%0 = \"t.foo\"(%x) : (i32) -> i32
         %1 = \"t.addi\"(%0, %y) : (i32, i32) -> i32
         %2 = \"t.addi\"(%y, %0) : (i32, i32) -> i32
         \"x.use\"(%1, %2) : (i32, i32) -> ()",
        rules,
        "%2 = \"t.foo\"(%0) : (i32) -> i32
%3 = \"t.d_op\"(%0, %1) : (i32, i32) -> i32
%4 = \"t.d_op\"(%0, %1) : (i32, i32) -> i32
\"x.use\"(%3, %4) : (i32, i32) -> ()",
    );
}

#[test]
fn the_benefit_is_the_number_of_ops_and_what_is_added() {
    let text = "%0 = \"t.foo\"(%x) : (i32) -> i32
         %1 = \"t.foo\"(%0) : (i32) -> i32
         \"x.use\"(%1) : (i32) -> ()";
    let rest = "\n\"x.use\"(%3) : (i32) -> ()";
    let rules = rewrite! {
        "one op": FooOp($a) => COp($a, one());
        "two ops": FooOp(FooOp($a)) => BarOp($a)
    };
    // Ops are visited in their order; the inner one matches the first rule only.
    assert_eq!(
        rules.iter().map(|rule| rewrite::RewritePattern::benefit(&rule)).collect::<Vec<_>>(),
        [1, 2]
    );
    let only = rewrite! {
        "one op": FooOp($a @ BarOp(_)) => COp($a, one());
        "two ops": FooOp(BarOp(FooOp($a))) => BarOp($a);
        "one op with more": OneResultOp($a) => COp($a, one()) benefit + 5;
        "two ops with less": OneResultOp(BarOp($a)) => BarOp($a)
    };
    let bar = text.replacen("t.foo\"(%0)", "t.one_result\"(%0)", 1).replacen("t.foo", "t.bar", 1);
    becomes(
        &bar,
        only,
        &format!(
            "%2 = \"t.bar\"(%0) : (i32) -> i32\n%3 = \"t.c_op\"(%2) {{c_attr = 1 : i64}} : (i32) \
                -> i32{rest}"
        ),
    );
}

/// Of two rules on one root, the one that matches more ops is tried first, independent of their
/// order; an added benefit overrides that.
#[test]
fn rules_on_one_root_are_tried_by_benefit() {
    let text = "%0 = \"t.foo\"(%x) : (i32) -> i32
         %1 = \"t.bar\"(%0) : (i32) -> i32
         \"x.use\"(%1) : (i32) -> ()";
    let longest = rewrite! {
        "one op": BarOp($a) => COp($a, one());
        "two ops": BarOp(FooOp($a)) => OneResultOp($a)
    };
    let expected = "%2 = \"t.foo\"(%0) : (i32) -> i32
%3 = \"t.one_result\"(%0) : (i32) -> i32
\"x.use\"(%3) : (i32) -> ()";
    becomes(text, longest, expected);
    let added = rewrite! {
        "one op": BarOp($a) => COp($a, one()) benefit + 5;
        "two ops": BarOp(FooOp($a)) => OneResultOp($a)
    };
    let expected = "%2 = \"t.foo\"(%0) : (i32) -> i32
%3 = \"t.c_op\"(%2) {c_attr = 1 : i64} : (i32) -> i32
\"x.use\"(%3) : (i32) -> ()";
    becomes(text, added, expected);
}

fn one(rewriter: &mut rewrite::PatternRewriter<'_>) -> Attribute {
    rewriter.context().i64_attr(1)
}
