//! `affine-loop-reversal`: the iterations of a loop in the opposite order.

use crate::dependence::{Aliases, Dependences};
use crate::loop_utils::{Reason, remark_missed, reverse, single_lower_bound};
use crate::{AffineDialect, ForOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Reverse a loop of affine loop nests.
///
/// The last iteration of a loop runs first, if no dependence is carried by the loop. The bounds are
/// constants, or the step is 1 and each bound is one value. Different arguments of a function are
/// taken for different memory, as in MLIR.
#[pass(
    name = "affine-loop-reversal",
    pure,
    report_name = "AffineLoopReversal",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopReversalPass {
    /// The loop of each perfect nest, counted from the outside
    #[option("depth", default = 0)]
    depth: u32,
    /// Different arguments of a function may be the same memory
    #[option("arguments-may-alias")]
    arguments_may_alias: bool,
}

impl RunPass for AffineLoopReversalPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let analysis = cx.analysis::<AliasAnalysis>(body);
        let aliases =
            Aliases { analysis: &analysis, arguments_may_alias: self.arguments_may_alias };
        for root in ForOp::perfect_nests(body) {
            if let Err(reason) = self.reverse(body, root, &aliases) {
                remark_missed(cx, body.op(root.id()), "reverse", reason);
            }
        }
        Ok(())
    }
}

/// Reverses one loop of each nest of a body; returns how many.
#[cfg(test)]
pub(crate) fn reverse_affine_loops(body: &mut Body, depth: u32, analysis: &AliasAnalysis) -> usize {
    let pass = AffineLoopReversalPass { depth, arguments_may_alias: true };
    let aliases = Aliases { analysis, arguments_may_alias: true };
    let nests = ForOp::perfect_nests(body).into_iter();
    nests.filter(|&root| pass.reverse(body, root, &aliases).is_ok()).count()
}

impl AffineLoopReversalPass {
    fn reverse(&self, body: &mut Body, root: ForOp, aliases: &Aliases<'_>) -> Result<(), Reason> {
        let nest = root.perfectly_nested(body);
        let depth = self.depth as usize;
        let this = *nest.get(depth).ok_or("the nest has fewer loops")?;
        if nest.iter().any(|this| body.num_results(this.id()) > 0) {
            return Err("its loops carry values");
        }
        let dependences = Dependences::of(body, &nest, aliases)
            .ok_or("it does more than compute and access memory")?;
        if !dependences.allow_reversal(depth) {
            return Err("a dependence between iterations forbids it");
        }
        let lower = single_lower_bound(body, this);
        let lower = lower.ok_or("the lower bound is the largest of several values")?;
        reverse(body, this, &lower)
    }
}
