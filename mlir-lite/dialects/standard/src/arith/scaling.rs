//! Conversions of floats of few bits that share a scale.

use crate::flags::{FLOAT_CAST_PROPERTIES, FastMath, Rounding};
use crate::{DivFOp, FPExtOp, FPTruncOp, MulFOp};
use mlir_lite::interpreter::arithmetic::scaled;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
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
    implements(VerifyOp, InterpretOp),
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
    implements(VerifyOp, InterpretOp),
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
        let types = [op.input(), op.scale(), op.out()].map(|value| value.ty());
        verify_widths(op.op(), types, |from, to| from < to, diagnostics);
    }
}

impl VerifyOp for ScalingTruncFOp {
    fn verify(op: ScalingTruncFOpRef<'_>, diagnostics: &mut Diagnostics) {
        let types = [op.input(), op.scale(), op.out()].map(|value| value.ty());
        verify_widths(op.op(), types, |from, to| from > to, diagnostics);
    }
}

/// Checks that the widths of input and result relate, and that the types are alike.
fn verify_widths(
    op: OpRef<'_>,
    [input, scale, out]: [Type; 3],
    fits: fn(u32, u32) -> bool,
    diagnostics: &mut Diagnostics,
) {
    let ctx = op.context();
    let width = |ty: Type| ty.element_or_self(ctx).bit_width(ctx);
    let is_right = width(input).zip(width(out)).is_some_and(|(from, to)| fits(from, to));
    let are_alike = input.is_tensor(ctx) == out.is_tensor(ctx);
    if !is_right || !are_alike || !shapes_agree(input.shape(ctx), out.shape(ctx)) {
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
    cast_with::<FPTruncOp, B>(op.id(), &["fastmath", "roundingmode"], &[quotient], ty, b)
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
    cast_with::<O, B>(op, &["fastmath"], operands, ty, b)
}

/// An op with attributes of another.
fn cast_with<O: OpDefinition, B: OpBuilder>(
    op: OpId,
    names: &[&str],
    operands: &[ValueId],
    ty: Type,
    b: &mut B,
) -> ValueId {
    let (body, ctx) = (b.body(), b.context());
    let mut state = OperationState::new(O::name(ctx), body.location(op));
    state.operands.extend_from_slice(operands);
    state.result_types.push(ty);
    let names = names.iter().map(|name| ctx.ident(name));
    state.attributes.extend(names.filter_map(|name| Some((name, body.attr(op, name)?))));
    let new = b.create(state);
    b.body().results(new).next().expect("the op has a result")
}

pub(crate) fn register_scaling(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ScalingExtFOp>();
    dialect.op::<ScalingTruncFOp>();
}
