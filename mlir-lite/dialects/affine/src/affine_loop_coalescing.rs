//! `affine-loop-coalescing`: one loop instead of several.

use crate::loop_utils::{coalesce, remark_missed};
use crate::{AffineDialect, ForOp};
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Coalesce nested loops with independent bounds into a single loop.
///
/// The loops of a perfect nest become one, from the outermost on, as long as their trip counts are
/// constants or known before the nest; then those within them.
#[pass(
    name = "affine-loop-coalescing",
    pure,
    report_name = "LoopCoalescing",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopCoalescingPass;

impl RunPass for AffineLoopCoalescingPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            // An inner loop may have become part of an outer one.
            let Some(this) = Some(op).filter(|&op| body.is_live(op)) else { continue };
            let Some(this) = ForOp::cast(body, this) else { continue };
            let nest = this.perfectly_nested(body);
            if nest.len() < 2 {
                continue;
            }
            if let Err(reason) = coalesce(body, &nest) {
                remark_missed(cx, body.op(op), "coalesce", reason);
            }
        }
        Ok(())
    }
}
