//! The conversion of types.

use mlir_lite::context::Context;
use mlir_lite::conversion::{TypeConversion, TypeConverter};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::llvm::{
    array_type, is_value_type, pointer_type, pointer_type_in, struct_type,
};
use mlir_lite::ir::{OpBuilder, ValueId};
use mlir_lite::types::{Type, TypeKind, strides_and_offset};
use std::sync::Arc;

/// Converts std's types to those of the `llvm` dialect, for 64-bit targets.
pub fn llvm_type_converter(ctx: &Context) -> Arc<TypeConverter> {
    let mut converter = TypeConverter::new(ctx);
    converter.add_conversion(|ctx, ty| {
        convert(ctx, ty).map_or(TypeConversion::Fail, TypeConversion::from)
    });
    Arc::new(converter)
}

/// As [`llvm_type_converter`]; where an op stays as it is, casts convert its converted operands to
/// its operand types, and its results to the types that other ops take.
pub fn partial_type_converter(ctx: &Context) -> Arc<TypeConverter> {
    let mut converter = TypeConverter::new(ctx);
    converter.add_conversion(|ctx, ty| {
        convert(ctx, ty).map_or(TypeConversion::Fail, TypeConversion::from)
    });
    converter.add_source_materialization(cast);
    converter.add_target_materialization(cast);
    Arc::new(converter)
}

fn cast(builder: &mut dyn OpBuilder, ty: Type, values: &[ValueId]) -> Option<ValueId> {
    let cast = UnrealizedConversionCastOp::create(builder, values, &[ty]);
    cast.outputs(builder.body()).first().copied()
}

pub(crate) fn convert(ctx: &Context, ty: Type) -> Option<Type> {
    match ty.kind(ctx) {
        TypeKind::Index => Some(Type::I64),
        // LLVM does not have these formats; values are kept as their bits.
        TypeKind::Float(kind) if kind.width() < 16 => Some(ctx.integer_type(kind.width())),
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

/// The address space that the elements of a memref are in: the number that its memory space is.
/// None if that is not a number.
pub(crate) fn address_space(ctx: &Context, memref: Type) -> Option<u32> {
    let (TypeKind::MemRef { memory_space, .. } | TypeKind::UnrankedMemRef { memory_space, .. }) =
        memref.kind(ctx)
    else {
        return None;
    };
    match memory_space {
        None => Some(0),
        Some(space) => u32::try_from(space.as_i64(ctx)?).ok(),
    }
}

/// The type of addresses of a memref's elements.
pub(crate) fn element_pointer(ctx: &Context, memref: Type) -> Option<Type> {
    Some(pointer_type_in(ctx, address_space(ctx, memref)?))
}

/// The descriptor of a memref: `(ptr, ptr, i64, array<rank x i64>, array<rank x
/// i64>)`, without the arrays for rank 0. None if the layout is not strided, or
/// the element type has no counterpart.
pub fn descriptor_type(ctx: &Context, memref: Type) -> Option<Type> {
    let rank = memref.shape(ctx)?.len();
    convert(ctx, memref.element_type(ctx)?)?;
    strides_and_offset(ctx, memref)?;
    let pointer = element_pointer(ctx, memref)?;
    let mut fields = vec![pointer, pointer, Type::I64];
    if rank > 0 {
        let array = array_type(ctx, rank as u64, Type::I64);
        fields.extend([array, array]);
    }
    Some(struct_type(ctx, &fields))
}
