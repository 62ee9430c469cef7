//! `normalize-quant-types`: types with more scales than they need become simpler ones.

use crate::QuantDialect;
use crate::quantized::{Scheme, UniformQuantizedType, with_element};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Convert types of quantized tensors to simpler ones.
///
/// A sub-channel type with one scale becomes a type of one scale. One whose scales are those of the
/// indices of a single dimension becomes a per-axis type.
#[pass(name = "normalize-quant-types", pure, each_body, dialects(QuantDialect))]
pub struct NormalizeQuantTypesPass;

/// The simpler type of a tensor, if there is one.
fn normalized(ctx: &Context, ty: Type) -> Option<Type> {
    let element = ty.element_type(ctx).filter(|_| ty.is_tensor(ctx))?;
    let uniform = UniformQuantizedType::of(ctx, element)?;
    let Scheme::SubChannel { blocks, shape, scales } = &uniform.scheme else { return None };
    let mut several = shape.iter().enumerate().filter(|(_, count)| **count != 1);
    let scheme = match (several.next(), several.next(), &scales[..]) {
        (None, _, &[scale]) => Scheme::PerLayer(scale),
        (Some((axis, _)), None, _) => {
            let dimension = u32::try_from(axis).ok()?;
            // Blocks of several indices are not indices.
            let is_index = |block: &(u32, i64)| *block == (dimension, 1);
            blocks.iter().any(is_index).then_some(())?;
            Scheme::PerAxis { dimension, scales: scales.clone() }
        }
        _ => return None,
    };
    let element =
        UniformQuantizedType::get_checked(ctx, uniform.storage, uniform.expressed, scheme).ok()?;
    with_element(ctx, ty, element)
}

/// A type, or a function type, with simpler types; none if nothing changes.
fn with_normalized(ctx: &Context, ty: Type) -> Option<Type> {
    let Some((inputs, results)) = ty.as_function(ctx) else { return normalized(ctx, ty) };
    let all = |types: &[Type]| {
        types.iter().map(|&ty| normalized(ctx, ty).unwrap_or(ty)).collect::<Vec<_>>()
    };
    let changed = ctx.function_type(&all(inputs), &all(results));
    (changed != ty).then_some(changed)
}

impl RunPass for NormalizeQuantTypesPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = body.context().clone();
        let root = body.root();
        for op in std::iter::once(root).chain(body.own_ops()) {
            let mut values: Vec<ValueId> = match op == root {
                // The body around this one has the results.
                true => Vec::new(),
                false => body.results(op).collect(),
            };
            if body.child(op).is_none() || op == root {
                for &region in body.regions(op) {
                    for block in body.blocks(region) {
                        values.extend_from_slice(body.arguments(block));
                    }
                }
            }
            for value in values {
                if let Some(ty) = normalized(&ctx, body.ty(value)) {
                    body.set_type(value, ty);
                }
            }
            if body.child(op).is_some() && op != root {
                continue;
            }
            for (name, attribute) in body.attributes(op) {
                if let Some(ty) = attribute.as_type(&ctx).and_then(|ty| with_normalized(&ctx, ty)) {
                    body.set_attr(op, name, ctx.type_attr(ty));
                }
            }
        }
        Ok(())
    }
}
