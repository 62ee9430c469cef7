//! Attributes as values.

use super::data_layout::{part, part_count, part_types, run_shape};
use super::{Trap, Value};
use mlir_lite::attributes::{ApInt, Attribute, AttributeKind};
use mlir_lite::context::Context;
use mlir_lite::scalar::Float;
use mlir_lite::text::print_attribute;
use mlir_lite::types::{Type, TypeKind, element_count};

/// The value of type `ty` that an attribute represents.
///
/// # Errors
/// If it represents none.
#[doc(hidden)]
pub fn constant_value(ctx: &Context, attribute: Attribute, ty: Type) -> Result<Value, Trap> {
    find(ctx, attribute, ty).ok_or_else(|| {
        Trap::new(format!(
            "cannot be interpreted: {} as a constant",
            print_attribute(ctx, attribute)
        ))
    })
}

fn find(ctx: &Context, attribute: Attribute, ty: Type) -> Option<Value> {
    if let Some(elements) = attribute.dense(ctx) {
        let count = match elements.is_splat() {
            true => element_count(&run_shape(ctx, elements.ty())?)?,
            false => elements.len(ctx),
        };
        let element = elements.ty().element_type(ctx)?;
        let scalars =
            (0..count).map(|index| scalar_of_bytes(ctx, elements.element(ctx, index)?, element));
        let scalars: Vec<Value> = scalars.collect::<Option<_>>()?;
        return match run_shape(ctx, ty) {
            Some(shape) if element_count(&shape) != Some(scalars.len()) => None,
            Some(shape) => Some(Value::elements(&shape, scalars)),
            None => Some(nested(ctx, ty, &mut scalars.into_iter())?),
        };
    }
    match attribute.kind(ctx) {
        AttributeKind::Integer { value, .. } => Some(Value::integer(match ty.bit_width(ctx) {
            Some(width) if width < value.width() => value.trunc(width),
            Some(width) if width > value.width() => value.sext(width),
            _ => value.clone(),
        })),
        AttributeKind::Float { ty, bits } => {
            let TypeKind::Float(kind) = ty.kind(ctx) else { return None };
            Some(Value::number(Float::from_bits(*kind, bits.get())))
        }
        AttributeKind::String { bytes, .. } => {
            Some(Value::aggregate(bytes.iter().map(|&byte| Value::Int(byte.into())).collect()))
        }
        AttributeKind::Array(parts) => {
            let types = part_types(ctx, ty, parts.len());
            if types.len() != parts.len() {
                return None;
            }
            let values = parts.iter().zip(types).map(|(&value, ty)| find(ctx, value, ty));
            Some(Value::aggregate(values.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// Puts a flat list of scalars into the aggregate's nested arrays.
fn nested(ctx: &Context, ty: Type, scalars: &mut impl Iterator<Item = Value>) -> Option<Value> {
    let Some(count) = part_count(ctx, ty) else {
        return match run_shape(ctx, ty) {
            Some(shape) => {
                let values: Vec<Value> = scalars.take(element_count(&shape)?).collect();
                Some(Value::elements(&shape, values))
            }
            None => scalars.next(),
        };
    };
    let parts = (0..count).map(|index| nested(ctx, part(ctx, ty, index).ok()?.1, scalars));
    Some(Value::aggregate(parts.collect::<Option<_>>()?))
}

fn scalar_of_bytes(ctx: &Context, bytes: &[u8], ty: Type) -> Option<Value> {
    let bits =
        |bytes: &[u8]| bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
    match ty.kind(ctx) {
        TypeKind::Float(kind) => Some(Value::number(Float::from_bits(*kind, bits(bytes)))),
        TypeKind::Integer { width, .. } => {
            Some(Value::integer(ApInt::from_le_bytes(*width, bytes)))
        }
        TypeKind::Complex(part) => {
            let (re, im) = bytes.split_at(bytes.len() / 2);
            let parts = [re, im].map(|bytes| scalar_of_bytes(ctx, bytes, *part));
            Some(Value::aggregate(parts.into_iter().collect::<Option<_>>()?))
        }
        _ => Some(Value::Int(bits(bytes))),
    }
}

/// The value of type `ty` whose bits are all zero.
#[doc(hidden)]
pub fn zero(ctx: &Context, ty: Type) -> Value {
    match ty.kind(ctx) {
        TypeKind::Float(kind) => Value::number(Float::from(0.0).rounded_to(*kind)),
        TypeKind::Integer { width, .. } => Value::integer(ApInt::zero(*width)),
        TypeKind::Vector { element, .. } => {
            let shape = run_shape(ctx, ty).unwrap_or_default();
            let count = element_count(&shape).unwrap_or(0);
            Value::elements(&shape, vec![zero(ctx, *element); count])
        }
        _ => match part_count(ctx, ty) {
            Some(count) => {
                let parts = (0..count)
                    .map(|i| part(ctx, ty, i).map_or(Value::Poison, |(_, part)| zero(ctx, part)));
                Value::aggregate(parts.collect())
            }
            None => Value::Int(0),
        },
    }
}
