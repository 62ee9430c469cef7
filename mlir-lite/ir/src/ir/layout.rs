//! The order of ops in blocks and of blocks in regions.
//!
//! Ops and blocks are in linked lists. Each op has a number that grows along its block, so that
//! "before" is one comparison. Numbers leave gaps; when a gap is used up, part of the block is
//! renumbered, as in Bender, Cole, Demaine, Farach-Colton and Zito, "Two simplified algorithms for
//! maintaining order in a list" (2002): an insertion costs O(log n), amortized.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, BlockSlot, OpId, OpSlot, RegionId, RegionSlot, ValueId};
use crate::ir::records::{OpData, RegionData};
use crate::support::pool::{EntityId, EntitySlot};

const STRIDE: u32 = 256;

/// The number of the first op of a block, in the middle because blocks grow at both ends.
const MIDDLE: u32 = 1 << 31;

impl Body {
    // Ops in blocks

    /// The block that the op is in.
    #[inline]
    #[track_caller]
    pub fn block(&self, op: OpId) -> Option<BlockId> {
        self.blocks.id_if_any(self.ops[op].block)
    }

    /// The enclosing op. None for the root.
    #[inline]
    #[track_caller]
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.parent_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn parent_of(&self, op: &OpData) -> Option<OpId> {
        self.ops.id_if_any(self.owner_of_block(op.block))
    }

    /// The op that owns a block's region. None if the block is none or is in no region.
    #[inline]
    pub(super) fn owner_of_block(&self, block: BlockSlot) -> OpSlot {
        self.region_around(block).map_or(OpSlot::NONE, |region| region.owner)
    }

    /// The region that a block is in, if it is a block and in one.
    #[inline]
    fn region_around(&self, block: BlockSlot) -> Option<&RegionData> {
        self.regions.get(self.blocks.get(block)?.region)
    }

    /// The index of the region of a block among those of its op.
    pub(crate) fn region_index_around(&self, block: BlockSlot) -> usize {
        self.region_around(block).map_or(0, |region| region.index as usize)
    }

    /// The ops of a block, in order.
    #[inline]
    #[track_caller]
    pub fn ops(&self, block: BlockId) -> impl DoubleEndedIterator<Item = OpId> + '_ {
        let data = &self.blocks[block];
        Ops { body: self, front: data.first_op, back: data.last_op }
    }

    /// The first op.
    #[inline]
    #[track_caller]
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        self.ops.id_if_any(self.blocks[block].first_op)
    }

    /// The last op.
    #[inline]
    #[track_caller]
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        self.ops.id_if_any(self.blocks[block].last_op)
    }

    /// The last op, if it ends its block.
    #[track_caller]
    pub fn terminator(&self, block: BlockId) -> Option<OpId> {
        let last = self.last_op(block)?;
        let ends = self.has_trait(last, crate::ir::TraitFlags::TERMINATOR)
            || self.num_successors(last) > 0;
        ends.then_some(last)
    }

    /// The op after this one in its block.
    #[inline]
    #[track_caller]
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.ops.id_if_any(self.ops[op].next)
    }

    /// The op before this one in its block.
    #[inline]
    #[track_caller]
    pub fn previous_op(&self, op: OpId) -> Option<OpId> {
        self.ops.id_if_any(self.ops[op].prev)
    }

    /// Whether `a` is before `b`.
    ///
    /// # Panics
    /// If they are not in the same block.
    #[inline]
    #[track_caller]
    pub fn is_before(&self, a: OpId, b: OpId) -> bool {
        let (a, b) = (&self.ops[a], &self.ops[b]);
        assert!(a.block == b.block, "ops of different blocks have no order");
        a.order < b.order
    }

    /// Whether the value is defined earlier in the block of `op`, as most operands are.
    #[inline]
    #[track_caller]
    pub(crate) fn is_defined_before(&self, value: ValueId, op: OpId) -> bool {
        let user = &self.ops[op];
        let origin = self.values[value].origin;
        if origin.is_argument() {
            return user.block.index() == origin.owner as usize;
        }
        let definition = self.ops.record(origin.owner as usize);
        definition.block == user.block && definition.order < user.order && user.block.is_some()
    }

    /// Returns the block that defines the value, the block of the same region that contains `op` or
    /// an ancestor of it, and, if both are the same block, whether the value is defined before that
    /// op.
    #[inline]
    #[track_caller]
    pub(crate) fn position_in_common_region(
        &self,
        value: ValueId,
        op: OpId,
    ) -> Option<(BlockSlot, BlockSlot, bool)> {
        let origin = self.values[value].origin;
        let block = self.defining_block_at(origin);
        let mut user = self.ops.slot(op);
        if self.ops.at(user).block != block {
            let region = self.blocks.get(block)?.region.some()?;
            user = self.ancestor_at(user, region);
        }
        let user = self.ops.get(user)?;
        let own = user.block.some()?;
        let is_before = self.is_defined_before_place(value, user.order);
        Some((block.some()?, own, is_before))
    }

    /// The place in `block` of the op in it that is `op` or contains it.
    pub(crate) fn order_of_ancestor(&self, op: OpId, block: BlockSlot) -> Option<u32> {
        self.ancestor_directly_in(op.slot(), block).map(|op| self.ops.at(op).order)
    }

    /// Whether the value is an argument, or defined before a place of its block.
    #[inline]
    #[track_caller]
    pub(crate) fn is_defined_before_place(&self, value: ValueId, order: u32) -> bool {
        let origin = self.values[value].origin;
        origin.is_argument() || self.ops.record(origin.owner as usize).order < order
    }

    /// The op around a block.
    #[track_caller]
    pub(crate) fn op_around(&self, block: BlockSlot) -> Option<OpId> {
        self.ops.id_if_any(self.owner_of_block(block))
    }

    /// Whether the blocks are different blocks of one region.
    #[inline]
    pub(crate) fn are_beside(&self, a: BlockSlot, b: BlockSlot) -> bool {
        let region_of = |block| self.blocks.get(block).and_then(|block| block.region.some());
        a != b && region_of(a).is_some_and(|region| region_of(b) == Some(region))
    }

    /// Whether the block is the first one of its region.
    #[inline]
    pub(crate) fn is_entry(&self, block: BlockSlot) -> bool {
        self.blocks.at(block).prev.is_none()
    }

    /// Puts a detached op at the end of a block.
    #[track_caller]
    pub fn append_op(&mut self, block: BlockId, op: OpId) {
        let last = self.blocks[block].last_op;
        self.link_op(block.slot(), last, OpSlot::NONE, op);
    }

    /// Puts a detached op at the start of a block.
    #[track_caller]
    pub fn prepend_op(&mut self, block: BlockId, op: OpId) {
        let first = self.blocks[block].first_op;
        self.link_op(block.slot(), OpSlot::NONE, first, op);
    }

    /// Puts a detached op before another.
    ///
    /// # Panics
    /// If the other op is in no block.
    #[track_caller]
    pub fn insert_op_before(&mut self, before: OpId, op: OpId) {
        let data = &self.ops[before];
        let block = data.block.some().expect("an op in a block");
        self.link_op(block, data.prev, before.slot(), op);
    }

    /// Puts a detached op after another.
    ///
    /// # Panics
    /// If the other op is in no block.
    #[track_caller]
    pub fn insert_op_after(&mut self, after: OpId, op: OpId) {
        let data = &self.ops[after];
        let block = data.block.some().expect("an op in a block");
        self.link_op(block, after.slot(), data.next, op);
    }

    /// Moves an op before another.
    #[track_caller]
    pub fn move_op_before(&mut self, before: OpId, op: OpId) {
        if before != op {
            self.detach_op(op);
            self.insert_op_before(before, op);
        }
    }

    /// Moves an op to the end of a block.
    #[track_caller]
    pub fn move_op_to_end(&mut self, block: BlockId, op: OpId) {
        self.detach_op(op);
        self.append_op(block, op);
    }

    /// Inserts a detached op between two adjacent ops of a block, or at an end of it.
    #[track_caller]
    fn link_op(&mut self, block: BlockSlot, prev: OpSlot, next: OpSlot, op: OpId) {
        assert!(self.ops[op].block.is_none(), "the op is in a block already");
        let op = op.slot();
        self.changed();
        self.set_next(block, prev, op);
        self.set_prev(block, next, op);
        let low = if prev.is_some() { self.ops.at(prev).order } else { 0 };
        let order = match (prev.some(), next.some()) {
            (None, None) => Some(MIDDLE),
            (_, None) => low.checked_add(STRIDE),
            (None, Some(next)) => {
                self.ops.at(next).order.checked_sub(STRIDE).filter(|order| *order > 0)
            }
            (Some(_), Some(next)) => {
                // Usually, an insertion between two ops is followed by more insertions before the
                // second.
                let gap = self.ops.at(next).order - low;
                (gap > 1).then(|| low + (gap / 8).clamp(1, 16))
            }
        };
        let data = self.ops.at_mut(op);
        data.block = block;
        data.prev = prev;
        data.next = next;
        match order {
            Some(order) => data.order = order,
            None => self.renumber_ops(op, low),
        }
    }

    /// Links `next` after `prev`, or as the block's first op if `prev` is null.
    #[inline]
    fn set_next(&mut self, block: BlockSlot, prev: OpSlot, next: OpSlot) {
        match prev.some() {
            Some(prev) => self.ops.at_mut(prev).next = next,
            None => self.blocks.at_mut(block).first_op = next,
        }
    }

    /// Links `prev` before `next`, or as the block's last op if `next` is null.
    #[inline]
    fn set_prev(&mut self, block: BlockSlot, next: OpSlot, prev: OpSlot) {
        match next.some() {
            Some(next) => self.ops.at_mut(next).prev = prev,
            None => self.blocks.at_mut(block).last_op = prev,
        }
    }

    /// Makes room for `op`, which has no number yet, near `near`: finds the smallest aligned range
    /// of numbers that is sparse enough (larger ranges must be sparser) and distributes its ops
    /// evenly.
    fn renumber_ops(&mut self, op: OpSlot, near: u32) {
        let (mut first, mut last, mut count) = (op, op, 1u64);
        let order = |body: &Self, op: OpSlot| u64::from(body.ops.at(op).order);
        for bits in 4..=u32::BITS {
            let size = 1u64 << bits;
            let start = u64::from(near) & !(size - 1);
            while let Some(prev) =
                self.ops.at(first).prev.some().filter(|&op| order(self, op) >= start)
            {
                (first, count) = (prev, count + 1);
            }
            while let Some(next) =
                self.ops.at(last).next.some().filter(|&op| order(self, op) < start + size)
            {
                (last, count) = (next, count + 1);
            }
            // With 2^24 ops, the whole range of numbers still counts as sparse.
            if count > 1 << (bits * 3 / 4) && bits < u32::BITS {
                continue;
            }
            // Half of the range stays free after `op`, because more insertions before the same op
            // usually follow. Small ranges have no room for that.
            let room = if size / 2 > count { size / 2 } else { 0 };
            let step = (size - room) / (count + 1);
            let (mut current, mut number) = (first, start);
            for _ in 0..count {
                number += step;
                let data = self.ops.at_mut(current);
                data.order = number as u32;
                number += if current == op { room } else { 0 };
                current = data.next;
            }
            return;
        }
    }

    /// Takes an op out of its block, if it is in one.
    #[track_caller]
    pub fn detach_op(&mut self, op: OpId) {
        let data = &mut self.ops[op];
        let (block, prev, next) = (data.block, data.prev, data.next);
        if block.is_none() {
            return;
        }
        data.block = BlockSlot::NONE;
        data.prev = OpSlot::NONE;
        data.next = OpSlot::NONE;
        self.changed();
        self.unlink_op(block, prev, next);
    }

    /// Links the neighbours of an op that leaves its block to each other.
    #[inline]
    pub(super) fn unlink_op(&mut self, block: BlockSlot, prev: OpSlot, next: OpSlot) {
        self.set_next(block, prev, next);
        self.set_prev(block, next, prev);
    }

    /// Moves the ops from `first` to the end of its block to the end of
    /// another block.
    #[track_caller]
    pub fn move_ops_from(&mut self, first: OpId, to: BlockId) {
        let mut current = Some(first);
        while let Some(op) = current {
            current = self.next_op(op);
            self.move_op_to_end(to, op);
        }
    }

    /// Splits a block before `op`: the op and those after it move to a new block without arguments,
    /// which is inserted after the old one.
    ///
    /// # Panics
    /// If the op is in no block.
    #[track_caller]
    pub fn split_block(&mut self, op: OpId) -> BlockId {
        let block = self.block(op).expect("an op in a block");
        let rest = self.create_detached_block(&[]);
        if self.block_region(block).is_some() {
            self.insert_block_after(block, rest);
        }
        self.move_ops_from(op, rest);
        rest
    }

    /// Splits a block so that `op` is the first op of the second half, and returns both halves.
    ///
    /// Arguments and predecessors stay with the first half. The shorter half moves to a new block,
    /// so the time is proportional to the shorter half.
    ///
    /// # Panics
    /// If the op is in no block.
    #[track_caller]
    pub fn split_block_at(&mut self, op: OpId) -> (BlockId, BlockId) {
        let block = self.block(op).expect("an op in a block");
        let (mut before, mut after) = (self.ops[op].prev, self.ops[op].next);
        while let (Some(previous), Some(next)) = (before.some(), after.some()) {
            before = self.ops.at(previous).prev;
            after = self.ops.at(next).next;
        }
        if before.is_some() {
            return (block, self.split_block(op));
        }
        let first = self.create_detached_block(&[]);
        if self.block_region(block).is_some() {
            self.insert_block_before(block, first);
        }
        while let Some(moved) = self.first_op(block).filter(|&moved| moved != op) {
            self.move_op_to_end(first, moved);
        }
        self.move_entry(block, first);
        (first, block)
    }

    /// Undoes [`Self::split_block_at`]: the ops of `first`, followed by those of `second`, end up
    /// in the block that is not `created`, which is erased.
    #[track_caller]
    #[doc(hidden)]
    pub fn join_blocks(&mut self, first: BlockId, second: BlockId, created: BlockId) {
        if created == second {
            while let Some(op) = self.first_op(second) {
                self.move_op_to_end(first, op);
            }
        } else {
            while let Some(op) = self.last_op(first) {
                self.detach_op(op);
                self.prepend_op(second, op);
            }
            self.move_entry(first, second);
        }
        self.erase_block(created);
    }

    /// Moves arguments and predecessors from one block to another that has
    /// none.
    #[track_caller]
    fn move_entry(&mut self, from: BlockId, to: BlockId) {
        self.blocks[to].args = std::mem::take(&mut self.blocks[from].args);
        self.renumber_arguments(to, 0);
        for (op, index) in self.predecessors(from).collect::<Vec<_>>().into_iter().rev() {
            self.set_successor(op, index, to);
        }
    }

    // Blocks in regions

    /// The region that the block is in.
    #[inline]
    #[track_caller]
    pub fn block_region(&self, block: BlockId) -> Option<RegionId> {
        self.regions.id_if_any(self.blocks[block].region)
    }

    /// The op that the region belongs to.
    #[inline]
    #[track_caller]
    pub fn region_owner(&self, region: RegionId) -> Option<OpId> {
        self.ops.id_if_any(self.regions[region].owner)
    }

    /// The op whose region the block is in.
    #[inline]
    #[track_caller]
    pub fn block_owner(&self, block: BlockId) -> Option<OpId> {
        self.ops.id_if_any(self.regions.get(self.blocks[block].region)?.owner)
    }

    /// The index of the region in its op.
    #[track_caller]
    #[inline]
    pub fn region_index(&self, region: RegionId) -> usize {
        self.regions[region].index as usize
    }

    /// The blocks of a region, in order.
    #[inline]
    #[track_caller]
    pub fn blocks(&self, region: RegionId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        let data = &self.regions[region];
        Blocks { body: self, front: data.first, back: data.last }
    }

    /// The first block of a region.
    #[inline]
    #[track_caller]
    pub fn entry_block(&self, region: RegionId) -> Option<BlockId> {
        self.blocks.id_if_any(self.regions[region].first)
    }

    /// Whether the region has exactly one block.
    #[track_caller]
    #[inline]
    pub fn has_one_block(&self, region: RegionId) -> bool {
        let data = &self.regions[region];
        data.first.is_some() && data.first == data.last
    }

    /// Whether the block is the only one of its region.
    #[doc(hidden)]
    #[inline]
    pub fn is_alone(&self, block: BlockSlot) -> bool {
        let data = self.blocks.at(block);
        data.prev.is_none() && data.next.is_none()
    }

    /// Whether a region of the body may have several blocks. If not, the body has no control flow
    /// graph.
    #[doc(hidden)]
    #[inline]
    pub fn may_branch(&self) -> bool {
        self.regions.records().any(|region| region.first != region.last)
    }

    /// Whether an unregistered op has a region in this body. The op may be isolated from above, so
    /// nothing may be moved into or out of its regions. O(number of regions).
    #[doc(hidden)]
    #[inline]
    pub fn has_unknown_regions(&self) -> bool {
        let mut owners =
            self.regions.records().filter_map(|region| self.ops.id_if_any(region.owner));
        owners.any(|owner| !self.info(owner).is_registered())
    }

    /// The block after this one in its region.
    #[inline]
    #[track_caller]
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.id_if_any(self.blocks[block].next)
    }

    /// Puts a detached block at the end of a region.
    #[track_caller]
    pub fn append_block(&mut self, region: RegionId, block: BlockId) {
        let last = self.regions[region].last;
        self.link_block(region.slot(), last, BlockSlot::NONE, block);
    }

    /// Puts a detached block after another.
    ///
    /// # Panics
    /// If the other block is in no region.
    #[track_caller]
    pub fn insert_block_after(&mut self, after: BlockId, block: BlockId) {
        let data = &self.blocks[after];
        let region = data.region.some().expect("a block in a region");
        let next = data.next;
        self.link_block(region, after.slot(), next, block);
    }

    /// Puts a detached block before another.
    ///
    /// # Panics
    /// If the other block is in no region.
    #[track_caller]
    pub fn insert_block_before(&mut self, before: BlockId, block: BlockId) {
        let data = &self.blocks[before];
        let region = data.region.some().expect("a block in a region");
        let prev = data.prev;
        self.link_block(region, prev, before.slot(), block);
    }

    #[track_caller]
    fn link_block(&mut self, region: RegionSlot, prev: BlockSlot, next: BlockSlot, block: BlockId) {
        let data = &mut self.blocks[block];
        assert!(data.region.is_none(), "the block is in a region already");
        data.region = region;
        data.prev = prev;
        data.next = next;
        self.changed();
        self.set_next_block(region, prev, block.slot());
        self.set_previous_block(region, next, block.slot());
    }

    /// Links `next` after `prev`, or as the region's first block if `prev` is null.
    fn set_next_block(&mut self, region: RegionSlot, prev: BlockSlot, next: BlockSlot) {
        match prev.some() {
            Some(prev) => self.blocks.at_mut(prev).next = next,
            None => self.regions.at_mut(region).first = next,
        }
    }

    /// Links `prev` before `next`, or as the region's last block if `next` is null.
    fn set_previous_block(&mut self, region: RegionSlot, next: BlockSlot, prev: BlockSlot) {
        match next.some() {
            Some(next) => self.blocks.at_mut(next).prev = prev,
            None => self.regions.at_mut(region).last = prev,
        }
    }

    /// Takes a block out of its region, if it is in one.
    #[track_caller]
    pub fn detach_block(&mut self, block: BlockId) {
        let data = &mut self.blocks[block];
        let (region, prev, next) = (data.region, data.prev, data.next);
        if region.is_none() {
            return;
        }
        data.region = RegionSlot::NONE;
        data.prev = BlockSlot::NONE;
        data.next = BlockSlot::NONE;
        self.changed();
        self.set_next_block(region, prev, next);
        self.set_previous_block(region, next, prev);
    }

    /// Moves all blocks of a region after the block `after`, or to the end of its region.
    #[track_caller]
    pub fn move_blocks_after(&mut self, from: RegionId, after: BlockId) {
        let mut last = after;
        while let Some(block) = self.entry_block(from) {
            self.detach_block(block);
            self.insert_block_after(last, block);
            last = block;
        }
    }
}

struct Ops<'b> {
    body: &'b Body,
    front: OpSlot,
    back: OpSlot,
}

impl Iterator for Ops<'_> {
    type Item = OpId;
    #[inline]
    fn next(&mut self) -> Option<OpId> {
        let at = self.front;
        let id = self.body.ops.id_if_any(at)?;
        if at == self.back {
            (self.front, self.back) = (OpSlot::NONE, OpSlot::NONE);
        } else {
            self.front = self.body.ops.at(at).next;
        }
        Some(id)
    }
}

impl DoubleEndedIterator for Ops<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<OpId> {
        let at = self.back;
        let id = self.body.ops.id_if_any(at)?;
        if at == self.front {
            (self.front, self.back) = (OpSlot::NONE, OpSlot::NONE);
        } else {
            self.back = self.body.ops.at(at).prev;
        }
        Some(id)
    }
}

pub(super) struct Blocks<'b> {
    pub(super) body: &'b Body,
    pub(super) front: BlockSlot,
    pub(super) back: BlockSlot,
}

impl Iterator for Blocks<'_> {
    type Item = BlockId;
    #[inline]
    fn next(&mut self) -> Option<BlockId> {
        let at = self.front;
        let id = self.body.blocks.id_if_any(at)?;
        if at == self.back {
            (self.front, self.back) = (BlockSlot::NONE, BlockSlot::NONE);
        } else {
            self.front = self.body.blocks.at(at).next;
        }
        Some(id)
    }
}

impl DoubleEndedIterator for Blocks<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<BlockId> {
        let at = self.back;
        let id = self.body.blocks.id_if_any(at)?;
        if at == self.front {
            (self.front, self.back) = (BlockSlot::NONE, BlockSlot::NONE);
        } else {
            self.back = self.body.blocks.at(at).prev;
        }
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Context;
    use crate::ir::Location;

    /// Inserts ops before and after others, always at the same position, at both ends, and at
    /// random positions.
    #[test]
    fn order_is_that_of_the_list_wherever_ops_are_put() {
        let ctx = Context::new();
        let name = ctx.op_name("t.op");
        let mut body = Body::new(&ctx, ctx.op_name("t.root"), Location::UNKNOWN, 1);
        let region = body.region(body.root(), 0);
        let block = body.create_block(region, &[]);
        let create = |body: &mut Body| body.create_simple_op(name, Location::UNKNOWN, &[], &[]);
        let mut ops: Vec<OpId> = Vec::new();
        for _ in 0..3 {
            let op = create(&mut body);
            body.append_op(block, op);
            ops.push(op);
        }
        let (fixed, mut random) = (ops[1], 7usize);
        // Six kinds of insertion in turn; Miri is slow.
        let of_each = if cfg!(miri) { 60 } else { 1000 };
        for step in 0..6 * of_each {
            let op = create(&mut body);
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 31);
            let any = ops[random / 64 % ops.len()];
            match step / of_each {
                0 => body.insert_op_before(fixed, op),
                1 => body.insert_op_after(fixed, op),
                2 => body.insert_op_before(any, op),
                3 => body.prepend_op(block, op),
                4 => body.append_op(block, op),
                _ => body.insert_op_after(any, op),
            }
            ops.push(op);
        }
        let listed: Vec<OpId> = body.ops(block).collect();
        assert_eq!(listed.len(), ops.len());
        assert!(listed.is_sorted_by(|&a, &b| body.is_before(a, b)));
    }
}
