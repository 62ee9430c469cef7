//! The invariants of types, checked whenever one is created.

use crate::data::Context;
use crate::data::attributes::AttributeKind;
use crate::data::types::{DYNAMIC, Type, TypeKind};

/// The greatest width of an integer type, as in MLIR.
#[doc(hidden)]
pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

impl Type {
    /// Whether vectors may have elements of the type.
    pub fn may_be_in_vectors(self, ctx: &Context) -> bool {
        match self.kind(ctx) {
            TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index => true,
            TypeKind::Dialect(data) => data.in_vectors(),
            _ => false,
        }
    }
}

impl TypeKind {
    /// Checks that the type is valid; the error says why not.
    pub(super) fn check(&self, ctx: &Context) -> Result<(), String> {
        match self {
            Self::Integer { width, .. } if *width > MAX_INTEGER_WIDTH => Err(format!(
                "an integer type of {width} bits: at most {MAX_INTEGER_WIDTH} are allowed"
            )),
            Self::Complex(part) if !part.is_integer(ctx) && !part.is_float(ctx) => Err(format!(
                "a complex type of '{}': expected an integer or float type",
                ctx.type_text(*part)
            )),
            Self::Vector { shape, element, scalable } => {
                if let Some(size) = shape.iter().find(|&&size| size < 1) {
                    return Err(format!("a vector type with the size {size}: sizes are positive"));
                }
                if !scalable.is_empty() && scalable.len() != shape.len() {
                    let (found, rank) = (scalable.len(), shape.len());
                    return Err(format!(
                        "a vector type of {rank} sizes, {found} of which are said to scale or not"
                    ));
                }
                check_element(ctx, "vector", *element, element.may_be_in_vectors(ctx))
            }
            Self::RankedTensor { shape, element, .. } => {
                check_sizes("tensor", shape)?;
                check_element(ctx, "tensor", *element, element.may_be_in_tensors(ctx))
            }
            Self::UnrankedTensor(element) => {
                check_element(ctx, "tensor", *element, element.may_be_in_tensors(ctx))
            }
            Self::MemRef { shape, element, layout, memory_space } => {
                check_sizes("memref", shape)?;
                check_element(ctx, "memref", *element, element.may_be_in_memrefs(ctx))?;
                let rank = match layout.map(|layout| layout.kind(ctx)) {
                    Some(AttributeKind::AffineMap(map)) => Some(map.data(ctx).dims as usize),
                    Some(AttributeKind::Strided { strides, .. }) => Some(strides.len()),
                    _ => None,
                };
                if let Some(rank) = rank.filter(|&rank| rank != shape.len()) {
                    return Err(format!(
                        "a memref type of {} sizes with a layout for {rank}",
                        shape.len()
                    ));
                }
                check_memory_space(ctx, *memory_space)
            }
            Self::UnrankedMemRef { element, memory_space } => {
                check_element(ctx, "memref", *element, element.may_be_in_memrefs(ctx))?;
                check_memory_space(ctx, *memory_space)
            }
            _ => Ok(()),
        }
    }
}

fn check_sizes(what: &str, shape: &[i64]) -> Result<(), String> {
    match shape.iter().find(|&&size| size < 0 && size != DYNAMIC) {
        Some(size) => {
            Err(format!("a {what} type with the size {size}: sizes are at least 0, or DYNAMIC"))
        }
        None => Ok(()),
    }
}

fn check_element(ctx: &Context, what: &str, element: Type, may_be: bool) -> Result<(), String> {
    // Only its dialect knows whether an opaque type is allowed.
    if may_be || matches!(element.kind(ctx), TypeKind::Opaque { .. }) {
        return Ok(());
    }
    Err(format!(
        "a {what} type of '{}': there are no {what}s of such elements",
        ctx.type_text(element)
    ))
}

fn check_memory_space(
    ctx: &Context,
    space: Option<crate::data::attributes::Attribute>,
) -> Result<(), String> {
    match space.filter(|space| !space.may_be_memory_space(ctx)) {
        Some(space) => Err(format!(
            "a memref type with the memory space {}: expected an integer, a string, a dictionary \
                or an attribute of \
             a dialect",
            ctx.attribute_text(space)
        )),
        None => Ok(()),
    }
}
