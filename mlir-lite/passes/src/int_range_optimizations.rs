//! Optimizations by the ranges of integers.
//!
//! A value with only one number in its range becomes that constant. A result that is equal to an
//! operand, by the ranges of all operands, becomes that operand. Then dead ops are erased.

use crate::dead_code::erase_dead_ops;
use crate::sccp::replace_constants;
use mlir_lite::analysis::dataflow::{
    IntegerRangeAnalysis, MaybeRange, SolvedBody, solve, solve_outermost,
};
use mlir_lite::ir::body::Body;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Do optimizations based on integer range analysis.
///
/// Comparisons, remainders and choices that the ranges decide are folded.
#[pass(name = "int-range-optimizations", pure, report_name = "ArithIntRangeOpts")]
pub struct IntRangeOptimizationsPass;

impl RunPass for IntRangeOptimizationsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let found = match cx.is_nested() {
            true => solve(&IntegerRangeAnalysis, body),
            false => solve_outermost(&IntegerRangeAnalysis, body),
        };
        optimize(body, &found.into_bodies());
        Ok(())
    }
}

/// Isolated ops nest as deep as the text that they come from, which is limited.
fn optimize(body: &mut Body, found: &SolvedBody<MaybeRange>) {
    for (op, child) in body.children_mut() {
        if let Some(found) = found.nested(op) {
            optimize(child, found);
        }
    }
    for op in body.own_ops() {
        if let Some((result, operand)) = found.same_values(body.op(op)) {
            body.replace_all_uses(result, operand);
        }
    }
    let ctx = body.context().clone();
    replace_constants(body, &found.constants(&ctx));
    erase_dead_ops(body);
}
