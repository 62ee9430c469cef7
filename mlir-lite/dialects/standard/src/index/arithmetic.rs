//! Functions of two numbers of type `index`.

use crate::arith::fold::operands_of;
use crate::arith::rounded_division::{Rounding, quotient_rounded_up, rounded_quotient};
use crate::index::{IndexConstantOp, alike_in_both_widths};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::{Llvm, Lowered, OneToOne, Rewriter};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternName, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::scalar::{IntegerFunction, ScalarFunction};
use std::marker::PhantomData;

/// A function of two numbers: `index.add %a, %b`.
#[op_family(
    traits(Pure),
    implements(
        FoldOp = Functions<Self>, CanonicalizeOp = Functions<Self>, InterpretOp,
        InferIntRangeInterface, TwoOperands { lhs, rhs }
    ),
    format = "$lhs `,` $rhs attr-dict"
)]
struct IndexBinary {
    /// The left operand.
    #[operand]
    lhs: Index,
    /// The right operand.
    #[operand]
    rhs: Index,
    /// The result.
    #[result]
    result: Index,
}

/// Ops of two operands.
trait TwoOperands: ScalarOp {
    fn lhs(op: View<'_, Self>) -> ValueRef<'_>;
    fn rhs(op: View<'_, Self>) -> ValueRef<'_>;
}

/// The folds and patterns of the functions.
struct Functions<O>(PhantomData<O>);

impl<O: TwoOperands> OpModel for Functions<O> {
    type Op = O;
}

/// The integer function of an op of the dialect.
const fn function_of<O: ScalarOp>() -> IntegerFunction {
    match O::FUNCTION {
        ScalarFunction::Integer(function) => function,
        _ => panic!("a function of the dialect `index` is of integers"),
    }
}

/// The side of an operation.
#[derive(Copy, Clone)]
enum Side {
    Left,
    Right,
}

/// The operand that the result is where the right one is this constant.
fn result_beside(function: IntegerFunction, constant: i64) -> Option<Side> {
    use IntegerFunction::{
        Add, And, CeilDivSigned, CeilDivUnsigned, DivSigned, DivUnsigned, FloorDivSigned,
        MaxUnsigned, MinUnsigned, Mul, Or, ShiftLeft, ShiftRightSigned, ShiftRightUnsigned, Sub,
        Xor,
    };
    match (function, constant) {
        (
            Add | Sub | Or | Xor | MaxUnsigned | ShiftLeft | ShiftRightSigned | ShiftRightUnsigned,
            0,
        )
        | (Mul | DivSigned | DivUnsigned | CeilDivSigned | CeilDivUnsigned | FloorDivSigned, 1)
        | (And | MinUnsigned, -1) => Some(Side::Left),
        (Mul | And | MinUnsigned, 0) | (Or | MaxUnsigned, -1) => Some(Side::Right),
        _ => None,
    }
}

/// The result of a function of the same number twice: that number, or zero.
fn result_of_same(function: IntegerFunction, value: ValueRef<'_>) -> Option<FoldValue> {
    use IntegerFunction::{And, MaxSigned, MaxUnsigned, MinSigned, MinUnsigned, Or, Sub, Xor};
    match function {
        Sub | Xor => Some(FoldValue::Constant(value.context().index_attr(0))),
        And | Or | MaxSigned | MaxUnsigned | MinSigned | MinUnsigned => {
            Some(FoldValue::Value(value.id()))
        }
        _ => None,
    }
}

/// Whether the function may take its operands in any order and grouping.
const fn is_associative(function: IntegerFunction) -> bool {
    use IntegerFunction::{Add, And, MaxSigned, MaxUnsigned, MinSigned, MinUnsigned, Mul, Or, Xor};
    matches!(
        function,
        Add | Mul | And | Or | Xor | MaxSigned | MaxUnsigned | MinSigned | MinUnsigned
    )
}

/// The value for constants, if it is the same in both widths.
fn value_of<O: ScalarOp>(lhs: &ApInt, rhs: &ApInt) -> Option<ApInt> {
    alike_in_both_widths(lhs, rhs, |a, b| function_of::<O>().apply(a, b).ok())
}

impl<O: TwoOperands> FoldOp for Functions<O> {
    fn fold(op: View<'_, Self>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (lhs, rhs, ctx) = (O::lhs(op), O::rhs(op), op.context());
        let &[left, right] = constants.values() else { return Fold::Unchanged };
        let number = |constant: Option<Attribute>| constant?.as_integer(ctx);
        if let (Some(a), Some(b)) = (number(left), number(right))
            && let Some(value) = value_of::<O>(a, b)
        {
            return Fold::constant(ctx.apint_attr(Type::INDEX, value));
        }
        if lhs == rhs {
            return result_of_same(function_of::<O>(), lhs).into();
        }
        let known = right.and_then(|constant| constant.as_i64(ctx));
        match known.and_then(|constant| result_beside(function_of::<O>(), constant)) {
            Some(Side::Left) => Fold::value(lhs),
            Some(Side::Right) => Fold::value(rhs),
            None => Fold::Unchanged,
        }
    }
}

impl<O: TwoOperands> CanonicalizeOp for Functions<O> {
    fn patterns(set: &mut RewritePatternSet) {
        if is_associative(function_of::<O>()) {
            let name = const { &PatternName::of(O::NAME, "-of-constants") };
            set.add::<O>(name, 1, combine_constants::<O>);
        }
    }
}

/// `(x + 1) + 2` becomes `x + 3`.
fn combine_constants<O: TwoOperands>(op: O, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let (body, op) = (rewriter.body(), op.id());
    let view = body.op(op).cast::<O>().ok_or("it is another op")?;
    let ctx = body.context().clone();
    let number = |value: ValueId| {
        let constant = constant_value(body, value)?;
        constant.as_integer(&ctx).cloned()
    };
    let right = number(O::rhs(view).id()).ok_or("the right operand is not a constant")?;
    let [x, left] = operands_of::<O>(O::lhs(view)).ok_or("the left operand is another op")?;
    let left = number(left).ok_or("the inner right operand is not a constant")?;
    let combined = value_of::<O>(&left, &right).and_then(|value| value.to_i64());
    let combined = combined.ok_or("the constants differ by width")?;
    let location = body.location(op);
    rewriter.replace_op_with(op, |rewriter| {
        let constant = IndexConstantOp::build(rewriter, location, combined);
        let constant = constant.result(rewriter.body());
        rewriter.create_simple::<O>(location, &[x, constant], &[Type::INDEX])
    });
    Ok(())
}

/// Sum; wraps.
#[op(
    family = IndexBinary,
    name = "index.add",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::AddOp>)
)]
pub struct IndexAddOp;

impl ScalarOp for IndexAddOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Add);
}

/// Difference; wraps.
#[op(
    family = IndexBinary,
    name = "index.sub",
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::SubOp>)
)]
pub struct IndexSubOp;

impl ScalarOp for IndexSubOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Sub);
}

/// Product; wraps.
#[op(
    family = IndexBinary,
    name = "index.mul",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::MulOp>)
)]
pub struct IndexMulOp;

impl ScalarOp for IndexMulOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Mul);
}

/// Signed quotient, rounded towards zero.
#[op(
    family = IndexBinary,
    name = "index.divs",
    traits(ConditionallySpeculatable),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::SDivOp>)
)]
pub struct IndexDivSOp;

impl ScalarOp for IndexDivSOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivSigned);
}

/// Unsigned quotient.
#[op(
    family = IndexBinary,
    name = "index.divu",
    traits(ConditionallySpeculatable),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::UDivOp>)
)]
pub struct IndexDivUOp;

impl ScalarOp for IndexDivUOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivUnsigned);
}

/// Signed quotient, rounded up.
#[op(
    family = IndexBinary,
    name = "index.ceildivs",
    traits(ConditionallySpeculatable),
    implements(LowerTo<Llvm>)
)]
pub struct IndexCeilDivSOp;

impl ScalarOp for IndexCeilDivSOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::CeilDivSigned);
}

impl LowerTo<Llvm> for IndexCeilDivSOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        Ok(llvm_edsc(b, |e| {
            let operands = operands.map(|operand| e.expr(operand));
            rounded_quotient(operands, Rounding::Ceil).id()
        })
        .into())
    }
}

/// Unsigned quotient, rounded up.
#[op(
    family = IndexBinary,
    name = "index.ceildivu",
    traits(ConditionallySpeculatable),
    implements(LowerTo<Llvm>)
)]
pub struct IndexCeilDivUOp;

impl ScalarOp for IndexCeilDivUOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::CeilDivUnsigned);
}

impl LowerTo<Llvm> for IndexCeilDivUOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        Ok(llvm_edsc(b, |e| {
            let operands = operands.map(|operand| e.expr(operand));
            quotient_rounded_up(operands).id()
        })
        .into())
    }
}

/// Signed quotient, rounded down.
#[op(
    family = IndexBinary,
    name = "index.floordivs",
    traits(ConditionallySpeculatable),
    implements(LowerTo<Llvm>)
)]
pub struct IndexFloorDivSOp;

impl ScalarOp for IndexFloorDivSOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::FloorDivSigned);
}

impl LowerTo<Llvm> for IndexFloorDivSOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        Ok(llvm_edsc(b, |e| {
            let operands = operands.map(|operand| e.expr(operand));
            rounded_quotient(operands, Rounding::Floor).id()
        })
        .into())
    }
}

/// Signed remainder, with the sign of the dividend.
#[op(
    family = IndexBinary,
    name = "index.rems",
    traits(ConditionallySpeculatable),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::SRemOp>)
)]
pub struct IndexRemSOp;

impl ScalarOp for IndexRemSOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemSigned);
}

/// Unsigned remainder.
#[op(
    family = IndexBinary,
    name = "index.remu",
    traits(ConditionallySpeculatable),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::URemOp>)
)]
pub struct IndexRemUOp;

impl ScalarOp for IndexRemUOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemUnsigned);
}

/// The larger signed number.
#[op(
    family = IndexBinary,
    name = "index.maxs",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::SMaxOp>)
)]
pub struct IndexMaxSOp;

impl ScalarOp for IndexMaxSOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxSigned);
}

/// The larger unsigned number.
#[op(
    family = IndexBinary,
    name = "index.maxu",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::UMaxOp>)
)]
pub struct IndexMaxUOp;

impl ScalarOp for IndexMaxUOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxUnsigned);
}

/// The smaller signed number.
#[op(
    family = IndexBinary,
    name = "index.mins",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::SMinOp>)
)]
pub struct IndexMinSOp;

impl ScalarOp for IndexMinSOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinSigned);
}

/// The smaller unsigned number.
#[op(
    family = IndexBinary,
    name = "index.minu",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::UMinOp>)
)]
pub struct IndexMinUOp;

impl ScalarOp for IndexMinUOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinUnsigned);
}

/// Shift to the left.
#[op(
    family = IndexBinary,
    name = "index.shl",
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::ShlOp>)
)]
pub struct IndexShlOp;

impl ScalarOp for IndexShlOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftLeft);
}

/// Shift to the right that keeps the sign.
#[op(
    family = IndexBinary,
    name = "index.shrs",
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::AShrOp>)
)]
pub struct IndexShrSOp;

impl ScalarOp for IndexShrSOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightSigned);
}

/// Shift to the right that fills with zeros.
#[op(
    family = IndexBinary,
    name = "index.shru",
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::LShrOp>)
)]
pub struct IndexShrUOp;

impl ScalarOp for IndexShrUOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightUnsigned);
}

/// Bitwise and.
#[op(
    family = IndexBinary,
    name = "index.and",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::AndOp>)
)]
pub struct IndexAndOp;

impl ScalarOp for IndexAndOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::And);
}

/// Bitwise or.
#[op(
    family = IndexBinary,
    name = "index.or",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::OrOp>)
)]
pub struct IndexOrOp;

impl ScalarOp for IndexOrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Or);
}

/// Bitwise exclusive or.
#[op(
    family = IndexBinary,
    name = "index.xor",
    traits(Commutative),
    implements(LowerTo<Llvm> = OneToOne<Self, llvm::XOrOp>)
)]
pub struct IndexXorOp;

impl ScalarOp for IndexXorOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Xor);
}

pub(super) fn register_arithmetic(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IndexAddOp>();
    dialect.op::<IndexSubOp>();
    dialect.op::<IndexMulOp>();
    dialect.op::<IndexDivSOp>();
    dialect.op::<IndexDivUOp>();
    dialect.op::<IndexCeilDivSOp>();
    dialect.op::<IndexCeilDivUOp>();
    dialect.op::<IndexFloorDivSOp>();
    dialect.op::<IndexRemSOp>();
    dialect.op::<IndexRemUOp>();
    dialect.op::<IndexMaxSOp>();
    dialect.op::<IndexMaxUOp>();
    dialect.op::<IndexMinSOp>();
    dialect.op::<IndexMinUOp>();
    dialect.op::<IndexShlOp>();
    dialect.op::<IndexShrSOp>();
    dialect.op::<IndexShrUOp>();
    dialect.op::<IndexAndOp>();
    dialect.op::<IndexOrOp>();
    dialect.op::<IndexXorOp>();
}
