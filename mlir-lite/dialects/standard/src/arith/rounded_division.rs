//! Integer division that rounds towards negative or positive infinity.

use crate::arith::fold::{fold_scalar, neutral_integer};
use crate::expressions::Expr;
use crate::families::IntegerBinary;
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{IntegerFunction, ScalarFunction};

/// Signed quotient of integers, rounded down.
#[op(
    family = IntegerBinary,
    name = "std.floordivi_signed",
    traits(ConditionallySpeculatable),
    implements(FoldOp, LowerTo<Llvm>),
    upstream(name = "arith.floordivsi")
)]
pub struct FloorDivISignedOp;

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

impl LowerTo<Llvm> for FloorDivISignedOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        rounded_division([operands.lhs(), operands.rhs()], Rounding::Floor, b)
    }
}

/// Signed quotient of integers, rounded up.
#[op(
    family = IntegerBinary,
    name = "std.ceildivi_signed",
    traits(ConditionallySpeculatable),
    implements(FoldOp, LowerTo<Llvm>),
    upstream(name = "arith.ceildivsi")
)]
pub struct CeilDivISignedOp;

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

impl LowerTo<Llvm> for CeilDivISignedOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        rounded_division([operands.lhs(), operands.rhs()], Rounding::Ceil, b)
    }
}

/// The quotient, changed by one if the division is inexact and rounds to the other side.
fn rounded_division(operands: [ValueId; 2], rounding: Rounding, b: &mut Rewriter<'_>) -> Lowered {
    let ty = b.body().ty(operands[0]);
    if !ty.is_integer(b.context()) {
        return Err("only integers are supported".into());
    }
    llvm_edsc(b, |e| {
        Ok(rounded_quotient(operands.map(|operand| e.expr(operand)), rounding).id().into())
    })
}

/// The quotient of signed integers, in the ops of the expressions.
pub(crate) fn rounded_quotient<'e>([lhs, rhs]: [Expr<'e>; 2], rounding: Rounding) -> Expr<'e> {
    let (e, ty) = (lhs.builder(), lhs.ty());
    let [zero, one] = [0, 1].map(|number| e.integer(number, ty));
    let quotient = lhs / rhs;
    let inexact = (quotient * rhs).ne(lhs);
    let differ = lhs.lt(zero) ^ rhs.lt(zero);
    match rounding {
        Rounding::Floor => (inexact & differ).select(quotient - one, quotient),
        Rounding::Ceil => (inexact & !differ).select(quotient + one, quotient),
    }
}

/// Unsigned quotient of integers, rounded up.
#[op(
    family = IntegerBinary,
    name = "std.ceildivi_unsigned",
    traits(ConditionallySpeculatable),
    implements(FoldOp, LowerTo<Llvm>),
    upstream(name = "arith.ceildivui", only)
)]
pub struct CeilDivIUnsignedOp;

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

impl LowerTo<Llvm> for CeilDivIUnsignedOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (lhs, rhs, ctx) = (operands.lhs(), operands.rhs(), b.context());
        let ty = b.body().ty(lhs);
        if !ty.is_integer(ctx) || ty.bit_width(ctx) == Some(1) {
            return Err("only integers of more than one bit are supported".into());
        }
        llvm_edsc(b, |e| {
            Ok(quotient_rounded_up([lhs, rhs].map(|operand| e.expr(operand))).id().into())
        })
    }
}

/// The quotient of unsigned integers, rounded up, in the llvm dialect.
pub(crate) fn quotient_rounded_up<'e>([lhs, rhs]: [Expr<'e>; 2]) -> Expr<'e> {
    let quotient = lhs.builder().op::<llvm::UDivOp>([lhs, rhs]);
    let inexact = (quotient * rhs).ne(lhs);
    quotient + inexact.to::<llvm::ZExtOp>(lhs.ty())
}

/// Where a quotient that is not exact is rounded to.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// To negative infinity
    Floor,
    /// To positive infinity
    Ceil,
}

pub(crate) fn register_rounded_division(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FloorDivISignedOp>();
    dialect.op::<CeilDivISignedOp>();
    dialect.op::<CeilDivIUnsignedOp>();
}
