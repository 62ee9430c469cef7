//! Arithmetic on integers and floats, or on vectors of them.

use crate::constraints::*;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, IntegerFunction, NoWrap, ScalarFunction};

fn parse_overflowing(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let lhs = parser.parse_operand()?;
    parser.parse_punct(",")?;
    let rhs = parser.parse_operand()?;
    parse_overflow_flags(parser)?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let ty = parser.parse_type()?;
    for operand in [lhs, rhs] {
        let value = parser.resolve(&operand, ty)?;
        parser.add_operand(value);
    }
    parser.add_result_type(ty);
    Ok(())
}

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

/// Writes two operands, flags, and the type of the result.
fn print_overflowing(
    op: OpRef<'_>,
    [lhs, rhs]: [ValueRef<'_>; 2],
    flags: OverflowFlags,
    printer: &mut OpAsmPrinter<'_, '_>,
) {
    printer.write(" ");
    printer.operands([lhs.id(), rhs.id()]);
    print_overflow_flags(flags, printer);
    printer.attr_dict(op, &["overflowFlags"]);
    printer.write(" : ");
    printer.ty(lhs.ty());
}

/// Sum.
#[op(
    name = "llvm.add",
    traits(Pure, SameOperandsAndResultType, Commutative),
    implements(CustomAssembly, InterpretOp),
    form = "$lhs `,` $rhs (`overflow` `<` $overflow_flags^ `>`)? attr-dict `:` type($result)"
)]
pub struct AddOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(typed, name = "overflowFlags", default = OverflowFlags::NONE)]
    overflow_flags: OverflowFlags,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for AddOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Add);

    fn no_wrap(op: AddOpRef<'_>) -> NoWrap {
        op.overflow_flags().into()
    }
}

impl CustomAssembly for AddOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_overflowing(parser)
    }

    fn print<'b>(op: AddOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_overflowing(op.op(), [op.lhs(), op.rhs()], op.overflow_flags(), printer);
    }
}

/// Difference.
#[op(
    name = "llvm.sub",
    traits(Pure, SameOperandsAndResultType),
    implements(CustomAssembly, InterpretOp),
    form = "$lhs `,` $rhs (`overflow` `<` $overflow_flags^ `>`)? attr-dict `:` type($result)"
)]
pub struct SubOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(typed, name = "overflowFlags", default = OverflowFlags::NONE)]
    overflow_flags: OverflowFlags,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for SubOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Sub);

    fn no_wrap(op: SubOpRef<'_>) -> NoWrap {
        op.overflow_flags().into()
    }
}

impl CustomAssembly for SubOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_overflowing(parser)
    }

    fn print<'b>(op: SubOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_overflowing(op.op(), [op.lhs(), op.rhs()], op.overflow_flags(), printer);
    }
}

/// Product.
#[op(
    name = "llvm.mul",
    traits(Pure, SameOperandsAndResultType, Commutative),
    implements(CustomAssembly, InterpretOp),
    form = "$lhs `,` $rhs (`overflow` `<` $overflow_flags^ `>`)? attr-dict `:` type($result)"
)]
pub struct MulOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(typed, name = "overflowFlags", default = OverflowFlags::NONE)]
    overflow_flags: OverflowFlags,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for MulOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Mul);

    fn no_wrap(op: MulOpRef<'_>) -> NoWrap {
        op.overflow_flags().into()
    }
}

impl CustomAssembly for MulOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_overflowing(parser)
    }

    fn print<'b>(op: MulOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_overflowing(op.op(), [op.lhs(), op.rhs()], op.overflow_flags(), printer);
    }
}

/// Shift to the left.
#[op(
    name = "llvm.shl",
    traits(Pure, SameOperandsAndResultType),
    implements(CustomAssembly, InterpretOp),
    form = "$lhs `,` $rhs (`overflow` `<` $overflow_flags^ `>`)? attr-dict `:` type($result)"
)]
pub struct ShlOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(typed, name = "overflowFlags", default = OverflowFlags::NONE)]
    overflow_flags: OverflowFlags,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for ShlOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftLeft);
}

impl CustomAssembly for ShlOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_overflowing(parser)
    }

    fn print<'b>(op: ShlOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_overflowing(op.op(), [op.lhs(), op.rhs()], op.overflow_flags(), printer);
    }
}

// Division by zero is undefined: divisions are `ConditionallySpeculatable`, so that none is
// executed speculatively.

/// Signed quotient, rounded towards zero.
#[op(
    name = "llvm.sdiv",
    traits(SameOperandsAndResultType, Pure, ConditionallySpeculatable),
    implements(InterpretOp),
    format = "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct SDivOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(name = "isExact")]
    exact: Optional<UnitAttr>,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for SDivOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivSigned);
}

/// Unsigned quotient.
#[op(
    name = "llvm.udiv",
    traits(SameOperandsAndResultType, Pure, ConditionallySpeculatable),
    implements(InterpretOp),
    format = "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct UDivOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(name = "isExact")]
    exact: Optional<UnitAttr>,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for UDivOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::DivUnsigned);
}

/// Signed remainder, with the dividend's sign.
#[op(
    name = "llvm.srem",
    traits(SameOperandsAndResultType, Pure, ConditionallySpeculatable),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct SRemOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for SRemOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemSigned);
}

/// Unsigned remainder.
#[op(
    name = "llvm.urem",
    traits(SameOperandsAndResultType, Pure, ConditionallySpeculatable),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct URemOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for URemOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::RemUnsigned);
}

/// Bitwise and.
#[op(
    name = "llvm.and",
    traits(SameOperandsAndResultType, Pure, Commutative),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct AndOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for AndOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::And);
}

/// Bitwise or.
#[op(
    name = "llvm.or",
    traits(SameOperandsAndResultType, Pure, Commutative),
    implements(InterpretOp),
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

impl ScalarOp for OrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Or);
}

/// Bitwise exclusive or.
#[op(
    name = "llvm.xor",
    traits(SameOperandsAndResultType, Pure, Commutative),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct XOrOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for XOrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Xor);
}

/// Shift to the right, with zeros from the left.
#[op(
    name = "llvm.lshr",
    traits(SameOperandsAndResultType, Pure),
    implements(InterpretOp),
    format = "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct LShrOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(name = "isExact")]
    exact: Optional<UnitAttr>,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for LShrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightUnsigned);
}

/// Shift to the right, with copies of the sign from the left.
#[op(
    name = "llvm.ashr",
    traits(SameOperandsAndResultType, Pure),
    implements(InterpretOp),
    format = "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct AShrOp {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(name = "isExact")]
    exact: Optional<UnitAttr>,
    #[result]
    result: LlvmInteger,
}

impl ScalarOp for AShrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightSigned);
}

/// Sum.
#[op(
    name = "llvm.fadd",
    traits(Pure, SameOperandsAndResultType, Commutative),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct FAddOp {
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmFloat,
}

impl ScalarOp for FAddOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Add);
}

/// Difference.
#[op(
    name = "llvm.fsub",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct FSubOp {
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmFloat,
}

impl ScalarOp for FSubOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sub);
}

/// Product.
#[op(
    name = "llvm.fmul",
    traits(Pure, SameOperandsAndResultType, Commutative),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct FMulOp {
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmFloat,
}

impl ScalarOp for FMulOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Mul);
}

/// Quotient.
#[op(
    name = "llvm.fdiv",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct FDivOp {
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmFloat,
}

impl ScalarOp for FDivOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Div);
}

/// Remainder, with the dividend's sign.
#[op(
    name = "llvm.frem",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct FRemOp {
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmFloat,
}

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
