//! Blocks, terminators, successors.

use super::definition;
use crate::ir::interfaces::{RegionKind, region_kind};
use crate::ir::op_def::TraitFlags;
use crate::ir::op_name::OpInfo;
use crate::ir::view::{BlockRef, OpRef, RegionRef};
use mlir_lite_diagnostics::Diagnostics;

/// Checks the op's regions and its parent. Blocks without terminator are reported to `ends`.
pub(super) fn verify(
    op: OpRef<'_>,
    info: &OpInfo,
    diagnostics: &mut Diagnostics,
    ends: &mut Diagnostics,
) {
    let body = op.body();
    let ends_block = info.flags().contains(TraitFlags::TERMINATOR) || op.successors().len() > 0;
    if ends_block && body.block(op.id()).is_some() && body.next_op(op.id()).is_some() {
        diagnostics.error(op.op_error("must be the last operation in the parent block"));
        return;
    }
    let own_region = body.block(op.id()).and_then(|block| body.block_region(block));
    for successor in op.successors() {
        let region = body.block_region(successor);
        if region.is_none() || region != own_region {
            diagnostics.error(op.op_error("branches to a block outside of its region"));
            return;
        }
        if region.and_then(|region| body.entry_block(region)) == Some(successor) {
            diagnostics.error(op.op_error(
                "branches to the entry block of its region, which may not have predecessors",
            ));
            return;
        }
    }
    for (index, region) in op.regions().enumerate() {
        verify_region(op, info, (index, region), diagnostics, ends);
    }
}

fn verify_region(
    op: OpRef<'_>,
    info: &OpInfo,
    (index, region): (usize, RegionRef<'_>),
    diagnostics: &mut Diagnostics,
    ends: &mut Diagnostics,
) {
    if region.blocks().nth(1).is_some() {
        let is_single = info.flags().contains(TraitFlags::SINGLE_BLOCK);
        let is_graph = || info.def().is_some() && region_kind(op, index) == RegionKind::Graph;
        if is_single || is_graph() {
            let graph = if is_single { "" } else { "graph " };
            let message = format!("expects {graph}region #{index} to have 0 or 1 blocks");
            diagnostics.error(op.op_error(message));
        }
    }
    // An unregistered op may not need terminators, but if a region has several blocks, they must
    // branch.
    let may_need_none = info.def().is_none() || info.flags().contains(TraitFlags::NO_TERMINATOR);
    if may_need_none && region.blocks().nth(1).is_none() {
        return;
    }
    for block in region.blocks() {
        verify_end(op, block, ends);
    }
}

fn verify_end(op: OpRef<'_>, block: BlockRef<'_>, diagnostics: &mut Diagnostics) {
    match block.ops().next_back() {
        None => {
            diagnostics.error(op.op_error("has an empty block: expected at least a terminator"));
        }
        Some(last) => {
            let info = last.info();
            let may_end = info.def().is_none() || info.flags().contains(TraitFlags::TERMINATOR);
            if !may_end {
                diagnostics.error(last.op_error("ends a block and is not a terminator"));
            }
        }
    }
}

/// Checks the position of an isolated op in the enclosing body.
pub(super) fn verify_link(op: OpRef<'_>, info: &OpInfo, diagnostics: &mut Diagnostics) {
    let before = diagnostics.error_count();
    if let Some(def) = info.def() {
        definition::verify_values(op, info, def, diagnostics);
    }
    if info.flags().contains(TraitFlags::TERMINATOR) && op.body().next_op(op.id()).is_some() {
        diagnostics.error(op.op_error("must be the last operation in the parent block"));
    }
    verify_place(op, info, before, diagnostics);
}

/// Calls the traits' checks of the op's parent, if there are `before` errors.
pub(super) fn verify_place(
    op: OpRef<'_>,
    info: &OpInfo,
    before: usize,
    diagnostics: &mut Diagnostics,
) {
    for verify in info.place_verifiers() {
        if diagnostics.error_count() == before {
            verify(op, diagnostics);
            diagnostics.keep_errors(before + 1);
        }
    }
}
