//! New memory and copies.

use mlir_lite::dialects::standard::{AllocOp, ConstantOp, CopyOp, DimOp};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use mlir_lite::types::DYNAMIC;

/// The sizes of memory that its type leaves open.
pub(super) fn open_sizes(b: &mut BodyBuilder<'_>, memory: ValueId) -> Vec<ValueId> {
    let ctx = b.context().clone();
    let shape = b.body().ty(memory).shape(&ctx).unwrap_or_default().to_vec();
    let open = (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC);
    open.map(|dim| {
        let dim = ConstantOp::index(b, dim as i64);
        DimOp::create(b, memory, dim)
    })
    .collect()
}

/// At how many bytes memory is aligned.
pub(super) const ALIGNMENT: i64 = 64;

/// Memory of a type, whose open sizes are given.
pub(super) fn allocate(b: &mut BodyBuilder<'_>, ty: Type, sizes: &[ValueId]) -> ValueId {
    let alignment = b.context().i64_attr(ALIGNMENT);
    AllocOp::create(b, sizes, &[], Some(alignment), ty)
}

/// New memory in row-major order with the elements of another.
pub(super) fn copy(b: &mut BodyBuilder<'_>, memory: ValueId) -> ValueId {
    let ctx = b.context().clone();
    let old = b.body().ty(memory);
    let element = old.element_or_self(&ctx);
    let ty = ctx.memref_type(old.shape(&ctx).unwrap_or_default(), element);
    let sizes = open_sizes(b, memory);
    let new = allocate(b, ty, &sizes);
    CopyOp::create(b, memory, new);
    new
}
