//! Dominance: which definitions are visible to which uses.
//!
//! Within a block, an op dominates the ops after it. Between the blocks of a region, a block
//! dominates those that can only be reached through it; the dominator tree (see
//! `dominance/tree.rs`) is numbered, so that a query is two comparisons. A value of a region is
//! visible in the regions nested in it.
//!
//! In a block that is not reachable, every value dominates, as in MLIR: no execution can show the
//! difference.

mod tree;

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, BlockSlot, OpId, RegionId, ValueId};
use crate::ir::interfaces::has_ssa_dominance;
use crate::support::pool::EntitySlot;
use std::cell::OnceCell;
use std::ops::Range;

/// The dominance of one body, without the bodies nested in it.
pub struct Dominance {
    /// For each block, the range of positions of its subtree when the region's dominator tree is
    /// written out in pre-order.
    intervals: Vec<Interval>,
    /// The immediately dominated blocks of all blocks. Those of one block are adjacent and in
    /// program order.
    children: Vec<BlockId>,
    /// For each block, the range of its immediately dominated blocks in `children`.
    ranges: Vec<Range<u32>>,
}

/// The dominance of a body, computed when it is first needed: most values are used in their block,
/// or defined in the entry block.
pub(crate) struct LazyDominance<'b> {
    body: &'b Body,
    computed: OnceCell<Dominance>,
}

impl<'b> LazyDominance<'b> {
    pub(crate) fn new(body: &'b Body) -> Self {
        Self { body, computed: OnceCell::new() }
    }

    pub(crate) fn get(&self) -> &Dominance {
        self.computed.get_or_init(|| Dominance::new(self.body))
    }

    /// Whether a value defined in one block is visible in another block of the same region, which
    /// is the common case for values of other blocks.
    #[inline]
    pub(crate) fn reaches_beside(&self, definition: BlockSlot, user: BlockSlot) -> bool {
        self.body.are_beside(definition, user)
            && (self.body.is_entry(definition)
                || self.get().contains(definition.index(), user.index()))
    }
}

/// The first position, and the position after the last.
type Interval = (u32, u32);

/// The interval of unreachable blocks: it is inside all others, and contains no reachable block.
const NOWHERE: Interval = (u32::MAX, 0);

impl Dominance {
    /// Computes the dominance of all regions of `body`.
    pub fn new(body: &Body) -> Self {
        if !body.may_branch() {
            // Initially, each block is treated as the first of its region.
            let intervals = vec![(0, 1); body.block_capacity()];
            return Self { intervals, children: Vec::new(), ranges: Vec::new() };
        }
        let mut this = Self {
            intervals: vec![NOWHERE; body.block_capacity()],
            children: Vec::new(),
            ranges: vec![0..0; body.block_capacity()],
        };
        let mut numbers = vec![tree::UNREACHED; body.block_capacity()];
        for region in body.all_regions() {
            this.add_region(body, region, &mut numbers);
        }
        this
    }

    fn add_region(&mut self, body: &Body, region: RegionId, numbers: &mut [tree::Number]) {
        let Some(entry) = body.entry_block(region) else { return };
        if body.has_one_block(region) {
            self.intervals[entry.index()] = (0, 1);
            return;
        }
        let tree = tree::dominator_tree(body, entry, numbers);
        let count = tree.blocks.len();
        // For each block, the number of blocks that it dominates, itself included, and the number
        // that it dominates immediately. A dominated block has a larger number.
        let (mut sizes, mut places) = (vec![1_u32; count], vec![0_u32; count]);
        for block in (1..count).rev() {
            let idom = tree.idoms[block] as usize;
            sizes[idom] += sizes[block];
            places[idom] += 1;
        }
        // Where the children of each block begin, and then where its next child is written.
        let mut end = self.children.len() as u32;
        for (place, block) in places.iter_mut().zip(&tree.blocks) {
            let start = end;
            end += std::mem::replace(place, start);
            self.ranges[block.index()] = start..end;
        }
        self.children.resize(end as usize, entry);
        for block in body.blocks(region).skip(1) {
            let number = numbers[block.index()];
            if number != tree::UNREACHED {
                let place = &mut places[tree.idoms[number as usize] as usize];
                self.children[*place as usize] = block;
                *place += 1;
            }
        }
        // A block and the blocks that it dominates have adjacent positions.
        let mut next = vec![1_u32; count];
        self.intervals[entry.index()] = (0, sizes[0]);
        for block in 1..count {
            let place = &mut next[tree.idoms[block] as usize];
            let (start, end) = (*place, *place + sizes[block]);
            *place = end;
            next[block] = start + 1;
            self.intervals[tree.blocks[block].index()] = (start, end);
        }
    }

    /// Whether the block is reached from its region's entry.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.interval(block.index()) != NOWHERE
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
        self.contains(a.index(), b.index())
    }

    /// The interval of a block. A block created later counts as unreachable.
    #[inline]
    fn interval(&self, block: usize) -> Interval {
        self.intervals.get(block).copied().unwrap_or(NOWHERE)
    }

    #[inline]
    fn contains(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.interval(a), self.interval(b));
        a.0 <= b.0 && b.1 <= a.1
    }

    /// Whether `value` may be used by `user`.
    pub fn value_dominates(&self, body: &Body, value: ValueId, user: OpId) -> bool {
        body.is_defined_before(value, user) || self.reaches(body, value, user)
    }

    /// Like `value_dominates`, for a value that is not simply defined earlier in the same block.
    pub(crate) fn reaches(&self, body: &Body, value: ValueId, user: OpId) -> bool {
        let Some((block, own, is_before)) = body.position_in_common_region(value, user) else {
            return false;
        };
        let dominates = match own == block {
            true => is_before || self.interval(block.index()) == NOWHERE,
            false => self.contains(block.index(), own.index()),
        };
        dominates || is_graph(body, block)
    }
}

/// Whether order does not matter in the block. For unregistered ops, as in MLIR, order matters only
/// if there are several blocks.
fn is_graph(body: &Body, block: BlockSlot) -> bool {
    body.op_around(block).is_some_and(|op| match body.op(op).def() {
        Some(_) => !has_ssa_dominance(body.op(op), body.region_index_around(block)),
        None => body.is_alone(block),
    })
}

#[cfg(test)]
mod tests;
