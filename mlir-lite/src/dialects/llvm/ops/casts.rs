//! Conversions between types.

use super::arithmetic::{parse_overflow_flags, print_overflow_flags};
use crate::dialects::llvm::constraints::*;
use crate::dialects::llvm::types::is_aggregate;
use crate::ir::prelude::*;

macro_rules! casts {
    ($($(#[$meta:meta])* $ident:ident $name:literal $from:ident $to:ident;)*) => {
        $(
            $(#[$meta])*
            #[op(
                name = $name,
                traits(Pure),
                format = "$arg attr-dict `:` type($arg) `to` type($res)",
                verify
            )]
            pub struct $ident {
                #[operand]
                arg: $from,
                #[result]
                res: $to,
            }

            impl VerifyOp for $ident {
                fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                    let op = op.op();
                    verify_cast(op, diagnostics);
                }
            }
        )*
        fn register_plain(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

casts! {
    /// A wider integer of the same signed value.
    SExtOp "llvm.sext" LlvmInteger LlvmInteger;
    /// The float nearest to a signed integer.
    SIToFPOp "llvm.sitofp" LlvmInteger LlvmFloat;
    /// A float as a signed integer, rounded towards zero.
    FPToSIOp "llvm.fptosi" LlvmFloat LlvmInteger;
    /// A float as an unsigned integer, rounded towards zero.
    FPToUIOp "llvm.fptoui" LlvmFloat LlvmInteger;
    /// A wider float of the same value.
    FPExtOp "llvm.fpext" LlvmFloat LlvmFloat;
    /// The nearest narrower float.
    FPTruncOp "llvm.fptrunc" LlvmFloat LlvmFloat;
    /// An address as an integer.
    PtrToIntOp "llvm.ptrtoint" LlvmPointerOrVector LlvmInteger;
    /// An integer as an address.
    IntToPtrOp "llvm.inttoptr" LlvmInteger LlvmPointerOrVector;
    /// The same bits as another type.
    BitcastOp "llvm.bitcast" LlvmValue LlvmValue;
    /// An address in another address space.
    AddrSpaceCastOp "llvm.addrspacecast" LlvmPointerOrVector LlvmPointerOrVector;
}

/// A wider integer of the same unsigned value.
#[op(
    name = "llvm.zext",
    traits(Pure),
    format = "(`nneg` $non_neg^)? $arg attr-dict `:` type($arg) `to` type($res)",
    verify
)]
pub struct ZExtOp {
    #[attr(name = "nonNeg")]
    non_neg: Optional<UnitAttr>,
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

/// The float nearest to an unsigned integer.
#[op(
    name = "llvm.uitofp",
    traits(Pure),
    format = "(`nneg` $non_neg^)? $arg attr-dict `:` type($arg) `to` type($res)",
    verify
)]
pub struct UIToFPOp {
    #[attr(name = "nonNeg")]
    non_neg: Optional<UnitAttr>,
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmFloat,
}

/// The lower bits of an integer.
#[op(name = "llvm.trunc", traits(Pure), assembly = custom, verify)]
pub struct TruncOp {
    #[operand]
    arg: LlvmInteger,
    #[attr(name = "overflowFlags", default = zero_i32)]
    overflow_flags: OverflowFlagsAttr,
    #[result]
    res: LlvmInteger,
}

impl CustomAssembly for TruncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let operand = parser.parse_operand()?;
        if parser.parse_optional_keyword("overflow") {
            let flags = parse_overflow_flags(parser)?;
            parser.set_attr("overflowFlags", flags);
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let value = parser.resolve(&operand, from)?;
        parser.add_operand(value);
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: TruncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        printer.operands(op.operands());
        let flags = op.attr_named("overflowFlags").and_then(|flags| flags.as_i64(op.context())).unwrap_or(0);
        print_overflow_flags(flags, printer);
        printer.attr_dict(op, &["overflowFlags"]);
        printer.write(" : ");
        printer.types(op.operand_types());
        printer.write(" to ");
        printer.types(op.result_types());
    }
}

macro_rules! verify_as_cast {
    ($($ident:ident),*) => {
        $(
            impl VerifyOp for $ident {
                fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
                    let op = op.op();
                    verify_cast(op, diagnostics);
                }
            }
        )*
    };
}

verify_as_cast!(ZExtOp, UIToFPOp, TruncOp);

/// Casts keep the number of elements; extensions are to wider types,
/// truncations to narrower ones.
fn verify_cast(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let (Some(from), Some(to)) = (op.operand_types().next(), op.result_types().next()) else { return };
    let name = op.info().name();
    let bits = |ty: Type| ty.element_type(ctx).unwrap_or(ty).bit_width(ctx);
    if name == "llvm.bitcast" {
        verify_bitcast(op, from, to, diagnostics);
        return;
    }
    if from.shape(ctx) != to.shape(ctx) {
        diagnostics.error(op.op_error("input and output vectors are of incompatible shape"));
        return;
    }
    let (Some(a), Some(b)) = (bits(from), bits(to)) else { return };
    let wrong = match name {
        "llvm.sext" | "llvm.zext" | "llvm.fpext" => a >= b,
        "llvm.trunc" | "llvm.fptrunc" => a <= b,
        _ => false,
    };
    if wrong {
        let order = if name.ends_with("trunc") { "larger" } else { "smaller" };
        let message = format_args!(
            "integer or float width of the input type must be {order} than that of the output type"
        );
        diagnostics.error(op.op_error(message));
    }
}

/// A bit cast keeps the number of bits, and pointers pointers.
fn verify_bitcast(op: OpRef<'_>, from: Type, to: Type, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    if is_aggregate(ctx, from) || is_aggregate(ctx, to) {
        diagnostics.error(op.op_error("expects numbers, pointers or vectors, no structs or arrays"));
        return;
    }
    let is_address = |ty| LlvmPointerOrVector::matches(ctx, ty);
    if is_address(from) != is_address(to) {
        diagnostics.error(op.op_error("can only cast pointers from and to pointers"));
        return;
    }
    let bits = |ty: Type| {
        let count: i64 = ty.shape(ctx).map_or(1, |shape| shape.iter().product());
        Some(count * i64::from(ty.element_type(ctx).unwrap_or(ty).bit_width(ctx)?))
    };
    if let (Some(a), Some(b)) = (bits(from), bits(to))
        && a != b
    {
        diagnostics.error(op.op_error(format_args!("expects types of as many bits, but found {a} and {b}")));
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    register_plain(dialect);
    dialect.op::<ZExtOp>();
    dialect.op::<UIToFPOp>();
    dialect.op::<TruncOp>();
}
