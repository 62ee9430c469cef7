//! `affine-loop-unroll-jam`: several iterations of an outer loop in each one of the inner loops.

use crate::dependence::{Aliases, Dependences};
use crate::loop_utils::{Reason, is_outside, remark_missed, unroll_and_jam};
use crate::{AffineDialect, ForOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Unroll and jam affine loops.
///
/// The outermost loop of a perfect nest is unrolled, and its iterations run together in the loops
/// within it, if no dependence forbids it. Different arguments of a function are taken for
/// different memory, as in MLIR.
#[pass(
    name = "affine-loop-unroll-jam",
    pure,
    report_name = "AffineLoopUnrollAndJam",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopUnrollJamPass {
    /// Iterations of the outermost loop that become one
    #[option("unroll-jam-factor", default = 4)]
    unroll_jam_factor: u32,
    /// Different arguments of a function may be the same memory
    #[option("arguments-may-alias")]
    arguments_may_alias: bool,
}

impl RunPass for AffineLoopUnrollJamPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let analysis = cx.analysis::<AliasAnalysis>(body);
        let aliases =
            Aliases { analysis: &analysis, arguments_may_alias: self.arguments_may_alias };
        for this in ForOp::perfect_nests(body) {
            if let Err(reason) = self.unroll_and_jam(body, this, &aliases) {
                remark_missed(cx, body.op(this.id()), "unroll-and-jam", reason);
            }
        }
        Ok(())
    }
}

impl AffineLoopUnrollJamPass {
    fn unroll_and_jam(
        &self,
        body: &mut Body,
        this: ForOp,
        aliases: &Aliases<'_>,
    ) -> Result<(), Reason> {
        let nest = this.perfectly_nested(body);
        if nest.len() > 1 {
            if nest.iter().any(|it| body.num_results(it.id()) > 0) {
                return Err("its loops carry values");
            }
            let is_fixed = |inner: &ForOp| {
                let (lower, upper) = (inner.lower_bound(body), inner.upper_bound(body));
                let mut operands = lower.operands.into_iter().chain(upper.operands);
                operands.all(|operand| is_outside(body, operand, this.id()))
            };
            if !nest[1..].iter().all(is_fixed) {
                return Err("bounds of inner loops depend on it");
            }
            let dependences = Dependences::of(body, &nest, aliases)
                .ok_or("it does more than compute and access memory")?;
            if !dependences.are_permutable(0, nest.len()) {
                return Err("a dependence between iterations forbids it");
            }
        } else if body.ops(this.block(body)).any(|op| !body.regions(op).is_empty()) {
            return Err("the nest is not perfect");
        }
        unroll_and_jam(body, &nest, u64::from(self.unroll_jam_factor))
    }
}
