//! Canonicalization: one form for each of many ways to say the same.
//!
//! There is one canonicalizer for all dialects. It folds, erases what is dead,
//! unites constants, and applies the patterns that the ops themselves supply,
//! greedily, until nothing changes.

use crate::context::Context;
use crate::ir::Body;
use crate::pass::{Pass, PassContext};
use crate::rewrite::{FrozenRewritePatternSet, GreedyConfig, RewritePatternSet, apply_patterns_greedily};
use mlir_lite_diagnostics::Reported;

/// The canonicalization patterns of all ops of the loaded dialects, by dialect
/// name and then in the order of registration. Collect them once, not per
/// function.
pub fn canonicalization_patterns(ctx: &Context) -> FrozenRewritePatternSet {
    let mut patterns = RewritePatternSet::new();
    for dialect in ctx.loaded_dialects() {
        let Some(id) = ctx.dialect_id(dialect) else { continue };
        for def in ctx.dialect_ops(id) {
            if let Some(add) = def.canonicalize {
                add(&mut patterns);
            }
        }
    }
    patterns.freeze(ctx)
}

/// Runs the canonicalizer on one isolated op.
pub struct CanonicalizerPass {
    patterns: FrozenRewritePatternSet,
    config: GreedyConfig,
}

impl CanonicalizerPass {
    /// With the patterns of all dialects that are loaded now.
    pub fn new(ctx: &Context) -> Self {
        Self { patterns: canonicalization_patterns(ctx), config: GreedyConfig::default() }
    }
}

impl Pass for CanonicalizerPass {
    fn name(&self) -> &'static str {
        "Canonicalizer"
    }

    fn argument(&self) -> &'static str {
        "canonicalize"
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        apply_patterns_greedily(body, &self.patterns, &self.config, cx.requests, cx.diagnostics).map(|_| ())
    }
}
