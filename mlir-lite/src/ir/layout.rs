//! Order: ops in blocks, blocks in regions, and who is before whom.
//!
//! Ops and blocks are linked lists. Each op has a number that grows along its
//! block, so that "before" is one comparison; numbers leave gaps, and where a
//! gap is used up a stretch of the block is renumbered, as in Bender, Cole,
//! Demaine, Farach-Colton and Zito, "Two simplified algorithms for maintaining
//! order in a list" (2002): an insertion costs O(log n), amortized.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, RegionId, ValueDef, ValueId};

const STRIDE: u32 = 256;

/// The number of the first op of a block: blocks grow at both ends.
const MIDDLE: u32 = 1 << 31;

impl Body {
    // Ops in blocks

    /// The block that the op is in.
    pub fn block(&self, op: OpId) -> Option<BlockId> {
        self.ops[op].block
    }

    /// The op whose region the op is in; none for the root.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.region_owner(self.block_region(self.ops[op].block?)?)
    }

    /// The ops of a block, in order.
    pub fn ops(&self, block: BlockId) -> impl DoubleEndedIterator<Item = OpId> + '_ {
        Ops { body: self, front: self.blocks[block].first_op, back: self.blocks[block].last_op }
    }

    /// The first op.
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block].first_op
    }

    /// The last op.
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block].last_op
    }

    /// The last op, if it ends its block.
    pub fn terminator(&self, block: BlockId) -> Option<OpId> {
        let last = self.last_op(block)?;
        let ends = self.has_trait(last, crate::ir::TraitFlags::TERMINATOR) || self.num_successors(last) > 0;
        ends.then_some(last)
    }

    /// The op after this one in its block.
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op].next
    }

    /// The op before this one in its block.
    pub fn previous_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op].prev
    }

    /// Whether `a` is before `b`; they must be in the same block.
    pub fn is_before(&self, a: OpId, b: OpId) -> bool {
        debug_assert!(self.ops[a].block == self.ops[b].block, "ops of different blocks have no order");
        self.ops[a].order < self.ops[b].order
    }

    /// Whether the value is defined where `op` is, before it: what most operands are.
    pub(crate) fn is_defined_before(&self, value: ValueId, op: OpId) -> bool {
        let user = &self.ops[op];
        match self.value_def(value) {
            ValueDef::Result { op, .. } => {
                let definition = &self.ops[op];
                definition.block == user.block && definition.order < user.order && user.block.is_some()
            }
            ValueDef::Argument { block, .. } => user.block == Some(block),
        }
    }

    /// Puts a detached op at the end of a block.
    pub fn append_op(&mut self, block: BlockId, op: OpId) {
        self.link_op(block, self.blocks[block].last_op, None, op);
    }

    /// Puts a detached op at the start of a block.
    pub fn prepend_op(&mut self, block: BlockId, op: OpId) {
        self.link_op(block, None, self.blocks[block].first_op, op);
    }

    /// Puts a detached op before another.
    ///
    /// # Panics
    /// If the other op is in no block.
    pub fn insert_op_before(&mut self, before: OpId, op: OpId) {
        let block = self.ops[before].block.expect("an op in a block");
        self.link_op(block, self.ops[before].prev, Some(before), op);
    }

    /// Puts a detached op after another.
    ///
    /// # Panics
    /// If the other op is in no block.
    pub fn insert_op_after(&mut self, after: OpId, op: OpId) {
        let block = self.ops[after].block.expect("an op in a block");
        self.link_op(block, Some(after), self.ops[after].next, op);
    }

    /// Moves an op before another.
    pub fn move_op_before(&mut self, before: OpId, op: OpId) {
        if before != op {
            self.detach_op(op);
            self.insert_op_before(before, op);
        }
    }

    /// Moves an op to the end of a block.
    pub fn move_op_to_end(&mut self, block: BlockId, op: OpId) {
        self.detach_op(op);
        self.append_op(block, op);
    }

    fn link_op(&mut self, block: BlockId, prev: Option<OpId>, next: Option<OpId>, op: OpId) {
        debug_assert!(self.ops[op].block.is_none(), "the op is in a block already");
        self.changed();
        match prev {
            Some(prev) => self.ops[prev].next = Some(op),
            None => self.blocks[block].first_op = Some(op),
        }
        match next {
            Some(next) => self.ops[next].prev = Some(op),
            None => self.blocks[block].last_op = Some(op),
        }
        let low = prev.map_or(0, |prev| self.ops[prev].order);
        let order = match (prev, next) {
            (None, None) => Some(MIDDLE),
            (_, None) => low.checked_add(STRIDE),
            (None, Some(next)) => self.ops[next].order.checked_sub(STRIDE).filter(|order| *order > 0),
            (Some(_), Some(next)) => {
                // Most ops that are inserted between two are followed by more before the second.
                let gap = self.ops[next].order - low;
                (gap > 1).then(|| low + (gap / 8).clamp(1, 16))
            }
        };
        let data = &mut self.ops[op];
        data.block = Some(block);
        data.prev = prev;
        data.next = next;
        match order {
            Some(order) => data.order = order,
            None => self.renumber_ops(op, low),
        }
    }

    /// Makes room for `op`, which has no number yet, around `near`: finds the
    /// smallest aligned range of numbers that is sparse enough, where larger
    /// ranges have to be sparser, and spreads its ops evenly.
    fn renumber_ops(&mut self, op: OpId, near: u32) {
        let (mut first, mut last, mut count) = (op, op, 1u64);
        for bits in 4..=u32::BITS {
            let size = 1u64 << bits;
            let start = u64::from(near) & !(size - 1);
            while let Some(prev) = self.ops[first].prev.filter(|&op| u64::from(self.ops[op].order) >= start) {
                (first, count) = (prev, count + 1);
            }
            while let Some(next) =
                self.ops[last].next.filter(|&op| u64::from(self.ops[op].order) < start + size)
            {
                (last, count) = (next, count + 1);
            }
            // At 2^24 ops, all numbers are one sparse range.
            if count > 1 << (bits * 3 / 4) && bits < u32::BITS {
                continue;
            }
            // Half of the range is left behind `op`: most ops that are inserted between two are followed by more
            // before the second. Small ranges have no room for that.
            let room = if size / 2 > count { size / 2 } else { 0 };
            let step = (size - room) / (count + 1);
            let (mut current, mut number) = (Some(first), start);
            for _ in 0..count {
                let Some(at) = current else { return };
                number += step;
                self.ops[at].order = number as u32;
                number += if at == op { room } else { 0 };
                current = self.ops[at].next;
            }
            return;
        }
    }

    /// Takes an op out of its block, if it is in one.
    pub fn detach_op(&mut self, op: OpId) {
        let data = &self.ops[op];
        let Some(block) = data.block else { return };
        let (prev, next) = (data.prev, data.next);
        self.changed();
        self.unlink_op(block, prev, next);
        let data = &mut self.ops[op];
        data.block = None;
        data.prev = None;
        data.next = None;
    }

    /// Makes the neighbours of an op that leaves its block each other's.
    #[inline]
    pub(super) fn unlink_op(&mut self, block: BlockId, prev: Option<OpId>, next: Option<OpId>) {
        match prev {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first_op = next,
        }
        match next {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last_op = prev,
        }
    }

    /// Moves the ops from `first` to the end of its block to the end of
    /// another block.
    pub fn move_ops_from(&mut self, first: OpId, to: BlockId) {
        let mut current = Some(first);
        while let Some(op) = current {
            current = self.ops[op].next;
            self.move_op_to_end(to, op);
        }
    }

    /// Splits a block before `op`: the op and what follows it move to a new
    /// block without arguments, which is put after the old one.
    ///
    /// # Panics
    /// If the op is in no block.
    pub fn split_block(&mut self, op: OpId) -> BlockId {
        let block = self.ops[op].block.expect("an op in a block");
        let rest = self.create_detached_block(&[]);
        if self.blocks[block].region.is_some() {
            self.insert_block_after(block, rest);
        }
        self.move_ops_from(op, rest);
        rest
    }

    /// Splits a block so that `op` is the first of the second half, and returns
    /// both halves.
    ///
    /// Arguments and predecessors go with the first half. The shorter half is
    /// the one that moves to a new block, so this takes time in proportion to
    /// the shorter half.
    ///
    /// # Panics
    /// If the op is in no block.
    pub fn split_block_at(&mut self, op: OpId) -> (BlockId, BlockId) {
        let block = self.ops[op].block.expect("an op in a block");
        let (mut before, mut after) = (self.ops[op].prev, self.ops[op].next);
        while let (Some(previous), Some(next)) = (before, after) {
            before = self.ops[previous].prev;
            after = self.ops[next].next;
        }
        if before.is_some() {
            return (block, self.split_block(op));
        }
        let first = self.create_detached_block(&[]);
        if self.blocks[block].region.is_some() {
            self.insert_block_before(block, first);
        }
        while let Some(moved) = self.blocks[block].first_op.filter(|&moved| moved != op) {
            self.move_op_to_end(first, moved);
        }
        self.move_entry(block, first);
        (first, block)
    }

    /// Undoes [`Self::split_block_at`]: the ops of `first` come before those
    /// of `second`, in the one of the two blocks that is not `created`, which
    /// is erased.
    pub(crate) fn join_blocks(&mut self, first: BlockId, second: BlockId, created: BlockId) {
        if created == second {
            while let Some(op) = self.blocks[second].first_op {
                self.move_op_to_end(first, op);
            }
        } else {
            while let Some(op) = self.blocks[first].last_op {
                self.detach_op(op);
                self.prepend_op(second, op);
            }
            self.move_entry(first, second);
        }
        self.erase_block(created);
    }

    /// Moves arguments and predecessors from one block to another that has
    /// none.
    fn move_entry(&mut self, from: BlockId, to: BlockId) {
        self.blocks[to].args = std::mem::take(&mut self.blocks[from].args);
        self.renumber_arguments(to, 0);
        for (op, index) in self.predecessors(from).collect::<Vec<_>>().into_iter().rev() {
            self.set_successor(op, index, to);
        }
    }

    // Blocks in regions

    /// The region that the block is in.
    pub fn block_region(&self, block: BlockId) -> Option<RegionId> {
        self.blocks[block].region
    }

    /// The op that the region belongs to.
    pub fn region_owner(&self, region: RegionId) -> Option<OpId> {
        self.regions[region].owner
    }

    /// The op whose region the block is in.
    pub fn block_owner(&self, block: BlockId) -> Option<OpId> {
        self.region_owner(self.block_region(block)?)
    }

    /// Which of the regions of its op the region is.
    pub fn region_index(&self, region: RegionId) -> usize {
        self.regions[region].index as usize
    }

    /// The blocks of a region, in order.
    pub fn blocks(&self, region: RegionId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        Blocks { body: self, front: self.regions[region].first, back: self.regions[region].last }
    }

    /// The first block of a region.
    pub fn entry_block(&self, region: RegionId) -> Option<BlockId> {
        self.regions[region].first
    }

    /// Whether the region has exactly one block.
    pub fn has_one_block(&self, region: RegionId) -> bool {
        let data = &self.regions[region];
        data.first.is_some() && data.first == data.last
    }

    /// Whether a region of the body may have several blocks: if not, there is
    /// no control flow to look at.
    pub(crate) fn may_branch(&self) -> bool {
        self.regions.slots().iter().any(|region| region.first != region.last)
    }

    /// Whether an op that is not registered has a region in this body. It may be isolated
    /// from above, so nothing is moved into or out of its regions. O(number of regions).
    pub(crate) fn has_unknown_regions(&self) -> bool {
        let mut owners = self.regions.slots().iter().filter_map(|region| region.owner);
        owners.any(|owner| !self.info(owner).is_registered())
    }

    /// The block after this one in its region.
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks[block].next
    }

    /// Puts a detached block at the end of a region.
    pub fn append_block(&mut self, region: RegionId, block: BlockId) {
        self.link_block(region, self.regions[region].last, None, block);
    }

    /// Puts a detached block after another.
    ///
    /// # Panics
    /// If the other block is in no region.
    pub fn insert_block_after(&mut self, after: BlockId, block: BlockId) {
        let region = self.blocks[after].region.expect("a block in a region");
        self.link_block(region, Some(after), self.blocks[after].next, block);
    }

    /// Puts a detached block before another.
    ///
    /// # Panics
    /// If the other block is in no region.
    pub fn insert_block_before(&mut self, before: BlockId, block: BlockId) {
        let region = self.blocks[before].region.expect("a block in a region");
        self.link_block(region, self.blocks[before].prev, Some(before), block);
    }

    fn link_block(&mut self, region: RegionId, prev: Option<BlockId>, next: Option<BlockId>, block: BlockId) {
        debug_assert!(self.blocks[block].region.is_none(), "the block is in a region already");
        self.changed();
        match prev {
            Some(prev) => self.blocks[prev].next = Some(block),
            None => self.regions[region].first = Some(block),
        }
        match next {
            Some(next) => self.blocks[next].prev = Some(block),
            None => self.regions[region].last = Some(block),
        }
        let data = &mut self.blocks[block];
        data.region = Some(region);
        data.prev = prev;
        data.next = next;
    }

    /// Takes a block out of its region, if it is in one.
    pub fn detach_block(&mut self, block: BlockId) {
        let data = &self.blocks[block];
        let Some(region) = data.region else { return };
        let (prev, next) = (data.prev, data.next);
        self.changed();
        match prev {
            Some(prev) => self.blocks[prev].next = next,
            None => self.regions[region].first = next,
        }
        match next {
            Some(next) => self.blocks[next].prev = prev,
            None => self.regions[region].last = prev,
        }
        let data = &mut self.blocks[block];
        data.region = None;
        data.prev = None;
        data.next = None;
    }

    /// Moves all blocks of a region after `after`, or to the end of its region
    /// if that is where `after` is.
    pub fn move_blocks_after(&mut self, from: RegionId, after: BlockId) {
        let mut last = after;
        while let Some(block) = self.regions[from].first {
            self.detach_block(block);
            self.insert_block_after(last, block);
            last = block;
        }
    }

    // All of it

    /// The ops of the body in program order, an op before what is in it,
    /// without the root and without what is in isolated ops.
    pub fn walk_pre_order(&self) -> Vec<OpId> {
        self.walk_op_pre_order(self.root())
    }

    /// The ops inside of `op` in program order, an op before what is in it.
    pub fn walk_op_pre_order(&self, op: OpId) -> Vec<OpId> {
        let mut order = Vec::with_capacity(if op == self.root() { self.ops.capacity() } else { 0 });
        order.extend(self.pre_order(op));
        order
    }

    /// The same without a list of them, for what only looks at each.
    pub(crate) fn pre_order(&self, op: OpId) -> impl Iterator<Item = OpId> + '_ {
        // Where to go on in each block that has been begun, or is to be.
        let mut next = Vec::new();
        self.push_first(op, &mut next);
        std::iter::from_fn(move || {
            let op = next.pop()?;
            next.extend(self.ops[op].next);
            if !self.is_plain(op) {
                self.push_first(op, &mut next);
            }
            Some(op)
        })
    }

    /// Pushes the first op of each block of `op`, that of the last block first.
    fn push_first(&self, op: OpId, next: &mut Vec<OpId>) {
        for &region in self.regions(op).iter().rev() {
            next.extend(self.blocks(region).rev().filter_map(|block| self.first_op(block)));
        }
    }

    /// The ops inside of `op` in program order, an op after what is in it.
    pub fn walk_op_post_order(&self, op: OpId) -> Vec<OpId> {
        // The reverse of a pre-order walk that goes backward among siblings.
        let capacity = if op == self.root() { self.ops.capacity() } else { 0 };
        let mut order = Vec::with_capacity(capacity);
        let mut stack = Vec::with_capacity(capacity);
        self.push_nested(op, &mut stack);
        stack.reverse();
        while let Some(op) = stack.pop() {
            order.push(op);
            let start = stack.len();
            self.push_nested(op, &mut stack);
            stack[start..].reverse();
        }
        order.reverse();
        order
    }

    /// Pushes the ops directly in `op`, last first.
    fn push_nested(&self, op: OpId, stack: &mut Vec<OpId>) {
        if self.is_plain(op) {
            return;
        }
        for &region in self.regions(op).iter().rev() {
            for block in self.blocks(region).rev() {
                stack.extend(self.ops(block).rev());
            }
        }
    }

    /// Whether `op` is `ancestor` or inside of it.
    pub fn is_inside(&self, op: OpId, ancestor: OpId) -> bool {
        let mut current = Some(op);
        while let Some(op) = current {
            if op == ancestor {
                return true;
            }
            current = self.parent_op(op);
        }
        false
    }

    /// The op around `op`, or `op` itself, that is directly in a block of
    /// `region`.
    pub fn ancestor_in_region(&self, op: OpId, region: RegionId) -> Option<OpId> {
        let mut current = op;
        loop {
            let block = self.block(current)?;
            if self.block_region(block)? == region {
                return Some(current);
            }
            current = self.block_owner(block)?;
        }
    }

    /// The op around `op`, or `op` itself, that is directly in `block`.
    pub fn ancestor_in_block(&self, op: OpId, block: BlockId) -> Option<OpId> {
        let mut current = op;
        loop {
            let own = self.block(current)?;
            if own == block {
                return Some(current);
            }
            current = self.block_owner(own)?;
        }
    }
}

struct Ops<'b> {
    body: &'b Body,
    front: Option<OpId>,
    back: Option<OpId>,
}

impl Iterator for Ops<'_> {
    type Item = OpId;
    fn next(&mut self) -> Option<OpId> {
        let op = self.front?;
        if Some(op) == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.body.ops[op].next;
        }
        Some(op)
    }
}

impl DoubleEndedIterator for Ops<'_> {
    fn next_back(&mut self) -> Option<OpId> {
        let op = self.back?;
        if Some(op) == self.front {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.body.ops[op].prev;
        }
        Some(op)
    }
}

struct Blocks<'b> {
    body: &'b Body,
    front: Option<BlockId>,
    back: Option<BlockId>,
}

impl Iterator for Blocks<'_> {
    type Item = BlockId;
    fn next(&mut self) -> Option<BlockId> {
        let block = self.front?;
        if Some(block) == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.body.blocks[block].next;
        }
        Some(block)
    }
}

impl DoubleEndedIterator for Blocks<'_> {
    fn next_back(&mut self) -> Option<BlockId> {
        let block = self.back?;
        if Some(block) == self.front {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.body.blocks[block].prev;
        }
        Some(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::ir::Location;

    /// Ops are put before and after others, always at the same place, at either end and anywhere.
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
        for step in 0..6000 {
            let op = create(&mut body);
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 31);
            let any = ops[random / 64 % ops.len()];
            match step / 1000 {
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
