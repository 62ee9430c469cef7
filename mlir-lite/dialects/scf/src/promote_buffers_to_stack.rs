//! `promote-buffers-to-stack`: small memory that nothing else learns of is allocated on the stack.

use crate::local_memory::is_local;
use mlir_lite::dialects::standard::{AllocOp, AllocaOp, FuncOp, StdDialect};
use mlir_lite::ir::TraitFlags;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Allocate small memory on the stack.
///
/// Memory moves whose size is known, that is not freed, returned, or passed to blocks or regions,
/// and that is not allocated in a loop of branches.
#[pass(
    name = "promote-buffers-to-stack",
    pure,
    each_body,
    dialects(StdDialect),
    only("max-rank-of-allocated-memref" = "1": "memory of open sizes stays")
)]
#[derive(Copy, Clone, Debug)]
pub struct PromoteBuffersToStackPass {
    /// The largest size in bytes
    #[option("max-alloc-size-in-bytes", default = 1024)]
    max_bytes: u64,
}

impl RunPass for PromoteBuffersToStackPass {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        let allocations: Vec<AllocOp> =
            body.own_ops().into_iter().filter_map(|op| AllocOp::cast(body, op)).collect();
        for op in allocations {
            let memory = op.memref(body);
            let ty = body.ty(memory);
            let is_small = bytes(body.context(), ty).is_some_and(|bytes| bytes <= self.max_bytes);
            if !is_small || !runs_once_in_scope(body, op.id()) || !is_local(body, memory) {
                continue;
            }
            let alignment = op.alignment(body);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op.id()));
            let on_stack = AllocaOp::create(&mut builder, &[], &[], alignment, ty);
            body.replace_all_uses(memory, on_stack);
            body.erase_op(op.id());
        }
        Ok(())
    }
}

/// The size of memory in row-major order, if the type says it.
fn bytes(ctx: &Context, ty: Type) -> Option<u64> {
    if !ty.has_identity_layout(ctx) {
        return None;
    }
    let bits = u64::from(ty.element_type(ctx)?.bit_width(ctx)?);
    ty.shape(ctx)?
        .iter()
        .try_fold(bits.div_ceil(8), |bytes, &size| bytes.checked_mul(u64::try_from(size).ok()?))
}

/// Whether the stack is given back before the op runs again: in a region of one block, or at the
/// start of the function.
fn runs_once_in_scope(body: &Body, op: OpId) -> bool {
    let Some(block) = body.block(op) else { return false };
    let Some(region) = body.block_region(block) else { return false };
    let owner = body.region_owner(region);
    let is_start = owner == Some(body.root())
        && FuncOp::is(body, body.root())
        && body.entry_block(region) == Some(block);
    let is_scope = owner.is_some_and(|owner| {
        owner != body.root() && body.has_trait(owner, TraitFlags::AUTOMATIC_ALLOCATION_SCOPE)
    });
    is_start || (is_scope && body.has_one_block(region))
}
