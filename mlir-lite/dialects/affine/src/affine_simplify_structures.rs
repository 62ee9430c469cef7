//! `affine-simplify-structures`: simplifies the maps and sets of affine ops.

use crate::AffineDialect;
use mlir_lite::Context;
use mlir_lite::context::Dialect;
use mlir_lite::ir::{Body, OpId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, GreedyConfig, RewritePatternSet,
    add_dialect_canonicalization_patterns, apply_patterns_greedily_to, is_trivially_dead,
};
use mlir_lite_diagnostics::Reported;

/// Simplify affine expressions in maps/sets and normalize memrefs.
///
/// Ops of affine are folded and canonicalized; other ops stay as they are. Memrefs with layouts are
/// not changed.
#[pass(
    name = "affine-simplify-structures",
    pure,
    report_name = "SimplifyAffineStructures",
    each_body,
    dialects(AffineDialect),
    initialize
)]
pub struct AffineSimplifyStructuresPass {
    patterns: FrozenRewritePatternSet,
}

impl AffineSimplifyStructuresPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        if let Some(dialect) = ctx.dialect_id(AffineDialect::NAMESPACE) {
            add_dialect_canonicalization_patterns(ctx, dialect, &mut patterns);
        }
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for AffineSimplifyStructuresPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let dialect = body.context().dialect_id(AffineDialect::NAMESPACE);
        let mut ops: Vec<OpId> = body.own_ops();
        ops.retain(|&op| body.info(op).dialect() == dialect);
        let config = GreedyConfig::default().with_simplify_regions(false);
        apply_patterns_greedily_to(
            body,
            &ops,
            &self.patterns,
            &config,
            cx.requests,
            cx.diagnostics,
        )?;
        // An op that was merged into its users is dead.
        for op in ops.into_iter().rev() {
            if body.is_live(op) && is_trivially_dead(body, op) {
                body.erase_op(op);
            }
        }
        Ok(())
    }
}
