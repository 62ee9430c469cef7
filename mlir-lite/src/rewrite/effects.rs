//! Which ops can be erased because nobody sees the difference.

use crate::ir::interfaces::EffectKind;
use crate::ir::{Body, OpId, TraitFlags};
use smallvec::SmallVec;

/// Whether the op may be erased: its results are not used, and it does nothing
/// but make them. Reading memory is nothing, and neither is allocating or
/// writing memory that the op alone knows.
pub fn is_trivially_dead(body: &Body, op: OpId) -> bool {
    body.is_unused(op) && has_no_lasting_effect(body, op)
}

/// Whether the op may be erased once nobody uses its results.
pub(crate) fn has_no_lasting_effect(body: &Body, op: OpId) -> bool {
    let flags = body.info(op).flags();
    if flags.contains(TraitFlags::TERMINATOR) || flags.contains(TraitFlags::SYMBOL) {
        return false;
    }
    if op == body.root() || body.child(op).is_some() {
        return false;
    }
    // Most ops need no further look.
    if flags.contains(TraitFlags::PURE) && !flags.contains(TraitFlags::RECURSIVE_EFFECTS) {
        return true;
    }
    all_within(body, op, |body, op| {
        let Some(interface) = body.info(op).effects() else {
            return false;
        };
        let effects = interface.effects(body.op(op));
        let is_own = |value| {
            effects.iter().any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(value))
                && body.defining_op(value) == Some(op)
        };
        effects.iter().all(|effect| match effect.kind {
            EffectKind::Read => true,
            EffectKind::Allocate | EffectKind::Write => effect.value.is_some_and(is_own),
            EffectKind::Free => false,
        })
    })
}

/// Whether the op, with what is in it, has no effect on memory at all: it may
/// be repeated, moved and left out.
pub fn has_no_effects(body: &Body, op: OpId) -> bool {
    all_within(body, op, |body, op| {
        body.info(op).effects().is_some_and(|interface| interface.effects(body.op(op)).is_empty())
    })
}

/// Whether `accept` holds for the effects of the op and, where its effects are
/// those of the ops within, of these. Pure ops need not be asked.
fn all_within(body: &Body, op: OpId, accept: impl Fn(&Body, OpId) -> bool) -> bool {
    // Without regions, nothing is allocated.
    let mut pending = SmallVec::<[OpId; 1]>::from_elem(op, 1);
    while let Some(current) = pending.pop() {
        if body.child(current).is_some() {
            return false;
        }
        let info = body.info(current);
        let flags = info.flags();
        let recursive = flags.contains(TraitFlags::RECURSIVE_EFFECTS);
        if recursive {
            for &region in body.regions(current) {
                for block in body.blocks(region) {
                    pending.extend(body.ops(block));
                }
            }
        }
        // What ends a region of such an op only hands values to it.
        let ends_region = current != op && flags.contains(TraitFlags::RETURN_LIKE);
        let has_own_effects = info.effects().is_some();
        let fine = flags.contains(TraitFlags::PURE)
            || ends_region
            || (recursive && !has_own_effects)
            || accept(body, current);
        if !fine {
            return false;
        }
    }
    true
}
