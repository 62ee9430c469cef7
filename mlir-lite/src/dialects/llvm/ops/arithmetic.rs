//! Arithmetic on integers and floats, or on vectors of them.

use crate::dialects::llvm::constraints::*;
use crate::ir::prelude::*;

/// `overflow<nsw, nuw>`: how an integer op may overflow, as bits of
/// `overflowFlags`.
pub const NSW: i64 = 1;
/// No unsigned wrap; see [`NSW`].
pub const NUW: i64 = 2;

fn parse_overflowing(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let lhs = parser.parse_operand()?;
    parser.parse_punct(",")?;
    let rhs = parser.parse_operand()?;
    if parser.parse_optional_keyword("overflow") {
        let flags = parse_overflow_flags(parser)?;
        parser.set_attr("overflowFlags", flags);
    }
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

/// Reads `<nsw, nuw>` as the value of `overflowFlags`.
pub(super) fn parse_overflow_flags(parser: &mut OpAsmParser<'_, '_>) -> Parsed<Attribute> {
    parser.parse_punct("<")?;
    let mut flags = 0;
    loop {
        let position = parser.position();
        flags |= match parser.parse_any_keyword()? {
            "none" => 0,
            "nsw" => NSW,
            "nuw" => NUW,
            other => {
                let message = format!("expected none, nsw or nuw, found '{other}'");
                return Err(parser.error(position, message));
            }
        };
        if !parser.parse_optional_punct(",") {
            break;
        }
    }
    parser.parse_punct(">")?;
    Ok(parser.context().integer_attr(Type::I32, flags))
}

/// Writes ` overflow<nsw, nuw>`, or nothing.
pub(super) fn print_overflow_flags(flags: i64, printer: &mut OpAsmPrinter<'_, '_>) {
    printer.write(match flags & (NSW | NUW) {
        NSW => " overflow<nsw>",
        NUW => " overflow<nuw>",
        0 => "",
        _ => " overflow<nsw, nuw>",
    });
}

fn print_overflowing(op: OpRef<'_>, printer: &mut OpAsmPrinter<'_, '_>) {
    printer.write(" ");
    printer.operands(op.operands());
    let flags = op.attr_named("overflowFlags").and_then(|flags| flags.as_i64(op.context())).unwrap_or(0);
    print_overflow_flags(flags, printer);
    printer.attr_dict(op, &["overflowFlags"]);
    printer.write(" : ");
    printer.types(op.result_types());
}

macro_rules! overflowing_ops {
    ($($(#[$meta:meta])* $ident:ident $name:literal ($($flag:ident),*);)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType $(, $flag)*), assembly = custom)]
            pub struct $ident {
                #[operand]
                lhs: LlvmInteger,
                #[operand]
                rhs: LlvmInteger,
                #[attr(name = "overflowFlags", default = zero_i32)]
                overflow_flags: OverflowFlagsAttr,
                #[result]
                result: LlvmInteger,
            }

            impl CustomAssembly for $ident {
                fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
                    parse_overflowing(parser)
                }
                fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
                    let op = op.op();
                    print_overflowing(op, printer);
                }
            }
        )*
        fn register_overflowing(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

overflowing_ops! {
    /// Sum.
    AddOp "llvm.add" (Commutative);
    /// Difference.
    SubOp "llvm.sub" ();
    /// Product.
    MulOp "llvm.mul" (Commutative);
    /// Shift to the left.
    ShlOp "llvm.shl" ();
}

// Division by zero is undefined, so that division is not `Pure`: it must not be
// executed where the program does not execute it.
macro_rules! integer_ops {
    ($($(#[$meta:meta])* $ident:ident $name:literal ($($flag:ident),*)
       $format:literal $(, $field:ident $attr:literal)?;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(SameOperandsAndResultType $(, $flag)*), format = $format)]
            pub struct $ident {
                #[operand]
                lhs: LlvmInteger,
                #[operand]
                rhs: LlvmInteger,
                $(#[attr(name = $attr)]
                $field: Optional<UnitAttr>,)?
                #[result]
                result: LlvmInteger,
            }
        )*
        fn register_integer(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

integer_ops! {
    /// Signed quotient, rounded towards zero.
    SDivOp "llvm.sdiv" (Pure, ConditionallySpeculatable) "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)", exact "isExact";
    /// Unsigned quotient.
    UDivOp "llvm.udiv" (Pure, ConditionallySpeculatable) "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)", exact "isExact";
    /// Signed remainder, with the dividend's sign.
    SRemOp "llvm.srem" (Pure, ConditionallySpeculatable) "$lhs `,` $rhs attr-dict `:` type($result)";
    /// Unsigned remainder.
    URemOp "llvm.urem" (Pure, ConditionallySpeculatable) "$lhs `,` $rhs attr-dict `:` type($result)";
    /// Bitwise and.
    AndOp "llvm.and" (Pure, Commutative) "$lhs `,` $rhs attr-dict `:` type($result)";
    /// Bitwise or.
    OrOp "llvm.or" (Pure, Commutative)
        "(`disjoint` $disjoint^)? $lhs `,` $rhs attr-dict `:` type($result)", disjoint "isDisjoint";
    /// Bitwise exclusive or.
    XOrOp "llvm.xor" (Pure, Commutative) "$lhs `,` $rhs attr-dict `:` type($result)";
    /// Shift to the right, with zeros from the left.
    LShrOp "llvm.lshr" (Pure)
        "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)", exact "isExact";
    /// Shift to the right, with copies of the sign from the left.
    AShrOp "llvm.ashr" (Pure)
        "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)", exact "isExact";
}

macro_rules! float_ops {
    ($($(#[$meta:meta])* $ident:ident $name:literal ($($flag:ident),*);)*) => {
        $(
            $(#[$meta])*
            #[op(
                name = $name,
                traits(Pure, SameOperandsAndResultType $(, $flag)*),
                format = "$lhs `,` $rhs attr-dict `:` type($result)"
            )]
            pub struct $ident {
                #[operand]
                lhs: LlvmFloat,
                #[operand]
                rhs: LlvmFloat,
                #[attr(name = "fastmathFlags", default = no_fastmath)]
                fastmath_flags: FastmathAttr,
                #[result]
                result: LlvmFloat,
            }
        )*
        fn register_float(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

float_ops! {
    /// Sum.
    FAddOp "llvm.fadd" (Commutative);
    /// Difference.
    FSubOp "llvm.fsub" ();
    /// Product.
    FMulOp "llvm.fmul" (Commutative);
    /// Quotient.
    FDivOp "llvm.fdiv" ();
    /// Remainder, with the dividend's sign.
    FRemOp "llvm.frem" ();
}

/// The value with the other sign.
#[op(
    name = "llvm.fneg",
    traits(Pure, SameOperandsAndResultType),
    format = "$operand attr-dict `:` type($result)"
)]
pub struct FNegOp {
    #[operand]
    operand: LlvmFloat,
    #[attr(name = "fastmathFlags", default = no_fastmath)]
    fastmath_flags: FastmathAttr,
    #[result]
    result: LlvmFloat,
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    register_overflowing(dialect);
    register_integer(dialect);
    register_float(dialect);
    dialect.op::<FNegOp>();
}
