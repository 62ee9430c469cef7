//! New memory, copies, and loops over all elements.

use crate::{ForOp, YieldOp};
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

/// Opens loops over all elements of memory; the builder is in the innermost one afterwards.
pub(super) fn loops(b: &mut BodyBuilder<'_>, memory: ValueId) -> Vec<ValueId> {
    let rank = b.body().ty(memory).shape(b.body().context()).map_or(0, <[i64]>::len);
    let mut at = Vec::new();
    for dimension in 0..rank {
        let (zero, one) = (ConstantOp::index(b, 0), ConstantOp::index(b, 1));
        let dimension = ConstantOp::index(b, dimension as i64);
        let size = DimOp::create(b, memory, dimension);
        let (_, inner) = ForOp::with_body(b, [zero, size, one], &[]);
        at.push(b.body().arguments(inner)[0]);
        b.set_insertion_point(InsertionPoint::End(inner));
        let end = YieldOp::create(b, &[]);
        b.set_insertion_point(InsertionPoint::Before(end.id()));
    }
    at
}
