//! Frees, at the end of each iteration, what the body of a loop allocates on the stack.
//!
//! Blocks do not say where an iteration ends. So the stack pointer is saved and restored while the
//! ops that are scopes still have regions.

use crate::ScfDialect;
use mlir_lite::context::Dialect;
use mlir_lite::dialects::{llvm, standard};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, OpBuilder};
use mlir_lite::ir::{Body, OpDefinition, OpId, RegionId, TraitFlags};
use std::collections::HashSet;

/// Saves the stack pointer at the beginning of each region of scf that allocates on the stack, and
/// restores it at each end, if the op has the trait `AutomaticAllocationScope`.
pub(super) fn free_stack_memory(body: &mut Body) {
    let mut seen = HashSet::new();
    let allocations = body.pre_order(body.root()).filter(|&op| allocates_on_stack(body, op));
    let scopes = allocations.filter_map(|op| scope_of(body, op));
    let scopes: Vec<RegionId> = scopes.filter(|&scope| seen.insert(scope)).collect();
    scopes.into_iter().for_each(|scope| restore_at_ends(body, scope));
}

fn allocates_on_stack(body: &Body, op: OpId) -> bool {
    standard::AllocaOp::cast(body, op).is_some() || llvm::AllocaOp::cast(body, op).is_some()
}

/// The region at the end of which the memory that `op` allocates is freed, if the region is one of
/// scf. The allocations in the regions of a terminator, such as `scf.reduce`, are freed there: the
/// region that it ends restores the stack pointer before it.
fn scope_of(body: &Body, op: OpId) -> Option<RegionId> {
    let mut inner = op;
    loop {
        let region = body.block_region(body.block(inner)?)?;
        inner = body.parent_op(inner)?;
        let is_scope = body.has_trait(inner, TraitFlags::AUTOMATIC_ALLOCATION_SCOPE);
        if is_scope || body.has_trait(inner, TraitFlags::TERMINATOR) {
            return (body.info(inner).namespace() == ScfDialect::NAMESPACE).then_some(region);
        }
    }
}

fn restore_at_ends(body: &mut Body, scope: RegionId) {
    let (Some(entry), Some(owner)) = (body.entry_block(scope), body.region_owner(scope)) else {
        return;
    };
    let ends: Vec<OpId> = body
        .blocks(scope)
        .filter_map(|block| body.last_op(block))
        .filter(|&last| body.op(last).successors().len() == 0)
        .collect();
    let pointer = llvm::pointer_type(body.context());
    let location = body.location(owner);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Start(entry));
    let saved = llvm::StackSaveOp::build(&mut builder, location, pointer);
    let saved = saved.res(builder.body());
    for end in ends {
        builder.set_insertion_point(InsertionPoint::Before(end));
        llvm::StackRestoreOp::build(&mut builder, location, saved);
    }
}
