//! Operands and successors, and the lists of their uses.
//!
//! The operands of an op are a range of slots. The slots that hold the same value are linked into
//! its use list; successors are linked to their block in the same way.

use crate::data::types::Type;
use crate::ir::body::{Body, Free};
use crate::ir::entities::{BlockId, BlockSlot, OpId, OpOperand, OpSlot, ValueId, ValueSlot};
use crate::ir::records::{END, OpData, OperandSlot, SuccessorSlot};
use crate::support::pool::EntityId;
use smallvec::SmallVec;

impl Body {
    // Operands

    #[track_caller]
    fn init_operands(&mut self, op: OpId, operands: &[ValueId]) {
        let free = Free::of(&mut self.rare).map(|free| &mut free.operands);
        let start = self.operands.alloc(operands.len(), free);
        let data = &mut self.ops[op];
        data.operands_start = start;
        data.operands_len = operands.len() as u32;
        self.link_operands(op.slot(), start, operands);
    }

    /// Sets the operands of an op, whose slots begin at `start`.
    #[inline]
    #[track_caller]
    pub(super) fn link_operands(&mut self, op: OpSlot, start: u32, operands: &[ValueId]) {
        for (i, &value) in operands.iter().enumerate() {
            let first_use = &mut self.values[value].first_use;
            let slot = start + i as u32;
            let first = std::mem::replace(first_use, slot);
            self.operands[slot] =
                OperandSlot { value: value.slot(), owner: op, prev: END, next: first };
            self.operands[first].prev = slot;
        }
    }

    #[inline]
    fn link_operand(&mut self, slot: u32, owner: OpSlot, value: ValueSlot) {
        let first = std::mem::replace(&mut self.values.at_mut(value).first_use, slot);
        self.operands[slot] = OperandSlot { value, owner, prev: END, next: first };
        self.operands[first].prev = slot;
    }

    #[inline]
    fn unlink_operand(&mut self, slot: u32) {
        let OperandSlot { value, prev, next, .. } = self.operands[slot].clone();
        if value.is_none() {
            return;
        }
        self.operands[next].prev = prev;
        self.operands[prev].next = next;
        if prev == END {
            self.values.at_mut(value).first_use = next;
        }
        self.operands[slot].value = ValueSlot::NONE;
    }

    /// Number of operands, those passed to successors included.
    #[track_caller]
    #[inline]
    pub fn num_operands(&self, op: OpId) -> usize {
        self.ops[op].operands_len as usize
    }

    /// The operand `index`.
    ///
    /// # Panics
    /// If the op has fewer operands.
    #[track_caller]
    #[inline]
    pub fn operand(&self, op: OpId, index: usize) -> ValueId {
        self.operand_of(&self.ops[op], index)
    }

    #[inline]
    #[track_caller]
    pub(super) fn operand_of(&self, op: &OpData, index: usize) -> ValueId {
        assert!(index < op.operands_len as usize, "op has {} operands", op.operands_len);
        self.slot_value(op.operands_start + index as u32)
    }

    #[inline]
    pub(super) fn operand_types_of(
        &self,
        op: &OpData,
    ) -> impl ExactSizeIterator<Item = Type> + use<'_> {
        let slots = self.operands.run(op.operands_start, op.operands_len as usize);
        slots.iter().map(|slot| self.values.at(slot.value).ty)
    }

    /// The value in a slot of operands.
    #[inline]
    pub(super) fn slot_value(&self, slot: u32) -> ValueId {
        self.values.id_of(self.operands[slot].value)
    }

    /// The operands, those passed to successors included.
    #[inline]
    #[track_caller]
    pub fn operands(
        &self,
        op: OpId,
    ) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + '_ {
        self.operands_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn operands_of(
        &self,
        data: &OpData,
    ) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + use<'_> {
        let slots = self.operands.run(data.operands_start, data.operands_len as usize);
        slots.iter().map(|slot| self.values.id_of(slot.value))
    }

    /// A copy of the list of operands.
    #[inline]
    #[track_caller]
    pub fn operand_list(&self, op: OpId) -> SmallVec<[ValueId; 4]> {
        let data = &self.ops[op];
        self.slot_values(data.operands_start, data.operands_len)
    }

    /// The values in slots of operands.
    #[inline]
    pub(super) fn slot_values(&self, start: u32, len: u32) -> SmallVec<[ValueId; 4]> {
        const FEW: usize = 4;
        let slots = self.operands.run(start, len as usize);
        if slots.len() > FEW {
            return slots.iter().map(|slot| self.values.id_of(slot.value)).collect();
        }
        // Short lists are copied without the loops for longer ones.
        let mut operands = [ValueId::DANGLING; FEW];
        for (operand, slot) in operands.iter_mut().zip(slots) {
            *operand = self.values.id_of(slot.value);
        }
        SmallVec::from_buf_and_len(operands, slots.len())
    }

    /// Replaces an operand.
    #[track_caller]
    pub fn set_operand(&mut self, op: OpId, index: usize, value: ValueId) {
        let data = &self.ops[op];
        assert!(index < data.operands_len as usize, "op has {} operands", data.operands_len);
        let slot = data.operands_start + index as u32;
        let value = self.values.slot(value);
        if self.operands[slot].value == value {
            return;
        }
        self.changed();
        self.unlink_operand(slot);
        self.link_operand(slot, op.slot(), value);
    }

    /// Replaces all operands that are not passed to successors.
    #[track_caller]
    pub fn set_operands(&mut self, op: OpId, operands: &[ValueId]) {
        let total = self.num_operands(op);
        let forwarded = self.num_forwarded_operands(op);
        self.splice_operands(op, 0..total - forwarded, operands);
    }

    /// Replaces a range of the operands by others.
    #[track_caller]
    pub fn splice_operands(&mut self, op: OpId, range: std::ops::Range<usize>, with: &[ValueId]) {
        if range.len() == with.len() {
            for (index, &value) in range.zip(with) {
                self.set_operand(op, index, value);
            }
            return;
        }
        self.changed();
        let mut operands = self.operand_list(op);
        operands.drain(range.clone());
        operands.insert_many(range.start, with.iter().copied());
        self.drop_operands(op);
        self.init_operands(op, &operands);
    }

    #[track_caller]
    pub(super) fn drop_operands(&mut self, op: OpId) {
        let data = &mut self.ops[op];
        let (start, len) = (data.operands_start, data.operands_len);
        (data.operands_start, data.operands_len) = (0, 0);
        self.changed();
        self.unlink_operands(start, len);
        self.operands.free(start, len as usize, || &mut Free::to_give(&mut self.rare).operands);
    }

    /// Removes operands from the use lists.
    pub(super) fn unlink_operands(&mut self, start: u32, len: u32) {
        for slot in start..start + len {
            self.unlink_operand(slot);
        }
    }

    /// Removes the operands of ops that will be erased from the use lists.
    #[track_caller]
    #[doc(hidden)]
    pub fn unlink_operands_of(&mut self, ops: &[OpId]) {
        self.changed();
        for &op in ops {
            let data = &self.ops[op];
            self.unlink_operands(data.operands_start, data.operands_len);
        }
    }

    // Uses

    /// Whether the value has a use.
    #[track_caller]
    #[inline]
    pub fn has_uses(&self, value: ValueId) -> bool {
        self.values[value].first_use != END
    }

    /// Whether there is exactly one use.
    #[track_caller]
    #[inline]
    pub fn has_one_use(&self, value: ValueId) -> bool {
        let first = self.values[value].first_use;
        first != END && self.operands[first].next == END
    }

    /// The uses, latest first.
    #[track_caller]
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = OpOperand> + '_ {
        let mut slot = self.values[value].first_use;
        std::iter::from_fn(move || {
            let data = (slot != END).then(|| &self.operands[slot])?;
            let index = slot - self.ops.at(data.owner).operands_start;
            slot = data.next;
            Some(OpOperand { owner: self.ops.id_of(data.owner), index })
        })
    }

    /// The ops that use the value, once per use.
    #[track_caller]
    pub fn users(&self, value: ValueId) -> impl Iterator<Item = OpId> + '_ {
        self.uses(value).map(|use_| use_.owner)
    }

    /// Whether no result of the op has uses.
    #[track_caller]
    #[inline]
    pub fn is_unused(&self, op: OpId) -> bool {
        let data = &self.ops[op];
        let mut results = self.values.run(data.results_start as usize, data.results_len as usize);
        results.all(|value| value.first_use == END)
    }

    /// Makes all uses of `from` uses of `to`.
    #[track_caller]
    pub fn replace_all_uses(&mut self, from: ValueId, to: ValueId) {
        self.replace_all_uses_and(from, to, |_| ());
    }

    /// Like [`Body::replace_all_uses`], and calls `tell` for each user, once per use.
    #[track_caller]
    #[doc(hidden)]
    pub fn replace_all_uses_and(&mut self, from: ValueId, to: ValueId, mut tell: impl FnMut(OpId)) {
        if from == to {
            return;
        }
        self.changed();
        let to = self.values.slot(to);
        let mut slot = std::mem::replace(&mut self.values[from].first_use, END);
        while slot != END {
            let OperandSlot { owner, next, .. } = self.operands[slot].clone();
            self.link_operand(slot, owner, to);
            tell(self.ops.id_of(owner));
            slot = next;
        }
    }

    /// Replaces the uses of `from` that `choose` accepts by `to`.
    #[track_caller]
    pub fn replace_uses_if(
        &mut self,
        from: ValueId,
        to: ValueId,
        mut choose: impl FnMut(&Body, OpOperand) -> bool,
    ) {
        let uses: SmallVec<[OpOperand; 8]> = self.uses(from).collect();
        for use_ in uses {
            if choose(self, use_) {
                self.set_operand(use_.owner, use_.index as usize, to);
            }
        }
    }

    // Successors

    #[track_caller]
    fn successor_range(&self, op: OpId) -> std::ops::Range<u32> {
        self.successor_range_of(&self.ops[op])
    }

    fn successor_range_at(&self, op: OpSlot) -> std::ops::Range<u32> {
        self.successor_range_of(self.ops.at(op))
    }

    pub(super) fn successor_range_of(&self, data: &OpData) -> std::ops::Range<u32> {
        self.extra_of(data).map_or(0..0, |extra| {
            extra.successors_start..extra.successors_start + extra.successors_len
        })
    }

    /// Number of successors.
    #[track_caller]
    #[inline]
    pub fn num_successors(&self, op: OpId) -> usize {
        self.successor_range(op).len()
    }

    /// The blocks that control may go to after the op.
    #[track_caller]
    pub fn successors(&self, op: OpId) -> impl ExactSizeIterator<Item = BlockId> + '_ {
        self.successors_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn successors_of(
        &self,
        op: &OpData,
    ) -> impl ExactSizeIterator<Item = BlockId> + use<'_> {
        self.successor_range_of(op)
            .map(|slot| self.blocks.id_of(self.successor_slots()[slot].block))
    }

    /// The successor `index`.
    ///
    /// # Panics
    /// If the op has fewer successors.
    #[track_caller]
    #[inline]
    pub fn successor(&self, op: OpId, index: usize) -> BlockId {
        let range = self.successor_range(op);
        assert!(index < range.len(), "op has {} successors", range.len());
        self.blocks.id_of(self.successor_slots()[range.start + index as u32].block)
    }

    /// Number of operands that are passed to successors.
    #[track_caller]
    #[inline]
    pub fn num_forwarded_operands(&self, op: OpId) -> usize {
        self.num_forwarded_operands_of(&self.ops[op])
    }

    #[inline]
    pub(super) fn num_forwarded_operands_of(&self, op: &OpData) -> usize {
        self.successor_range_of(op)
            .next()
            .map_or(0, |first| self.successor_slots()[first].rest as usize)
    }

    /// The range of the operands that are passed to successor `index`.
    #[track_caller]
    pub fn successor_operand_range(&self, op: OpId, index: usize) -> std::ops::Range<usize> {
        let data = &self.ops[op];
        let range = self.successor_range_of(data);
        assert!(index < range.len(), "op has {} successors", range.len());
        let slot = range.start + index as u32;
        let later = if slot + 1 < range.end { self.successor_slots()[slot + 1].rest } else { 0 };
        let start = data.operands_len - self.successor_slots()[slot].rest;
        start as usize..(data.operands_len - later) as usize
    }

    /// The operands that are passed to successor `index`.
    #[track_caller]
    pub fn successor_operands(&self, op: OpId, index: usize) -> SmallVec<[ValueId; 4]> {
        let range = self.successor_operand_range(op, index);
        self.slot_values(self.ops[op].operands_start + range.start as u32, range.len() as u32)
    }

    /// Replaces what is passed to successor `index`.
    #[track_caller]
    pub fn set_successor_operands(&mut self, op: OpId, index: usize, operands: &[ValueId]) {
        let range = self.successor_operand_range(op, index);
        let first = self.successor_range(op).start;
        for slot in first..=first + index as u32 {
            let rest = &mut self.successor_slots_mut()[slot].rest;
            *rest = *rest - range.len() as u32 + operands.len() as u32;
        }
        self.splice_operands(op, range, operands);
    }

    /// Replaces the block of successor `index`. The operands that are passed to it are kept.
    #[track_caller]
    pub fn set_successor(&mut self, op: OpId, index: usize, block: BlockId) {
        self.changed();
        let slot = self.successor_range(op).start + index as u32;
        let block = self.blocks.slot(block);
        self.unlink_successor(slot);
        self.link_successor(slot, op.slot(), block);
    }

    /// Sets the successors of an op that has none; the operands passed to them are already its last
    /// operands.
    #[track_caller]
    pub(super) fn init_successors(
        &mut self,
        op: OpId,
        successors: &[(BlockId, impl AsRef<[ValueId]>)],
    ) {
        self.changed();
        let start = self.alloc_successors(successors.len());
        let extra = self.extra_mut(op);
        extra.successors_start = start;
        extra.successors_len = successors.len() as u32;
        let mut rest: u32 =
            successors.iter().map(|(_, operands)| operands.as_ref().len() as u32).sum();
        for (slot, (block, operands)) in (start..).zip(successors) {
            self.successor_slots_mut()[slot].rest = rest;
            rest -= operands.as_ref().len() as u32;
            let block = self.blocks.slot(*block);
            self.link_successor(slot, op.slot(), block);
        }
    }

    /// Replaces the successors and the operands passed to them.
    #[track_caller]
    pub fn set_successors(&mut self, op: OpId, successors: &[(BlockId, impl AsRef<[ValueId]>)]) {
        let total = self.num_operands(op);
        let own = total - self.num_forwarded_operands(op);
        let passed: Vec<ValueId> =
            successors.iter().flat_map(|(_, operands)| operands.as_ref()).copied().collect();
        self.drop_successors(op);
        self.splice_operands(op, own..total, &passed);
        if !successors.is_empty() {
            self.init_successors(op, successors);
        }
    }

    /// Adds a successor at the end.
    #[track_caller]
    pub fn add_successor(&mut self, op: OpId, block: BlockId, operands: &[ValueId]) {
        self.changed();
        let old = self.successor_range(op).map(|slot| {
            let slot = &self.successor_slots()[slot];
            (slot.block, slot.rest + operands.len() as u32)
        });
        let old: Vec<(BlockSlot, u32)> = old.collect();
        let block = self.blocks.slot(block);
        self.drop_successors(op);
        let start = self.alloc_successors(old.len() + 1);
        let extra = self.extra_mut(op);
        extra.successors_start = start;
        extra.successors_len = old.len() as u32 + 1;
        let all = old.into_iter().chain([(block, operands.len() as u32)]);
        for (i, (block, rest)) in all.enumerate() {
            let slot = start + i as u32;
            self.successor_slots_mut()[slot].rest = rest;
            self.link_successor(slot, op.slot(), block);
        }
        let end = self.num_operands(op);
        if !operands.is_empty() {
            self.splice_operands(op, end..end, operands);
        }
    }

    fn alloc_successors(&mut self, len: usize) -> u32 {
        let rare = self.rare.get_or_insert_default();
        rare.successors.alloc(len, Some(&mut rare.free.successors))
    }

    fn link_successor(&mut self, slot: u32, owner: OpSlot, block: BlockSlot) {
        let first = std::mem::replace(&mut self.blocks.at_mut(block).first_pred, slot);
        let rest = self.successor_slots()[slot].rest;
        self.successor_slots_mut()[slot] =
            SuccessorSlot { block, owner, prev: END, next: first, rest };
        self.successor_slots_mut()[first].prev = slot;
    }

    fn unlink_successor(&mut self, slot: u32) {
        let SuccessorSlot { block, prev, next, .. } = self.successor_slots()[slot].clone();
        if block.is_none() {
            return;
        }
        self.successor_slots_mut()[next].prev = prev;
        self.successor_slots_mut()[prev].next = next;
        if prev == END {
            self.blocks.at_mut(block).first_pred = next;
        }
        self.successor_slots_mut()[slot].block = BlockSlot::NONE;
    }

    #[track_caller]
    pub(super) fn drop_successors(&mut self, op: OpId) {
        let range = self.successor_range(op);
        if range.is_empty() {
            return;
        }
        for slot in range.clone() {
            self.unlink_successor(slot);
        }
        let rare = self.rare.get_or_insert_default();
        rare.successors.free(range.start, range.len(), || &mut rare.free.successors);
        let extra = self.extra_mut(op);
        extra.successors_start = 0;
        extra.successors_len = 0;
        self.changed();
    }

    /// The uses of the block as a successor: op and index, latest first. A terminator that has the
    /// block twice is returned twice.
    #[track_caller]
    pub fn predecessors(&self, block: BlockId) -> impl Iterator<Item = (OpId, usize)> + '_ {
        let mut slot = self.blocks[block].first_pred;
        std::iter::from_fn(move || {
            let data = (slot != END).then(|| &self.successor_slots()[slot])?;
            let index = slot - self.successor_range_at(data.owner).start;
            slot = data.next;
            Some((self.ops.id_of(data.owner), index as usize))
        })
    }
}
