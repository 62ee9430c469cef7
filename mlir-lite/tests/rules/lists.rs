//! Variadic operands: their values one by one, lists that are built, and functions that take
//! slices.

use crate::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::PatternRewriter;

fn many(operands: &str) -> String {
    named("%0", operands)
}

/// The module after the rules, with the name that the result has there.
fn many_is(operands: &str) -> String {
    named("%2", operands)
}

fn named(result: &str, operands: &str) -> String {
    let types = vec!["i32"; operands.split(", ").filter(|name| !name.is_empty()).count()];
    let types = types.join(", ");
    format!(
        "{result} = \"t.many\"({operands}) : ({types}) -> i32\n\"x.use\"({result}) : (i32) -> ()"
    )
}

/// `(variadic $a, $b)` of MLIR's document: a list matches operands of that number only.
#[test]
fn a_list_matches_as_many_operands() {
    let rules = rewrite! { "two": ManyOp([$a, $b]) => DOp($b, $a) };
    becomes(
        &many("%x, %y"),
        rules,
        "%2 = \"t.d_op\"(%1, %0) : (i32, i32) -> i32\n\"x.use\"(%2) : (i32) -> ()",
    );
    for (operands, expected) in [("%x", "%0"), ("%x, %y, %x", "%0, %1, %0"), ("", "")] {
        becomes(&many(operands), rules, &many_is(expected));
    }
    let none = rewrite! { "none": ManyOp([]) => BOp() };
    becomes(&many(""), none, "%2 = \"t.b_op\"() : () -> i32\n\"x.use\"(%2) : (i32) -> ()");
    becomes(&many("%x"), none, &many_is("%0"));
}

/// The elements of a list match as other arguments do: the same value twice, constraints, ops.
#[test]
fn elements_match_as_arguments_do() {
    let same = rewrite! { "same": ManyOp([$a, $a, _: I32]) => $a };
    becomes(&many("%x, %x, %y"), same, "\"x.use\"(%0) : (i32) -> ()");
    becomes(&many("%x, %y, %x"), same, &many_is("%0, %1, %0"));

    let nested = rewrite! { "nested": ManyOp([$a, FooOp($b)]) => DOp($a, $b) };
    let text = "%f = \"t.foo\"(%y) : (i32) -> i32
%0 = \"t.many\"(%x, %f) : (i32, i32) -> i32
\"x.use\"(%0) : (i32) -> ()";
    becomes(
        text,
        nested,
        "%2 = \"t.foo\"(%1) : (i32) -> i32
%3 = \"t.d_op\"(%0, %1) : (i32, i32) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
    becomes(&many("%x, %y"), nested, &many_is("%0, %1"));
}

#[test]
fn the_rest_of_a_list_is_bound() {
    let rules = rewrite! { "first last": ManyOp([FooOp($a), $rest..]) => ManyOp([$rest, $a]) };
    becomes(
        "%f = \"t.foo\"(%x) : (i32) -> i32
%0 = \"t.many\"(%f, %y, %y) : (i32, i32, i32) -> i32
\"x.use\"(%0) : (i32) -> ()",
        rules,
        "%2 = \"t.foo\"(%0) : (i32) -> i32
%3 = \"t.many\"(%1, %1, %0) : (i32, i32, i32) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
    let ignored = rewrite! { "first": ManyOp([$a, ..]) => $a };
    becomes(&many("%y, %x, %x"), ignored, "\"x.use\"(%1) : (i32) -> ()");
    becomes(&many(""), ignored, &many_is(""));
}

/// A list has symbols of any number of values, single ones and new ops beside each other.
#[test]
fn lists_are_built_of_parts() {
    let rules = rewrite! {
        "around": MultiVariadicOp($first, $inner, $last)
            => OtherVariadicOp($last, [FooOp($first), $inner, $last], $first)
    };
    becomes(
        "%0:3 = \"t.multi_variadic\"(%x, %y, %y, %x) : (i32, i32, i32, i32) -> (i32, i64, index)
         \"x.use\"(%0#0, %0#1, %0#2) : (i32, i64, index) -> ()",
        rules,
        "%2 = \"t.foo\"(%0) : (i32) -> i32
%3:3 = \"t.other_variadic\"(%0, %2, %1, %1, %0, %0) : (i32, i32, i32, i32, i32, i32) -> (i32, i64, \
            index)
\"x.use\"(%3#0, %3#1, %3#2) : (i32, i64, index) -> ()",
    );
}

/// Conditions and functions take the values of a variadic operand as a slice, and give any list.
#[test]
fn functions_take_slices() {
    fn are_equal(_: &Body, values: &[ValueId]) -> bool {
        values.windows(2).all(|pair| pair[0] == pair[1])
    }
    fn turned(_: &mut PatternRewriter<'_>, values: &[ValueId]) -> Vec<ValueId> {
        values.iter().rev().copied().collect()
    }
    let rules = rewrite! {
        "equal": ManyOp($all) => ManyOp([]) where are_equal($all), !is_empty($all);
        "turned": MultiVariadicOp($a, $all, $b) => OtherVariadicOp($a, turned($all), $b)
    };
    fn is_empty(_: &Body, values: &[ValueId]) -> bool {
        values.is_empty()
    }
    becomes(&many("%x, %x, %x"), rules, &many_is(""));
    becomes(&many("%x, %y"), rules, &many_is("%0, %1"));
    becomes(
        "%0:2 = \"t.multi_variadic\"(%x, %x, %y, %y) : (i32, i32, i32, i32) -> (i32, index)
         \"x.use\"(%0#0, %0#1) : (i32, index) -> ()",
        rules,
        "%2:2 = \"t.other_variadic\"(%0, %1, %0, %1) : (i32, i32, i32, i32) -> (i32, index)
\"x.use\"(%2#0, %2#1) : (i32, index) -> ()",
    );
}
