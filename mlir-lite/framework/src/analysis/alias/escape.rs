//! Where the address of an object may be known.

use super::Known;
use super::objects::{MAX_NAMES, sources};
use crate::analysis::memory_effects::may_hold_address;
use mlir_lite::ir::interfaces::{
    LoopLikeOpInterface, MemoryEffectOpInterface, Resource, SelectLikeOpInterface,
    ViewLikeOpInterface,
};
use mlir_lite::ir::{Body, OpId, TraitFlags, ValueId};
use smallvec::{SmallVec, smallvec};

/// Where the address of an object may be known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// One value: its users only access the memory.
    Direct,
    /// Several values of the body, whose underlying object it is: views of it, and values that are
    /// passed on by control flow.
    Named,
    /// Anywhere.
    Escaped,
}

impl Known {
    /// Where the address of the object `value` may be known.
    pub(super) fn reach(&mut self, body: &Body, value: ValueId) -> Reach {
        *self.reaches.entry(value).or_insert_with(|| compute(body, value))
    }
}

fn compute(body: &Body, object: ValueId) -> Reach {
    let mut names: SmallVec<[ValueId; 8]> = smallvec![object];
    let mut next = 0;
    let mut reach = Reach::Direct;
    while let Some(&name) = names.get(next) {
        next += 1;
        for user in body.users(name) {
            if only_accesses(body, user, name) {
                continue;
            }
            let Some(passed) = passed_on(body, user, name) else { return Reach::Escaped };
            reach = Reach::Named;
            for value in passed {
                if !names.contains(&value) {
                    names.push(value);
                }
            }
            if names.len() > MAX_NAMES {
                return Reach::Escaped;
            }
        }
    }
    reach
}

/// Whether the op reads, writes or frees the memory, and does not let its address escape.
fn only_accesses(body: &Body, user: OpId, value: ValueId) -> bool {
    let op = body.op(user);
    let Some(interface) = op.interface::<dyn MemoryEffectOpInterface>() else { return false };
    let ctx = body.context();
    // A pointer that is an operand twice may be stored to its own memory. A memref has another type
    // than its elements.
    let is_stored = || occurrences(body, user, value) > 1 && !body.ty(value).is_memref(ctx);
    let effects = interface.ask(op, |op| op.effects());
    (body.is_plain(user) || (body.regions(user).is_empty() && body.child(user).is_none()))
        && effects.iter().any(|effect| effect.value == Some(value))
        && effects.iter().all(|it| it.value.is_some() || it.resource != Resource::MEMORY)
        && !op.result_types().any(|ty| may_hold_address(ctx, ty))
        && !is_stored()
}

fn occurrences(body: &Body, user: OpId, value: ValueId) -> usize {
    body.operands(user).filter(|&operand| operand == value).count()
}

/// The results of `user` that are `value` or a view of it, if `user` does nothing else with it:
/// [`sources`] lists `value` for each of them.
fn passed_on(body: &Body, user: OpId, value: ValueId) -> Option<SmallVec<[ValueId; 4]>> {
    let op = body.op(user);
    let info = op.info();
    if info.flags().contains(TraitFlags::TERMINATOR) {
        return passed_by_terminator(body, user, value);
    }
    if let Some(view) = info.interface::<dyn ViewLikeOpInterface>() {
        let is_source = view.ask(op, |op| op.view_source()) == value;
        return (is_source && occurrences(body, user, value) == 1).then(|| op.results().collect());
    }
    if let Some(select) = info.interface::<dyn SelectLikeOpInterface>() {
        return (select.ask(op, |op| op.condition()) != value).then(|| op.results().collect());
    }
    let inits = info.interface::<dyn LoopLikeOpInterface>()?.ask(op, |op| op.inits());
    let is_only_carried =
        inits.iter().filter(|&&init| init == value).count() == occurrences(body, user, value);
    is_only_carried.then(|| passed_in(body, user, value))?
}

/// The same for a terminator: it passes values to its successors, or to the op around it.
fn passed_by_terminator(body: &Body, user: OpId, value: ValueId) -> Option<SmallVec<[ValueId; 4]>> {
    let op = body.op(user);
    let successors = op.successors();
    if successors.len() == 0 {
        let around = body.parent_op(user).filter(|&around| around != body.root())?;
        let only_passes = [TraitFlags::PURE, TraitFlags::RETURN_LIKE]
            .into_iter()
            .any(|flag| op.info().flags().contains(flag));
        return only_passes.then(|| passed_in(body, around, value))?;
    }
    let own = body.num_operands(user) - body.num_forwarded_operands(user);
    if op.operands().take(own).any(|operand| operand == value) {
        return None;
    }
    let mut passed = SmallVec::new();
    for (index, block) in successors.enumerate() {
        for (operand, &argument) in
            body.successor_operand_range(user, index).zip(body.arguments(block))
        {
            if body.operand(user, operand) == value {
                passed.push(argument);
            }
        }
    }
    (!passed.is_empty()).then_some(passed)
}

/// The results of an op, and the arguments of its regions, that may be `value`. None if there are
/// none: it is not known what the op does with the value.
fn passed_in(body: &Body, op: OpId, value: ValueId) -> Option<SmallVec<[ValueId; 4]>> {
    let entries = body.regions(op).iter().filter_map(|&region| body.entry_block(region));
    let arguments = entries.flat_map(|block| body.arguments(block).iter().copied());
    let has_source =
        |name: &ValueId| sources(body, *name).is_some_and(|sources| sources.contains(&value));
    let passed: SmallVec<_> = body.results(op).chain(arguments).filter(has_source).collect();
    (!passed.is_empty()).then_some(passed)
}
