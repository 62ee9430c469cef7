//! The types of the toy dialect: `!toy.struct<...>`, and queries on types.
//!
//! A struct type is a list of element types; names of structs and members belong to the source.
//! Shapes become known during compilation, so a value may be used with a less or more precise type:
//! see [`are_compatible`].

use mlir_lite::ir::prelude::*;

use crate::sizes::sizes_of;

/// `!toy.struct<tensor<*xf64>, ...>`: a value made of others.
///
/// ```
/// use mlir_lite::{Context, text::print_type, types::Type};
/// use toy_dialect::types::StructType;
///
/// let ctx = Context::new();
/// let element = ctx.unranked_tensor_type(Type::F64);
/// let ty = StructType::get(&ctx, [element, element].into());
/// assert_eq!(print_type(&ctx, ty), "!toy.struct<tensor<*xf64>, tensor<*xf64>>");
/// ```
#[type_def(name = "toy.struct")]
pub struct StructType {
    /// At least one, each a tensor or a struct.
    elements: TypesOf<StructElement>,
}

impl StructType {
    /// The elements of a struct type; none if `ty` is another type.
    pub fn elements(ctx: &Context, ty: Type) -> Option<&[Type]> {
        Self::of(ctx, ty).map(|data| &*data.elements)
    }
}

/// The parts of a struct.
pub struct StructElement;

impl TypeConstraint for StructElement {
    fn describe() -> String {
        "a tensor or a struct as an element of a struct".into()
    }
    fn matches(ctx: &Context, ty: Type) -> bool {
        ty.is_tensor(ctx) || ToyStruct::matches(ctx, ty)
    }
}

/// Any `!toy.struct<...>`.
pub struct ToyStruct;

impl TypeConstraint for ToyStruct {
    fn describe() -> String {
        "Toy struct type".into()
    }
    fn matches(ctx: &Context, ty: Type) -> bool {
        StructType::elements(ctx, ty).is_some()
    }
}

/// A value of the Toy language: a tensor or a struct.
pub type ToyValue = AnyTypeOf<(NumberTensor, ToyStruct)>;

/// The tensors in a type, in order.
pub(crate) fn tensors(ctx: &Context, ty: Type) -> Vec<Type> {
    let (mut found, mut pending) = (Vec::new(), vec![ty]);
    while let Some(ty) = pending.pop() {
        match StructType::elements(ctx, ty) {
            Some(elements) => pending.extend(elements.iter().rev()),
            None => found.push(ty),
        }
    }
    found
}

/// Whether all shapes in a type are known. Sizes that a caller decides are.
pub fn is_static(ctx: &Context, ty: Type) -> bool {
    let mut pending: SmallVec<[Type; 8]> = SmallVec::from_slice(&[ty]);
    while let Some(ty) = pending.pop() {
        if ty.is_tensor(ctx) {
            if sizes_of(ctx, ty).is_none() {
                return false;
            }
        } else if let Some(elements) = StructType::elements(ctx, ty) {
            pending.extend_from_slice(elements);
        }
    }
    true
}

/// Whether a value of one type can be used as the other: they are the same as far as they are known
/// in both. Of `tensor<*xf64>`, nothing is known, nor is the element type.
pub fn are_compatible(ctx: &Context, a: Type, b: Type) -> bool {
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        if a == b {
            continue;
        }
        match (StructType::elements(ctx, a), StructType::elements(ctx, b)) {
            (Some(a), Some(b)) if a.len() == b.len() => {
                pending.extend(a.iter().copied().zip(b.iter().copied()));
            }
            (None, None) if a.is_tensor(ctx) && b.is_tensor(ctx) => {
                let is_unknown = |ty: Type| ty == ctx.unranked_tensor_type(Type::F64);
                let elements_agree =
                    a.element_type(ctx) == b.element_type(ctx) || is_unknown(a) || is_unknown(b);
                if !elements_agree || !shapes_agree(a.shape(ctx), b.shape(ctx)) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

fn shapes_agree(a: Option<&[i64]>, b: Option<&[i64]>) -> bool {
    use mlir_lite::types::DYNAMIC;
    let (Some(a), Some(b)) = (a, b) else { return true };
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_compatible_as_far_as_shapes_are_known() {
        let ctx = Context::new();
        let any = ctx.unranked_tensor_type(Type::F64);
        let (a, b) = (ctx.tensor_type(&[2, 3], Type::F64), ctx.tensor_type(&[3, 2], Type::F64));
        let of = |elements: &[Type]| StructType::get(&ctx, elements.into());
        assert!(are_compatible(&ctx, any, a));
        assert!(are_compatible(&ctx, any, ctx.tensor_type(&[2], Type::F32)));
        assert!(!are_compatible(&ctx, ctx.tensor_type(&[2, 3], Type::F32), a));
        assert!(!are_compatible(&ctx, a, b));
        assert!(are_compatible(&ctx, of(&[any, of(&[a])]), of(&[b, of(&[any])])));
        assert!(!are_compatible(&ctx, of(&[any]), of(&[any, any])));
        assert!(!are_compatible(&ctx, of(&[any]), any));
        assert!(!are_compatible(&ctx, ctx.unranked_tensor_type(Type::F32), a));
    }

    #[test]
    fn static_types_have_no_unknown_size() {
        let ctx = Context::new();
        let known = ctx.tensor_type(&[2], Type::F64);
        assert!(is_static(&ctx, StructType::get(&ctx, [known].into())));
        assert!(!is_static(
            &ctx,
            StructType::get(&ctx, [known, ctx.unranked_tensor_type(Type::F64)].into())
        ));
    }
}
