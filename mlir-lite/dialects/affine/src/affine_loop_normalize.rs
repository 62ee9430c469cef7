//! `affine-loop-normalize`: loops from 0 in steps of 1.

use crate::loop_utils::{normalize, normalize_parallel, promote, remark_missed};
use crate::{AffineDialect, ForOp, ParallelOp};
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Apply normalization transformations to affine loop-like ops.
///
/// Loops run from 0 in steps of 1, and compute their former variables. A loop whose lower bound is
/// the largest of several values stays as it is.
#[pass(
    name = "affine-loop-normalize",
    pure,
    report_name = "AffineLoopNormalize",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopNormalizePass {
    /// Replace loops that run once by their bodies
    #[option("promote-single-iter")]
    promote_single_iter: bool,
}

impl RunPass for AffineLoopNormalizePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            // The end of a loop that runs once is erased with it.
            if !body.is_live(op) {
                continue;
            }
            let done = if let Some(this) = ForOp::cast(body, op) {
                if self.promote_single_iter && promote(body, this) {
                    continue;
                }
                normalize(body, this)
            } else if let Some(this) = ParallelOp::cast(body, op) {
                normalize_parallel(body, this)
            } else {
                continue;
            };
            if let Err(reason) = done {
                remark_missed(cx, body.op(op), "normalize", reason);
            }
        }
        Ok(())
    }
}
