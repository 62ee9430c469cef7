//! Whether the records of a body agree: what the verifier asks.
//!
//! Each function looks at the records of one op or block and its neighbours. Together they say that each operand is in the
//! list of uses of its value exactly once, and that these lists have nothing else; the same of successors and their
//! blocks; that ops and blocks are in the order of their lists, which lead both ways; and that results, arguments and
//! regions belong to what they are listed by. No function of [`Body`] leaves anything else behind: this finds mistakes in
//! these functions.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, BlockSlot, OpId, OpSlot, RegionId, ValueSlot};
use crate::ir::records::{END, NO_EXTRA, OpData, OperandSlot};
use crate::support::pool::{EntityId, EntitySlot};

/// What the records say of an operand that is not simply defined before its op in the same block.
pub(crate) enum OperandState {
    /// It is a use of a value that is defined elsewhere.
    Elsewhere,
    /// It is not in the list of the uses of its value, or in no order there.
    Broken,
}

impl Body {
    /// Looks at all operands of an op, and tells `report` of those that are not defined before it in its block.
    #[inline]
    pub(crate) fn look_at_operands(&self, op: OpId, mut report: impl FnMut(usize, OperandState)) {
        let data = &self.ops[op];
        let start = data.operands_start;
        let slots = self.operands.run(start, data.operands_len as usize);
        for (index, slot) in slots.iter().enumerate() {
            let number = start + index as u32;
            let value = self.values.at(slot.value);
            let is_listed =
                if slot.prev == END { value.first_use == number } else { self.follows(slot, number) };
            let is_sound = is_listed && slot.owner == op.slot() && slot.value.is_some();
            if !is_sound || !(slot.next == END || self.is_followed(slot, number)) {
                report(index, OperandState::Broken);
                continue;
            }
            let origin = value.origin;
            let is_local = if origin.is_argument() {
                data.block.index() == origin.owner as usize
            } else {
                let definition = self.ops.record(origin.owner as usize);
                definition.block == data.block && definition.order < data.order
            };
            if !is_local || data.block.is_none() {
                report(index, OperandState::Elsewhere);
            }
        }
    }

    /// Whether the use before `slot` in the list says so.
    #[inline(never)]
    fn follows(&self, slot: &OperandSlot, number: u32) -> bool {
        let before = &self.operands[slot.prev];
        before.next == number && before.value == slot.value
    }

    /// Whether the use after `slot` in the list says so, and is one of its op.
    #[inline(never)]
    fn is_followed(&self, slot: &OperandSlot, number: u32) -> bool {
        let after = &self.operands[slot.next];
        let owner = self.ops.at(after.owner);
        let index = slot.next.wrapping_sub(owner.operands_start);
        after.prev == number && after.value == slot.value && index < owner.operands_len
    }

    /// Whether the op's results, and its place among its neighbours, are as the other records say.
    #[inline]
    pub(crate) fn has_sound_links(&self, op: OpId) -> bool {
        let data = &self.ops[op];
        let is_in_order = match data.next.some() {
            Some(next) => {
                let next = self.ops.at(next);
                next.prev == op.slot() && next.block == data.block && next.order > data.order
            }
            None => self.blocks.at(data.block).last_op == op.slot(),
        };
        let is_first = data.prev.is_some() || self.blocks.at(data.block).first_op == op.slot();
        is_in_order && is_first && self.has_sound_results(op.slot(), data)
    }

    #[inline]
    fn has_sound_results(&self, op: OpSlot, data: &OpData) -> bool {
        let start = data.results_start as usize;
        let mut results = self.values.run(start, data.results_len as usize).enumerate();
        results.all(|(index, value)| {
            let is_own = value.origin.owner as usize == op.index()
                && !value.origin.is_argument()
                && value.origin.index() as usize == index;
            is_own
                && (value.first_use == END
                    || self.begins_uses(ValueSlot::new(start + index), value.first_use))
        })
    }

    /// Whether the list of a value's uses begins with this one.
    #[inline(never)]
    fn begins_uses(&self, value: ValueSlot, first: u32) -> bool {
        let slot = &self.operands[first];
        let owner = self.ops.at(slot.owner);
        let index = first.wrapping_sub(owner.operands_start);
        slot.value == value && slot.prev == END && index < owner.operands_len
    }

    /// Whether the regions and the successors of an op, and the blocks in it, are as the other records say.
    pub(crate) fn has_sound_structure(&self, op: OpId) -> bool {
        let data = &self.ops[op];
        let Some(extra) = self.extra_of(data) else { return true };
        let mut regions = extra.regions.iter().enumerate();
        let mut successors = extra.successors_start..extra.successors_start + extra.successors_len;
        regions.all(|(index, &region)| self.has_sound_blocks(op, index, region))
            && successors.all(|slot| self.has_sound_successor(op.slot(), slot))
    }

    fn has_sound_blocks(&self, op: OpId, index: usize, region: RegionId) -> bool {
        if !self.regions.is_live(region) {
            return false;
        }
        let data = &self.regions[region];
        if data.owner != op.slot() || data.index as usize != index {
            return false;
        }
        let (mut at, mut previous) = (data.first, BlockSlot::NONE);
        while let Some(block) = at.some() {
            let data = self.blocks.at(block);
            if data.region != region.slot() || data.prev != previous {
                return false;
            }
            (previous, at) = (block, data.next);
            if !self.has_sound_arguments(self.blocks.id_of(block)) {
                return false;
            }
        }
        previous == data.last
    }

    fn has_sound_arguments(&self, block: BlockId) -> bool {
        let data = &self.blocks[block];
        let mut arguments = data.args.iter().enumerate();
        let is_own = arguments.all(|(index, &argument)| {
            self.values.is_live(argument) && {
                let value = &self.values[argument];
                value.origin.owner as usize == block.index()
                    && value.origin.is_argument()
                    && value.origin.index() as usize == index
                    && (value.first_use == END || self.begins_uses(argument.slot(), value.first_use))
            }
        });
        // An empty block has no op that could be asked.
        is_own && data.first_op.is_some() == data.last_op.is_some()
    }

    fn has_sound_successor(&self, op: OpSlot, number: u32) -> bool {
        let slot = &self.successors[number];
        let is_begun = match slot.prev {
            END => self.blocks.at(slot.block).first_pred == number,
            prev => self.successors[prev].next == number && self.successors[prev].block == slot.block,
        };
        let is_followed = slot.next == END || {
            let after = &self.successors[slot.next];
            after.prev == number && after.block == slot.block && self.ops.at(after.owner).extra != NO_EXTRA
        };
        slot.block.is_some() && slot.owner == op && is_begun && is_followed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transforms::test_support::parse;
    use crate::verify::verify;
    use mlir_lite_diagnostics::Diagnostics;

    const TEXT: &str = "func @f(%c: i1, %x: i32) -> i32 {
  %0 = addi %x, %x : i32
  %1 = muli %0, %x : i32
  %2 = muli %0, %0 : i32
  cond_br %c, ^bb1(%1 : i32), ^bb1(%2 : i32)
^bb1(%3: i32):
  br ^bb2
^bb2:
  return %3 : i32
}";

    /// What the verifier says of the function after `damage`, which is given its ops.
    fn found(damage: impl FnOnce(&mut Body, &[OpId])) -> Vec<String> {
        let mut module = parse(TEXT);
        let (_, function) = module.children_mut().remove(0);
        let ops = function.walk_pre_order();
        damage(function, &ops);
        let mut diagnostics = Diagnostics::new();
        let _ = verify(function, &mut diagnostics);
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
        // A use that the list has lost: at its begin, in its middle, at its end.
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
        // A use that is in no run of an op.
        check(USES, |body, ops| {
            let (slot, last) = (body.operands.alloc(1), operand_slot(body, ops[1], 0));
            let used = OperandSlot { prev: last, next: END, ..body.operands[last].clone() };
            body.operands[last].next = slot;
            body.operands[slot] = used;
        });
    }

    #[test]
    fn an_operand_whose_op_was_erased() {
        check("does not dominate", |body, ops| {
            // As if nobody had looked at the uses.
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
