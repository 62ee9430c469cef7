//! Simplifies regions: erases unreachable blocks, and unused block arguments.

use crate::rewrite::effects::has_no_lasting_effect;
use mlir_lite::ir::{BlockId, Body, OpId, RegionId, TraitFlags, ValueDef, ValueId};

/// Erases the blocks that cannot be reached from the entry of their region; returns whether there
/// were any. In an op that is not registered, the reachable blocks are not known, so its regions
/// keep all of theirs.
pub fn erase_unreachable_blocks(body: &mut Body) -> bool {
    if !body.may_branch() {
        return false;
    }
    let mut erased = false;
    let mut reached = Vec::new();
    let mut owners: Vec<OpId> = vec![body.root()];
    while let Some(owner) = owners.pop() {
        let is_known = body.info(owner).is_registered();
        for region in body.regions(owner).to_vec() {
            if is_known {
                let dead = unreachable_blocks(body, region, &mut reached);
                erased |= !dead.is_empty();
                body.erase_blocks(&dead);
            }
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

/// Whether an op, or one around it, is in a block that cannot be reached from the entry of its
/// region.
pub(crate) fn is_unreachable(body: &Body, op: OpId) -> bool {
    let mut around = std::iter::successors(Some(op), |op| body.parent_op(*op));
    around.any(|op| {
        let block = body.block(op);
        let region = block.and_then(|block| body.block_region(block));
        let (Some(block), Some(region)) = (block, region) else { return false };
        unreachable_blocks(body, region, &mut Vec::new()).contains(&block)
    })
}

/// Erases block arguments that are only passed on, possibly in cycles, or used by dead ops,
/// together with those ops; returns whether there were any. Entry blocks keep their arguments, and
/// so do the blocks that an unregistered op branches to with unknown values, and the blocks in its
/// regions.
pub fn erase_dead_arguments(body: &mut Body) -> bool {
    if !body.may_branch() {
        return false;
    }
    let ops = body.own_ops();
    // Blocks whose arguments may be erased, and those whose arguments are all needed.
    let (mut blocks, mut kept): (Vec<BlockId>, Vec<BlockId>) = (Vec::new(), Vec::new());
    for &owner in ops.iter().chain([&body.root()]) {
        let is_known = body.regions(owner).is_empty() || body.info(owner).is_registered();
        for block in body.regions(owner).iter().flat_map(|&region| body.blocks(region).skip(1)) {
            let is_candidate = is_known && knows_its_arguments(body, block);
            if is_candidate { &mut blocks } else { &mut kept }.push(block);
        }
    }
    if blocks.iter().all(|&block| body.arguments(block).is_empty()) {
        return false;
    }
    let live = Liveness::of(body, &ops, &kept);
    let is_dead = |value: &ValueId| !live.values[value.index()];
    if blocks.iter().all(|&block| !body.arguments(block).iter().any(&is_dead)) {
        return false;
    }
    for &block in &blocks {
        for index in (0..body.arguments(block).len()).rev() {
            if !is_dead(&body.arguments(block)[index]) {
                continue;
            }
            for (end, successor) in body.predecessors(block).collect::<Vec<_>>() {
                let mut operands = body.successor_operands(end, successor);
                operands.remove(index);
                body.set_successor_operands(end, successor, &operands);
            }
        }
    }
    // The driver tracks constants; it erases them once they are unused.
    let dead = |&op: &OpId| !live.ops[op.index()] && !body.has_trait(op, TraitFlags::CONSTANT_LIKE);
    let dead: Vec<OpId> = ops.into_iter().filter(dead).collect();
    body.erase_ops(dead);
    for block in blocks {
        for index in (0..body.arguments(block).len()).rev() {
            if !live.values[body.arguments(block)[index].index()] {
                body.erase_argument(block, index);
            }
        }
    }
    true
}

/// Whether each predecessor forwards a value for each argument of the block: an op that is not
/// registered may create them itself.
fn knows_its_arguments(body: &Body, block: BlockId) -> bool {
    let count = body.arguments(block).len();
    body.predecessors(block)
        .all(|(end, successor)| body.successor_operand_range(end, successor).len() == count)
}

/// The values and ops that are live in a body, by index.
struct Liveness {
    values: Vec<bool>,
    ops: Vec<bool>,
}

impl Liveness {
    /// `kept` are blocks whose arguments are needed, whatever uses them.
    fn of(body: &Body, ops: &[OpId], kept: &[BlockId]) -> Self {
        let mut live = Self {
            values: vec![false; body.value_capacity()],
            ops: vec![false; body.op_capacity()],
        };
        let mut pending: Vec<ValueId> =
            kept.iter().flat_map(|&block| body.arguments(block)).copied().collect();
        for &op in ops {
            let ends_block = body.has_trait(op, TraitFlags::TERMINATOR);
            // The ops nested in an op with regions are live if that op is live.
            if !ends_block && has_no_lasting_effect(body, op) && body.regions(op).is_empty() {
                continue;
            }
            live.ops[op.index()] = true;
            let own = body.num_operands(op) - body.num_forwarded_operands(op);
            pending.extend(body.operands(op).take(own));
        }
        while let Some(value) = pending.pop() {
            if std::mem::replace(&mut live.values[value.index()], true) {
                continue;
            }
            match body.value_def(value) {
                ValueDef::Result { op, .. } => {
                    if !std::mem::replace(&mut live.ops[op.index()], true) {
                        pending.extend(body.operands(op));
                    }
                }
                ValueDef::Argument { block, index } => {
                    // A value that an op does not forward, it creates itself.
                    let forwarded = body.predecessors(block).filter_map(|(end, successor)| {
                        body.successor_operands(end, successor).get(index as usize).copied()
                    });
                    pending.extend(forwarded);
                }
            }
        }
        live
    }
}
