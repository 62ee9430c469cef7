//! From the type of quantized numbers to those of what is stored and expressed, and back: of
//! scalars, vectors and tensors.

use super::{is_quantized, quantized_parts};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::TypeKind;

/// The type of quantized numbers that a value of type `ty` is, or that its elements are.
pub fn quantized_element(ctx: &Context, ty: Type) -> Option<Type> {
    Some(ty.element_or_self(ctx)).filter(|&element| is_quantized(ctx, element))
}

/// A tensor or vector of type `ty` with other elements; the element itself if `ty` is a scalar.
/// None if it cannot have such elements.
pub fn with_element(ctx: &Context, ty: Type, element: Type) -> Option<Type> {
    let kind = match ty.kind(ctx) {
        TypeKind::RankedTensor { shape, encoding, .. } => {
            TypeKind::RankedTensor { shape: shape.clone(), element, encoding: *encoding }
        }
        TypeKind::UnrankedTensor(_) => TypeKind::UnrankedTensor(element),
        TypeKind::Vector { shape, scalable, .. } => {
            let fits = element.may_be_in_vectors(ctx);
            return fits.then(|| ctx.scalable_vector_type(shape, scalable, element));
        }
        _ => return ty.element_type(ctx).is_none().then_some(element),
    };
    Some(ctx.intern_type(kind))
}

/// The type of floats `candidate`, or of tensors of them, with quantized numbers of type
/// `quantized`. None if these express another type.
pub fn cast_from_expressed(ctx: &Context, quantized: Type, candidate: Type) -> Option<Type> {
    let (_, expressed) = quantized_parts(ctx, quantized)?;
    let fits = expressed? == candidate.element_or_self(ctx);
    fits.then(|| with_element(ctx, candidate, quantized))?
}

/// The type of the floats that quantized numbers, or tensors of them, express.
pub fn cast_to_expressed(ctx: &Context, quantized: Type) -> Option<Type> {
    let (_, expressed) = quantized_parts(ctx, quantized.element_or_self(ctx))?;
    with_element(ctx, quantized, expressed?)
}

/// The type of integers `candidate`, or of tensors of them, with quantized numbers of type
/// `quantized`. None if these are stored otherwise.
pub fn cast_from_storage(ctx: &Context, quantized: Type, candidate: Type) -> Option<Type> {
    let (storage, _) = quantized_parts(ctx, quantized)?;
    let fits = storage?.ty(ctx) == candidate.element_or_self(ctx);
    fits.then(|| with_element(ctx, candidate, quantized))?
}

/// The type of the integers that represent quantized numbers, or tensors of them.
pub fn cast_to_storage(ctx: &Context, quantized: Type) -> Option<Type> {
    let (storage, _) = quantized_parts(ctx, quantized.element_or_self(ctx))?;
    with_element(ctx, quantized, storage?.ty(ctx))
}
