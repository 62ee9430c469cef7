//! Control-flow sinking: moves ops into the only region that uses their results, if the region may
//! be skipped.

use crate::inline::inliner_of;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{OpId, RegionId};
use mlir_lite::ir::interfaces::{RegionBranchOpInterface, RegionSuccessor};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Sink operations into conditional blocks.
///
/// An op without effects whose results are used only in a region that runs at most once, as those
/// of `scf.if`, moves to the start of that region.
#[pass(name = "control-flow-sink", pure, each_body)]
pub struct ControlFlowSinkPass {
    /// Number of moved ops
    #[statistic("num-sunk")]
    SUNK: Statistic,
}

impl RunPass for ControlFlowSinkPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut sunk = 0_u64;
        for op in body.own_ops_post_order() {
            for region in regions_run_at_most_once(body, op) {
                sunk += sink_into(body, region) as u64;
            }
        }
        cx.count(Self::SUNK, sunk);
        Ok(())
    }
}

/// The regions of an op that are run once or not at all: none of its regions leads to them.
fn regions_run_at_most_once(body: &Body, op: OpId) -> Vec<RegionId> {
    let view = body.op(op);
    let Some(interface) = body.info(op).interface::<dyn RegionBranchOpInterface>() else {
        return Vec::new();
    };
    let operands = vec![None; body.num_operands(op)];
    let successors = |from| interface.ask(view, |op| op.successors(from, &operands));
    let regions = body.regions(op);
    let repeated: Vec<RegionSuccessor> =
        regions.iter().flat_map(|&region| successors(Some(region))).collect();
    let is_once = |region: &RegionId| {
        let to = RegionSuccessor::Region(*region);
        !repeated.contains(&to) && body.entry_block(*region).is_some()
    };
    let first = successors(None);
    if first.len() < 2 {
        return Vec::new();
    }
    let is_first = |region: &RegionId| first.contains(&RegionSuccessor::Region(*region));
    regions.iter().copied().filter(is_first).filter(is_once).collect()
}

/// Moves ops into a region; returns how many.
fn sink_into(body: &mut Body, region: RegionId) -> usize {
    let Some(entry) = body.entry_block(region) else { return 0 };
    let direct: Vec<OpId> = body.blocks(region).flat_map(|block| body.ops(block)).collect();
    let all = direct.into_iter().flat_map(|op| std::iter::once(op).chain(body.pre_order(op)));
    let mut pending: Vec<(OpId, bool)> = all.map(|op| (op, false)).collect();
    pending.reverse();
    // How often ops outside of the region use the results of an op.
    let mut outside: FxHashMap<OpId, usize> = FxHashMap::default();
    let mut sunk = 0;
    while let Some((user, was_outside)) = pending.pop() {
        let operands = body.operand_list(user);
        let mut used: Vec<OpId> = operands.iter().filter_map(|&it| body.defining_op(it)).collect();
        used.sort_unstable();
        for group in used.chunk_by(|a, b| a == b) {
            let op = group[0];
            if !may_sink(body, op, region) {
                continue;
            }
            let left = match outside.entry(op) {
                Entry::Occupied(known) => {
                    let left = known.into_mut();
                    *left -= if was_outside { group.len() } else { 0 };
                    *left
                }
                Entry::Vacant(unknown) => *unknown.insert(outside_uses(body, op, region)),
            };
            if left == 0 {
                body.detach_op(op);
                body.prepend_op(entry, op);
                pending.push((op, true));
                sunk += 1;
            }
        }
    }
    sunk
}

/// Whether an op is outside of the region and may be run later or not at all.
fn may_sink(body: &Body, op: OpId, region: RegionId) -> bool {
    let flags = body.info(op).flags();
    let is_free =
        flags.contains(TraitFlags::PURE) || flags.contains(TraitFlags::CONDITIONALLY_SPECULATABLE);
    is_free
        && body.regions(op).is_empty()
        && body.child(op).is_none()
        && body.ancestor_in_region(op, region).is_none()
        && !is_needed_at_top_level(body, op)
}

/// Whether an op is at the top level of an `AffineScope` op, and has a user that takes values of
/// that level only, as dimensions of affine maps are. Constants are taken from anywhere.
fn is_needed_at_top_level(body: &Body, op: OpId) -> bool {
    let owner = body.block(op).and_then(|block| body.block_owner(block));
    let is_at_top = owner.is_some_and(|owner| body.has_trait(owner, TraitFlags::AFFINE_SCOPE));
    if !is_at_top || body.has_trait(op, TraitFlags::CONSTANT_LIKE) {
        return false;
    }
    let mut users = body.results(op).flat_map(|result| body.users(result));
    users.any(|user| {
        let user = body.op(user);
        inliner_of(user).is_some_and(|inliner| !inliner.is_legal_to_inline_into_region(user))
    })
}

/// How often ops outside of a region use the results of an op.
fn outside_uses(body: &Body, op: OpId, region: RegionId) -> usize {
    let users = body.results(op).flat_map(|result| body.users(result));
    users.filter(|&user| body.ancestor_in_region(user, region).is_none()).count()
}
