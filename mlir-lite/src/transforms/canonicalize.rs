//! Canonicalization: one form for each of many ways to say the same.
//!
//! There is one canonicalizer for all dialects. It folds, erases what is dead,
//! unites constants, and applies the patterns that the ops themselves supply,
//! greedily, until nothing changes.

use crate::context::Context;
use crate::ir::Body;
use crate::pass::{OptionText, Pass, PassContext, PassOptions, PassScope};
use crate::rewrite::{
    FrozenRewritePatternSet, GreedyConfig, RewritePatternSet, Traversal, apply_patterns_greedily,
};
use mlir_lite_diagnostics::Reported;
use std::sync::Arc;

/// The canonicalization patterns of all ops of the loaded dialects, by dialect
/// name and then in the order of registration. They are collected once, and
/// again when another dialect has been loaded.
pub fn canonicalization_patterns(ctx: &Context) -> Arc<FrozenRewritePatternSet> {
    ctx.derived::<CanonicalizerPass, _>(collect)
}

fn collect(ctx: &Context) -> FrozenRewritePatternSet {
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

crate::declare_options! {
    /// Options of the canonicalizer.
    pub struct CanonicalizerOptions {
        /// How many sweeps over an op may change something; what a number given here leaves stays
        max_iterations: usize = GreedyConfig::default().max_sweeps => "max-iterations",
        /// Whether it is an error if so many sweeps are not enough, as it is for the default
        test_convergence: bool = false => "test-convergence",
        /// Whether blocks that are never reached are erased
        region_simplify: bool = true => "region-simplify",
        /// Whether a sweep sees an op before what is in it
        top_down: bool = false => "top-down",
    }
}

/// Runs the canonicalizer on one isolated op.
pub struct CanonicalizerPass {
    patterns: Arc<FrozenRewritePatternSet>,
    options: CanonicalizerOptions,
}

impl CanonicalizerPass {
    /// With the patterns of all dialects that are loaded now.
    pub fn new(ctx: &Context) -> Self {
        Self::with_options(ctx, &CanonicalizerOptions::default())
    }

    /// The same with options.
    pub fn with_options(ctx: &Context, options: &CanonicalizerOptions) -> Self {
        Self { patterns: canonicalization_patterns(ctx), options: options.clone() }
    }
}

impl Pass for CanonicalizerPass {
    fn name(&self) -> &'static str {
        "Canonicalizer"
    }

    fn argument(&self) -> &'static str {
        "canonicalize"
    }

    fn scope(&self) -> PassScope {
        PassScope::EachBody
    }

    fn options(&self) -> Vec<OptionText> {
        self.options.texts()
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let traversal = if self.options.top_down { Traversal::PreOrder } else { Traversal::PostOrder };
        let config = GreedyConfig {
            traversal,
            max_sweeps: self.options.max_iterations,
            must_converge: self.options.test_convergence
                || self.options.max_iterations == CanonicalizerOptions::default().max_iterations,
            simplify_regions: self.options.region_simplify,
            ..GreedyConfig::default()
        };
        apply_patterns_greedily(body, &self.patterns, &config, cx.requests, cx.diagnostics).map(|_| ())
    }
}
