//! What every attribute satisfies: checked where an attribute is made, whoever makes it.

use crate::attributes::{AttributeKind, DenseElements};
use crate::context::Context;
use crate::text::print_type;
use crate::types::{Type, TypeKind, element_count};

/// The width of the numbers that a type has, if it is one of integers; `index` counts as 64 bits wide.
pub(super) fn integer_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

impl AttributeKind {
    /// Whether there is such an attribute; else why not.
    pub(super) fn check(&self, ctx: &Context) -> Result<(), String> {
        match self {
            Self::Integer { ty, value } if integer_width(ctx, *ty) != Some(value.width()) => Err(
                format!("an integer of {} bits and type '{}'", value.width(), print_type(ctx, *ty)),
            ),
            Self::Float { ty, bits } => match ty.kind(ctx) {
                TypeKind::Float(kind) if kind.width() >= 128 || bits >> kind.width() == 0 => Ok(()),
                TypeKind::Float(kind) => {
                    let ty = print_type(ctx, *ty);
                    Err(format!(
                        "a number of type '{ty}' with more than {} bits: {bits:#x}",
                        kind.width()
                    ))
                }
                _ => Err(format!("a floating point number of type '{}'", print_type(ctx, *ty))),
            },
            Self::Dense(elements) => elements.check(ctx),
            Self::DenseArray { element, data } => {
                match DenseElements::element_size(ctx, *element) {
                    Some(size) if size == 0 || data.len().is_multiple_of(size) => Ok(()),
                    _ => Err(format!(
                        "an array of {} bytes of elements '{}'",
                        data.len(),
                        print_type(ctx, *element)
                    )),
                }
            }
            _ => Ok(()),
        }
    }
}

impl DenseElements {
    /// Whether the type has such elements; else why not.
    pub(super) fn check(&self, ctx: &Context) -> Result<(), String> {
        let ty = || print_type(ctx, self.ty());
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
