//! Conversions to, from and between floats.

use crate::arith::casts::{Again, CastOp, Casts, OneOperand, Widths};
use crate::flags::{FLOAT_CAST_PROPERTIES, FastMath, FastMathFlags, Rounding};
use crate::to_llvm::{Llvm, OneToOne};
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{Bits, float_kind, integer_width, unary};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{
    bitcast, change_format, float_to_integer, integer_to_float,
};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::scalar::Float;
use mlir_lite::types::TypeKind;

/// The float nearest to an integer, rounded once.
fn to_float(ctx: &Context, value: Attribute, ty: Type, signed: bool) -> Option<Attribute> {
    let kind = float_kind(ctx, ty.element_or_self(ctx))?;
    unary(ctx, ty, value, |value: &ApInt| Some(Float::from_integer(kind, value, signed)))
}

/// The nearest number of another format.
fn to_format(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
    let kind = float_kind(ctx, ty.element_or_self(ctx))?;
    unary(ctx, ty, value, |value: &Float| Some(value.rounded_to(kind)))
}

/// The integer part of a float. None if it does not fit into the type.
fn to_integer(ctx: &Context, value: Attribute, ty: Type, signed: bool) -> Option<Attribute> {
    let width = integer_width(ctx, ty.element_or_self(ctx))?;
    unary(ctx, ty, value, |value: &Float| value.to_integer(width, signed))
}

/// Signed integer to the nearest float.
#[op(
    name = "std.sitofp",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::SIToFPOp>, OneOperand { operand, result, set_operand },
    ),
    upstream(name = "arith.sitofp"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct SIToFPOp {
    /// The number to convert.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for SIToFPOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_float(ctx, value, ty, true)
    }
}

impl InterpretOp for SIToFPOp {
    fn interpret<'b>(op: SIToFPOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        integer_to_float(m, op.op(), true)
    }
}

/// Unsigned integer to the nearest float.
#[op(
    name = "std.uitofp",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::UIToFPOp>, OneOperand { operand, result, set_operand },
    ),
    upstream(name = "arith.uitofp"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct UIToFPOp {
    /// The number to convert.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for UIToFPOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_float(ctx, value, ty, false)
    }
}

impl InterpretOp for UIToFPOp {
    fn interpret<'b>(op: UIToFPOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        integer_to_float(m, op.op(), false)
    }
}

/// Float to signed integer, rounded towards zero.
#[op(
    name = "std.fptosi",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::FPToSIOp>, OneOperand { operand, result, set_operand },
    ),
    upstream(name = "arith.fptosi"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct FPToSIOp {
    /// The number to convert.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for FPToSIOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_integer(ctx, value, ty, true)
    }
}

impl InterpretOp for FPToSIOp {
    fn interpret<'b>(op: FPToSIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        float_to_integer(m, op.op(), true)
    }
}

/// Float to unsigned integer, rounded towards zero.
#[op(
    name = "std.fptoui",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::FPToUIOp>, OneOperand { operand, result, set_operand },
    ),
    upstream(name = "arith.fptoui"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct FPToUIOp {
    /// The number to convert.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

impl CastOp for FPToUIOp {
    const WIDTHS: Widths = Widths::Any;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_integer(ctx, value, ty, false)
    }
}

impl InterpretOp for FPToUIOp {
    fn interpret<'b>(op: FPToUIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        float_to_integer(m, op.op(), false)
    }
}

/// Float to a wider float.
#[op(
    name = "std.fpext",
    properties = FLOAT_CAST_PROPERTIES,
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, CanonicalizeOp, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::FPExtOp>, OneOperand { operand, result, set_operand },
    ),
    upstream(
        name = "arith.extf",
        format = "$operand custom<FastMath>() attr-dict `:` type($operand) `to` type($result)"
    ),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct FPExtOp {
    /// The number to convert.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for FPExtOp {
    const WIDTHS: Widths = Widths::Wider;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_format(ctx, value, ty)
    }
}

impl InterpretOp for FPExtOp {
    fn interpret<'b>(op: FPExtOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        change_format(m, op.op())
    }
}

impl CanonicalizeOp for FPExtOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.fpext-of-fptrunc", 1, |op, rewriter| {
            let body = rewriter.body();
            let narrow =
                FPTruncOp::defining(body, op.operand(body)).ok_or("the operand is not rounded")?;
            let source = narrow.operand(body);
            if !may_contract(body.op(op.id())) || !may_contract(body.op(narrow.id())) {
                return Err("rounding may not be skipped".into());
            }
            if body.ty(source) != body.ty(op.result(body)) {
                return Err("it is another type".into());
            }
            rewriter.replace_op(op.id(), &[source]);
            Ok(())
        });
    }
}

fn may_contract(op: OpRef<'_>) -> bool {
    FastMath::of(op).is_some_and(|flags| flags.contains(FastMathFlags::CONTRACT))
}

/// Float to the nearest of a narrower type.
#[op(
    name = "std.fptrunc",
    properties = FLOAT_CAST_PROPERTIES,
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, CanonicalizeOp, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::FPTruncOp>,
        OneOperand { operand, result, set_operand },
    ),
    upstream(
        name = "arith.truncf",
        format = "$operand custom<Rounding>() custom<FastMath>() attr-dict `:` type($operand) `to` \
            type($result)"
    ),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct FPTruncOp {
    /// The number to convert.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CastOp for FPTruncOp {
    const WIDTHS: Widths = Widths::Narrower;
    const AGAIN: Again = Again::Nothing;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        to_format(ctx, value, ty)
    }
}

impl InterpretOp for FPTruncOp {
    fn interpret<'b>(op: FPTruncOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        change_format(m, op.op())
    }
}

impl CanonicalizeOp for FPTruncOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.fptrunc-of-fpext", 1, |op, rewriter| {
            let body = rewriter.body();
            let wide =
                FPExtOp::defining(body, op.operand(body)).ok_or("the operand is not extended")?;
            let source = wide.operand(body);
            if body.ty(source) != body.ty(op.result(body)) {
                return Err("it is another type".into());
            }
            let (ctx, between) = (body.context(), body.ty(op.operand(body)));
            let format = |ty: Type| match ty.element_or_self(ctx).kind(ctx) {
                TypeKind::Float(kind) => Some(*kind),
                _ => None,
            };
            if !format(between)
                .zip(format(body.ty(source)))
                .is_some_and(|(wide, it)| wide.holds(it))
            {
                return Err("the wider form has not all of its numbers".into());
            }
            rewriter.replace_op(op.id(), &[source]);
            Ok(())
        });
    }
}

/// The same bits as another type of the width.
#[op(
    name = "std.bitcast",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::BitcastOp>,
        OneOperand { operand, result, set_operand },
    ),
    upstream(name = "arith.bitcast"),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub struct BitcastOp {
    /// The number to convert.
    #[operand]
    operand: NumberLike,
    /// The result.
    #[result]
    result: NumberLike,
}

impl CastOp for BitcastOp {
    const WIDTHS: Widths = Widths::Same;
    const AGAIN: Again = Again::Once;

    fn cast_constant(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
        unary(ctx, ty, value, |bits: &Bits| Some(bits.clone()))
    }
}

impl InterpretOp for BitcastOp {
    fn interpret<'b>(op: BitcastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        bitcast(m, op.op())
    }
}

pub(crate) fn register_float_casts(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SIToFPOp>();
    dialect.op::<UIToFPOp>();
    dialect.op::<FPToSIOp>();
    dialect.op::<FPToUIOp>();
    dialect.op::<FPExtOp>();
    dialect.op::<FPTruncOp>();
    dialect.op::<BitcastOp>();
}
