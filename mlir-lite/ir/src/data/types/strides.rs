//! Strides of memrefs: how far apart elements lie.

use super::{DYNAMIC, Type, TypeKind};
use crate::data::Context;
use crate::data::affine::{AffineExpr, AffineExprKind};
use crate::data::attributes::AttributeKind;
use smallvec::{SmallVec, smallvec};

/// A size, stride or offset; None if it is not static.
type Known = Option<i64>;

/// The strides of a memref, and the offset of its first element.
pub type StridesAndOffset = (SmallVec<[Option<i64>; 4]>, Option<i64>);

impl Type {
    /// Whether the elements of a memref are stored row-major from its start, as far as its layout
    /// shows: it has none, or an identity, such as `strided<[1]>` for one dimension.
    #[doc(hidden)]
    pub fn has_identity_layout(self, ctx: &Context) -> bool {
        match self.kind(ctx) {
            TypeKind::MemRef { layout: Some(layout), .. } => {
                layout.layout_map(ctx).is_some_and(|map| map.is_identity_of_dims(ctx))
            }
            _ => true,
        }
    }
}

/// The strides and offset of a ranked memref, in elements; those that are not static are `None`.
/// Returns `None` if the layout is not strided.
pub fn strides_and_offset(ctx: &Context, memref: Type) -> Option<StridesAndOffset> {
    let TypeKind::MemRef { shape, layout, .. } = memref.kind(ctx) else { return None };
    let Some(layout) = layout else {
        let mut stride = Some(1i64);
        let mut strides: SmallVec<[Known; 4]> = smallvec![None; shape.len()];
        for (size, slot) in shape.iter().zip(&mut strides).rev() {
            *slot = stride;
            stride = if *size == DYNAMIC {
                None
            } else {
                stride.and_then(|stride| stride.checked_mul(*size))
            };
        }
        return Some((strides, Some(0)));
    };
    if let AttributeKind::Strided { strides, offset } = layout.kind(ctx) {
        let known = |number: i64| (number != DYNAMIC).then_some(number);
        return Some((strides.iter().map(|&stride| known(stride)).collect(), known(*offset)));
    }
    let map = layout.as_affine_map(ctx)?.data(ctx);
    let [result] = map.results[..] else { return None };
    let mut strided = Linear { strides: smallvec![Some(0); shape.len()], offset: Some(0) };
    strided.add(ctx, result, Some(1))?;
    Some((strided.strides, strided.offset))
}

struct Linear {
    strides: SmallVec<[Known; 4]>,
    offset: Known,
}

impl Linear {
    /// Adds `factor * expr`, if that is linear.
    fn add(&mut self, ctx: &Context, expr: AffineExpr, factor: Known) -> Option<()> {
        let slot = match expr.kind(ctx) {
            AffineExprKind::Add(a, b) => {
                self.add(ctx, a, factor)?;
                return self.add(ctx, b, factor);
            }
            AffineExprKind::Mul(a, b) => {
                return match (a.as_constant(ctx), b.as_constant(ctx)) {
                    (Some(constant), _) => self.add(ctx, b, scaled(factor, constant)),
                    (_, Some(constant)) => self.add(ctx, a, scaled(factor, constant)),
                    _ if b.is_symbolic_or_constant(ctx) => self.add(ctx, a, None),
                    _ if a.is_symbolic_or_constant(ctx) => self.add(ctx, b, None),
                    _ => None,
                };
            }
            AffineExprKind::Dim(index) => {
                let slot = self.strides.get_mut(index as usize)?;
                *slot = sum(*slot, factor);
                return Some(());
            }
            AffineExprKind::Constant(value) => sum(self.offset, scaled(factor, value)),
            AffineExprKind::Symbol(_) => None,
            _ if expr.is_symbolic_or_constant(ctx) => None,
            _ => return None,
        };
        self.offset = slot;
        Some(())
    }
}

fn scaled(factor: Known, constant: i64) -> Known {
    factor.and_then(|factor| factor.checked_mul(constant))
}

fn sum(a: Known, b: Known) -> Known {
    a.zip(b).and_then(|(a, b)| a.checked_add(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strided_layout_says_its_strides() {
        let ctx = Context::new();
        let layout = ctx.strided_attr(&[DYNAMIC, 1], 3);
        let ty = ctx.memref_type_with(&[4, 8], Type::F32, Some(layout), None);
        assert_eq!(strides_and_offset(&ctx, ty), Some((smallvec![None, Some(1)], Some(3))));
    }
}
