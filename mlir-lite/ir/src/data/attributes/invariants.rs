//! The invariants of attributes, checked whenever one is created.

use crate::data::Context;
use crate::data::attributes::{AttributeKind, DenseElements};
use crate::data::types::{Type, TypeKind, element_count};

/// The width of numbers of an integer type; `index` counts as 64 bits. None for other types.
pub(super) fn integer_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

impl AttributeKind {
    /// Checks that the attribute is valid; the error says why not.
    pub(super) fn check(&self, ctx: &Context) -> Result<(), String> {
        match self {
            Self::Integer { ty, value } if integer_width(ctx, *ty) != Some(value.width()) => Err(
                format!("an integer of {} bits and type '{}'", value.width(), ctx.type_text(*ty)),
            ),
            Self::Float { ty, bits } => match ty.kind(ctx) {
                TypeKind::Float(kind) if kind.width() >= 128 || bits.get() >> kind.width() == 0 => {
                    Ok(())
                }
                TypeKind::Float(kind) => {
                    let ty = ctx.type_text(*ty);
                    Err(format!(
                        "a number of type '{ty}' with more than {} bits: {:#x}",
                        kind.width(),
                        bits.get()
                    ))
                }
                _ => Err(format!("a floating point number of type '{}'", ctx.type_text(*ty))),
            },
            Self::Dense(elements) => elements.check(ctx),
            Self::DenseArray { element, data } => {
                match DenseElements::element_size(ctx, *element) {
                    Some(size) if size == 0 || data.len().is_multiple_of(size) => Ok(()),
                    _ => Err(format!(
                        "an array of {} bytes of elements '{}'",
                        data.len(),
                        ctx.type_text(*element)
                    )),
                }
            }
            _ => Ok(()),
        }
    }
}

impl DenseElements {
    /// Checks that the type can have these elements; the error says why not.
    pub(super) fn check(&self, ctx: &Context) -> Result<(), String> {
        let ty = || ctx.type_text(self.ty());
        let Some(count) = self.ty().static_shape(ctx).and_then(element_count) else {
            return Err(format!("dense elements of type '{}', which has no static shape", ty()));
        };
        let element = self.ty().element_type(ctx).unwrap_or(Type::NONE);
        let Some(size) = DenseElements::element_size(ctx, element) else {
            return Err(format!("dense elements of type '{}'", ty()));
        };
        let found = self.data().len();
        let wanted = if self.is_splat() { Some(size) } else { count.checked_mul(size) };
        if wanted == Some(found) || (count == 0 && found == 0) {
            return Ok(());
        }
        let splat = if self.is_splat() { "one value for all" } else { "values" };
        Err(format!(
            "dense elements of type '{}' with {splat} in {found} bytes: it has {count} of {size}",
            ty()
        ))
    }
}
