//! Walks over the ops of a body, and from an op to those around it.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, BlockSlot, OpId, OpSlot, RegionId, RegionSlot};
use crate::ir::layout::Blocks;
use crate::ir::records::{NO_EXTRA, OpData};

impl Body {
    /// The ops that this body owns, in program order, each op before its nested ops. The root is
    /// not among them, and neither are the ops in nested isolated ops: these have bodies of their
    /// own, which [`Body::walk`] enters.
    ///
    /// It is a list, so that the body can be changed meanwhile: ask
    /// [`is_live`](Self::is_live) if an op may have been erased.
    pub fn own_ops(&self) -> Vec<OpId> {
        self.own_ops_in(self.root())
    }

    /// The ops of this body that are nested in `op`, in program order, each op before its nested
    /// ops.
    #[track_caller]
    pub fn own_ops_in(&self, op: OpId) -> Vec<OpId> {
        let capacity = if op == self.root() { self.op_capacity() } else { 0 };
        let mut order = Vec::with_capacity(capacity);
        order.extend(self.pre_order(op));
        order
    }

    /// Like `own_ops_in`, but an iterator, for code that does not change the body.
    #[track_caller]
    #[doc(hidden)]
    pub fn pre_order(&self, op: OpId) -> impl Iterator<Item = OpId> + '_ {
        // For each block that has been started or is pending, its next op.
        let mut next: Vec<OpSlot> = Vec::new();
        self.push_first(&self.ops[op], &mut next);
        std::iter::from_fn(move || {
            let op = next.pop()?;
            let data = self.ops.at(op);
            next.extend(data.next.some());
            if data.extra != NO_EXTRA {
                self.push_first(data, &mut next);
            }
            Some(self.ops.id_of(op))
        })
    }

    /// Pushes the first op of each block of `op`, starting with the last block.
    fn push_first(&self, op: &OpData, next: &mut Vec<OpSlot>) {
        for &region in self.regions_of(op).iter().rev() {
            let data = &self.regions[region];
            let blocks = Blocks { body: self, front: data.first, back: data.last };
            next.extend(blocks.rev().filter_map(|block| self.blocks[block].first_op.some()));
        }
    }

    /// As [`own_ops`](Self::own_ops), each op after its nested ops.
    pub fn own_ops_post_order(&self) -> Vec<OpId> {
        self.own_ops_post_order_in(self.root())
    }

    /// The ops of this body that are nested in `op`, in program order, each op after its nested
    /// ops.
    #[track_caller]
    pub fn own_ops_post_order_in(&self, op: OpId) -> Vec<OpId> {
        // This is the reverse of a pre-order walk that visits siblings backward.
        let capacity = if op == self.root() { self.op_capacity() } else { 0 };
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
    #[track_caller]
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

    /// Whether `op` is `ancestor` or nested in it.
    #[track_caller]
    pub fn is_inside(&self, op: OpId, ancestor: OpId) -> bool {
        let (mut current, ancestor) = (self.ops.slot(op), self.ops.slot(ancestor));
        while current.is_some() {
            if current == ancestor {
                return true;
            }
            current = self.owner_of_block(self.ops.at(current).block);
        }
        false
    }

    /// The ancestor of `op`, or `op` itself, that is directly in a block of `region`.
    #[track_caller]
    #[inline]
    pub fn ancestor_in_region(&self, op: OpId, region: RegionId) -> Option<OpId> {
        let (op, region) = (self.ops.slot(op), self.regions.slot(region));
        self.ops.id_if_any(self.ancestor_at(op, region))
    }

    /// Like `ancestor_in_region`, by slots. None if there is none.
    #[inline]
    pub(super) fn ancestor_at(&self, op: OpSlot, region: RegionSlot) -> OpSlot {
        let mut current = op;
        while current.is_some() {
            let around = self.blocks.get(self.ops.at(current).block).map(|block| block.region);
            if around == Some(region) {
                break;
            }
            let around = around.and_then(|region| self.regions.get(region));
            current = around.map_or(OpSlot::NONE, |region| region.owner);
        }
        current
    }

    /// The ancestor of `op`, or `op` itself, that is directly in `block`.
    #[track_caller]
    pub fn ancestor_in_block(&self, op: OpId, block: BlockId) -> Option<OpId> {
        let (op, block) = (self.ops.slot(op), self.blocks.slot(block));
        self.ancestor_directly_in(op, block).map(|op| self.ops.id_of(op))
    }

    /// Like `ancestor_in_block`, by slots.
    pub(super) fn ancestor_directly_in(&self, op: OpSlot, block: BlockSlot) -> Option<OpSlot> {
        let mut current = op;
        loop {
            let own = self.ops.get(current)?.block;
            if own == block {
                return Some(current);
            }
            current = self.owner_of_block(own);
        }
    }
}
