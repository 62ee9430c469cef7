//! Declarative rewrite rules: the examples of MLIR's document on them, each
//! with the IR that it speaks of.

mod constraints;
mod lists;
mod locations;
mod quickstart;
mod regions;
mod results;
mod sources;

use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::rules::Rule;
use mlir_lite::rewrite::{GreedyConfig, RewritePatternSet, apply_patterns_greedily_to};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};

/// Takes anything, and gives anything.
#[op(name = "t.a_op")]
struct AOp {
    #[operand]
    a_input: AnyType,
    #[attr]
    a_attr: AnyAttr,
    #[result]
    a_output: AnyType,
}

/// Makes something of nothing.
#[op(name = "t.b_op")]
struct BOp {
    #[result]
    b_output: I32,
}

/// As `a_op`.
#[op(name = "t.c_op")]
struct COp {
    #[operand]
    c_input: AnyType,
    #[attr]
    c_attr: AnyAttr,
    #[result]
    c_output: AnyType,
}

/// Two operands.
#[op(name = "t.d_op")]
struct DOp {
    #[operand]
    d_input1: AnyType,
    #[operand]
    d_input2: AnyType,
    #[result]
    d_output: AnyType,
}

/// Two attributes.
#[op(name = "t.two_attr_op")]
struct TwoAttrOp {
    #[attr]
    op_attr1: AnyAttr,
    #[attr]
    op_attr2: AnyAttr,
    #[result]
    op_output: AnyType,
}

/// Both in one.
#[op(name = "t.one_attr_op")]
struct OneAttrOp {
    #[attr]
    op_attr: AnyAttr,
    #[result]
    op_output: AnyType,
}

/// One operand, one result of its type.
#[op(name = "t.foo", traits(SameOperandsAndResultType))]
struct FooOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

/// Another.
#[op(name = "t.bar", traits(SameOperandsAndResultType))]
struct BarOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

/// A sum.
#[op(name = "t.addi", traits(Commutative, SameOperandsAndResultType))]
struct AddIOp {
    #[operand]
    lhs: AnyType,
    #[operand]
    rhs: AnyType,
    #[result]
    sum: AnyType,
}

/// The shape of a value.
#[op(name = "t.shape")]
struct ShapeOp {
    #[operand]
    value: AnyType,
    #[result]
    shape: Index,
}

/// Memory of a shape.
#[op(name = "t.alloc")]
struct AllocOp {
    #[operand]
    shape: Index,
    #[result(inferred)]
    memory: Index,
}

/// Writes memory.
#[op(name = "t.store")]
struct StoreOp {
    #[operand]
    memory: AnyType,
    #[operand]
    value: AnyType,
}

/// Reads memory.
#[op(name = "t.load")]
struct LoadOp {
    #[operand]
    memory: AnyType,
    #[result]
    value: AnyType,
}

/// One result.
#[op(name = "t.one_result")]
struct OneResultOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

/// Two results.
#[op(name = "t.two_result")]
struct TwoResultOp {
    #[operand]
    input: AnyType,
    #[result]
    output1: AnyType,
    #[result]
    output2: AnyType,
}

/// Three results.
#[op(name = "t.three_result")]
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

/// Three declared operands and results, of which the middle ones are variadic.
#[op(name = "t.multi_variadic")]
struct MultiVariadicOp {
    #[operand]
    input1: AnyType,
    #[operand]
    input2: Variadic<AnyType>,
    #[operand]
    input3: AnyType,
    #[result]
    output1: AnyType,
    #[result]
    output2: Variadic<AnyType>,
    #[result]
    output3: AnyType,
}

/// The same under another name.
#[op(name = "t.other_variadic")]
struct OtherVariadicOp {
    #[operand]
    input1: AnyType,
    #[operand]
    input2: Variadic<AnyType>,
    #[operand]
    input3: AnyType,
    #[result]
    output1: AnyType,
    #[result]
    output2: Variadic<AnyType>,
    #[result]
    output3: AnyType,
}

/// Any number of operands, and one result.
#[op(name = "t.many")]
struct ManyOp {
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    output: AnyType,
}

struct TestDialect;

impl Dialect for TestDialect {
    const NAMESPACE: &'static str = "t";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<AOp>();
        dialect.op::<BOp>();
        dialect.op::<COp>();
        dialect.op::<DOp>();
        dialect.op::<TwoAttrOp>();
        dialect.op::<OneAttrOp>();
        dialect.op::<FooOp>();
        dialect.op::<BarOp>();
        dialect.op::<AddIOp>();
        dialect.op::<ShapeOp>();
        dialect.op::<AllocOp>();
        dialect.op::<StoreOp>();
        dialect.op::<LoadOp>();
        dialect.op::<OneResultOp>();
        dialect.op::<TwoResultOp>();
        dialect.op::<ThreeResultOp>();
        dialect.op::<MultiVariadicOp>();
        dialect.op::<OtherVariadicOp>();
        dialect.op::<ManyOp>();
        quickstart::register(dialect);
        regions::register(dialect);
    }
}

/// The module after rules were applied once to each of its original ops, without its braces; with
/// locations on request.
fn rewritten_with(text: &str, rules: &'static [Rule], locations: bool) -> String {
    let ctx = Context::new();
    ctx.load::<TestDialect>();
    let file = ctx.sources().add("t.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let mut module = parse_module(
        &ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut diagnostics,
    )
    .unwrap_or_else(|_| panic!("{diagnostics:?}"));
    let mut patterns = RewritePatternSet::new();
    patterns.add_rules(rules);
    let ops = module.own_ops();
    apply_patterns_greedily_to(
        &mut module,
        &ops,
        &patterns.freeze(&ctx),
        &GreedyConfig::default(),
        &mut SymbolRequests::new(),
        &mut diagnostics,
    )
    .unwrap_or_else(|_| panic!("{diagnostics:?}"));
    let text = print_op(
        module.as_op(),
        PrintOptions::default().with_debug_info(locations).with_local_scope(true),
    );
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
    lines.iter().map(|line| format!("{}\n", &line[2..])).collect()
}

fn rewritten(text: &str, rules: &'static [Rule]) -> String {
    rewritten_with(text, rules, false)
}

/// Ops before the tested one: values to work on.
fn values(text: &str) -> String {
    format!("%x = \"x.x\"() : () -> i32\n%y = \"x.y\"() : () -> i32\n{text}")
}

/// The result of rules for `text` after the values `%x` and `%y`, which are `%0` and `%1` in
/// `expected`.
#[track_caller]
fn becomes(text: &str, rules: &'static [Rule], expected: &str) {
    let found = rewritten(&values(text), rules);
    let expected = format!("%0 = \"x.x\"() : () -> i32\n%1 = \"x.y\"() : () -> i32\n{expected}\n");
    pretty_assertions::assert_eq!(found.trim_end(), expected.trim_end());
}
