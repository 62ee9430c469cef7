//! Integer division that rounds towards negative or positive infinity.

use crate::arith::fold::{fold_scalar, neutral_integer};
use crate::to_llvm::descriptor::index_constant;
use crate::to_llvm::{LowerToLlvm, StdToLlvmOptions};
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchResult;
use mlir_lite::scalar::{CmpIPredicate, IntegerFunction, ScalarFunction};

/// Signed quotient of integers, rounded down.
#[op(
    name = "std.floordivi_signed",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.floordivsi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct FloorDivISignedOp {
    /// The left operand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// The right operand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl ScalarOp for FloorDivISignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::FloorDivSigned);
}

impl FoldOp for FloorDivISignedOp {
    fn fold(op: FloorDivISignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 1, op.lhs())
        })
    }
}

impl LowerToLlvm for FloorDivISignedOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.floordivi_signed-to-llvm", 1, |op, operands, rewriter| {
            rounded_division(op.id(), [operands.lhs(), operands.rhs()], Rounding::Floor, rewriter)
        });
    }
}

/// Signed quotient of integers, rounded up.
#[op(
    name = "std.ceildivi_signed",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.ceildivsi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct CeilDivISignedOp {
    /// The left operand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// The right operand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl ScalarOp for CeilDivISignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::CeilDivSigned);
}

impl FoldOp for CeilDivISignedOp {
    fn fold(op: CeilDivISignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 1, op.lhs())
        })
    }
}

impl LowerToLlvm for CeilDivISignedOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.ceildivi_signed-to-llvm", 1, |op, operands, rewriter| {
            rounded_division(op.id(), [operands.lhs(), operands.rhs()], Rounding::Ceil, rewriter)
        });
    }
}

/// The quotient rounded towards zero, less or plus 1 where the remainder is not
/// zero and the signs differ (floor) or agree (ceil).
fn rounded_division(
    op: OpId,
    [lhs, rhs]: [ValueId; 2],
    rounding: Rounding,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op);
    let ty = rewriter.body().ty(lhs);
    if !ty.is_integer(&ctx) {
        return Err("only integers are supported".into());
    }
    let (zero, one) = if ty == Type::I64 {
        (index_constant(rewriter, 0), index_constant(rewriter, 1))
    } else {
        let mut constant = |value| {
            let value = ctx.integer_attr(ty, value);
            llvm::ConstantOp::build(rewriter, location, value, ty).res(rewriter.body())
        };
        (constant(0), constant(1))
    };
    let compare = |rewriter: &mut ConversionPatternRewriter<'_>, predicate, a, b| {
        llvm::ICmpOp::build(rewriter, location, predicate, a, b, Type::I1).result(rewriter.body())
    };
    let quotient = llvm::SDivOp::build(rewriter, location, lhs, rhs, None).result(rewriter.body());
    let product =
        llvm::MulOp::build(rewriter, location, quotient, rhs, None).result(rewriter.body());
    let inexact = compare(rewriter, CmpIPredicate::Ne, product, lhs);
    let lhs_negative = compare(rewriter, CmpIPredicate::Slt, lhs, zero);
    let rhs_negative = compare(rewriter, CmpIPredicate::Slt, rhs, zero);
    let mut differ =
        llvm::XOrOp::build(rewriter, location, lhs_negative, rhs_negative).result(rewriter.body());
    if rounding == Rounding::Ceil {
        let yes = llvm::ConstantOp::build(rewriter, location, ctx.bool_attr(true), Type::I1)
            .res(rewriter.body());
        differ = llvm::XOrOp::build(rewriter, location, differ, yes).result(rewriter.body());
    }
    let adjust = llvm::AndOp::build(rewriter, location, inexact, differ).result(rewriter.body());
    let adjusted = match rounding {
        Rounding::Floor => {
            llvm::SubOp::build(rewriter, location, quotient, one, None).result(rewriter.body())
        }
        Rounding::Ceil => {
            llvm::AddOp::build(rewriter, location, quotient, one, None).result(rewriter.body())
        }
    };
    let state = OperationState::new(llvm::SelectOp::name(&ctx), location)
        .operands(&[adjust, adjusted, quotient])
        .results(&[ty]);
    let select = rewriter.create(state);
    let value = rewriter.body().result(select, 0);
    rewriter.replace_op(op, &[value]);
    Ok(())
}

/// Unsigned quotient of integers, rounded up.
#[op(
    name = "std.ceildivi_unsigned",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.ceildivui", only),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct CeilDivIUnsignedOp {
    /// The left operand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// The right operand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl ScalarOp for CeilDivIUnsignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::CeilDivUnsigned);
}

impl FoldOp for CeilDivIUnsignedOp {
    fn fold(op: CeilDivIUnsignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 1, op.lhs())
        })
    }
}

impl LowerToLlvm for CeilDivIUnsignedOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.ceildivi_unsigned-to-llvm", 1, unsigned_ceiling);
    }
}

/// The quotient, and one more unless it is exact.
fn unsigned_ceiling(
    op: CeilDivIUnsignedOp,
    operands: Adaptor<'_, CeilDivIUnsignedOp>,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let location = rewriter.body().location(op.id());
    let (lhs, rhs) = (operands.lhs(), operands.rhs());
    let ty = rewriter.body().ty(lhs);
    if !ty.is_integer(&ctx) || ty.bit_width(&ctx) == Some(1) {
        return Err("only integers of more than one bit are supported".into());
    }
    let quotient = llvm::UDivOp::build(rewriter, location, lhs, rhs, None).result(rewriter.body());
    let product =
        llvm::MulOp::build(rewriter, location, quotient, rhs, None).result(rewriter.body());
    let inexact =
        llvm::ICmpOp::build(rewriter, location, CmpIPredicate::Ne, product, lhs, Type::I1);
    let inexact = inexact.result(rewriter.body());
    let inexact = rewriter.create_simple::<llvm::ZExtOp>(location, &[inexact], &[ty]).id();
    let inexact = rewriter.body().result(inexact, 0);
    rewriter.replace_op_with(op.id(), |b| llvm::AddOp::build(b, location, quotient, inexact, None));
    Ok(())
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Rounding {
    Floor,
    Ceil,
}

pub(crate) fn register_rounded_division(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FloorDivISignedOp>();
    dialect.op::<CeilDivISignedOp>();
    dialect.op::<CeilDivIUnsignedOp>();
}
