//! Optimizations by the ranges of integers.
//!
//! A value with only one number in its range becomes that constant. A result that is equal to an
//! operand, by the ranges of all operands, becomes that operand. Then dead ops are erased.

use crate::change_by_analysis::change_by_analysis;
use crate::dead_code::erase_dead_ops;
use crate::sccp::replace_constants;
use mlir_lite::analysis::dataflow::{IntegerRangeAnalysis, MaybeRange, SolvedBody};
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
        change_by_analysis(&IntegerRangeAnalysis, body, cx, optimize);
        Ok(())
    }
}

fn optimize(body: &mut Body, found: &SolvedBody<MaybeRange>) {
    for op in body.own_ops() {
        if let Some((result, operand)) = found.same_values(body.op(op)) {
            body.replace_all_uses(result, operand);
        }
    }
    let ctx = body.context().clone();
    replace_constants(body, &found.constants(&ctx));
    erase_dead_ops(body);
}
