//! The order in which ops are converted: an op before the ops nested in it, and definitions before
//! uses.

use mlir_lite::ir::{BlockId, Body, OpId, RegionId};
use smallvec::SmallVec;

/// Makes `order` the root and all ops in it. Each block comes after the blocks that dominate it;
/// unreachable blocks come last.
pub(crate) fn ops_in_dominance_order(body: &Body, order: &mut Vec<OpId>) {
    order.clear();
    order.reserve(body.op_capacity());
    let mut stack: SmallVec<[OpId; 16]> = SmallVec::new();
    stack.push(body.root());
    let mut seen = Vec::new();
    while let Some(op) = stack.pop() {
        order.push(op);
        for &region in body.regions(op).iter().rev() {
            if body.has_one_block(region) {
                stack.extend(body.blocks(region).flat_map(|block| body.ops(block).rev()));
                continue;
            }
            for block in reverse_post_order(body, region, &mut seen).into_iter().rev() {
                stack.extend(body.ops(block).rev());
            }
        }
    }
}

fn reverse_post_order(body: &Body, region: RegionId, seen: &mut Vec<bool>) -> Vec<BlockId> {
    let Some(entry) = body.entry_block(region) else { return Vec::new() };
    seen.resize(body.block_capacity(), false);
    seen[entry.index()] = true;
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(body, entry))];
    while let Some((block, pending)) = stack.last_mut() {
        match pending.pop() {
            Some(next) => {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    let next_successors = successors(body, next);
                    stack.push((next, next_successors));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order.extend(body.blocks(region).filter(|block| !seen[block.index()]));
    order
}

fn successors(body: &Body, block: BlockId) -> SmallVec<[BlockId; 2]> {
    body.last_op(block).map_or_else(SmallVec::new, |last| body.successors(last).collect())
}
