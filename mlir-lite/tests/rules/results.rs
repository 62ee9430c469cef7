//! The right side: building ops, functions, auxiliary ops, several results.

use crate::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::PatternRewriter;

const A: &str =
    "%0 = \"t.a_op\"(%x) {a_attr = 1 : i64} : (i32) -> i32\n\"x.use\"(%0) : (i32) -> ()";

#[test]
fn ops_are_nested_and_bound_once() {
    becomes(
        A,
        rewrite! { "nested": AOp($input, $attr) => COp(BOp(), $attr) },
        "%2 = \"t.b_op\"() : () -> i32
%3 = \"t.c_op\"(%2) {c_attr = 1 : i64} : (i32) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
    becomes(
        A,
        rewrite! { "bound": AOp($input, _) => DOp($b_result @ BOp(), $b_result) },
        "%2 = \"t.b_op\"() : () -> i32
%3 = \"t.d_op\"(%2, %2) : (i32, i32) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
}

#[test]
fn a_result_type_is_given_where_it_does_not_follow() {
    becomes(
        A,
        rewrite! { "given": AOp($input, $attr) => COp(OneResultOp($input) -> $attr, $attr) },
        "%2 = \"t.one_result\"(%0) : (i32) -> i64
%3 = \"t.c_op\"(%2) {c_attr = 1 : i64} : (i64) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
    fn index(_: &Body, _: ValueId) -> Type {
        Type::INDEX
    }
    becomes(
        A,
        rewrite! { "computed": AOp($input, $attr) => COp(OneResultOp($input) -> index($input), $attr) },
        "%2 = \"t.one_result\"(%0) : (i32) -> index
%3 = \"t.c_op\"(%2) {c_attr = 1 : i64} : (index) -> i32
\"x.use\"(%3) : (i32) -> ()",
    );
}

fn create_array_attr(rewriter: &mut PatternRewriter<'_>, a: Attribute, b: Attribute) -> Attribute {
    rewriter.context().array_attr(&[a, b])
}

fn nth_attr<const N: usize>(rewriter: &mut PatternRewriter<'_>, array: Attribute) -> Attribute {
    array.as_array(rewriter.context()).and_then(|array| array.get(N).copied()).unwrap_or(array)
}

#[test]
fn functions_make_attributes() {
    let two = "\"t.two_attr_op\"() {op_attr1 = 1 : i64, op_attr2 = \"b\"} : () -> i32";
    let one = "\"t.one_attr_op\"() {op_attr = [1, \"b\"]} : () -> i32";
    let program = |op: &str, name: &str| format!("{name} = {op}\n\"x.use\"({name}) : (i32) -> ()");
    let pack = rewrite! {
        "pack": TwoAttrOp($attr1, $attr2) => OneAttrOp(create_array_attr($attr1, $attr2))
    };
    becomes(&program(two, "%0"), pack, &program(one, "%2"));
    let unpack = rewrite! {
        "unpack": OneAttrOp($attr) => TwoAttrOp(nth_attr::<0>($attr), nth_attr::<1>($attr))
    };
    becomes(&program(one, "%0"), unpack, &program(two, "%2"));
}

#[test]
fn arguments_of_functions_are_in_any_order_and_closures_are_functions() {
    let rules = rewrite! {
        "reorder": TwoAttrOp($in0, $in1) =>
            OneAttrOp((|rewriter: &mut PatternRewriter<'_>, first: Attribute, second: Attribute| {
                rewriter.context().array_attr(&[first, second])
            })($in1, $in0))
    };
    becomes(
        "%0 = \"t.two_attr_op\"() {op_attr1 = 1 : i64, op_attr2 = \"b\"} : () -> \
            i32\n\"x.use\"(%0) : (i32) -> ()",
        rules,
        "%2 = \"t.one_attr_op\"() {op_attr = [\"b\", 1]} : () -> i32\n\"x.use\"(%2) : (i32) -> ()",
    );
}

#[test]
fn functions_build_ops() {
    fn create_my_op(
        rewriter: &mut PatternRewriter<'_>,
        input: ValueId,
        attr: Attribute,
        location: Location,
    ) -> COp {
        COp::build(rewriter, location, input, attr, Type::I32)
    }
    becomes(
        A,
        rewrite! { "build": AOp($input, $attr) => create_my_op($input, $attr, $_loc) },
        "%2 = \"t.c_op\"(%0) {c_attr = 1 : i64} : (i32) -> i32\n\"x.use\"(%2) : (i32) -> ()",
    );
}

/// As in MLIR's quickstart: a function gets what is bound, and the op that is matched as well.
#[test]
fn functions_get_the_matched_op() {
    fn create_with_location(
        rewriter: &mut PatternRewriter<'_>,
        old: OpId,
        input: ValueId,
        attr: Attribute,
    ) -> COp {
        let location = rewriter.body().location(old);
        let ty = rewriter.body().result_types(old)[0];
        COp::build(rewriter, location, input, attr, ty)
    }
    becomes(
        A,
        rewrite! { "build": $old @ AOp($input, $attr) => create_with_location($old, $input, $attr) },
        "%2 = \"t.c_op\"(%0) {c_attr = 1 : i64} : (i32) -> i32\n\"x.use\"(%2) : (i32) -> ()",
    );
}

#[test]
fn auxiliary_ops_come_first() {
    let rules = rewrite! {
        "through memory": AddIOp($lhs, $rhs) => [
            StoreOp($mem @ AllocOp(ShapeOp($lhs)), DOp($lhs, $rhs) -> $lhs),
            LoadOp($mem),
        ]
    };
    becomes(
        "%0 = \"t.addi\"(%x, %y) : (i32, i32) -> i32\n\"x.use\"(%0) : (i32) -> ()",
        rules,
        "%2 = \"t.shape\"(%0) : (i32) -> index
%3 = \"t.alloc\"(%2) : (index) -> index
%4 = \"t.d_op\"(%0, %1) : (i32, i32) -> i32
\"t.store\"(%3, %4) : (index, i32) -> ()
%5 = \"t.load\"(%3) : (index) -> i32
\"x.use\"(%5) : (i32) -> ()",
    );
}

const THREE: &str = "%0:3 = \"t.three_result\"(%x) : (i32) -> (i32, i64, index)
    \"x.use\"(%0#0, %0#1, %0#2) : (i32, i64, index) -> ()";

#[test]
fn three_results_are_replaced_by_three_ops_by_two_or_by_one() {
    becomes(
        THREE,
        rewrite! { "1+1+1": ThreeResultOp($x) => [OneResultOp($x), OneResultOp($x), OneResultOp($x)] },
        "%2 = \"t.one_result\"(%0) : (i32) -> i32
%3 = \"t.one_result\"(%0) : (i32) -> i64
%4 = \"t.one_result\"(%0) : (i32) -> index
\"x.use\"(%2, %3, %4) : (i32, i64, index) -> ()",
    );
    becomes(
        THREE,
        rewrite! { "2+1": ThreeResultOp($x) => [TwoResultOp($x), OneResultOp($x)] },
        "%2:2 = \"t.two_result\"(%0) : (i32) -> (i32, i64)
%3 = \"t.one_result\"(%0) : (i32) -> index
\"x.use\"(%2#0, %2#1, %3) : (i32, i64, index) -> ()",
    );
    becomes(
        "%0:2 = \"t.two_result\"(%x) : (i32) -> (i32, i64)\n\"x.use\"(%0#0, %0#1) : (i32, i64) -> \
            ()",
        rewrite! {
            "aux+2": TwoResultOp($x) => [ShapeOp($x), TwoResultOp(BarOp($x))]
                where not_bar($x)
        },
        "%2 = \"t.shape\"(%0) : (i32) -> index
%3 = \"t.bar\"(%0) : (i32) -> i32
%4:2 = \"t.two_result\"(%3) : (i32) -> (i32, i64)
\"x.use\"(%4#0, %4#1) : (i32, i64) -> ()",
    );
}

fn not_bar(body: &Body, value: ValueId) -> bool {
    BarOp::defining(body, value).is_none()
}

#[test]
fn results_are_taken_one_by_one() {
    becomes(
        "%0:2 = \"t.two_result\"(%x) : (i32) -> (i32, i32)\n\"x.use\"(%0#0, %0#1) : (i32, i32) -> \
            ()",
        rewrite! {
            "swap": TwoResultOp($x) => [$results @ ThreeResultOp($x) -> ($x, $x, $x).2, $results.0]
        },
        "%2:3 = \"t.three_result\"(%0) : (i32) -> (i32, i32, i32)
\"x.use\"(%2#2, %2#0) : (i32, i32) -> ()",
    );
}

#[test]
fn variadic_operands_and_results_are_taken_as_a_whole() {
    becomes(
        "%0:4 = \"t.multi_variadic\"(%x, %y, %y, %y, %x) : (i32, i32, i32, i32, i32) -> (i32, i64, \
            i64, index)
         \"x.use\"(%0#0, %0#1, %0#2, %0#3) : (i32, i64, i64, index) -> ()",
        rewrite! { "rename": MultiVariadicOp($first, $many, $last) => OtherVariadicOp($last, $many, $first) },
        "%2:4 = \"t.other_variadic\"(%0, %1, %1, %1, %0) : (i32, i32, i32, i32, i32) -> (i32, i64, \
            i64, index)
\"x.use\"(%2#0, %2#1, %2#2, %2#3) : (i32, i64, i64, index) -> ()",
    );
    becomes(
        "%0:4 = \"t.multi_variadic\"(%x, %y, %y, %x) : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
         \"x.use\"(%0#0, %0#1, %0#2, %0#3) : (i32, i32, i32, i32) -> ()",
        rewrite! { "values": MultiVariadicOp($first, $many, $last) => [$last, $many, $first] },
        "\"x.use\"(%0, %1, %1, %0) : (i32, i32, i32, i32) -> ()",
    );
}

#[test]
fn a_value_replaces_an_op() {
    let rules = rewrite! { "remove": FooOp($input) => $input };
    becomes(
        "%0 = \"t.foo\"(%x) : (i32) -> i32\n\"x.use\"(%0) : (i32) -> ()",
        rules,
        "\"x.use\"(%0) : (i32) -> ()",
    );
}

#[test]
fn a_value_of_another_type_replaces_nothing() {
    let text = "%2 = \"t.one_result\"(%0) : (i32) -> i64\n\"x.use\"(%2) : (i64) -> ()";
    becomes(&text.replace("%0", "%x"), rewrite! { "remove": OneResultOp($input) => $input }, text);
}

#[test]
fn an_op_without_results_is_replaced_by_nothing() {
    becomes(
        "\"t.store\"(%x, %y) : (i32, i32) -> ()",
        rewrite! { "erase": StoreOp(_, _) => [] },
        "",
    );
}
