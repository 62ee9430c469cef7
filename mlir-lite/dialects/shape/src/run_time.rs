//! Shapes, sizes and witnesses when a program runs.
//!
//! A shape is a list of indices, as a tensor of extents is; a size is an index. Each may be an
//! error instead, [`ShapeError`], which ops hand on. A witness is `true`: the constraint that fails
//! ends the program. A value with a shape is the pair of both.

use crate::kinds::{ShapeType, SizeType, may_be_error};
use mlir_lite::interpreter::{Flow, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use std::sync::Arc;

/// A shape or a size that is an error, and why.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeError {
    /// The message.
    pub message: String,
}

/// A value, or the error in its place.
pub(crate) type OrError<T> = Result<T, Arc<ShapeError>>;

pub(crate) fn error(message: impl Into<String>) -> Arc<ShapeError> {
    Arc::new(ShapeError { message: message.into() })
}

/// The error that a value is.
fn as_error(value: Value) -> Result<Value, Arc<ShapeError>> {
    match value.into_dialect::<ShapeError>() {
        Ok(error) => Err(error),
        Err(value) => Ok(value),
    }
}

/// A size or an index.
pub(crate) fn size(m: &Machine<'_>, value: ValueRef<'_>) -> Result<OrError<i64>, Trap> {
    match as_error(m.get(value)) {
        Ok(value) => value.as_index().map(Ok),
        Err(error) => Ok(Err(error)),
    }
}

/// The extents of a shape or of a tensor of extents.
pub(crate) fn shape(m: &Machine<'_>, value: ValueRef<'_>) -> Result<OrError<Vec<i64>>, Trap> {
    match as_error(m.get(value)) {
        Ok(value) => extents(&value).map(Ok),
        Err(error) => Ok(Err(error)),
    }
}

/// Several shapes; the first error of them.
pub(crate) fn shapes(
    m: &Machine<'_>,
    values: ValueRange<'_>,
) -> Result<OrError<Vec<Vec<i64>>>, Trap> {
    values.iter().map(|value| shape(m, value)).collect()
}

fn extents(value: &Value) -> Result<Vec<i64>, Trap> {
    value.as_elements()?.values.iter().map(Value::as_index).collect()
}

/// A shape of these extents.
pub(crate) fn shape_value(extents: &[i64]) -> Value {
    let values = extents.iter().map(|&extent| Value::index(extent)).collect();
    Value::elements(&[extents.len() as i64], values)
}

/// Sets a result. An error needs a result of a type of the dialect; a tensor or an index cannot be
/// one, and the program ends.
pub(crate) fn set<T>(
    m: &mut Machine<'_>,
    result: ValueRef<'_>,
    value: OrError<T>,
    make: impl FnOnce(T) -> Value,
) -> Result<Flow, Trap> {
    let value = match value {
        Ok(value) => make(value),
        Err(error) if may_be_error(result.context(), result.ty()) => Value::dialect(error),
        Err(error) => return Err(Trap::new(error.message.clone())),
    };
    m.set_result(result, value)
}

/// Sets a result that is a size or an index.
pub(crate) fn set_size(
    m: &mut Machine<'_>,
    result: ValueRef<'_>,
    value: OrError<i64>,
) -> Result<Flow, Trap> {
    set(m, result, value, Value::index)
}

/// Sets a result that is a shape or a tensor of extents.
pub(crate) fn set_shape(
    m: &mut Machine<'_>,
    result: ValueRef<'_>,
    value: OrError<Vec<i64>>,
) -> Result<Flow, Trap> {
    let ctx = result.context();
    let wanted = result.ty().static_shape(ctx).and_then(|shape| shape.first().copied());
    let value = value.and_then(|extents| match wanted {
        Some(rank) if rank != extents.len() as i64 => {
            Err(error(format!("a shape of rank {} is used as one of rank {rank}", extents.len())))
        }
        _ => Ok(extents),
    });
    set(m, result, value, |extents| shape_value(&extents))
}

/// Sets the witness of a constraint, or ends the program where it does not hold.
pub(crate) fn set_witness(
    m: &mut Machine<'_>,
    result: ValueRef<'_>,
    holds: bool,
    message: &str,
) -> Result<Flow, Trap> {
    match holds {
        true => m.set_result(result, Value::bool(true)),
        false => Err(Trap::new(format!("assertion failed: {message}"))),
    }
}

/// The sizes of a value that has a shape, at run time.
pub(crate) fn sizes_of(value: &Value) -> Result<OrError<Vec<i64>>, Trap> {
    match value {
        Value::Elements(elements) => Ok(Ok(elements.shape.to_vec())),
        Value::MemRef(memref) => Ok(Ok(memref.sizes.to_vec())),
        // A value with a shape.
        Value::Aggregate(parts) => match &parts[..] {
            [_, shape] => match as_error(shape.clone()) {
                Ok(shape) => extents(&shape).map(Ok),
                Err(error) => Ok(Err(error)),
            },
            _ => Err(Trap::malformed()),
        },
        _ => Err(Trap::new("has no shape that is known here")),
    }
}

/// The text of a shape or a size, for people.
pub(crate) fn shown(ctx: &Context, value: Value, ty: Type) -> Result<String, Trap> {
    Ok(match as_error(value) {
        Err(error) => format!("error: {}", error.message),
        Ok(value) if SizeType::matches(ctx, ty) => value.as_index()?.to_string(),
        Ok(value) if ShapeType::matches(ctx, ty) => format!("{:?}", extents(&value)?),
        Ok(_) => return Err(Trap::malformed()),
    })
}

/// The extents of the shape that shapes are broadcast to: smaller ranks are filled with 1 on the
/// left, and in each dimension those that are not 1 are equal.
pub(crate) fn broadcast(shapes: &[Vec<i64>]) -> Option<Vec<i64>> {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for shape in shapes {
        for (to, &extent) in result[rank - shape.len()..].iter_mut().zip(shape) {
            match (*to, extent) {
                (_, 1) => {}
                (1, extent) => *to = extent,
                (known, extent) if known == extent => {}
                _ => return None,
            }
        }
    }
    Some(result)
}
