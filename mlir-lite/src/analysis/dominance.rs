//! Dominance: which definitions reach which uses.
//!
//! Within a block, what stands before dominates. Between the blocks of a
//! region, a block dominates those that are only reached through it; the tree
//! (see `dominance/tree.rs`) is numbered, so that a query is two comparisons. A
//! value of a region is visible in the regions nested in it.
//!
//! In a block that is never reached everything dominates, as in MLIR: no
//! execution can tell.

mod tree;

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::op_def::TraitFlags;
use crate::pass::Analysis;
use std::ops::Range;

/// The dominance of one body, without the bodies in it.
pub struct Dominance {
    /// Per block: when a walk of its region's tree enters and leaves it; none
    /// for blocks that are never reached.
    intervals: Vec<Option<(u32, u32)>>,
    /// The blocks that are right below others in the tree: those of one beside each other, in program order.
    children: Vec<BlockId>,
    /// Per block: which of these are its own.
    ranges: Vec<Range<u32>>,
}

impl Dominance {
    /// Computes the dominance of all regions of `body`.
    pub fn new(body: &Body) -> Self {
        if body.may_branch() { Self::of_ops(body, &body.walk_pre_order()) } else { Self::of_ops(body, &[]) }
    }

    /// As [`Dominance::new`], of the body whose ops these are.
    pub(crate) fn of_ops(body: &Body, ops: &[OpId]) -> Self {
        if !body.may_branch() {
            // All blocks are the first of their regions.
            let intervals = vec![Some((0, 1)); body.block_capacity()];
            return Self { intervals, children: Vec::new(), ranges: Vec::new() };
        }
        let mut this = Self {
            intervals: vec![None; body.block_capacity()],
            children: Vec::new(),
            ranges: vec![0..0; body.block_capacity()],
        };
        let mut numbers = vec![tree::UNREACHED; body.block_capacity()];
        for op in std::iter::once(body.root()).chain(ops.iter().copied()) {
            for &region in body.regions(op) {
                this.add_region(body, region, &mut numbers);
            }
        }
        this
    }

    fn add_region(&mut self, body: &Body, region: RegionId, numbers: &mut [tree::Number]) {
        let Some(entry) = body.entry_block(region) else { return };
        if body.has_one_block(region) {
            self.intervals[entry.index()] = Some((0, 1));
            return;
        }
        let tree = tree::dominator_tree(body, entry, numbers);
        let below = |block: BlockId| {
            let number = numbers[block.index()];
            (number != tree::UNREACHED).then(|| tree.idom(number).index())
        };
        for parent in body.blocks(region).skip(1).filter_map(below) {
            self.ranges[parent].end += 1;
        }
        let mut start = self.children.len() as u32;
        for block in body.blocks(region) {
            let range = &mut self.ranges[block.index()];
            let count = range.end;
            *range = start..start;
            start += count;
        }
        self.children.resize(start as usize, entry);
        for block in body.blocks(region).skip(1) {
            if let Some(parent) = below(block) {
                let range = &mut self.ranges[parent];
                self.children[range.end as usize] = block;
                range.end += 1;
            }
        }
        // Number the tree by a walk with a stack of its own.
        let mut clock = 0;
        let mut stack = vec![(entry, 0)];
        self.intervals[entry.index()] = Some((clock, clock));
        while let Some(frame) = stack.last_mut() {
            let (block, next) = *frame;
            clock += 1;
            if let Some(&child) = self.children(block).get(next) {
                frame.1 += 1;
                self.intervals[child.index()] = Some((clock, clock));
                stack.push((child, 0));
            } else {
                if let Some(interval) = &mut self.intervals[block.index()] {
                    interval.1 = clock;
                }
                stack.pop();
            }
        }
    }

    /// Whether the block is reached from its region's entry.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.intervals.get(block.index()).is_some_and(Option::is_some)
    }

    /// The blocks that `block` dominates immediately.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        self.ranges
            .get(block.index())
            .map_or(&[], |range| &self.children[range.start as usize..range.end as usize])
    }

    /// Whether `a` dominates `b`; they are blocks of one region. A block
    /// dominates itself.
    pub fn block_dominates(&self, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        let interval = |block: BlockId| self.intervals.get(block.index()).copied().flatten();
        match (interval(a), interval(b)) {
            (Some(a), Some(b)) => a.0 <= b.0 && b.1 <= a.1,
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }

    /// Whether `value` may be used by `user`.
    pub fn value_dominates(&self, body: &Body, value: ValueId, user: OpId) -> bool {
        if body.is_defined_before(value, user) {
            return true;
        }
        let Some(block) = body.defining_block(value) else { return false };
        let user = match body.block(user) {
            Some(own) if own == block => user,
            _ => match body.block_region(block).and_then(|region| body.ancestor_in_region(user, region)) {
                Some(ancestor) => ancestor,
                None => return false,
            },
        };
        let Some(own) = body.block(user) else { return false };
        let dominates = match body.defining_op(value) {
            _ if own != block => self.block_dominates(block, own),
            None => true,
            Some(op) => !self.is_reachable(block) || (op != user && body.is_before(op, user)),
        };
        dominates || is_graph(body, block)
    }
}

impl Analysis for Dominance {
    const NAME: &'static str = "DominanceInfo";

    fn compute(body: &Body) -> Self {
        Self::new(body)
    }
}

/// Whether order does not matter in the block. Of ops that are not known, as in MLIR, it does only where there are
/// several blocks.
fn is_graph(body: &Body, block: BlockId) -> bool {
    let Some(region) = body.block_region(block) else { return false };
    body.region_owner(region).is_some_and(|op| match body.op(op).def() {
        Some(_) => body.has_trait(op, TraitFlags::GRAPH_REGION),
        None => body.has_one_block(region),
    })
}

#[cfg(test)]
mod tests;
