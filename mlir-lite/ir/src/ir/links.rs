//! Consistency of a body's records, for the verifier.
//!
//! The verifier's walk compares the record of each op with the one before it, and counts operands
//! and use lists. Together these checks show that each operand is in the use list of its value
//! exactly once, and that use lists have nothing else; the same for successors and their blocks;
//! that ops and blocks are in the order of their lists, which are linked in both directions; and
//! that results, arguments and regions belong to the records that list them. All functions of
//! [`Body`] preserve this, so a failure is a bug in these functions.

use crate::ir::body::Body;
use crate::ir::entities::{BlockSlot, OpId, OpSlot, RegionId, ValueSlot};
use crate::ir::records::{BlockData, END, NO_EXTRA, OpData, OperandSlot};
use crate::support::pool::{EntityId, EntitySlot};
use smallvec::SmallVec;

/// The ops of a body in program order, each op before its nested ops, without the root. Each comes
/// with its record and whether the record is consistent with its neighbours; if it is not, the ops
/// after it are not visited.
///
/// Use lists are only counted: each operand is looked up in the list of its value, and the total
/// size of all lists must equal the number of operands, compared by a sum of their numbers. If it
/// does not, [`Body::look_at_uses`] finds the error.
pub(crate) struct LinkedOps<'b> {
    body: &'b Body,
    at: Position,
    /// For each block that has been started or is pending, where to continue.
    rest: Positions,
    /// By how much the sum over use lists exceeds that over operands.
    excess: u64,
    are_uses_broken: bool,
}

/// A position between two ops of a block.
#[derive(Copy, Clone)]
struct Position {
    block: BlockSlot,
    prev: OpSlot,
    next: OpSlot,
    /// The number of the op before.
    order: u32,
}

/// Most functions have few blocks.
type Positions = SmallVec<[Position; 4]>;

impl<'b> LinkedOps<'b> {
    /// Starts a walk. Also returns whether the root's record is consistent.
    pub(crate) fn new(body: &'b Body) -> (Self, bool) {
        let at =
            Position { block: BlockSlot::NONE, prev: OpSlot::NONE, next: OpSlot::NONE, order: 0 };
        let mut ops = Self { body, at, rest: Positions::new(), excess: 0, are_uses_broken: false };
        let is_sound = ops.enter(OpSlot::ROOT, body.ops.at(OpSlot::ROOT));
        (ops, is_sound)
    }

    /// Pushes the blocks in an op, if they are consistent.
    fn enter(&mut self, op: OpSlot, data: &OpData) -> bool {
        if !self.body.has_sound_structure(op, data, &mut self.excess) {
            return false;
        }
        if !self.body.regions_of(data).is_empty() {
            let here = Position { next: data.next, ..self.at };
            self.rest.push(here);
            self.body.push_blocks(data, &mut self.rest);
            self.at = self.rest.pop().unwrap_or(here);
        }
        true
    }

    /// Checks the operands of an op that is linked correctly, and calls `report` for those that are
    /// not defined before it in its block, with where they are defined and where they are used.
    #[inline]
    pub(crate) fn look_at_operands(
        &mut self,
        op: OpId,
        mut report: impl FnMut(usize, BlockSlot, BlockSlot),
    ) {
        let (body, op) = (self.body, op.slot());
        let data = body.ops.at(op);
        let slots = body.operands.run(data.operands_start, data.operands_len as usize);
        for (index, slot) in slots.iter().enumerate() {
            let number = data.operands_start + index as u32;
            let Some(value) = body.values.get(slot.value) else {
                self.are_uses_broken = true;
                continue;
            };
            let is_listed = if slot.prev == END {
                value.first_use == number
            } else {
                let before = &body.operands[slot.prev];
                before.next == number && before.value == slot.value
            };
            if !is_listed || slot.owner != op {
                self.are_uses_broken = true;
                continue;
            }
            self.excess =
                self.excess.wrapping_add(u64::from(slot.next)).wrapping_sub(u64::from(number));
            let origin = value.origin;
            let (block, is_before) = if origin.is_argument() {
                (BlockSlot::new(origin.owner as usize), true)
            } else {
                let definition = body.ops.record(origin.owner as usize);
                (definition.block, definition.order < data.order)
            };
            if block != data.block || !is_before {
                report(index, block, data.block);
            }
        }
    }

    /// Whether use lists have exactly the operands of the ops.
    pub(crate) fn are_uses_sound(&self) -> bool {
        self.excess == 0 && !self.are_uses_broken
    }
}

impl<'b> Iterator for LinkedOps<'b> {
    /// An op, and whether it is linked correctly.
    type Item = (OpId, bool);

    #[inline]
    fn next(&mut self) -> Option<(OpId, bool)> {
        while self.at.next.is_none() {
            self.at = self.rest.pop()?;
        }
        let (body, op) = (self.body, self.at.next);
        let data = body.ops.at(op);
        let is_in_place = data.prev == self.at.prev
            && data.block == self.at.block
            && data.order > self.at.order
            && (data.next.is_some()
                || body.blocks.get(data.block).is_some_and(|block| block.last_op == op));
        let is_sound = is_in_place && body.has_own_results(op, data, &mut self.excess);
        self.at.next = if is_sound { data.next } else { OpSlot::NONE };
        (self.at.prev, self.at.order) = (op, data.order);
        let is_sound = is_sound && (data.extra == NO_EXTRA || self.enter(op, data));
        Some((body.ops.id_of(op), is_sound))
    }
}

/// An inconsistency in the uses of a value.
pub(crate) enum WrongUse {
    /// The use list of a result of the op, or of an argument in it, begins with a slot that is not
    /// a use of it.
    List,
    /// An operand of the op is not in the use list of its value, or is not linked correctly there.
    Operand(usize),
}

impl Body {
    /// Pushes the start of each block of an op, starting with the last block.
    fn push_blocks(&self, op: &OpData, places: &mut Positions) {
        for &region in self.regions_of(op).iter().rev() {
            let mut at = self.regions[region].last;
            while let Some(block) = at.some() {
                let data = self.blocks.at(block);
                places.push(Position { block, prev: OpSlot::NONE, next: data.first_op, order: 0 });
                at = data.prev;
            }
        }
    }

    /// Checks all operands of the ops of a body, and the use lists of all values that they define.
    pub(crate) fn look_at_uses(&self, mut report: impl FnMut(OpId, WrongUse)) {
        for op in std::iter::once(self.root()).chain(self.pre_order(self.root())) {
            let data = &self.ops[op];
            let blocks = self.regions(op).iter().flat_map(|&region| self.blocks(region));
            let arguments = blocks.flat_map(|block| self.arguments(block).iter().copied());
            for value in self.results_of(data).chain(arguments) {
                let first = self.values[value].first_use;
                if first != END && !self.begins_uses(value.slot(), first) {
                    report(op, WrongUse::List);
                }
            }
            let slots = self.operands.run(data.operands_start, data.operands_len as usize);
            for (index, slot) in slots.iter().enumerate() {
                let number = data.operands_start + index as u32;
                let is_listed = match slot.prev {
                    END => {
                        self.values.get(slot.value).is_some_and(|value| value.first_use == number)
                    }
                    _ => self.follows(slot, number),
                };
                let is_sound = is_listed && slot.owner == op.slot() && slot.value.is_some();
                if !is_sound || !(slot.next == END || self.is_followed(slot, number)) {
                    report(op, WrongUse::Operand(index));
                }
            }
        }
    }

    /// Whether the previous use in the list links to this one.
    fn follows(&self, slot: &OperandSlot, number: u32) -> bool {
        let before = &self.operands[slot.prev];
        before.next == number && before.value == slot.value
    }

    /// Whether the next use in the list links back, and belongs to its op.
    fn is_followed(&self, slot: &OperandSlot, number: u32) -> bool {
        let after = &self.operands[slot.next];
        let Some(owner) = self.ops.get(after.owner) else { return false };
        let index = slot.next.wrapping_sub(owner.operands_start);
        after.prev == number && after.value == slot.value && index < owner.operands_len
    }

    /// Whether the results of an op record that they belong to it. Adds the starts of their use
    /// lists.
    #[inline]
    fn has_own_results(&self, op: OpSlot, data: &OpData, uses: &mut u64) -> bool {
        let mut results =
            self.values.run(data.results_start as usize, data.results_len as usize).enumerate();
        results.all(|(index, value)| {
            *uses = uses.wrapping_add(u64::from(value.first_use));
            value.origin.owner as usize == op.index()
                && !value.origin.is_argument()
                && value.origin.index() as usize == index
        })
    }

    /// Whether the value's use list begins with this slot.
    fn begins_uses(&self, value: ValueSlot, first: u32) -> bool {
        let slot = &self.operands[first];
        let Some(owner) = self.ops.get(slot.owner) else { return false };
        let index = first.wrapping_sub(owner.operands_start);
        slot.value == value && slot.prev == END && index < owner.operands_len
    }

    /// Whether the regions and successors of an op, and its blocks, agree with the other records.
    /// Adds the starts of the use lists of their arguments.
    fn has_sound_structure(&self, op: OpSlot, data: &OpData, uses: &mut u64) -> bool {
        let mut regions = self.regions_of(data).iter().enumerate();
        let mut successors = self.successor_range_of(data);
        regions.all(|(index, &region)| self.has_sound_blocks(op, index, region, uses))
            && successors.all(|slot| self.has_sound_successor(op, slot))
    }

    fn has_sound_blocks(&self, op: OpSlot, index: usize, region: RegionId, uses: &mut u64) -> bool {
        if !self.regions.is_live(region) {
            return false;
        }
        let data = &self.regions[region];
        if data.owner != op || data.index as usize != index {
            return false;
        }
        let (mut at, mut previous) = (data.first, BlockSlot::NONE);
        while let Some(block) = at.some() {
            let data = self.blocks.at(block);
            if data.region != region.slot() || data.prev != previous {
                return false;
            }
            if !self.has_sound_arguments(block, data, uses) {
                return false;
            }
            (previous, at) = (block, data.next);
        }
        previous == data.last
    }

    fn has_sound_arguments(&self, block: BlockSlot, data: &BlockData, uses: &mut u64) -> bool {
        let mut arguments = data.args.iter().enumerate();
        let is_own = arguments.all(|(index, &argument)| {
            self.values.is_live(argument) && {
                let value = self.values.at(argument.slot());
                *uses = uses.wrapping_add(u64::from(value.first_use));
                value.origin.owner as usize == block.index()
                    && value.origin.is_argument()
                    && value.origin.index() as usize == index
            }
        });
        // An empty block has no op to compare with.
        is_own && data.first_op.is_some() == data.last_op.is_some()
    }

    fn has_sound_successor(&self, op: OpSlot, number: u32) -> bool {
        let slot = &self.successor_slots()[number];
        let is_begun = match slot.prev {
            END => self.blocks.get(slot.block).is_some_and(|block| block.first_pred == number),
            prev => {
                self.successor_slots()[prev].next == number
                    && self.successor_slots()[prev].block == slot.block
            }
        };
        let is_followed = slot.next == END || {
            let after = &self.successor_slots()[slot.next];
            after.prev == number
                && after.block == slot.block
                && self.ops.get(after.owner).is_some_and(|owner| owner.extra != NO_EXTRA)
        };
        slot.block.is_some() && slot.owner == op && is_begun && is_followed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Context;
    use crate::text::{ParseOptions, parse_module};
    use crate::verify::verify;
    use mlir_lite_diagnostics::Diagnostics;
    use std::sync::LazyLock;

    /// All tests share a context, because Miri takes long to load dialects.
    static CONTEXT: LazyLock<Context> = LazyLock::new(Context::new);

    const TEXT: &str = r#""t.func"() ({
^bb0(%c: i1, %x: i32):
  %0 = "t.add"(%x, %x) : (i32, i32) -> i32
  %1 = "t.mul"(%0, %x) : (i32, i32) -> i32
  %2 = "t.mul"(%0, %0) : (i32, i32) -> i32
  "t.cond_br"(%c, %1, %2)[^bb1, ^bb1] : (i1, i32, i32) -> ()
^bb1(%3: i32):
  "t.br"()[^bb2] : () -> ()
^bb2:
  "t.return"(%3) : (i32) -> ()
}) : () -> ()"#;

    /// The verifier's messages about the module after `damage`, which gets the ops in the function.
    fn found(damage: impl FnOnce(&mut Body, &[OpId])) -> Vec<String> {
        let file = CONTEXT.sources().add("t.mlir", TEXT.to_string()).expect("a short file");
        let mut diagnostics = Diagnostics::new();
        let options = ParseOptions::default().with_allow_unregistered(true);
        let mut module =
            parse_module(&CONTEXT, &file, options, &mut diagnostics).expect("valid text");
        let ops = module.own_ops();
        damage(&mut module, &ops[1..]);
        let _ = verify(&module, &mut diagnostics);
        diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect()
    }

    #[track_caller]
    fn check(expected: &str, damage: impl FnOnce(&mut Body, &[OpId])) {
        let found = found(damage);
        assert!(found.iter().any(|message| message.contains(expected)), "{found:?}");
    }

    const USES: &str = "does not agree with the uses of its value";
    const LINKS: &str = "is not linked as the ops, blocks and values around it say";

    fn operand_slot(body: &Body, op: OpId, index: u32) -> u32 {
        body.ops[op].operands_start + index
    }

    #[test]
    fn what_no_one_has_damaged_is_sound() {
        assert_eq!(found(|_, _| ()), Vec::<String>::new());
    }

    #[test]
    fn an_operand_that_its_value_does_not_know() {
        // A use that is missing in the list: at its start, in the middle, at the end.
        for (op, index) in [(2, 1), (2, 0), (1, 0), (0, 0), (1, 1)] {
            check(USES, |body, ops| {
                let slot = operand_slot(body, ops[op], index);
                let OperandSlot { value, prev, next, .. } = body.operands[slot].clone();
                body.operands[prev].next = next;
                body.operands[next].prev = prev;
                if prev == END {
                    body.values.at_mut(value).first_use = next;
                }
            });
        }
    }

    #[test]
    fn an_operand_of_another_value_or_op() {
        check(USES, |body, ops| {
            let (slot, other) = (operand_slot(body, ops[1], 0), operand_slot(body, ops[1], 1));
            body.operands[slot].value = body.operands[other].value;
        });
        check(USES, |body, ops| {
            let slot = operand_slot(body, ops[2], 0);
            body.operands[slot].owner = ops[0].slot();
        });
    }

    #[test]
    fn a_list_of_uses_that_has_more_than_operands() {
        check(LINKS, |body, ops| {
            let value = body.result(ops[2], 0);
            let first = body.values[value].first_use;
            body.values[value].first_use = operand_slot(body, ops[0], 0);
            body.operands[first].prev = END;
        });
        // A use that belongs to no op.
        check(USES, |body, ops| {
            let (slot, last) = (body.operands.alloc(1, None), operand_slot(body, ops[1], 0));
            let used = OperandSlot { prev: last, next: END, ..body.operands[last].clone() };
            body.operands[last].next = slot;
            body.operands[slot] = used;
        });
    }

    #[test]
    fn an_operand_whose_op_was_erased() {
        check("does not dominate", |body, ops| {
            // As if uses had not been updated.
            let mut data = body.ops[ops[0]].clone();
            let (block, prev, next) = (data.block, data.prev, data.next);
            body.unlink_op(block, prev, next);
            body.unlink_operands(data.operands_start, data.operands_len);
            data.block = BlockSlot::NONE;
            body.ops[ops[0]] = data;
        });
    }

    #[test]
    fn ops_that_are_not_in_the_order_of_their_list() {
        check(LINKS, |body, ops| body.ops[ops[1]].prev = OpSlot::NONE);
        check(LINKS, |body, ops| body.ops[ops[1]].block = BlockSlot::NONE);
        check(LINKS, |body, ops| body.ops[ops[1]].order = u32::MAX);
        check(LINKS, |body, ops| {
            let block = body.ops[ops[0]].block;
            body.blocks.at_mut(block).last_op = ops[1].slot();
        });
    }

    #[test]
    fn values_blocks_and_regions_of_others() {
        check(LINKS, |body, ops| {
            let (a, b) = (body.result(ops[0], 0), body.result(ops[1], 0));
            body.values[a].origin = body.values[b].origin;
        });
        check(LINKS, |body, ops| {
            let last = body.block(ops[ops.len() - 1]).expect("a block");
            body.blocks[last].prev = BlockSlot::NONE;
        });
        check(LINKS, |body, ops| {
            let last = body.block(ops[ops.len() - 1]).expect("a block");
            body.blocks[last].region = crate::ir::entities::RegionSlot::NONE;
        });
        check(LINKS, |body, _| {
            let region = body.region(body.root(), 0);
            body.regions[region].index = 1;
        });
        check(LINKS, |body, ops| {
            let middle = body.block(ops[4]).expect("a block");
            let entry = body.block(ops[0]).expect("a block");
            body.blocks[middle].args = body.blocks[entry].args.clone();
        });
        check(LINKS, |body, ops| {
            let last = body.block(ops[ops.len() - 1]).expect("a block");
            body.blocks[last].first_pred = END;
        });
    }
}
