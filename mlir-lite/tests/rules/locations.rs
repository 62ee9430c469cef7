//! The locations of new ops.

use crate::*;
use mlir_lite::rewrite;

const TEXT: &str = "%x = \"x.x\"() : () -> i32 loc(\"x\")
    %0 = \"t.foo\"(%x) : (i32) -> i32 loc(\"inner\")
    %1 = \"t.bar\"(%0) : (i32) -> i32 loc(\"root\")
    \"x.use\"(%1) : (i32) -> () loc(\"use\")";

/// The locations of the op of that name.
fn location(rules: &'static [Rule], op: &str) -> String {
    let text = rewritten_with(TEXT, rules, true);
    let line = text.lines().find(|line| line.contains(op)).unwrap_or_else(|| panic!("{text}"));
    let (_, location) = line.split_once("loc(").unwrap_or_else(|| panic!("{text}"));
    location.trim_end_matches(')').to_string()
}

#[test]
fn the_default_is_all_matched_ops() {
    let rules = rewrite! { "default": BarOp(FooOp($x)) => OneResultOp($x) };
    assert_eq!(location(rules, "t.one_result"), "fused[\"root\", \"inner\"]");
}

#[test]
fn directives_choose() {
    let rules = rewrite! {
        "chosen": BarOp($src2 @ FooOp($x)) =>
            OneResultOp(COp($x, zero(), loc($src2)) -> $x, loc("outer"))
    };
    assert_eq!(location(rules, "t.c_op"), "\"inner\"");
    assert_eq!(location(rules, "t.one_result"), "\"outer\"");
    let rules = rewrite! {
        "fused": $src1 @ BarOp($src2 @ FooOp($x)) => OneResultOp($x, loc($src2, $src1))
    };
    assert_eq!(location(rules, "t.one_result"), "fused[\"inner\", \"root\"]");
}

fn zero(rewriter: &mut rewrite::PatternRewriter<'_>) -> Attribute {
    rewriter.context().i64_attr(0)
}
