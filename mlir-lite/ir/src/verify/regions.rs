//! Calls the verifiers that traits have for all that is in an op.

use crate::ir::body::Body;
use crate::ir::entities::OpId;
use mlir_lite_diagnostics::Diagnostics;
use rustc_hash::FxHashSet;

/// Verifies the regions of `ops`, which are in program order, each op after the ops nested in it.
/// An op with a wrong op in it is left out. Diagnostics are in source order.
pub(super) fn verify(body: &Body, ops: &[OpId], diagnostics: &mut Diagnostics) {
    let mut around_wrong: FxHashSet<OpId> = FxHashSet::default();
    let mut found = Vec::new();
    for &op in ops.iter().rev() {
        if around_wrong.contains(&op) {
            continue;
        }
        let mut own = Diagnostics::new();
        for verify in body.info(op).region_verifiers() {
            if own.error_count() == 0 {
                verify(body.op(op), &mut own);
            }
        }
        if own.error_count() > 0 {
            let parent = |&op: &OpId| body.parent_op(op);
            let mut around = std::iter::successors(parent(&op), parent);
            // The ops around a known one are known, too.
            while around.next().is_some_and(|op| around_wrong.insert(op)) {}
        }
        found.push(own);
    }
    for own in found.into_iter().rev() {
        diagnostics.extend(own);
    }
}
