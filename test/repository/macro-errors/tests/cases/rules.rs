//! Rules that do not fit the ops they name.

use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;

#[op(name = "t.a")]
struct AOp {
    #[operand]
    input: AnyType,
    #[attr]
    value: AnyAttr,
    #[result]
    output: AnyType,
}

#[op(name = "t.two")]
struct TwoResultOp {
    #[operand]
    input: AnyType,
    #[result]
    output1: AnyType,
    #[result]
    output2: AnyType,
}

#[op(name = "t.three")]
struct ThreeResultOp {
    #[operand]
    input: AnyType,
    #[result]
    output1: AnyType,
    #[result]
    output2: AnyType,
    #[result]
    output3: AnyType,
}

#[op(name = "t.region")]
struct RegionOp {
    #[region]
    body: AnyRegion,
}

#[op(name = "t.many")]
struct ManyOp {
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    output: AnyType,
    #[region]
    body: AnyRegion,
}

#[op(name = "t.isolated", traits(IsolatedFromAbove))]
struct IsolatedOp {
    #[region]
    body: AnyRegion,
}

fn main() {
    rewrite! { "too few": AOp($x) => $x };
    rewrite! { "too many": AOp($x, $y, $z) => $x };
    rewrite! { "no value": AOp($x, $value) => AOp($value, $value) };
    rewrite! { "no attribute": AOp($x, $value) => AOp($x, $x) };
    rewrite! { "left out": AOp($x, $value) => AOp($x, _) };
    rewrite! { "which result": AOp(TwoResultOp($x), $value) => $x };
    rewrite! { "no such result": AOp($two @ TwoResultOp($x).1, $value) => $two.2 };
    rewrite! { "nested attribute": AOp($x, AOp($y, $z)) => $x };
    rewrite! { "of a value": AOp($x: F32Attr, $value) => $x };
    rewrite! { "of an attribute": AOp($x, $value: F32) => $x };
    rewrite! { "type unknown": AOp($x, $value) => AOp(AOp($x, $value), $value) };
    rewrite! { "both at once": ThreeResultOp($x) => [TwoResultOp($x), TwoResultOp($x)] };
    rewrite! { "not enough": ThreeResultOp($x) => TwoResultOp($x) };
    rewrite! { "with a region": TwoResultOp($x) => [RegionOp(), $x, $x] };
    rewrite! { "a list for one": AOp([$x], $value) => $x };
    rewrite! { "an attribute in a list": AOp($x, $value) => ManyOp([$x, $value]) { _ } };
    rewrite! { "two regions": RegionOp() { $a, $b } => [] };
    rewrite! { "an isolated region": IsolatedOp() { $a } => [] };
    rewrite! { "a region as a value": ManyOp($all) { $body } => ManyOp([$body]) { _ } };
    rewrite! { "a region as a result": ManyOp($all) { $body } => $body };
    rewrite! { "a value as a region": ManyOp($all) => ManyOp($all) { $all } };
    rewrite! { "moved twice": ManyOp($all) { $b } => ManyOp(ManyOp($all) { $b } -> $all) { $b } };
    rewrite! { "another op's": AOp($m @ ManyOp($all) { $b }, $_v) => ManyOp($all) { $b } };
}
