//! Canonicalization: rewrites equivalent programs to one form.
//!
//! There is one canonicalizer for all dialects. It folds, erases dead ops, merges equal constants,
//! and applies the patterns that the ops themselves supply, greedily, until nothing changes.

use mlir_lite::context::Context;
use mlir_lite::ir::interfaces::AddressOfGlobalOpInterface;
use mlir_lite::ir::{Body, OpId};
use mlir_lite::pass::{OptionValue, PassContext, RunPass, pass, pass_options};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, GreedyConfig, RewritePatternSet, Traversal,
    add_dialect_canonicalization_patterns, apply_patterns_greedily,
};
use mlir_lite_diagnostics::Reported;
use std::sync::Arc;

/// The canonicalization patterns of all ops of the loaded dialects, by dialect name and then in the
/// order of registration. They are collected once, and again after another dialect was loaded.
pub fn canonicalization_patterns(ctx: &Context) -> Arc<FrozenRewritePatternSet> {
    ctx.derived::<CanonicalizerPass, _>(collect)
}

fn collect(ctx: &Context) -> FrozenRewritePatternSet {
    let mut patterns = RewritePatternSet::new();
    for dialect in ctx.loaded_dialects() {
        let Some(id) = ctx.dialect_id(dialect) else { continue };
        add_dialect_canonicalization_patterns(ctx, id, &mut patterns);
    }
    patterns.freeze(ctx)
}

/// How the canonicalizer simplifies the blocks of regions.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionSimplification {
    /// Not at all.
    Disabled,
    /// Blocks that are never reached are erased.
    #[default]
    Normal,
}

impl OptionValue for RegionSimplification {
    fn kind() -> String {
        "disabled|normal".into()
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "disabled" | "false" => Ok(Self::Disabled),
            "normal" | "true" => Ok(Self::Normal),
            "aggressive" => Err("'aggressive' also merges equal blocks, which is not supported; \
                expected 'disabled' or 'normal'"
                .into()),
            _ => Err(format!("expected 'disabled' or 'normal', found '{text}'")),
        }
    }

    fn print(&self) -> String {
        match self {
            Self::Disabled => "disabled".into(),
            Self::Normal => "normal".into(),
        }
    }
}

/// Options of the canonicalizer.
#[pass_options]
#[derive(Clone, Debug)]
pub struct CanonicalizerOptions {
    /// The maximum number of sweeps that change an op; if it is given, rewriting stops there
    /// without an error
    #[option("max-iterations", default = GreedyConfig::default().max_sweeps)]
    pub max_iterations: usize,
    /// Report an error if these sweeps are not enough, as without a maximum
    #[option("test-convergence", default = false)]
    pub test_convergence: bool,
    /// Whether unreachable blocks are erased
    #[option("region-simplify")]
    pub region_simplify: RegionSimplification,
    /// Whether a sweep visits an op before its nested ops
    #[option("top-down", default = false)]
    pub top_down: bool,
}

/// Canonicalize operations.
///
/// Folds ops, erases what is dead, merges constants and applies the canonicalization patterns of
/// all loaded dialects' ops, until nothing changes.
#[pass(
    name = "canonicalize",
    pure,
    each_body,
    only("max-num-rewrites" = "-1": "only sweeps are limited, by 'max-iterations'"),
    initialize
)]
pub struct CanonicalizerPass {
    patterns: Arc<FrozenRewritePatternSet>,
    #[options]
    options: CanonicalizerOptions,
}

impl CanonicalizerPass {
    fn initialize(ctx: &Context, options: CanonicalizerOptions) -> Self {
        Self { patterns: canonicalization_patterns(ctx), options }
    }
}

impl RunPass for CanonicalizerPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let traversal =
            if self.options.top_down { Traversal::PreOrder } else { Traversal::PostOrder };
        let config = GreedyConfig::default()
            .with_traversal(traversal)
            .with_max_sweeps(self.options.max_iterations)
            .with_must_converge(
                self.options.test_convergence
                    || self.options.max_iterations
                        == CanonicalizerOptions::default().max_iterations,
            )
            .with_simplify_regions(self.options.region_simplify == RegionSimplification::Normal);
        let names_memory = |op: OpId| body.op(op).implements::<dyn AddressOfGlobalOpInterface>();
        if body.pre_order(body.root()).any(names_memory) {
            cx.requests.set_constants(cx.symbols().constants());
        }
        apply_patterns_greedily(body, &self.patterns, &config, cx.requests, cx.diagnostics)
            .map(|_| ())
    }
}
