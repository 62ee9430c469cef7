//! Arithmetic on integers and floats, or on vectors of them.

use crate::constraints::*;
use crate::ops::families::{ExactBinary, FloatBinary, IntegerBinary, OverflowingBinary};
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::binary;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, IntegerFunction, NoWrap, ScalarFunction};

/// Reads ` overflow<nsw, nuw>`, if it is next, as the value of `overflowFlags`.
pub(super) fn parse_overflow_flags(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    if parser.parse_optional_keyword("overflow") {
        parser.parse_punct("<")?;
        let flags: OverflowFlags = parse_enum(parser)?;
        parser.parse_punct(">")?;
        let flags = flags.attribute(parser.context());
        parser.set_attr("overflowFlags", flags);
    }
    Ok(())
}

/// Writes ` overflow<nsw, nuw>`, or nothing.
pub(super) fn print_overflow_flags(flags: OverflowFlags, printer: &mut OpAsmPrinter<'_, '_>) {
    if flags != OverflowFlags::NONE {
        printer.display(format_args!(" overflow<{}>", flags.stringify()));
    }
}

/// Sum.
#[op(family = OverflowingBinary, name = "llvm.add", traits(Commutative))]
pub struct AddOp;

impl ScalarOp for AddOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Add);

    fn no_wrap(op: AddOpRef<'_>) -> NoWrap {
        op.overflow_flags().into()
    }
}

/// Difference.
#[op(family = OverflowingBinary, name = "llvm.sub")]
pub struct SubOp;

impl ScalarOp for SubOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Sub);

    fn no_wrap(op: SubOpRef<'_>) -> NoWrap {
        op.overflow_flags().into()
    }
}

/// Product.
#[op(family = OverflowingBinary, name = "llvm.mul", traits(Commutative))]
pub struct MulOp;

impl ScalarOp for MulOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Mul);

    fn no_wrap(op: MulOpRef<'_>) -> NoWrap {
        op.overflow_flags().into()
    }
}

/// Shift to the left.
#[op(family = OverflowingBinary, name = "llvm.shl", implements(FoldOp))]
pub struct ShlOp;

impl FoldOp for ShlOp {
    fn fold(op: ShlOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        // With a flag, the result may be poison.
        match op.overflow_flags() {
            OverflowFlags::NONE => fold_constants::<Self>(op.op(), constants.values()),
            _ => Fold::Unchanged,
        }
    }
}

/// The value of a function of two constants, where it is defined.
fn fold_constants<O: ScalarOp>(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
    let (&[Some(lhs), Some(rhs)], ScalarFunction::Integer(function)) = (constants, O::FUNCTION)
    else {
        return Fold::Unchanged;
    };
    let ctx = op.context();
    let Some(ty) = op.result_types().next() else { return Fold::Unchanged };
    binary(ctx, ty, lhs, rhs, |a: &ApInt, b: &ApInt| function.apply(a, b).ok()).into()
}

impl ScalarOp for ShlOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftLeft);
}

// Division by zero is undefined: divisions are `ConditionallySpeculatable`, so that none is
// executed speculatively.

/// Signed quotient, rounded towards zero.
#[op(family = ExactBinary, name = "llvm.sdiv", traits(ConditionallySpeculatable))]
pub struct SDivOp;

impl ScalarOp for SDivOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivSigned);
}

/// Unsigned quotient.
#[op(family = ExactBinary, name = "llvm.udiv", traits(ConditionallySpeculatable))]
pub struct UDivOp;

impl ScalarOp for UDivOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivUnsigned);
}

/// Signed remainder, with the dividend's sign.
#[op(family = IntegerBinary, name = "llvm.srem", traits(ConditionallySpeculatable))]
pub struct SRemOp;

impl ScalarOp for SRemOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemSigned);
}

/// Unsigned remainder.
#[op(family = IntegerBinary, name = "llvm.urem", traits(ConditionallySpeculatable))]
pub struct URemOp;

impl ScalarOp for URemOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemUnsigned);
}

/// Bitwise and.
#[op(family = IntegerBinary, name = "llvm.and", traits(Commutative))]
pub struct AndOp;

impl ScalarOp for AndOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::And);
}

/// Bitwise or.
#[op(
    name = "llvm.or",
    traits(SameOperandsAndResultType, Pure, Commutative),
    implements(FoldOp, InterpretOp),
    format = "(`disjoint` $disjoint^)? $lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct OrOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(name = "isDisjoint")]
    disjoint: Optional<UnitAttr>,
    #[result]
    result: LlvmInteger,
}

impl FoldOp for OrOp {
    fn fold(op: OrOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        // If a bit is set in both, the result is poison.
        match op.disjoint() {
            None => fold_constants::<Self>(op.op(), constants.values()),
            Some(_) => Fold::Unchanged,
        }
    }
}

impl ScalarOp for OrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Or);
}

/// Bitwise exclusive or.
#[op(family = IntegerBinary, name = "llvm.xor", traits(Commutative))]
pub struct XOrOp;

impl ScalarOp for XOrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Xor);
}

/// Shift to the right, with zeros from the left.
#[op(family = ExactBinary, name = "llvm.lshr")]
pub struct LShrOp;

impl ScalarOp for LShrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightUnsigned);
}

/// Shift to the right, with copies of the sign from the left.
#[op(family = ExactBinary, name = "llvm.ashr")]
pub struct AShrOp;

impl ScalarOp for AShrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightSigned);
}

/// Sum.
#[op(family = FloatBinary, name = "llvm.fadd", traits(Commutative))]
pub struct FAddOp;

impl ScalarOp for FAddOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Add);
}

/// Difference.
#[op(family = FloatBinary, name = "llvm.fsub")]
pub struct FSubOp;

impl ScalarOp for FSubOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sub);
}

/// Product.
#[op(family = FloatBinary, name = "llvm.fmul", traits(Commutative))]
pub struct FMulOp;

impl ScalarOp for FMulOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Mul);
}

/// Quotient.
#[op(family = FloatBinary, name = "llvm.fdiv")]
pub struct FDivOp;

impl ScalarOp for FDivOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Div);
}

/// Remainder, with the dividend's sign.
#[op(family = FloatBinary, name = "llvm.frem")]
pub struct FRemOp;

impl ScalarOp for FRemOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Rem);
}

/// The value with the other sign.
#[op(
    name = "llvm.fneg",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$operand attr-dict `:` type($result)"
)]
pub struct FNegOp {
    #[operand]
    operand: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmFloat,
}

impl ScalarOp for FNegOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Neg);
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AddOp>();
    dialect.op::<SubOp>();
    dialect.op::<MulOp>();
    dialect.op::<ShlOp>();
    dialect.op::<SDivOp>();
    dialect.op::<UDivOp>();
    dialect.op::<SRemOp>();
    dialect.op::<URemOp>();
    dialect.op::<AndOp>();
    dialect.op::<OrOp>();
    dialect.op::<XOrOp>();
    dialect.op::<LShrOp>();
    dialect.op::<AShrOp>();
    dialect.op::<FAddOp>();
    dialect.op::<FSubOp>();
    dialect.op::<FMulOp>();
    dialect.op::<FDivOp>();
    dialect.op::<FRemOp>();
    dialect.op::<FNegOp>();
}
