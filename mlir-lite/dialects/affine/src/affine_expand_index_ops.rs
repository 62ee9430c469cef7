//! `affine-expand-index-ops`: arithmetic instead of ops that split and join indices.

use crate::{AffineDialect, DelinearizeIndexOp, LinearizeIndexOp, populate_affine_to_std_patterns};
use mlir_lite::Context;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::{Body, OpDefinition, OpId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, GreedyConfig, RewritePatternSet, apply_patterns_greedily_to,
};
use mlir_lite_diagnostics::Reported;

/// Lower affine operations operating on indices into more fundamental operations.
///
/// `affine.delinearize_index` and `affine.linearize_index` become arithmetic.
#[pass(
    name = "affine-expand-index-ops",
    pure,
    report_name = "AffineExpandIndexOps",
    each_body,
    dialects(AffineDialect, StdDialect),
    initialize
)]
pub struct AffineExpandIndexOpsPass {
    patterns: FrozenRewritePatternSet,
}

impl AffineExpandIndexOpsPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_affine_to_std_patterns(ctx, &mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for AffineExpandIndexOpsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut ops: Vec<OpId> = body.own_ops();
        ops.retain(|&op| DelinearizeIndexOp::is(body, op) || LinearizeIndexOp::is(body, op));
        let config = GreedyConfig::default().with_simplify_regions(false);
        apply_patterns_greedily_to(body, &ops, &self.patterns, &config, cx.requests, cx.diagnostics)
            .map(|_| ())
    }
}
