//! Which operands and results of ops are converted to another element type.
//!
//! The operands of most ops have one type, and the result has it too. It is `f32` if an operand is
//! `f32` and none is a tensor of `f64` with dimensions: a number takes the type of what it is
//! combined with.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::elements::{ElementTypes, Gives, Takes, element_of};
use crate::numbers::first_number_of;
use crate::shape::InferShape;
use crate::tensor::Compute;

/// A type with other elements, if it is a tensor.
fn with_elements(ctx: &Context, ty: Type, element: Type) -> Type {
    match ty.static_shape(ctx) {
        Some(shape) if ty.is_tensor(ctx) => ctx.tensor_type(shape, element),
        _ => ty,
    }
}

/// Whether the element types of an op are given by rules; those of others are those of the values
/// that they pass on.
fn has_rules(op: OpRef<'_>) -> bool {
    op.implements::<dyn ElementTypes>() || op.implements::<dyn Compute>()
}

/// What each operand of an op is converted to, and the result.
fn rules(op: OpRef<'_>) -> (Vec<Takes>, Gives) {
    let data = first_number_of(op).unwrap_or(usize::MAX);
    let gives = op.ask::<dyn ElementTypes, _>(|op| op.gives()).unwrap_or(Gives::Common);
    let takes = (0..op.num_operands()).map(|operand| {
        match op.ask::<dyn ElementTypes, _>(|op| op.takes(operand)) {
            Some(takes) => takes,
            None if operand < data => Takes::Common,
            // Compile-time operands become attributes.
            None => Takes::Any,
        }
    });
    (takes.collect(), gives)
}

/// The common type of the operands of an op.
fn common(op: OpRef<'_>, takes: &[Takes]) -> Type {
    let ctx = op.context();
    let types = op.operand_types().zip(takes).filter(|(_, takes)| **takes == Takes::Common);
    let mut common = Type::F64;
    for (ty, _) in types {
        match element_of(ctx, ty) {
            Type::F32 => common = Type::F32,
            _ if ty.static_shape(ctx).is_none_or(|shape| !shape.is_empty()) => return Type::F64,
            _ => {}
        }
    }
    common
}

/// The conversions that an op needs, whose operands have known types.
pub(crate) struct Conversions {
    /// The operands to convert, and the types.
    pub(crate) operands: Vec<(usize, Type)>,
    /// The type to which the result is to be rounded.
    pub(crate) result: Option<Type>,
}

/// The conversions that an op needs.
pub(crate) fn conversions(op: OpRef<'_>) -> Conversions {
    let ctx = op.context();
    let mut needed = Conversions { operands: Vec::new(), result: None };
    let is_f32 = |ty: Type| ty.is_tensor(ctx) && element_of(ctx, ty) == Type::F32;
    if !op.operand_types().any(is_f32) || !has_rules(op) {
        return needed;
    }
    let (takes, gives) = rules(op);
    let common = common(op, &takes);
    let computed = if gives == Gives::Rounded { Type::F64 } else { common };
    for (operand, (ty, takes)) in op.operand_types().zip(takes).enumerate() {
        let wanted = match takes {
            Takes::Any => continue,
            Takes::F64 => Type::F64,
            Takes::Common | Takes::Follows => computed,
        };
        if ty.is_tensor(ctx) && element_of(ctx, ty) != wanted {
            needed.operands.push((operand, wanted));
        }
    }
    needed.result = (computed != common).then_some(common);
    needed
}

/// The type of the result of an op whose operands are converted, if it is inferred.
pub(crate) fn inferred(op: OpRef<'_>) -> Option<Result<Type, Box<Diagnostic>>> {
    let ty = op.ask::<dyn InferShape, _>(|op| op.infer_type())?;
    if !has_rules(op) {
        return Some(ty);
    }
    let element = match rules(op) {
        (_, Gives::Only(element)) => element,
        (takes, _) => common(op, &takes),
    };
    Some(ty.map(|ty| with_elements(op.context(), ty, element)))
}
