//! The types of the dialect, and constraints on types.

use mlir_lite::ir::prelude::*;
use mlir_lite::types::{DYNAMIC, TypeKind};

/// `!shape.shape`: the sizes of all dimensions, or an error.
#[type_def(name = "shape.shape")]
#[derive(Copy)]
pub struct ShapeType;

/// `!shape.size`: a number of elements along a dimension, or an error.
#[type_def(name = "shape.size")]
#[derive(Copy)]
pub struct SizeType;

/// `!shape.value_shape`: a value together with a shape that it conforms to.
#[type_def(name = "shape.value_shape")]
#[derive(Copy)]
pub struct ValueShapeType;

/// `!shape.witness`: that a constraint holds. Ops that rely on the constraint depend on it; it has
/// no data.
#[type_def(name = "shape.witness")]
#[derive(Copy)]
pub struct WitnessType;

mlir_lite::type_constraints! {
    /// `tensor<?xindex>`, or of a known size: a shape that cannot be an error.
    pub ExtentTensor = "1D tensor of index values", |ctx, ty| matches!(
        ty.kind(ctx),
        TypeKind::RankedTensor { shape, element, .. } if shape.len() == 1
            && *element == Type::INDEX);
    /// A tensor of indices, of any shape.
    pub IndexTensor = "tensor of index values",
        |ctx, ty| ty.is_tensor(ctx) && ty.element_type(ctx) == Some(Type::INDEX);
    /// A size or `index`.
    pub SizeOrIndex = "size or index", |ctx, ty| ty == Type::INDEX || SizeType::matches(ctx, ty);
    /// A shape or a size.
    pub ShapeOrSize = "shape or size",
        |ctx, ty| ShapeType::matches(ctx, ty) || SizeType::matches(ctx, ty);
    /// A shape, as a value of the dialect or as a tensor.
    pub ShapeOrExtentTensor = "shape or extent tensor",
        |ctx, ty| ShapeType::matches(ctx, ty) || ExtentTensor::matches(ctx, ty);
    /// Any of these.
    pub AnyShapeOrSize = "any shape or size",
        |ctx, ty| SizeOrIndex::matches(ctx, ty) || ShapeOrExtentTensor::matches(ctx, ty);
    /// A value that has a shape.
    pub ShapedOrValueShape = "shaped of any type values or value with a shape",
        |ctx, ty| AnyShaped::matches(ctx, ty) || ValueShapeType::matches(ctx, ty);
    /// A value that may stand for a shape.
    pub ShapeLikeValue = "1D tensor of integer or index values or value with a shape",
        |ctx, ty| ValueShapeType::matches(ctx, ty) || matches!(
            ty.kind(ctx),
            TypeKind::RankedTensor { shape, element, .. } if shape.len() == 1
                && (*element == Type::INDEX || element.is_integer(ctx)));
}

mlir_lite::attr_constraints! {
    /// Elements of type `index` in a tensor with one dimension: a list of them is read back.
    pub IndexElementsAttr = "index elements attribute of a tensor with one dimension",
        starts ELEMENTS,
        |ctx, attr| attr.dense(ctx).is_some_and(
            |elements| ExtentTensor::matches(ctx, elements.ty()));
    /// A dictionary.
    pub DictionaryAttr = "dictionary of named attribute values",
        |ctx, attr| attr.as_dictionary(ctx).is_some();
}

/// Whether a value of a type may be an error.
pub(crate) fn may_be_error(ctx: &Context, ty: Type) -> bool {
    SizeType::matches(ctx, ty) || ShapeType::matches(ctx, ty) || ValueShapeType::matches(ctx, ty)
}

/// `tensor<NxIndex>`
pub(crate) fn extent_tensor(ctx: &Context, rank: i64) -> Type {
    ctx.tensor_type(&[rank], Type::INDEX)
}

/// The number of extents of a shape, if its type says it.
pub(crate) fn rank_of(ctx: &Context, ty: Type) -> Option<i64> {
    ty.shape(ctx)?.first().copied().filter(|&rank| rank != DYNAMIC)
}

/// Whether shapes of two types of tensors may be the same.
pub(crate) fn shapes_agree(ctx: &Context, a: Type, b: Type) -> bool {
    mlir_lite::ir::traits::shapes_agree(a.shape(ctx), b.shape(ctx))
}

pub(crate) fn register_types(dialect: &mut DialectRegistration<'_>) {
    dialect.ty::<ShapeType>();
    dialect.ty::<SizeType>();
    dialect.ty::<ValueShapeType>();
    dialect.ty::<WitnessType>();
}
