//! Dense elements: a shaped type and the bytes of its elements.

use crate::data::Context;
use crate::data::types::{Type, TypeKind, element_count};
use std::sync::Arc;

/// Elements of more bytes than this are not uniqued: the ops that use them own them.
const LARGE: usize = 1024;

/// The elements of a tensor, vector or memref, row-major.
///
/// Each element takes whole bytes, little endian (`i1`: one byte; `index`: eight; complex: two
/// parts). A splat stores one element, which is the value of all elements.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DenseElements {
    ty: Type,
    data: Arc<[u8]>,
    splat: bool,
}

impl DenseElements {
    /// Makes elements from their bytes. If `splat`, `data` is one element that all elements equal.
    pub fn new(ty: Type, data: Arc<[u8]>, splat: bool) -> Self {
        Self { ty, data, splat }
    }

    /// Makes `f64` elements. The result is a splat if one value is given for several elements, or
    /// if all values have the same bits.
    pub fn from_f64(ty: Type, values: &[f64]) -> Self {
        let splat = values.iter().all(|v| v.to_bits() == values[0].to_bits()) && !values.is_empty();
        let values = if splat { &values[..1] } else { values };
        Self { ty, data: values.iter().flat_map(|v| v.to_le_bytes()).collect(), splat }
    }

    /// The shaped type.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// The same elements with another type (a reshape). The number of elements must be the same.
    pub fn with_type(&self, ty: Type) -> Self {
        Self { ty, ..self.clone() }
    }

    /// The bytes; one element if this is a splat.
    pub fn data(&self) -> &Arc<[u8]> {
        &self.data
    }

    /// Whether one stored element is the value of all elements.
    pub fn is_splat(&self) -> bool {
        self.splat
    }

    /// Number of elements of the type's shape.
    pub fn len(&self, ctx: &Context) -> usize {
        self.ty.shape(ctx).and_then(element_count).unwrap_or(0)
    }

    /// Whether the shape has no elements.
    pub fn is_empty(&self, ctx: &Context) -> bool {
        self.len(ctx) == 0
    }

    pub(crate) fn is_large(&self) -> bool {
        self.data.len() > LARGE
    }

    /// The number of bytes of an element of type `element`. None for types that dense elements
    /// cannot have.
    pub fn element_size(ctx: &Context, element: Type) -> Option<usize> {
        match element.kind(ctx) {
            TypeKind::Integer { width, .. } => Some(width.div_ceil(8) as usize),
            TypeKind::Index => Some(8),
            TypeKind::Float(kind) => Some(kind.width().div_ceil(8) as usize),
            TypeKind::Complex(part) => match part.kind(ctx) {
                TypeKind::Complex(_) => None,
                _ => Some(2 * Self::element_size(ctx, *part)?),
            },
            _ => None,
        }
    }

    /// The bytes of element `index`, row-major.
    pub fn element(&self, ctx: &Context, index: usize) -> Option<&[u8]> {
        let size = Self::element_size(ctx, self.ty.element_type(ctx)?)?;
        let index = if self.splat { 0 } else { index };
        self.data.get(index * size..(index + 1) * size)
    }

    /// The values of `f64` elements, one for a splat.
    pub fn f64_values(&self, ctx: &Context) -> Option<Vec<f64>> {
        if self.ty.element_type(ctx)? != Type::F64 {
            return None;
        }
        Some(
            self.data
                .chunks_exact(8)
                .map(|b| f64::from_le_bytes(b.try_into().unwrap_or_default()))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_become_a_splat() {
        let ctx = Context::new();
        let ty = ctx.tensor_type(&[2, 2], Type::F64);
        let elements = DenseElements::from_f64(ty, &[1.0, 1.0, 1.0, 1.0]);
        assert!(elements.is_splat());
        assert_eq!(elements.len(&ctx), 4);
        assert_eq!(elements.element(&ctx, 3), Some(&1.0f64.to_le_bytes()[..]));
        assert!(!DenseElements::from_f64(ty, &[0.0, -0.0, 0.0, 0.0]).is_splat());
    }
}
