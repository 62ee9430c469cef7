//! Arithmetic on integers.

use super::fold::{
    extreme, fold_scalar, left_operand, neutral_integer, no_wrap, other_operand, undone_product,
    zero,
};
use crate::flags::{EXACT_PROPERTIES, Exact, OVERFLOW_PROPERTIES, Overflow};
use crate::fold::is_integer;
use crate::to_llvm::{LowerToLlvm, OneToOne};
use mlir_lite::attributes::ApInt;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{IntegerFunction, NoWrap, ScalarFunction};

/// Sum of integers; wraps.
#[op(
    name = "std.addi",
    properties = OVERFLOW_PROPERTIES,
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.addi", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold,
    canonicalize
)]
pub struct AddIOp {
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

impl ScalarOp for AddIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Add);

    fn no_wrap(op: View<'_, Self>) -> NoWrap {
        no_wrap(op.op())
    }
}

impl FoldOp for AddIOp {
    fn fold(op: AddIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            neutral_integer(constants, 0, lhs)
                .or_else(|| left_operand::<SubIOp>(lhs, rhs))
                .or_else(|| left_operand::<SubIOp>(rhs, lhs))
        })
    }
}

impl OneToOne for AddIOp {
    type Llvm = llvm::AddOp;
}

/// Difference of integers; wraps.
#[op(
    name = "std.subi",
    properties = OVERFLOW_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.subi", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold,
    canonicalize
)]
pub struct SubIOp {
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

impl ScalarOp for SubIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Sub);

    fn no_wrap(op: View<'_, Self>) -> NoWrap {
        no_wrap(op.op())
    }
}

impl FoldOp for SubIOp {
    fn fold(op: SubIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if lhs == rhs {
                return zero(lhs);
            }
            neutral_integer(constants, 0, lhs).or_else(|| other_operand::<AddIOp>(lhs, rhs))
        })
    }
}

impl OneToOne for SubIOp {
    type Llvm = llvm::SubOp;
}

/// Product of integers; wraps.
#[op(
    name = "std.muli",
    properties = OVERFLOW_PROPERTIES,
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.muli", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold,
    canonicalize
)]
pub struct MulIOp {
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

impl ScalarOp for MulIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Mul);

    fn no_wrap(op: View<'_, Self>) -> NoWrap {
        no_wrap(op.op())
    }
}

impl FoldOp for MulIOp {
    fn fold(op: MulIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            neutral_integer(constants, 1, op.lhs())
                .or_else(|| neutral_integer(constants, 0, op.rhs()))
        })
    }
}

impl OneToOne for MulIOp {
    type Llvm = llvm::MulOp;
}

/// Signed quotient of integers, rounded towards zero.
#[op(
    name = "std.divi_signed",
    properties = EXACT_PROPERTIES,
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.divsi", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct DivISignedOp {
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

impl ScalarOp for DivISignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivSigned);
}

impl FoldOp for DivISignedOp {
    fn fold(op: DivISignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            neutral_integer(constants, 1, op.lhs())
                .or_else(|| undone_product(op.lhs(), op.rhs(), |no_wrap| no_wrap.signed))
        })
    }
}

impl OneToOne for DivISignedOp {
    type Llvm = llvm::SDivOp;
}

/// Unsigned quotient of integers.
#[op(
    name = "std.divi_unsigned",
    properties = EXACT_PROPERTIES,
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.divui", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct DivIUnsignedOp {
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

impl ScalarOp for DivIUnsignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivUnsigned);
}

impl FoldOp for DivIUnsignedOp {
    fn fold(op: DivIUnsignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            neutral_integer(constants, 1, op.lhs())
                .or_else(|| undone_product(op.lhs(), op.rhs(), |no_wrap| no_wrap.unsigned))
        })
    }
}

impl OneToOne for DivIUnsignedOp {
    type Llvm = llvm::UDivOp;
}

/// Signed quotient of integers, rounded down.
#[op(
    name = "std.floordivi_signed",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp),
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
    fn fold(op: FloorDivISignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || neutral_integer(constants, 1, op.lhs()))
    }
}

/// Signed quotient of integers, rounded up.
#[op(
    name = "std.ceildivi_signed",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp),
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
    fn fold(op: CeilDivISignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || neutral_integer(constants, 1, op.lhs()))
    }
}

/// Unsigned quotient of integers, rounded up.
#[op(
    name = "std.ceildivi_unsigned",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp),
    upstream(name = "arith.ceildivui"),
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
    fn fold(op: CeilDivIUnsignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || neutral_integer(constants, 1, op.lhs()))
    }
}

/// The larger signed integer.
#[op(
    name = "std.maxsi",
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.maxsi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct MaxSIOp {
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

impl ScalarOp for MaxSIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxSigned);
}

impl FoldOp for MaxSIOp {
    fn fold(op: MaxSIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            extreme((op.lhs(), op.rhs()), constants, ApInt::signed_min, ApInt::signed_max)
        })
    }
}

impl OneToOne for MaxSIOp {
    type Llvm = llvm::SMaxOp;
}

/// The smaller signed integer.
#[op(
    name = "std.minsi",
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.minsi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct MinSIOp {
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

impl ScalarOp for MinSIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinSigned);
}

impl FoldOp for MinSIOp {
    fn fold(op: MinSIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            extreme((op.lhs(), op.rhs()), constants, ApInt::signed_max, ApInt::signed_min)
        })
    }
}

impl OneToOne for MinSIOp {
    type Llvm = llvm::SMinOp;
}

/// The larger unsigned integer.
#[op(
    name = "std.maxui",
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.maxui"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct MaxUIOp {
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

impl ScalarOp for MaxUIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MaxUnsigned);
}

impl FoldOp for MaxUIOp {
    fn fold(op: MaxUIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            extreme((op.lhs(), op.rhs()), constants, ApInt::zero, ApInt::all_ones)
        })
    }
}

impl OneToOne for MaxUIOp {
    type Llvm = llvm::UMaxOp;
}

/// The smaller unsigned integer.
#[op(
    name = "std.minui",
    traits(Pure, SameOperandsAndResultType, Commutative),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.minui"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct MinUIOp {
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

impl ScalarOp for MinUIOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::MinUnsigned);
}

impl FoldOp for MinUIOp {
    fn fold(op: MinUIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            extreme((op.lhs(), op.rhs()), constants, ApInt::all_ones, ApInt::zero)
        })
    }
}

impl OneToOne for MinUIOp {
    type Llvm = llvm::UMinOp;
}

/// Signed remainder of integers, with the sign of the dividend.
#[op(
    name = "std.remi_signed",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.remsi"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct RemISignedOp {
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

impl ScalarOp for RemISignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemSigned);
}

impl FoldOp for RemISignedOp {
    fn fold(op: RemISignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            is_integer(op.context(), constants[1], 1).then(|| zero(op.lhs())).flatten()
        })
    }
}

impl OneToOne for RemISignedOp {
    type Llvm = llvm::SRemOp;
}

/// Unsigned remainder of integers.
#[op(
    name = "std.remi_unsigned",
    traits(Pure, SameOperandsAndResultType, ConditionallySpeculatable),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "arith.remui"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct RemIUnsignedOp {
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

impl ScalarOp for RemIUnsignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemUnsigned);
}

impl FoldOp for RemIUnsignedOp {
    fn fold(op: RemIUnsignedOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        fold_scalar::<Self>(op, constants, || {
            is_integer(op.context(), constants[1], 1).then(|| zero(op.lhs())).flatten()
        })
    }
}

impl OneToOne for RemIUnsignedOp {
    type Llvm = llvm::URemOp;
}

pub(super) fn register_integer(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AddIOp>();
    dialect.op::<SubIOp>();
    dialect.op::<MulIOp>();
    dialect.op::<DivISignedOp>();
    dialect.op::<DivIUnsignedOp>();
    dialect.op::<FloorDivISignedOp>();
    dialect.op::<CeilDivISignedOp>();
    dialect.op::<CeilDivIUnsignedOp>();
    dialect.op::<MaxSIOp>();
    dialect.op::<MinSIOp>();
    dialect.op::<MaxUIOp>();
    dialect.op::<MinUIOp>();
    dialect.op::<RemISignedOp>();
    dialect.op::<RemIUnsignedOp>();
}
