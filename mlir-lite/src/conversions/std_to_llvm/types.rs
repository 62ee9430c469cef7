//! What types become.

use crate::affine::{AffineExpr, AffineExprKind};
use crate::context::Context;
use crate::conversion::{TypeConversion, TypeConverter};
use crate::dialects::llvm::{array_type, is_value_type, pointer_type, struct_type};
use crate::types::{DYNAMIC, Type, TypeKind};
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
        TypeKind::Vector { shape, element } => {
            let element = convert(ctx, *element)?;
            let (&last, outer) = shape.split_last()?;
            let mut ty = ctx.vector_type(&[last], element);
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

/// A size, stride or offset that may be known.
pub(super) type Known = Option<i64>;

/// Strides and offset of a ranked memref, in elements; those that are not known
/// are none. None at all if the layout has no strides.
pub fn strides_and_offset(ctx: &Context, memref: Type) -> Option<(Vec<Option<i64>>, Option<i64>)> {
    let TypeKind::MemRef { shape, layout, .. } = memref.kind(ctx) else { return None };
    let Some(layout) = layout else {
        let mut stride = Some(1i64);
        let mut strides = vec![None; shape.len()];
        for (size, slot) in shape.iter().zip(&mut strides).rev() {
            *slot = stride;
            stride =
                if *size == DYNAMIC { None } else { stride.and_then(|stride| stride.checked_mul(*size)) };
        }
        return Some((strides, Some(0)));
    };
    let map = layout.as_affine_map(ctx)?.data(ctx);
    let [result] = map.results[..] else { return None };
    let mut strided = Linear { strides: vec![Some(0); shape.len()], offset: Some(0) };
    strided.add(ctx, result, Some(1))?;
    Some((strided.strides, strided.offset))
}

struct Linear {
    strides: Vec<Known>,
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
