//! The walk driver: each op is visited once, without a fixpoint.

use crate::rewrite::{FrozenRewritePatternSet, PatternApplicator, RewriteDriver};
use mlir_lite::ir::{BlockId, Body, OpId, SymbolRequests, ValueId};

/// Applies patterns to the ops of a body in post-order, each op once; ops that patterns create are
/// not visited, and nothing is folded. Returns whether anything changed.
///
/// It costs less than [`apply_patterns_greedily`](crate::rewrite::apply_patterns_greedily), and
/// terminates for any patterns: the driver for rules that need only one visit.
pub fn walk_and_apply_patterns(
    body: &mut Body,
    patterns: &FrozenRewritePatternSet,
    symbols: &mut SymbolRequests,
) -> bool {
    patterns.check_context(body.context());
    let mut applicator = PatternApplicator::new(patterns);
    let mut driver = WalkDriver { is_new: vec![false; body.op_capacity()] };
    let mut changed = false;
    for op in body.own_ops_post_order() {
        // The id of an erased op may have been reused.
        let is_new = driver.is_new.get(op.index()).copied().unwrap_or(true);
        if is_new || !body.is_live(op) {
            continue;
        }
        changed |= applicator.match_and_rewrite(body, op, &mut driver, symbols).is_ok();
    }
    changed
}

struct WalkDriver {
    /// By index, whether an op there is not one of those to visit.
    is_new: Vec<bool>,
}

impl WalkDriver {
    fn forget(&mut self, op: OpId) {
        if let Some(is_new) = self.is_new.get_mut(op.index()) {
            *is_new = true;
        }
    }
}

impl RewriteDriver for WalkDriver {
    fn op_inserted(&mut self, body: &mut Body, op: OpId) {
        self.forget(op);
        for nested in body.own_ops_in(op) {
            self.forget(nested);
        }
    }

    fn replace_value(&mut self, body: &mut Body, from: ValueId, to: ValueId) {
        body.replace_all_uses(from, to);
    }

    fn erase_op(&mut self, body: &mut Body, op: OpId) {
        self.forget(op);
        for nested in body.own_ops_in(op) {
            self.forget(nested);
        }
        body.erase_op(op);
    }

    fn erase_block(&mut self, body: &mut Body, block: BlockId) {
        while let Some(op) = body.last_op(block) {
            self.erase_op(body, op);
        }
        body.erase_block(block);
    }
}
