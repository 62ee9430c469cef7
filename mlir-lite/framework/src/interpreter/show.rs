//! Values as text, written as attributes of their types.

use super::{Elements, Value};
use mlir_lite::attributes::ApInt;
use mlir_lite::context::Context;
use mlir_lite::text::{print_attribute, print_type};
use mlir_lite::types::{Type, TypeKind};
use std::fmt::Write as _;

/// The value of type `ty` as text with its type: `42 : i32`, `true`,
/// `[1.500000e+00, 2.000000e+00] : memref<2xf64>`.
pub fn show_value(ctx: &Context, value: &Value, ty: Type) -> String {
    let text = without_type(ctx, value, ty);
    if ty == Type::I1 { text } else { format!("{text} : {}", print_type(ctx, ty)) }
}

fn without_type(ctx: &Context, value: &Value, ty: Type) -> String {
    match value {
        Value::Poison => "poison".to_string(),
        // The numbers of a dialect's own types are addresses.
        Value::Int(bits) if matches!(ty.kind(ctx), TypeKind::Dialect(_)) => format!("{bits:#x}"),
        Value::Int(bits) => {
            let width = ty.bit_width(ctx).unwrap_or(64).max(1);
            let value = ApInt::from_le_bytes(width, &bits.to_le_bytes());
            integer(ctx, value, ty)
        }
        Value::WideInt(value) => integer(ctx, ApInt::clone(value), ty),
        Value::Float(value) => {
            let ty = if ty.is_float(ctx) { ty } else { Type::F64 };
            number(&print_attribute(ctx, ctx.float_attr(ty, *value)))
        }
        Value::WideFloat(value) => {
            let ty = ctx.intern_type(TypeKind::Float(value.kind()));
            number(&print_attribute(ctx, ctx.float_bits_attr(ty, value.bits())))
        }
        Value::MemRef(memref) => format!("memory of the sizes {:?}", &memref.sizes[..]),
        Value::Dialect(value) => format!("{value:?}"),
        Value::Elements(elements) => nested(ctx, elements, ty.element_type(ctx).unwrap_or(ty)),
        Value::Aggregate(parts) => {
            let types = super::part_types(ctx, ty, parts.len());
            let part = |(index, part): (usize, &Value)| {
                without_type(ctx, part, types.get(index).copied().unwrap_or(Type::I64))
            };
            let parts: Vec<String> = parts.iter().enumerate().map(part).collect();
            format!("({})", parts.join(", "))
        }
    }
}

fn integer(ctx: &Context, value: ApInt, ty: Type) -> String {
    let decimal = value.to_decimal(false);
    let attribute = ctx.try_apint_attr(ty, value);
    attribute.map_or(decimal, |attribute| number(&print_attribute(ctx, attribute)))
}

/// The number of an attribute without its type.
fn number(text: &str) -> String {
    text.split(" : ").next().unwrap_or(text).to_string()
}

/// Lists in lists, one for each dimension.
fn nested(ctx: &Context, elements: &Elements, element: Type) -> String {
    let mut text = String::new();
    for (index, value) in elements.values.iter().enumerate() {
        // The number of lists that begin at an index, and that end after it.
        let edges_at = |index: usize| {
            let mut block = 1;
            let is_edge = |size: &&i64| {
                block *= size.abs().max(1) as usize;
                index.is_multiple_of(block)
            };
            elements.shape.iter().rev().take_while(is_edge).count()
        };
        let (opened, closed) = (edges_at(index), edges_at(index + 1));
        let separator = if index > 0 { ", " } else { "" };
        let (open, close) = ("[".repeat(opened), "]".repeat(closed));
        // Writing to a string does not fail.
        let _ = write!(text, "{separator}{open}{}{close}", without_type(ctx, value, element));
    }
    if elements.values.is_empty() { "[]".to_string() } else { text }
}
