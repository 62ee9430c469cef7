//! `affine-expand-index-ops`: arithmetic instead of ops that split and join indices.

use crate::{AffineDialect, DelinearizeIndexOp, LinearizeIndexOp};
use mlir_lite::Context;
use mlir_lite::context::Dialect;
use mlir_lite::conversion::populate_lowerings_of;
use mlir_lite::dialects::scf::lowering::Std;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::{Body, OpDefinition, OpId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, GreedyConfig, RewritePatternSet, apply_patterns_greedily_to,
};
use mlir_lite_diagnostics::Reported;

/// The ops that become arithmetic.
const NAMES: [&str; 2] = [DelinearizeIndexOp::NAME, LinearizeIndexOp::NAME];

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
        let is_wanted = |op: &OpDef| NAMES.contains(&op.name);
        let namespace = AffineDialect::NAMESPACE;
        populate_lowerings_of::<Std>(ctx, namespace, &is_wanted, &(), &mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for AffineExpandIndexOpsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut ops: Vec<OpId> = body.own_ops();
        ops.retain(|&op| NAMES.contains(&body.info(op).name()));
        let config = GreedyConfig::default().with_simplify_regions(false);
        apply_patterns_greedily_to(body, &ops, &self.patterns, &config, cx.requests, cx.diagnostics)
            .map(|_| ())
    }
}
