//! Constraints on the types and attributes of the dialect's ops.

pub(super) use super::llvm_attributes::{
    AtomicBinOp, AtomicOrdering, CConv, FastmathFlags, FramePointerKind, GepFlags, Linkage,
    OverflowFlags, TailCallKind, UnnamedAddr, UwtableKind, Visibility, ZeroAttr, shown,
};
use super::llvm_types::{LlvmFunctionType, LlvmTokenType, is_aggregate, is_pointer, is_value_type};
pub(super) use super::memory_effects::MemoryEffectsAttr;
pub(super) use super::target::{DenormalMode, TargetFeaturesAttr, VScaleRangeAttr};
pub(super) use super::vec_type_hint::VecTypeHintAttr;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::types::{Type, TypeKind};

/// The element of a vector of one dimension, any other type itself.
fn element(ctx: &Context, ty: Type) -> Type {
    match ty.kind(ctx) {
        TypeKind::Vector { shape, element, .. } if shape.len() == 1 => *element,
        _ => ty,
    }
}

mlir_lite::type_constraints! {
    /// Any type that values of the dialect have.
    pub LlvmValue = "LLVM dialect-compatible type", |ctx, ty| is_value_type(ctx, ty);
    /// An integer, or a vector of integers.
    pub LlvmInteger = "signless integer or LLVM dialect-compatible vector of signless integer",
        |ctx, ty| element(ctx, ty).is_signless_integer(ctx);
    /// `i1`, or a vector of it.
    pub LlvmBool = "bool-like", |ctx, ty| element(ctx, ty) == Type::I1;
    /// A float, or a vector of floats.
    pub LlvmFloat =
        "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type",
        |ctx, ty| element(ctx, ty).is_float(ctx);
    /// `!llvm.ptr`
    pub LlvmPointer = "LLVM pointer type", |ctx, ty| is_pointer(ctx, ty);
    /// An integer, a pointer, or a vector of integers.
    pub LlvmIntegerOrPointer =
        "signless integer or LLVM pointer type or LLVM dialect-compatible vector of signless \
            integer",
        |ctx, ty| is_pointer(ctx, element(ctx, ty)) || element(ctx, ty).is_signless_integer(ctx);
    /// `!llvm.ptr`, or a vector of it.
    pub LlvmPointerOrVector = "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer \
        type",
        |ctx, ty| is_pointer(ctx, element(ctx, ty));
    /// A vector of one dimension.
    pub LlvmVector = "LLVM dialect-compatible vector type",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::Vector { .. }) && is_value_type(ctx, ty);
    /// `!llvm.token`
    pub LlvmToken = "LLVM token type", |ctx, ty| ty.as_dialect::<LlvmTokenType>(ctx).is_some();
    /// A struct or an array.
    pub LlvmAggregate = "LLVM aggregate type", |ctx, ty| is_aggregate(ctx, ty);
}

mlir_lite::attr_constraints! {
    /// `3 : i32`: the number of an address space.
    pub AddressSpaceAttr = "32-bit signless integer attribute whose value is non-negative",
        |ctx, attr| attr.ty(ctx) == Some(Type::I32) && attr.as_i64(ctx).is_some_and(|n| n >= 0);
    /// `3 : i32`: classes of floats.
    pub FloatClassesAttr = "32-bit signless integer attribute: a set of the 10 classes of floats",
        |ctx, attr| is_number(ctx, attr, Type::I32, (1 << 10) - 1);
    /// `1 : i32`: 0 or 1.
    pub BitAttr = "32-bit signless integer attribute: 0 or 1", |ctx, attr| is_number(ctx, attr, Type::I32, 1);
    /// `3 : i32`: for how long something is kept in a cache.
    pub LocalityAttr = "32-bit signless integer attribute: a locality from 0 to 3",
        |ctx, attr| is_number(ctx, attr, Type::I32, 3);
    /// `[#llvm.zero]`
    pub ZeroArrayAttr = "array attribute of `#llvm.zero` or \
        symbols", |ctx, attr| attr.as_array(ctx).is_some_and(|list| {
        list.iter().all(|a| a.as_dialect::<ZeroAttr>(ctx).is_some() || a.as_flat_symbol(ctx).is_some())
    });
    /// `[@a, @b]`
    pub SymbolArrayAttr = "flat symbol ref array attribute",
        |ctx, attr| attr.as_array(ctx).is_some_and(|list| list.iter().all(|a| a.as_flat_symbol(ctx).is_some()));
    /// `!llvm.func<..>`
    pub LlvmFunctionTypeAttr = "type attribute of LLVM function type",
        |ctx, attr| attr.as_type(ctx).is_some_and(|ty| ty.as_dialect::<LlvmFunctionType>(ctx).is_some());
}

/// Whether an attribute is an integer of that type from 0 to `most`.
fn is_number(ctx: &Context, attr: Attribute, ty: Type, most: i64) -> bool {
    attr.ty(ctx) == Some(ty) && attr.as_i64(ctx).is_some_and(|number| (0..=most).contains(&number))
}

/// `0 : i32`: the default address space.
pub(super) fn zero_i32(ctx: &Context) -> Attribute {
    ctx.integer_attr(Type::I32, 0)
}
