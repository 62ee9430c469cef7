//! `affine-loop-unroll`: several iterations of a loop in one.

use crate::loop_utils::{
    Reason, innermost_loops, known_trip_count, remark_missed, unroll_by_factor, unroll_fully,
};
use crate::{AffineDialect, ForOp};
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Unroll affine loops.
///
/// An iteration of an innermost loop does the work of several; a second loop runs the remaining
/// iterations. With `unroll-factor=-1`, loops with constant trip counts become their iterations:
/// the innermost ones, or all that `unroll-full-threshold` allows.
#[pass(
    name = "affine-loop-unroll",
    pure,
    report_name = "AffineLoopUnroll",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopUnrollPass {
    /// Iterations that become one, or -1 for all of them
    #[option("unroll-factor", default = 4)]
    unroll_factor: i64,
    /// Allow a smaller factor for loops with fewer iterations
    #[option("unroll-up-to-factor")]
    unroll_up_to_factor: bool,
    /// Loops with at most this trip count are unrolled fully (0: the innermost ones)
    #[option("unroll-full-threshold", default = 0)]
    unroll_full_threshold: u64,
    /// How often innermost loops are unrolled
    #[option("unroll-num-reps", default = 1)]
    unroll_num_reps: u32,
    /// Unroll the loops of remaining iterations, if their trip counts are constants
    #[option("cleanup-unroll")]
    cleanup_unroll: bool,
}

impl RunPass for AffineLoopUnrollPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let is_full = self.unroll_factor == -1;
        if self.unroll_factor < 1 && !is_full {
            let message = format!(
                "'unroll-factor' must be greater than 0, or -1 to unroll fully, but it is {}",
                self.unroll_factor
            );
            return Err(cx.error(body.as_op().error(message)));
        }
        if is_full && self.unroll_full_threshold > 0 {
            for op in body.own_ops_post_order() {
                // Ops in a loop that is unrolled are erased with it.
                if !body.is_live(op) {
                    continue;
                }
                let Some(this) = ForOp::cast(body, op) else { continue };
                let is_short = known_trip_count(body, this)
                    .is_some_and(|count| count <= self.unroll_full_threshold);
                if is_short {
                    self.unroll(body, this, cx);
                }
            }
            return Ok(());
        }
        for _ in 0..self.unroll_num_reps {
            let mut is_changed = false;
            for this in innermost_loops(body) {
                is_changed |= self.unroll(body, this, cx);
            }
            if !is_changed {
                break;
            }
        }
        Ok(())
    }
}

impl AffineLoopUnrollPass {
    /// Unrolls a loop; returns whether it could be.
    fn unroll(&self, body: &mut Body, this: ForOp, cx: &mut PassContext<'_>) -> bool {
        match self.try_unroll(body, this) {
            Ok(()) => true,
            Err(reason) => {
                remark_missed(cx, body.op(this.id()), "unroll", reason);
                false
            }
        }
    }

    fn try_unroll(&self, body: &mut Body, this: ForOp) -> Result<(), Reason> {
        let Ok(mut factor) = u64::try_from(self.unroll_factor) else {
            return unroll_fully(body, this);
        };
        if let (true, Some(count)) = (self.unroll_up_to_factor, known_trip_count(body, this)) {
            factor = factor.min(count.max(1));
        }
        unroll_by_factor(body, this, factor, self.cleanup_unroll)
    }
}
