//! Edits of single ops.

use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::{Body, OpId, ValueId};

use super::replacement::{constant, replacement};

/// Erases an op. Its results are replaced by other values; it stays if there is none for a used
/// result.
pub(crate) fn erase(body: &mut Body, op: OpId) {
    if replace_results(body, op, &mut |body, result| replacement(body, op, result)) {
        body.erase_op(op);
    }
}

/// Erases an op and replaces its results by constants.
pub(crate) fn replace_by_constants(body: &mut Body, op: OpId) {
    if replace_results(body, op, &mut |body, result| constant(body, op, body.ty(result))) {
        body.erase_op(op);
    }
}

/// Replaces the used results; returns whether all are unused then.
fn replace_results(
    body: &mut Body,
    op: OpId,
    other: &mut dyn FnMut(&mut Body, ValueId) -> Option<ValueId>,
) -> bool {
    for result in body.results(op).collect::<Vec<_>>() {
        if !body.has_uses(result) {
            continue;
        }
        let Some(other) = other(body, result) else { return false };
        body.replace_all_uses(result, other);
    }
    true
}

/// Replaces `op` by the ops of one of its regions: the first that has one block.
pub(crate) fn hoist(body: &mut Body, op: OpId) {
    let mut regions = body.regions(op).iter().copied();
    let Some(region) = regions.find(|&region| body.has_one_block(region)) else { return };
    let Some(block) = body.entry_block(region) else { return };
    for argument in body.arguments(block).to_vec() {
        if body.has_uses(argument) {
            let Some(other) = replacement(body, op, argument) else { return };
            body.replace_all_uses(argument, other);
        }
    }
    let last = body.last_op(block);
    let ends = |body: &Body, last: OpId| body.has_trait(last, TraitFlags::TERMINATOR);
    let terminator = last.filter(|&last| ends(body, last) || !body.info(last).is_registered());
    let given = terminator.map(|terminator| body.operand_list(terminator)).unwrap_or_default();
    for inner in body.ops(block).filter(|&inner| Some(inner) != terminator).collect::<Vec<_>>() {
        body.move_op_before(op, inner);
    }
    let results: Vec<ValueId> = body.results(op).collect();
    for (index, result) in results.into_iter().enumerate() {
        if !body.has_uses(result) {
            continue;
        }
        let fitting = given.get(index).copied().filter(|&value| body.ty(value) == body.ty(result));
        let Some(other) = fitting.or_else(|| replacement(body, op, result)) else { return };
        body.replace_all_uses(result, other);
    }
    body.erase_op(op);
}
