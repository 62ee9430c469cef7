//! Shapes that are known when a program is compiled, and what follows from types.

use crate::kinds::ExtentTensor;
use crate::{ConstShapeOp, ShapeOfOp};
use mlir_lite::constants::{elements, elements_attr};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::constant_value;
use mlir_lite::types::DYNAMIC;

/// The extents that an attribute lists: elements of type `index`, in one dimension.
pub(crate) fn extents_of(ctx: &Context, value: Attribute) -> Option<Vec<i64>> {
    let dense = value.dense(ctx)?;
    if !ExtentTensor::matches(ctx, dense.ty()) {
        return None;
    }
    elements::<i64>(ctx, value)
}

/// The attribute that lists extents.
pub(crate) fn extents_attr(ctx: &Context, extents: &[i64]) -> Option<Attribute> {
    let ty = crate::kinds::extent_tensor(ctx, extents.len() as i64);
    elements_attr::<i64>(ctx, ty, extents)
}

/// Extents of a shape that may not all be known, of a constant or of the type of a value.
pub(crate) fn partly_known(shape: ValueRef<'_>) -> Option<Vec<i64>> {
    let ctx = shape.context();
    if let Some(of) = shape.defining::<ShapeOfOp>() {
        return of.arg().ty().shape(ctx).map(<[i64]>::to_vec);
    }
    extents_of(ctx, constant_value(shape.body(), shape.id())?)
}

/// The extents of the shape that an op defines as a constant.
pub(crate) fn constant_extents(body: &Body, shape: ValueId) -> Option<Vec<i64>> {
    let op = ConstShapeOp::defining(body, shape)?;
    extents_of(body.context(), op.shape(body))
}

/// Whether shapes can be broadcast for certain, although not all extents are known.
pub(crate) fn surely_broadcastable(shapes: &[Vec<i64>]) -> bool {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    (0..rank).all(|from_right| {
        let extents = shapes.iter().filter_map(|shape| {
            shape.len().checked_sub(from_right + 1).map(|position| shape[position])
        });
        let mut others = extents.filter(|&extent| extent != 1);
        let first = others.next();
        let mut rest = others.peekable();
        rest.peek().is_none() || first != Some(DYNAMIC) && rest.all(|extent| Some(extent) == first)
    })
}
