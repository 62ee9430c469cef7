//! Edits of blocks and branches.

use std::collections::HashSet;

use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::{BlockId, Body, Location, OpId, OperationState, RegionId, ValueId};

use super::replacement::{constant, visible};

/// An op with several successors becomes a branch to one of them.
pub(crate) fn take_successor(body: &mut Body, op: OpId, index: usize) {
    let is_llvm = body.info(body.root()).name().starts_with("llvm.");
    let name = if is_llvm { "llvm.br" } else { "std.br" };
    let Some(name) = body.context().registered_op(name) else { return };
    let target = body.successor(op, index);
    let operands = body.successor_operands(op, index);
    if operands.len() != body.arguments(target).len() {
        return;
    }
    let state = OperationState::new(name, Location::UNKNOWN).successor(target, &operands);
    replace_terminator(body, op, state);
}

/// A terminator becomes a copy of one that returns from the region, with other operands.
pub(crate) fn make_return(body: &mut Body, op: OpId) {
    let Some(block) = body.block(op) else { return };
    let Some(region) = body.block_region(block) else { return };
    let ends: Vec<OpId> = body.blocks(region).filter_map(|block| body.last_op(block)).collect();
    let is_return = |&last: &OpId| {
        body.num_successors(last) == 0 && body.has_trait(last, TraitFlags::TERMINATOR)
    };
    let Some(last) = ends.into_iter().find(is_return) else { return };
    let mut state = OperationState::new(body.name(last), Location::UNKNOWN);
    state.attributes.extend(body.attributes(last));
    for value in body.operand_list(last) {
        let other = match visible(body, op, value) {
            Some(other) => other,
            None => match constant(body, op, body.ty(value)) {
                Some(other) => other,
                None => return,
            },
        };
        state.operands.push(other);
    }
    replace_terminator(body, op, state);
}

fn replace_terminator(body: &mut Body, op: OpId, state: OperationState) {
    let Some(block) = body.block(op) else { return };
    let new = body.create_op(state);
    body.insert_op_before(op, new);
    body.erase_op(op);
    if let Some(region) = body.block_region(block) {
        erase_unreachable(body, region);
    }
}

/// Erases blocks that cannot be reached from the first one of the region.
fn erase_unreachable(body: &mut Body, region: RegionId) {
    let Some(entry) = body.entry_block(region) else { return };
    let mut reached: HashSet<BlockId> = HashSet::from([entry]);
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        let Some(last) = body.last_op(block) else { continue };
        work.extend(body.successors(last).filter(|&next| reached.insert(next)));
    }
    let blocks: Vec<BlockId> =
        body.blocks(region).filter(|block| !reached.contains(block)).collect();
    body.erase_blocks(&blocks);
}

/// Merges a block into its only predecessor, which has no other successor.
pub(crate) fn merge(body: &mut Body, block: BlockId) {
    let before: Vec<(OpId, usize)> = body.predecessors(block).take(2).collect();
    let [(branch, 0)] = before[..] else { return };
    let is_branch = ["std.br", "llvm.br"].iter().any(|name| {
        body.context().registered_op(name).is_some_and(|name| body.name(branch) == name)
    });
    let Some(target) = body.block(branch).filter(|&target| target != block) else { return };
    if !is_branch {
        return;
    }
    let given: Vec<ValueId> = body.successor_operands(branch, 0).to_vec();
    for (argument, value) in body.arguments(block).to_vec().into_iter().zip(given) {
        body.replace_all_uses(argument, value);
    }
    body.erase_op(branch);
    if let Some(first) = body.first_op(block) {
        body.move_ops_from(first, target);
    }
    body.erase_block(block);
}
