//! Shifts, and operations on integers bit by bit.

use super::fold::{are_complements, fold_scalar, neutral_integer, other_operand, same, zero};
use crate::flags::{EXACT_PROPERTIES, Exact, OVERFLOW_PROPERTIES, Overflow};
use crate::fold::{integer_width, uniform_attr};
use crate::to_llvm::{LowerToLlvm, OneToOne};
use mlir_lite::attributes::ApInt;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{IntegerFunction, ScalarFunction};

/// Bitwise and.
#[op(
    name = "std.and",
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.andi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold,
    canonicalize
)]
pub struct AndOp {
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

impl ScalarOp for AndOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::And);
}

impl FoldOp for AndOp {
    fn fold(op: AndOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if are_complements(lhs, rhs) {
                return zero(lhs);
            }
            // x & (x & y) is x & y
            let is_part = |whole: ValueRef<'_>, part: ValueRef<'_>| {
                other_operand::<AndOp>(whole, part).map(|_| FoldValue::Value(whole.id()))
            };
            same(lhs, rhs)
                .or_else(|| neutral_integer(constants, -1, lhs))
                .or_else(|| neutral_integer(constants, 0, rhs))
                .or_else(|| is_part(lhs, rhs))
                .or_else(|| is_part(rhs, lhs))
        })
    }
}

impl OneToOne for AndOp {
    type Llvm = llvm::AndOp;
}

/// Bitwise or.
#[op(
    name = "std.or",
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.ori"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold,
    canonicalize
)]
pub struct OrOp {
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

impl ScalarOp for OrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Or);
}

impl FoldOp for OrOp {
    fn fold(op: OrOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if are_complements(lhs, rhs) {
                let width = integer_width(op.context(), lhs.ty().element_or_self(op.context()))?;
                let ones = uniform_attr(op.context(), lhs.ty(), &ApInt::all_ones(width))?;
                return Some(FoldValue::Constant(ones));
            }
            same(lhs, rhs)
                .or_else(|| neutral_integer(constants, 0, lhs))
                .or_else(|| neutral_integer(constants, -1, rhs))
        })
    }
}

impl OneToOne for OrOp {
    type Llvm = llvm::OrOp;
}

/// Bitwise exclusive or.
#[op(
    name = "std.xor",
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.xori"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold,
    canonicalize
)]
pub struct XOrOp {
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

impl ScalarOp for XOrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Xor);
}

impl FoldOp for XOrOp {
    fn fold(op: XOrOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if lhs == rhs {
                return zero(lhs);
            }
            neutral_integer(constants, 0, lhs)
                .or_else(|| other_operand::<XOrOp>(lhs, rhs))
                .or_else(|| other_operand::<XOrOp>(rhs, lhs))
        })
    }
}

impl OneToOne for XOrOp {
    type Llvm = llvm::XOrOp;
}

/// Shift to the left.
#[op(
    name = "std.shift_left",
    properties = OVERFLOW_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.shli", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct ShiftLeftOp {
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

impl ScalarOp for ShiftLeftOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftLeft);
}

impl FoldOp for ShiftLeftOp {
    fn fold(op: ShiftLeftOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || neutral_integer(constants, 0, op.lhs()))
    }
}

impl OneToOne for ShiftLeftOp {
    type Llvm = llvm::ShlOp;
}

/// Shift to the right that keeps the sign.
#[op(
    name = "std.shift_right_signed",
    properties = EXACT_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.shrsi", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct ShiftRightSignedOp {
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

impl ScalarOp for ShiftRightSignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightSigned);
}

impl FoldOp for ShiftRightSignedOp {
    fn fold(op: ShiftRightSignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || neutral_integer(constants, 0, op.lhs()))
    }
}

impl OneToOne for ShiftRightSignedOp {
    type Llvm = llvm::AShrOp;
}

/// Shift to the right that fills with zeros.
#[op(
    name = "std.shift_right_unsigned",
    properties = EXACT_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.shrui", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct ShiftRightUnsignedOp {
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

impl ScalarOp for ShiftRightUnsignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightUnsigned);
}

impl FoldOp for ShiftRightUnsignedOp {
    fn fold(op: ShiftRightUnsignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || neutral_integer(constants, 0, op.lhs()))
    }
}

impl OneToOne for ShiftRightUnsignedOp {
    type Llvm = llvm::LShrOp;
}

pub(super) fn register_bitwise(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AndOp>();
    dialect.op::<OrOp>();
    dialect.op::<XOrOp>();
    dialect.op::<ShiftLeftOp>();
    dialect.op::<ShiftRightSignedOp>();
    dialect.op::<ShiftRightUnsignedOp>();
}
