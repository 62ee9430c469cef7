//! Which values all threads of a block have in common.

use crate::{AllReduceOp, BarrierOp, RotateOp, ShuffleOp, SubgroupBroadcastOp, SubgroupReduceOp};
use mlir_lite::dialects::scf::{ForOp, IfOp, YieldOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::has_no_effects;
use std::collections::HashSet;

/// Whether the threads of a block wait for each other in an op.
pub(super) fn waits(body: &Body, op: OpId) -> bool {
    own_waits(body, op).is_some()
}

/// An op and the ops in it.
pub(super) fn with_own_ops(body: &Body, op: OpId) -> impl Iterator<Item = OpId> {
    std::iter::once(op).chain(body.own_ops_in(op))
}

/// The first op in an op, or the op itself, where threads wait.
pub(super) fn own_waits(body: &Body, op: OpId) -> Option<OpId> {
    with_own_ops(body, op).find(|&op| is_meeting(body, op))
}

/// Whether threads of a block wait for each other in the op itself.
fn is_meeting(body: &Body, op: OpId) -> bool {
    BarrierOp::is(body, op)
        || AllReduceOp::is(body, op)
        || ShuffleOp::is(body, op)
        || SubgroupReduceOp::is(body, op)
        || RotateOp::is(body, op)
        || SubgroupBroadcastOp::is(body, op)
}

/// Whether an op only computes: it can be computed once for all threads, or again.
pub(super) fn computes(body: &Body, op: OpId) -> bool {
    body.regions(op).is_empty()
        && body.num_results(op) > 0
        && has_no_effects(body, op)
        && !is_meeting(body, op)
}

/// The values in a launch that are uniform, and all values in it.
pub(super) struct Uniform<'b> {
    body: &'b Body,
    pub(super) inside: HashSet<ValueId>,
    pub(super) values: HashSet<ValueId>,
}

impl<'b> Uniform<'b> {
    /// Those of a launch whose arguments `own` differ by thread.
    pub(super) fn of(body: &'b Body, launch: OpId, own: &[ValueId]) -> Self {
        let mut inside = HashSet::new();
        for op in with_own_ops(body, launch) {
            if op != launch {
                inside.extend(body.results(op));
            }
            for &region in body.regions(op) {
                for block in body.blocks(region) {
                    inside.extend(body.arguments(block));
                }
            }
        }
        let mut found = Self { body, inside, values: HashSet::new() };
        if let Some(entry) = body.entry_block(body.region(launch, 0)) {
            let shared = body.arguments(entry).iter().filter(|it| !own.contains(it));
            found.values.extend(shared);
            found.visit(entry);
        }
        found
    }

    fn is_uniform(&self, value: ValueId) -> bool {
        !self.inside.contains(&value) || self.values.contains(&value)
    }

    fn visit(&mut self, block: BlockId) {
        let body = self.body;
        for op in body.ops(block) {
            if let Some(this) = ForOp::cast(body, op) {
                self.visit_for(this);
            } else if AllReduceOp::is(body, op) {
                self.values.extend(body.results(op));
            } else if is_meeting(body, op) {
                // Threads of different subgroups have different values.
            } else if computes(body, op) {
                if body.operands(op).all(|operand| self.is_uniform(operand)) {
                    self.values.extend(body.results(op));
                }
            } else {
                for &region in body.regions(op) {
                    body.blocks(region).for_each(|block| self.visit(block));
                }
            }
        }
    }

    /// Values that a loop carries are uniform if the first ones are, and those that it yields, if
    /// the former are taken to be.
    fn visit_for(&mut self, op: ForOp) {
        let body = self.body;
        let Some(block) = body.entry_block(op.region(body)) else { return };
        let bounds = [op.lower_bound(body), op.upper_bound(body), op.step(body)];
        let arguments = body.arguments(block);
        if !bounds.iter().all(|&bound| self.is_uniform(bound)) || arguments.is_empty() {
            return self.visit(block);
        }
        let inits = op.init_args(body);
        let mut carried: Vec<bool> = inits.iter().map(|&init| self.is_uniform(init)).collect();
        let before = self.values.clone();
        loop {
            self.values = before.clone();
            self.values.insert(arguments[0]);
            let uniform = arguments[1..].iter().zip(&carried).filter(|(_, is)| **is);
            self.values.extend(uniform.map(|(&argument, _)| argument));
            self.visit(block);
            let end = body.last_op(block).and_then(|end| YieldOp::cast(body, end));
            let yields = end.map_or_else(Default::default, |end| end.results(body));
            let mut is_stable = true;
            for (is, &value) in carried.iter_mut().zip(&yields) {
                if *is && !self.is_uniform(value) {
                    (*is, is_stable) = (false, false);
                }
            }
            if is_stable {
                break;
            }
        }
        // A loop in which no thread waits is one of each thread.
        if waits(body, op.id()) {
            let results = body.results(op.id()).zip(&carried).filter(|(_, is)| **is);
            let results: Vec<ValueId> = results.map(|(result, _)| result).collect();
            self.values.extend(results);
        }
    }
}

/// Why an op in which threads wait is not one of the block.
pub(super) fn reason(body: &Body, op: OpId) -> &'static str {
    if IfOp::is(body, op) {
        "is under a condition that differs by thread"
    } else if ForOp::is(body, op) {
        "is in a loop whose bounds differ by thread"
    } else {
        "is in an op that is not split at barriers"
    }
}
