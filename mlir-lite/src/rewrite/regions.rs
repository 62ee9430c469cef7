//! Clearing up regions: blocks that control never reaches.

use crate::ir::{BlockId, Body, OpId, RegionId};

/// Erases the blocks that cannot be reached from the entry of their region,
/// and says whether there were any.
pub fn erase_unreachable_blocks(body: &mut Body) -> bool {
    let mut erased = false;
    let mut reached = Vec::new();
    let mut owners: Vec<OpId> = vec![body.root()];
    while let Some(owner) = owners.pop() {
        for region in body.regions(owner).to_vec() {
            let dead = unreachable_blocks(body, region, &mut reached);
            erased |= !dead.is_empty();
            body.erase_blocks(&dead);
            for block in body.blocks(region) {
                owners.extend(body.ops(block).filter(|&op| !body.regions(op).is_empty()));
            }
        }
    }
    erased
}

fn unreachable_blocks(body: &Body, region: RegionId, reached: &mut Vec<bool>) -> Vec<BlockId> {
    let Some(entry) = body.entry_block(region) else { return Vec::new() };
    if body.has_one_block(region) {
        return Vec::new();
    }
    reached.resize(body.block_capacity(), false);
    reached[entry.index()] = true;
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        let Some(last) = body.last_op(block) else { continue };
        for successor in body.successors(last) {
            if !std::mem::replace(&mut reached[successor.index()], true) {
                pending.push(successor);
            }
        }
    }
    body.blocks(region).filter(|block| !reached[block.index()]).collect()
}
