//! Removes values on which no effect and no result of the program depends.
//!
//! A value that a loop carries, and that is only used to compute itself, has uses and is dead. So
//! the loop yields the value that it was given, the ops that computed the next one are erased, and
//! then canonicalization patterns drop what nothing uses.

use crate::canonicalize::canonicalization_patterns;
use crate::dead_code::erase_dead_ops;
use mlir_lite::analysis::dataflow::{
    Live, LivenessAnalysis, SolvedBody, solve_backward, solve_backward_outermost,
};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{OpId, ValueId};
use mlir_lite::ir::interfaces::{RegionBranchOpInterface, RegionSuccessor};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, GreedyConfig, apply_patterns_greedily_to, erase_dead_arguments,
};
use mlir_lite_diagnostics::Reported;
use std::sync::Arc;

/// Remove dead values.
///
/// Ops, arguments of blocks, values that loops carry and results of ops with regions are removed if
/// no effect and no result of the program depends on them, even if they depend on each other.
/// Functions keep their arguments and results.
#[pass(
    name = "remove-dead-values",
    pure,
    only("canonicalize" = "true": "ops that lost results are simplified"),
    initialize
)]
pub struct RemoveDeadValuesPass {
    patterns: Arc<FrozenRewritePatternSet>,
}

impl RemoveDeadValuesPass {
    fn initialize(ctx: &mlir_lite::Context) -> Self {
        Self { patterns: canonicalization_patterns(ctx) }
    }
}

impl RunPass for RemoveDeadValuesPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let found = match cx.is_nested() {
            true => solve_backward(&LivenessAnalysis, body),
            false => solve_backward_outermost(&LivenessAnalysis, body),
        };
        self.remove(body, &found.into_bodies(), cx)
    }
}

impl RemoveDeadValuesPass {
    /// Isolated ops nest as deep as the text that they come from, which is limited.
    fn remove(
        &self,
        body: &mut Body,
        found: &SolvedBody<Live>,
        cx: &mut PassContext<'_>,
    ) -> Result<(), Reported> {
        for (op, child) in body.children_mut() {
            if let Some(found) = found.nested(op) {
                self.remove(child, found, cx)?;
            }
        }
        let mut changed = Vec::new();
        for op in body.own_ops() {
            if has_dead_values(body, op, found) {
                carry_dead_values_unchanged(body, op, found);
                changed.push(op);
            }
        }
        erase_dead_ops(body);
        erase_dead_arguments(body);
        changed.retain(|&op| body.is_live(op));
        if changed.is_empty() {
            return Ok(());
        }
        let config = GreedyConfig::default().with_simplify_regions(false);
        apply_patterns_greedily_to(
            body,
            &changed,
            &self.patterns,
            &config,
            cx.requests,
            cx.diagnostics,
        )?;
        erase_dead_ops(body);
        Ok(())
    }
}

/// Whether an op that passes values through its regions has a dead result, or a dead argument.
fn has_dead_values(body: &Body, op: OpId, found: &SolvedBody<Live>) -> bool {
    let is_dead = |value: ValueId| found.value(value).is_none();
    body.op(op).implements::<dyn RegionBranchOpInterface>()
        && (body.results(op).any(is_dead)
            || body.regions(op).iter().any(|&region| {
                let entry = body.entry_block(region);
                entry.is_some_and(|entry| body.arguments(entry).iter().any(|&it| is_dead(it)))
            }))
}

/// Lets each region of an op that passes dead values back to its own start pass on the values that
/// it was given.
fn carry_dead_values_unchanged(body: &mut Body, op: OpId, found: &SolvedBody<Live>) {
    for region in body.regions(op).to_vec() {
        let Some(end) = body.blocks(region).last().and_then(|block| body.terminator(block)) else {
            continue;
        };
        let (view, parent) = (body.op(end), body.op(op));
        let constants = vec![None; body.num_operands(end)];
        let (Some(successors), Some(passed)) =
            (view.successors_of_end(parent, &constants), view.operands_passed_on())
        else {
            continue;
        };
        let inputs: Vec<Vec<ValueId>> = (successors.iter())
            .map(|&to| parent.successor_inputs(to).unwrap_or_default().to_vec())
            .collect();
        let back = successors.iter().position(|&to| to == RegionSuccessor::Region(region));
        let Some(back) = back else { continue };
        // All operands must be passed on, so that their positions are known.
        if passed.len() != body.num_operands(end) {
            continue;
        }
        for index in 0..passed.len() {
            let to = inputs.iter().filter_map(|inputs| inputs.get(index));
            if to.into_iter().all(|&input| found.value(input).is_none()) {
                body.set_operand(end, index, inputs[back][index]);
            }
        }
    }
}
