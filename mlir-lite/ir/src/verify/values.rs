//! Checks that operands are defined before their uses and that branches pass what blocks take.

use crate::dominance::LazyDominance;
use crate::ir::body::Body;
use crate::ir::entities::{BlockSlot, OpId, ValueDef, ValueId};
use crate::ir::op_def::TraitFlags;
use crate::ir::op_name::OpInfo;
use crate::ir::view::OpRef;
use crate::ir::{LinkedOps, WrongUse};
use crate::support::pool::EntitySlot;
use mlir_lite_diagnostics::Diagnostics;
use rustc_hash::FxHashSet;

/// Errors in the uses of values.
#[derive(Default)]
pub(super) struct WrongUses {
    pub(super) diagnostics: Diagnostics,
    /// Values that do not dominate a use. Each is reported at its first such use only, because the
    /// cause is the same.
    not_dominating: FxHashSet<ValueId>,
    around: BlocksAround,
}

/// Where the ops of a block are in the blocks around it: most values that an op uses are defined in
/// one of them, and each op uses several, as do its neighbours.
#[derive(Default)]
struct BlocksAround {
    /// By the outer block's number: the inner block, the outer one, and the place in it.
    recent: [(BlockSlot, BlockSlot, u32); Self::COUNT],
}

impl BlocksAround {
    const COUNT: usize = 8;

    /// The place in the block `outer` of the op that contains `op`, which is in `inner`. None if no
    /// op there contains it.
    #[inline]
    fn place(&mut self, body: &Body, outer: BlockSlot, inner: BlockSlot, op: OpId) -> Option<u32> {
        let known = &mut self.recent[outer.index() % Self::COUNT];
        if (known.0, known.1) != (inner, outer) {
            *known = (inner, outer, body.order_of_ancestor(op, outer)?);
        }
        Some(known.2)
    }
}

/// Checks the values that an op uses; `ops` is at the op.
#[inline]
pub(super) fn verify(
    ops: &mut LinkedOps<'_>,
    op: OpRef<'_>,
    info: &OpInfo,
    dominance: &LazyDominance<'_>,
    wrong: &mut WrongUses,
) {
    let body = op.body();
    ops.look_at_operands(op.id(), |index, definition, user| {
        if dominance.reaches_beside(definition, user) {
            return;
        }
        let place = wrong.around.place(body, definition, user, op.id());
        let operand = body.operand(op.id(), index);
        if !place.is_some_and(|place| body.is_defined_before_place(operand, place)) {
            verify_dominance(body, dominance, op.id(), index, wrong);
        }
    });
    if !op.is_plain() && info.flags().contains(TraitFlags::TERMINATOR) {
        verify_forwarded(body, op.id(), &mut wrong.diagnostics);
    }
}

/// Reports where operands and use lists disagree. Returns whether the lists themselves are
/// consistent.
#[cold]
pub(super) fn verify_uses(
    body: &Body,
    diagnostics: &mut Diagnostics,
    of_values: &mut Diagnostics,
) -> bool {
    let mut are_lists_sound = true;
    body.look_at_uses(|op, wrong| match wrong {
        WrongUse::List => {
            are_lists_sound = false;
            super::report_links(body, op, diagnostics);
        }
        WrongUse::Operand(index) => {
            let what =
                "does not agree with the uses of its value: a transformation left the body in \
                    disorder";
            of_values.error(body.op(op).error(format!("operand #{index} {what}")));
        }
    });
    are_lists_sound
}

/// Checks an operand that is defined in another region, or not before its use.
#[inline(never)]
fn verify_dominance(
    body: &Body,
    dominance: &LazyDominance<'_>,
    op: OpId,
    index: usize,
    wrong: &mut WrongUses,
) {
    let operand = body.operand(op, index);
    if dominance.get().reaches(body, operand, op)
        || wrong.not_dominating.contains(&operand)
        || super::is_wrong_by_itself(body.op(op))
    {
        return;
    }
    wrong.not_dominating.insert(operand);
    let mut diagnostic = body.op(op).error(format!("operand #{index} does not dominate this use"));
    match body.value_def(operand) {
        ValueDef::Result { op: definition, .. } => {
            let place = body.location(definition).to_position(body.context());
            diagnostic = diagnostic.with_note_at(place, "operand defined here");
        }
        ValueDef::Argument { .. } => {
            diagnostic =
                diagnostic.with_note("operand is the argument of a block that does not lead here");
        }
    }
    wrong.diagnostics.error(diagnostic);
}

/// Checks that branches of registered dialects pass the values that the blocks take, with the same
/// types. Unregistered ops cannot be checked.
fn verify_forwarded(body: &Body, op: OpId, diagnostics: &mut Diagnostics) {
    let mut report = |message: String| {
        if !super::is_wrong_by_itself(body.op(op)) {
            diagnostics.error(body.op(op).error(message));
        }
    };
    for (i, block) in body.successors(op).enumerate() {
        let passed = body.successor_operand_range(op, i);
        let taken = body.arguments(block);
        if passed.len() != taken.len() {
            report(format!(
                "branch has {} operands for successor #{i}, but target block has {}",
                passed.len(),
                taken.len()
            ));
            return;
        }
        for (j, (operand, &argument)) in passed.zip(taken).enumerate() {
            let (found, wanted) = (body.ty(body.operand(op, operand)), body.ty(argument));
            if found != wanted {
                let (found, wanted) =
                    (body.context().type_text(found), body.context().type_text(wanted));
                report(format!(
                    "type mismatch for bb argument #{j} of successor #{i}: '{found}' is passed, \
                        '{wanted}' is taken"
                ));
                return;
            }
        }
    }
}
