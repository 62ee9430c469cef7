//! What types become.

use crate::context::Context;
use crate::conversion::{TypeConversion, TypeConverter};
use crate::dialects::llvm::{array_type, is_value_type, pointer_type, struct_type};
use crate::types::{Type, TypeKind, strides_and_offset};
use std::sync::Arc;

/// Converts std's types to those of the `llvm` dialect, for 64-bit targets.
pub fn llvm_type_converter(ctx: &Context) -> Arc<TypeConverter> {
    let mut converter = TypeConverter::new(ctx);
    converter.add_conversion(|ctx, ty| convert(ctx, ty).map_or(TypeConversion::Fail, TypeConversion::from));
    Arc::new(converter)
}

pub(super) fn convert(ctx: &Context, ty: Type) -> Option<Type> {
    match ty.kind(ctx) {
        TypeKind::Index => Some(Type::I64),
        TypeKind::Vector { shape, element, scalable } => {
            let element = convert(ctx, *element)?;
            let (&last, outer) = shape.split_last()?;
            let inner = scalable.split_last();
            // An array has as many elements as are written.
            if inner.is_some_and(|(_, outer)| outer.contains(&true)) {
                return None;
            }
            let inner = inner.map_or(&[][..], |(last, _)| std::slice::from_ref(last));
            let mut ty = ctx.scalable_vector_type(&[last], inner, element);
            for &length in outer.iter().rev() {
                ty = array_type(ctx, length.unsigned_abs(), ty);
            }
            Some(ty)
        }
        TypeKind::Complex(element) => {
            let element = convert(ctx, *element)?;
            Some(struct_type(ctx, &[element, element]))
        }
        TypeKind::Function { .. } => Some(pointer_type(ctx)),
        TypeKind::MemRef { .. } => descriptor_type(ctx, ty),
        TypeKind::UnrankedMemRef { element, .. } => {
            convert(ctx, *element)?;
            Some(struct_type(ctx, &[Type::I64, pointer_type(ctx)]))
        }
        _ => is_value_type(ctx, ty).then_some(ty),
    }
}

/// The descriptor of a memref: `(ptr, ptr, i64, array<rank x i64>, array<rank x
/// i64>)`, without the arrays for rank 0. None if the layout is not strided, or
/// the element type has no counterpart.
pub fn descriptor_type(ctx: &Context, memref: Type) -> Option<Type> {
    let rank = memref.shape(ctx)?.len();
    convert(ctx, memref.element_type(ctx)?)?;
    strides_and_offset(ctx, memref)?;
    let pointer = pointer_type(ctx);
    let mut fields = vec![pointer, pointer, Type::I64];
    if rank > 0 {
        let array = array_type(ctx, rank as u64, Type::I64);
        fields.extend([array, array]);
    }
    Some(struct_type(ctx, &fields))
}
