//! Conversions of floats of few bits that share a scale.

use crate::flags::{FLOAT_CAST_PROPERTIES, FastMath, Rounding};
use crate::to_llvm::{Llvm, StdToLlvmOptions};
use crate::{DivFOp, FPExtOp, FPTruncOp, MulFOp};
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::interpreter::arithmetic::scaled;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::ValueDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::text::print_type;
use mlir_lite::types::{FloatKind, TypeKind};

/// A float times a scale, as a wider float. The scale is rounded to a power of two.
///
/// ```mlir
/// %0 = arith.scaling_extf %x, %scale : f4E2M1FN, f8E8M0FNU to f32
/// ```
#[op(
    name = "std.scaling_extf",
    properties = FLOAT_CAST_PROPERTIES,
    traits(Pure, SameOperandsAndResultShape),
    implements(VerifyOp, InterpretOp, LowerByPatterns<Llvm>),
    upstream(
        name = "arith.scaling_extf", only,
        format = "$input `,` $scale custom<FastMath>() attr-dict `:` type($input) `,` \
            type($scale) `to` type($out)"
    ),
    format = "$input `,` $scale attr-dict `:` type($input) `,` type($scale) `to` type($out)"
)]
pub struct ScalingExtFOp {
    /// The number to convert.
    #[operand]
    input: FloatLike,
    /// The scale.
    #[operand]
    scale: FloatLike,
    /// The result.
    #[result]
    out: FloatLike,
}

/// A float divided by a scale, as a narrower float. The scale is rounded to a power of two.
///
/// ```mlir
/// %0 = arith.scaling_truncf %x, %scale : f32, f8E8M0FNU to f4E2M1FN
/// ```
#[op(
    name = "std.scaling_truncf",
    properties = FLOAT_CAST_PROPERTIES,
    traits(Pure, SameOperandsAndResultShape),
    implements(VerifyOp, InterpretOp, LowerByPatterns<Llvm>),
    upstream(
        name = "arith.scaling_truncf", only,
        format = "$input `,` $scale custom<Rounding>() custom<FastMath>() attr-dict `:` \
            type($input) `,` type($scale) `to` type($out)"
    ),
    format = "$input `,` $scale attr-dict `:` type($input) `,` type($scale) `to` type($out)"
)]
pub struct ScalingTruncFOp {
    /// The number to convert.
    #[operand]
    input: FloatLike,
    /// The scale.
    #[operand]
    scale: FloatLike,
    /// The result.
    #[result]
    out: FloatLike,
}

impl VerifyOp for ScalingExtFOp {
    fn verify(op: ScalingExtFOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_widths(op.op(), |from, to| from < to, diagnostics);
    }
}

impl VerifyOp for ScalingTruncFOp {
    fn verify(op: ScalingTruncFOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_widths(op.op(), |from, to| from > to, diagnostics);
    }
}

/// Checks that the widths of input and result relate, and that the types are alike.
fn verify_widths(op: OpRef<'_>, fits: fn(u32, u32) -> bool, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let [input, scale] = [0, 1].map(|index| op.body().ty(op.operand(index)));
    let out = op.body().ty(op.result(0));
    let width = |ty: Type| ty.element_or_self(ctx).bit_width(ctx);
    let is_right = width(input).zip(width(out)).is_some_and(|(from, to)| fits(from, to));
    if !is_right || !shapes_agree(input.shape(ctx), out.shape(ctx)) {
        let [input, scale, out] = [input, scale, out].map(|ty| print_type(ctx, ty));
        diagnostics.error(op.op_error(format_args!(
            "operand types '{input}', '{scale}' and result type '{out}' are cast incompatible"
        )));
    }
}

impl InterpretOp for ScalingExtFOp {
    fn interpret<'b>(op: ScalingExtFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        scaled(m, op.op(), false)
    }
}

impl InterpretOp for ScalingTruncFOp {
    fn interpret<'b>(op: ScalingTruncFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        scaled(m, op.op(), true)
    }
}

impl LowerByPatterns<Llvm> for ScalingExtFOp {
    fn patterns(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.scaling_extf-to-llvm", 1, |op, _, b| {
            let new = expanded_extension(op, b);
            b.replace_op(op.id(), &[new]);
            Ok(())
        });
    }
}

impl LowerByPatterns<Llvm> for ScalingTruncFOp {
    fn patterns(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("std.scaling_truncf-to-llvm", 1, |op, _, b| {
            let new = expanded_rounding(op, b);
            b.replace_op(op.id(), &[new]);
            Ok(())
        });
    }
}

/// The op as casts and a product.
pub(crate) fn expanded_extension<B: OpBuilder>(op: ScalingExtFOp, b: &mut B) -> ValueId {
    let body = b.body();
    let (input, scale) = (op.input(body), op.scale(body));
    let ty = body.ty(op.out(body));
    let scale = power_of_two(op.id(), scale, ty, b);
    let input = cast::<FPExtOp, B>(op.id(), &[input], ty, b);
    cast::<MulFOp, B>(op.id(), &[input, scale], ty, b)
}

/// The op as casts and a quotient.
pub(crate) fn expanded_rounding<B: OpBuilder>(op: ScalingTruncFOp, b: &mut B) -> ValueId {
    let body = b.body();
    let (input, scale) = (op.input(body), op.scale(body));
    let (from, ty) = (body.ty(input), body.ty(op.out(body)));
    let scale = power_of_two(op.id(), scale, from, b);
    let quotient = cast::<DivFOp, B>(op.id(), &[input, scale], from, b);
    let narrow = cast::<FPTruncOp, B>(op.id(), &[quotient], ty, b);
    let ctx = b.context().clone();
    let mode = ctx.ident("roundingmode");
    if let (Some(value), ValueDef::Result { op: new, .. }) =
        (b.body().attr(op.id(), mode), b.body().value_def(narrow))
    {
        b.body_mut().set_attr(new, mode, value);
    }
    narrow
}

/// The scale as a number of another type, rounded to a power of two.
fn power_of_two<B: OpBuilder>(op: OpId, mut scale: ValueId, ty: Type, b: &mut B) -> ValueId {
    let ctx = b.context().clone();
    let power = ctx.intern_type(TypeKind::Float(FloatKind::F8E8M0FNU));
    let from = b.body().ty(scale);
    if from.element_or_self(&ctx).bit_width(&ctx) > Some(8) {
        let powers = crate::arith::compare::with_element(&ctx, from, power);
        scale = cast::<FPTruncOp, B>(op, &[scale], powers, b);
    }
    cast::<FPExtOp, B>(op, &[scale], ty, b)
}

/// An op with the flags of another.
fn cast<O: OpDefinition, B: OpBuilder>(
    op: OpId,
    operands: &[ValueId],
    ty: Type,
    b: &mut B,
) -> ValueId {
    let location = b.body().location(op);
    let new = b.create_simple::<O>(location, operands, &[ty]);
    let name = b.context().ident("fastmath");
    if let Some(flags) = b.body().attr(op, name) {
        b.body_mut().set_attr(new.id(), name, flags);
    }
    b.body().result(new.id(), 0)
}

pub(crate) fn register_scaling(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ScalingExtFOp>();
    dialect.op::<ScalingTruncFOp>();
}
