//! Which ops can be erased without an observable difference.

use crate::rewrite::traversal::last_ops_in;
use mlir_lite::context::OpInfo;
use mlir_lite::ir::interfaces::EffectKind;
use mlir_lite::ir::{Body, OpId, TraitFlags};
use smallvec::SmallVec;

/// Whether the op may be erased: its results are not used, and its only effect is to compute them.
/// Reading memory is not an effect here, nor is allocating or writing memory that only this op
/// accesses.
pub fn is_trivially_dead(body: &Body, op: OpId) -> bool {
    body.is_unused(op) && has_no_lasting_effect(body, op)
}

/// Whether the op may be erased once its results are unused.
pub fn has_no_lasting_effect(body: &Body, op: OpId) -> bool {
    has_no_lasting_effect_of(body, op, body.info(op))
}

/// As [`has_no_lasting_effect`], where `info` has the properties of the op's name.
#[inline]
pub(crate) fn has_no_lasting_effect_of(body: &Body, op: OpId, info: &OpInfo) -> bool {
    const ASKED: TraitFlags = TraitFlags::PURE
        .union(TraitFlags::RECURSIVE_EFFECTS)
        .union(TraitFlags::TERMINATOR)
        .union(TraitFlags::SYMBOL);
    let is_pure = info.flags().intersection(ASKED) == TraitFlags::PURE;
    (is_pure && body.is_plain(op) && op != body.root())
        || has_no_lasting_effect_within(body, op, info)
}

/// The slow path of [`has_no_lasting_effect_of`]; most ops are decided by one comparison.
fn has_no_lasting_effect_within(body: &Body, op: OpId, info: &OpInfo) -> bool {
    let flags = info.flags();
    if flags.contains(TraitFlags::TERMINATOR) || flags.contains(TraitFlags::SYMBOL) {
        return false;
    }
    if op == body.root() || body.child(op).is_some() {
        return false;
    }
    if flags.contains(TraitFlags::PURE) && !flags.contains(TraitFlags::RECURSIVE_EFFECTS) {
        return true;
    }
    all_within(body, op, |body, op| {
        let Some(interface) = body.info(op).effects() else {
            return false;
        };
        let effects = interface.ask(body.op(op), |op| op.effects());
        let is_own = |value| {
            effects
                .iter()
                .any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(value))
                && body.defining_op(value) == Some(op)
        };
        effects.iter().all(|effect| match effect.kind {
            EffectKind::Read => true,
            EffectKind::Allocate | EffectKind::Write => effect.value.is_some_and(is_own),
            EffectKind::Free => false,
        })
    })
}

/// Whether the op, with its nested ops, has no effect on memory at all: it may be repeated, moved
/// and left out.
pub fn has_no_effects(body: &Body, op: OpId) -> bool {
    all_within(body, op, |body, op| {
        body.info(op)
            .effects()
            .is_some_and(|interface| interface.ask(body.op(op), |op| op.effects().is_empty()))
    })
}

/// Whether `accept` holds for the effects of the op and, where its effects are
/// those of the ops within, of these. Pure ops need not be asked.
fn all_within(body: &Body, op: OpId, accept: impl Fn(&Body, OpId) -> bool) -> bool {
    // Where to continue in each block that has been started, or is to be. Blocks are walked from
    // their ends, and nested ones at once: effects are usually there, where computed values are
    // used.
    let mut next = SmallVec::<[OpId; 8]>::new();
    if !is_fine(body, op, op, &mut next, &accept) {
        return false;
    }
    while let Some(inner) = next.pop() {
        // `extend` takes longer for one.
        if let Some(previous) = body.previous_op(inner) {
            next.push(previous);
        }
        if !only_computes(body, inner) && !is_fine(body, op, inner, &mut next, &accept) {
            return false;
        }
    }
    true
}

/// Whether an op that is nested in the one in question is plainly without effects, as most are: it
/// only computes, or passes values to the op around it.
#[inline]
fn only_computes(body: &Body, op: OpId) -> bool {
    const ASKED: TraitFlags =
        TraitFlags::PURE.union(TraitFlags::RETURN_LIKE).union(TraitFlags::RECURSIVE_EFFECTS);
    let flags = body.info(op).flags().intersection(ASKED);
    body.is_plain(op) && flags != TraitFlags::NONE && !flags.contains(TraitFlags::RECURSIVE_EFFECTS)
}

/// Whether `accept` holds for the effects of `current`, which is `op` or nested in it. If it has
/// the effects of its nested ops, adds the last ones of its blocks to `next`.
fn is_fine(
    body: &Body,
    op: OpId,
    current: OpId,
    next: &mut SmallVec<[OpId; 8]>,
    accept: &impl Fn(&Body, OpId) -> bool,
) -> bool {
    if !body.is_plain(current) && body.child(current).is_some() {
        return false;
    }
    let info = body.info(current);
    let flags = info.flags();
    let recursive = flags.contains(TraitFlags::RECURSIVE_EFFECTS);
    if recursive {
        for last in last_ops_in(body, current) {
            next.push(last);
        }
    }
    // The terminator of a region of such an op only passes values to it.
    let ends_region = current != op && flags.contains(TraitFlags::RETURN_LIKE);
    flags.contains(TraitFlags::PURE)
        || ends_region
        || (recursive && info.effects().is_none())
        || accept(body, current)
}
