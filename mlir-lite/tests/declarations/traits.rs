//! Traits: each that MLIR's document lists, its examples, and the hooks.

use crate::{context, read, rejected, round_trip};
use mlir_lite::ir::fold::{FoldFn, FoldValue};
use mlir_lite::ir::op_def::{OpTrait, VerifyFn};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::has_op_trait;
use mlir_lite::rewrite::{Folded, fold_op};

/// The document's parametric trait, with a check: the op has `N` attributes.
struct AttributeCount<const N: usize>;

impl<const N: usize> OpTrait for AttributeCount<N> {
    const NAME: &'static str = "AttributeCount";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        if op.body().attributes(op.id()).len() != N {
            diagnostics.error(op.op_error(format_args!("must have {N} attributes")));
        }
    });
}

/// The document's `MyTrait`: a marker.
struct MyTrait;

impl OpTrait for MyTrait {
    const NAME: &'static str = "MyTrait";
}

/// Fails the trait's check and then its own.
#[op(name = "tr.parametric", traits(MyTrait, AttributeCount<1>), implements(VerifyOp),
     format = "attr-dict")]
struct ParametricOp {}

impl VerifyOp for ParametricOp {
    fn verify(op: ParametricOpRef<'_>, diagnostics: &mut Diagnostics) {
        diagnostics.error(op.op_error("is never right"));
    }
}

/// Broadcasts.
#[op(name = "tr.broadcast", traits(Pure, ResultsBroadcastableShape))]
struct BroadcastOp {
    #[operand]
    lhs: AnyType,
    #[operand]
    rhs: AnyType,
    #[result]
    result: AnyType,
}

/// A table of symbols, of any number of regions.
#[op(name = "tr.table", traits(SymbolTable, NoTerminator))]
struct TableOp {
    #[region]
    tables: Variadic<AnyRegion>,
}

/// Says that it is a constant.
#[op(name = "tr.constant", traits(ConstantLike))]
struct ConstantOp {
    #[attr]
    value: AnyAttr,
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    outputs: Variadic<AnyType>,
}

/// Works element by element.
#[op(name = "tr.elementwise", traits(Elementwise, Scalarizable, Vectorizable, Tensorizable))]
struct ElementwiseOp {
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    outputs: Variadic<AnyType>,
}

/// `foo.region_op` of the document.
#[op(
    name = "tr.region_op",
    traits(IsolatedFromAbove, AutomaticAllocationScope, AffineScope, NoTerminator),
    format = "$body attr-dict"
)]
struct RegionOp {
    #[region]
    body: AnyRegion,
}

/// `foo.yield` of the document.
#[op(name = "tr.yield", traits(Terminator, HasParent<(RegionOp, BlockOp)>), format = "($values^ \
    `:` type($values))? attr-dict")]
struct YieldOp {
    #[operand]
    values: Variadic<AnyType>,
}

/// One block that ends in a yield.
#[op(name = "tr.block", traits(SingleBlockImplicitTerminator<YieldOp>, NoRegionArguments), format = "$body attr-dict")]
struct BlockOp {
    #[region]
    body: SingleBlockRegion,
}

/// An op for each way in which types may have to match.
#[op(name = "tr.shape", traits(SameOperandsShape))]
struct ShapeOp {
    #[operand]
    inputs: Variadic<AnyType>,
}

/// Elements of one type.
#[op(name = "tr.element", traits(SameOperandsElementType))]
struct ElementOp {
    #[operand]
    inputs: Variadic<AnyType>,
}

/// Elements of one type, also in results.
#[op(name = "tr.elements", traits(SameOperandsAndResultElementType))]
struct ElementsOp {
    #[operand]
    inputs: Variadic<AnyType>,
    #[result]
    output: AnyType,
}

/// Its own fold is tried first, the trait's second.
struct FoldsToOperand;

impl OpTrait for FoldsToOperand {
    const NAME: &'static str = "FoldsToOperand";
    const FOLD: Option<FoldFn> = Some(|op, _| Fold::value(op.operand(0)));
}

/// Does not fold by itself.
#[op(name = "tr.fold_trait", traits(FoldsToOperand), format = "$input attr-dict `:` type($input)")]
struct FoldTraitOp {
    #[operand]
    input: I32,
    #[result]
    output: I32,
}

/// Folds in place, and then by its trait.
#[op(
    name = "tr.fold_in_place",
    traits(FoldsToOperand),
    implements(FoldOp),
    format = "$input attr-dict `:` type($input)"
)]
struct FoldInPlaceOp {
    #[operand]
    input: I32,
    #[result]
    output: I32,
}

impl FoldOp for FoldInPlaceOp {
    fn fold(_op: FoldInPlaceOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::in_place(|_| ())
    }
}

/// Folds to a constant.
#[op(
    name = "tr.fold_self",
    traits(FoldsToOperand),
    implements(FoldOp),
    format = "$input attr-dict `:` type($input)"
)]
struct FoldSelfOp {
    #[operand]
    input: I32,
    #[result]
    output: I32,
}

impl FoldOp for FoldSelfOp {
    fn fold(op: FoldSelfOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.context().integer_attr(Type::I32, 7))
    }
}

/// Gives its operands, in the other order.
struct Swaps;

impl OpTrait for Swaps {
    const NAME: &'static str = "Swaps";
    const FOLD: Option<FoldFn> = Some(|op, _| {
        Fold::Replaced((0..2).rev().map(|index| FoldValue::Value(op.operand(index))).collect())
    });
}

/// Has two results.
#[op(name = "tr.swap", traits(Swaps), format = "$a `,` $b attr-dict")]
struct SwapOp {
    #[operand]
    a: I32,
    #[operand]
    b: I32,
    #[result]
    first: I32,
    #[result]
    second: I32,
}

/// Once is as good as twice.
#[op(
    name = "tr.abs",
    traits(Idempotent, SameOperandsAndResultType),
    format = "$input attr-dict `:` type($input)"
)]
struct AbsOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

/// Twice is as good as never.
#[op(
    name = "tr.neg",
    traits(Involution, SameOperandsAndResultType),
    format = "$input attr-dict `:` type($input)"
)]
struct NegOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

struct TraitDialect;

impl Dialect for TraitDialect {
    const NAMESPACE: &'static str = "tr";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<ParametricOp>();
        dialect.op::<BroadcastOp>();
        dialect.op::<TableOp>();
        dialect.op::<ConstantOp>();
        dialect.op::<ElementwiseOp>();
        dialect.op::<RegionOp>();
        dialect.op::<YieldOp>();
        dialect.op::<BlockOp>();
        dialect.op::<ShapeOp>();
        dialect.op::<ElementOp>();
        dialect.op::<ElementsOp>();
        dialect.op::<FoldTraitOp>();
        dialect.op::<FoldInPlaceOp>();
        dialect.op::<FoldSelfOp>();
        dialect.op::<SwapOp>();
        dialect.op::<AbsOp>();
        dialect.op::<NegOp>();
    }
}

#[test]
fn parameters_make_different_traits() {
    let ctx = context::<TraitDialect>();
    let name = ctx.op_name("tr.parametric");
    assert!(has_op_trait::<MyTrait>(&ctx, name));
    assert!(!has_op_trait::<MyTrait>(&ctx, ctx.op_name("tr.broadcast")));
    assert!(has_op_trait::<AttributeCount<1>>(&ctx, name));
    assert!(!has_op_trait::<AttributeCount<2>>(&ctx, name));
    assert!(!has_op_trait::<AttributeCount<1>>(&ctx, ctx.op_name("other.unknown")));
}

#[test]
fn a_traits_check_comes_before_the_ops_own() {
    rejected::<TraitDialect>("tr.parametric", "'tr.parametric' op must have 1 attributes");
    rejected::<TraitDialect>("tr.parametric {a}", "'tr.parametric' op is never right");
}

/// Operand types, result type, and whether they are valid; from the last dimension on, sizes are
/// equal, or one of them is 1, or one is unknown.
#[test]
fn shapes_broadcast() {
    let table = [
        ("tensor<?x2xf32>", "tensor<2xf32>", "tensor<3x2xf32>", true),
        ("tensor<4x2xf32>", "tensor<4x2xf32>", "tensor<4x2xf32>", true),
        ("tensor<4x1xf32>", "tensor<3xf32>", "tensor<4x3xf32>", true),
        ("tensor<4x1xf32>", "tensor<3xf32>", "tensor<?x3xf32>", true),
        ("tensor<4x1xf32>", "tensor<3xf32>", "tensor<4x4xf32>", false),
        ("tensor<4x2xf32>", "tensor<3x2xf32>", "tensor<4x2xf32>", false),
        ("tensor<4x2xf32>", "tensor<2xf32>", "tensor<2xf32>", false),
        ("tensor<*xf32>", "tensor<2xf32>", "tensor<7xf32>", true),
        ("tensor<2xf32>", "tensor<2xf32>", "tensor<*xf32>", true),
        ("vector<4xf32>", "vector<4xf32>", "vector<4xf32>", true),
        ("vector<1x4xf32>", "vector<4x1xf32>", "vector<4x4xf32>", true),
        ("f32", "tensor<2xf32>", "tensor<2xf32>", false),
        ("tensor<2xf32>", "f32", "tensor<2xf32>", false),
        ("memref<2xf32>", "tensor<2xf32>", "tensor<2xf32>", false),
    ];
    let ctx = context::<TraitDialect>();
    for (lhs, rhs, result, right) in table {
        let text = format!(
            "%0:2 = \"test.source\"() : () -> ({lhs}, {rhs})
             %1 = \"tr.broadcast\"(%0#0, %0#1) : ({lhs}, {rhs}) -> {result}"
        );
        let found = read(&ctx, &text);
        assert_eq!(found.is_ok(), right, "{lhs}, {rhs} -> {result}: {:?}", found.err());
    }
}

#[test]
fn what_does_not_broadcast_is_rejected() {
    let broadcast =
        |types: &str| format!("%0:2 = \"other.source\"() : () -> (tensor<2x1xf32>, f32)\n{types}");
    rejected::<TraitDialect>(
        &broadcast("%1 = \"tr.broadcast\"(%0#0, %0#1) : (tensor<2x1xf32>, f32) -> tensor<2x1xf32>"),
        "'tr.broadcast' op operands must be vectors or tensors, but one is 'f32'",
    );
    rejected::<TraitDialect>(
        &broadcast(
            "%1 = \"tr.broadcast\"(%0#0, %0#0) : (tensor<2x1xf32>, tensor<2x1xf32>) -> \
                tensor<3xf32>",
        ),
        "'tr.broadcast' op result type 'tensor<3xf32>' does not have a shape compatible with \
            'tensor<2x1xf32>', to \
         which the operands broadcast",
    );
}

#[test]
fn tables_of_symbols_have_one_region_of_one_block() {
    rejected::<TraitDialect>(
        "\"tr.table\"() : () -> ()",
        "'tr.table' op Operations with a 'SymbolTable' must have exactly one region",
    );
    rejected::<TraitDialect>(
        "\"tr.table\"() ({}, {}) : () -> ()",
        "'tr.table' op Operations with a 'SymbolTable' must have exactly one region",
    );
    rejected::<TraitDialect>(
        "\"tr.table\"() ({\n  \"other.a\"() : () -> ()\n^bb1:\n  \"other.b\"() : () -> ()\n}) : () \
            -> ()",
        "'tr.table' op Operations with a 'SymbolTable' must have exactly one block",
    );
}

#[test]
fn constants_have_no_operands_and_one_result() {
    rejected::<TraitDialect>(
        "%0 = \"other.source\"() : () -> i32\n\"tr.constant\"(%0) {value = 1 : i32} : (i32) -> ()",
        "'tr.constant' op expects, as a constant, no operands and one result",
    );
}

#[test]
fn elementwise_ops_map_scalars() {
    let table = [
        ("f32, f32", "f32", ""),
        ("tensor<2xf32>, f32", "tensor<2xi1>", ""),
        ("vector<2xf32>, vector<2xf32>", "vector<2xi1>", ""),
        ("tensor<?xf32>, tensor<2xf32>", "tensor<2xi1>", ""),
        (
            "f32, f32",
            "tensor<2xf32>",
            "if a result is non-scalar, then at least one operand must be non-scalar",
        ),
        (
            "tensor<2xf32>, f32",
            "f32",
            "if an operand is non-scalar, then there must be at least one non-scalar result",
        ),
        (
            "tensor<2xf32>, f32",
            "tensor<2xf32>, f32",
            "if an operand is non-scalar, then all results must be non-scalar",
        ),
        (
            "tensor<2xf32>, vector<2xf32>",
            "tensor<2xf32>",
            "all non-scalar operands/results must have the same shape and base type",
        ),
        (
            "tensor<2xf32>, tensor<3xf32>",
            "tensor<2xf32>",
            "all non-scalar operands/results must have the same shape and base type",
        ),
    ];
    let ctx = context::<TraitDialect>();
    for (operands, results, expected) in table {
        let text = format!(
            "%0:2 = \"test.source\"() : () -> ({operands})
             \"tr.elementwise\"(%0#0, %0#1) : ({operands}) -> ({results})"
        );
        let found = read(&ctx, &text).err().unwrap_or_default();
        let expected = if expected.is_empty() {
            String::new()
        } else {
            format!("'tr.elementwise' op {expected}")
        };
        assert_eq!(found, expected, "{operands} -> {results}");
    }
}

#[test]
fn nothing_from_above_is_used_in_isolated_regions() {
    let text = "%result = \"test.constant\"() : () -> i32
        tr.region_op {
          tr.yield %result : i32
        }";
    rejected::<TraitDialect>(text, "use of undeclared SSA value name '%result'");
}

#[test]
fn parents_and_terminators_are_checked() {
    round_trip::<TraitDialect>(
        "module {
  tr.block {
    %0 = \"test.source\"() : () -> i32
  }
  tr.block {
    %0 = \"test.source\"() : () -> i32
    tr.yield %0 : i32
  }
  tr.region_op {
    tr.yield
  }
}",
    );
    rejected::<TraitDialect>(
        "\"test.region\"() ({ tr.yield }) : () -> ()",
        "'tr.yield' op expects parent op to be one of 'tr.region_op, tr.block'",
    );
    rejected::<TraitDialect>(
        "\"tr.block\"() ({ ^bb0: \"test.end\"() : () -> () }) : () -> ()",
        "'tr.block' op expects regions to end with 'tr.yield'",
    );
    rejected::<TraitDialect>(
        "\"tr.block\"() ({ ^bb0(%a: i32): tr.yield }) : () -> ()",
        "'tr.block' op region should have no arguments",
    );
}

#[test]
fn shapes_and_elements_agree() {
    let errors = [
        ("shape", "vector<2xf32>, tensor<3xf32>", "", "requires the same shape for all operands"),
        ("element", "vector<2xf32>, f64", "", "requires the same element type for all operands"),
        (
            "elements",
            "f32, f32",
            "f64",
            "requires the same element type for all operands and results",
        ),
    ];
    for (op, operands, results, expected) in errors {
        let text = format!(
            "%0:2 = \"test.source\"() : () -> ({operands})
             \"tr.{op}\"(%0#0, %0#1) : ({operands}) -> ({results})"
        );
        rejected::<TraitDialect>(&text, &format!("'tr.{op}' op {expected}"));
    }
}

#[test]
fn traits_fold_what_does_not_fold_itself() {
    let ctx = context::<TraitDialect>();
    let text = "%0 = \"test.source\"() : () -> i32
        %1 = tr.fold_trait %0 : i32
        %2 = tr.fold_in_place %0 : i32
        %3 = tr.fold_self %0 : i32
        %4 = tr.abs %0 : i32
        %5 = tr.abs %4 : i32
        %6 = tr.neg %0 : i32
        %7 = tr.neg %6 : i32";
    let mut module = read(&ctx, text).unwrap();
    let ops: Vec<OpId> = module.own_ops();
    let value = |module: &Body, index: usize| module.result(ops[index], 0);
    let result = |index: usize| {
        Folded::Replaced([FoldValue::Value(value(&module, index))].into_iter().collect())
    };
    let seven = FoldValue::Constant(ctx.integer_attr(Type::I32, 7));
    let expected = [
        (1, result(0)),
        (2, result(0)),
        (3, Folded::Replaced([seven].into_iter().collect())),
        (4, Folded::Unchanged),
        (5, result(4)),
        (6, Folded::Unchanged),
        (7, result(0)),
    ];
    for (index, expected) in expected {
        assert_eq!(fold_op(&mut module, ops[index]), expected, "op {index}");
    }
}

#[test]
fn traits_fold_all_results() {
    let ctx = context::<TraitDialect>();
    let text = "%0:2 = \"test.source\"() : () -> (i32, i32)
        %1:2 = tr.swap %0#0, %0#1";
    let mut module = read(&ctx, text).unwrap();
    let ops: Vec<OpId> = module.own_ops();
    let expected =
        [1, 0].into_iter().map(|index| FoldValue::Value(module.result(ops[0], index))).collect();
    assert_eq!(fold_op(&mut module, ops[1]), Folded::Replaced(expected));
}
