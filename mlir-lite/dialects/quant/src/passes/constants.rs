//! `quant-convert-const`: constants that are quantized become constants of integers.

use crate::QuantDialect;
use crate::ops::{QuantizeCastOp, StorageCastOp};
use crate::quantized::{UniformQuantizedType, cast_to_storage};
use mlir_lite::constants::{element_attr, elements_of, float_kind};
use mlir_lite::dialects::standard::{ConstantOp, StdDialect};
use mlir_lite::interpreter::positions;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::scalar::Float;
use mlir_lite_diagnostics::Reported;

/// Convert quantized constants to constants of integers.
///
/// A `quant.qcast` of a constant becomes a constant of the integers that represent its numbers, and
/// a `quant.scast`.
#[pass(name = "quant-convert-const", pure, each_body, dialects(QuantDialect, StdDialect))]
pub struct QuantConvertConstPass;

/// The integers of type `stored` that represent the floats of a constant.
fn integers(ctx: &Context, value: Attribute, quantized: Type, stored: Type) -> Option<Attribute> {
    let element = stored.element_or_self(ctx);
    let uniform = UniformQuantizedType::of(ctx, quantized.element_or_self(ctx))?;
    let conversions = uniform.conversions(ctx);
    let integer = |number: Attribute, position: &[i64]| {
        let conversion = conversions.get(uniform.scheme.index(position)?)?;
        let ty = number.ty(ctx)?;
        let bits = number_bits(ctx, number)?;
        let real = Float::from_bits(float_kind(ctx, ty)?, bits);
        Some(ctx.integer_attr(element, conversion.real_to_affine(real)?))
    };
    let Some(elements) = value.dense(ctx) else { return integer(value, &[]) };
    let shape = stored.static_shape(ctx)?;
    let numbers = positions(shape)
        .enumerate()
        .map(|(index, position)| integer(element_attr(ctx, &elements, index)?, &position));
    elements_of(ctx, stored, &numbers.collect::<Option<Vec<_>>>()?)
}

fn number_bits(ctx: &Context, number: Attribute) -> Option<u128> {
    use mlir_lite::attributes::AttributeKind;
    match number.kind(ctx) {
        AttributeKind::Float { bits, .. } => Some(bits.get()),
        _ => None,
    }
}

impl RunPass for QuantConvertConstPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = body.context().clone();
        for op in body.own_ops() {
            // Constants that became unused are erased.
            if !body.is_live(op) {
                continue;
            }
            let Some(cast) = QuantizeCastOp::cast(body, op) else { continue };
            let (input, result) = (cast.input(body), cast.result(body));
            let Some(constant) = ConstantOp::defining(body, input) else { continue };
            let quantized = body.ty(result);
            let Some(stored) = cast_to_storage(&ctx, quantized) else { continue };
            let integers = integers(&ctx, constant.value(body), quantized, stored);
            let Some(integers) = integers else { continue };
            let locations = [body.location(op), body.location(constant.id())];
            let both = ctx.fused_location(&locations, None);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
            let value = ConstantOp::build(&mut builder, both, integers, stored);
            let value = value.result(builder.body());
            let new = StorageCastOp::build(&mut builder, locations[0], value, quantized);
            let new = new.result(body);
            body.replace_all_uses(result, new);
            body.erase_op(op);
            if body.is_unused(constant.id()) {
                body.erase_op(constant.id());
            }
        }
        Ok(())
    }
}
