//! `lower-affine`: lowers affine loops and conditionals to scf, bounds, subscripts and accesses to
//! std.
//!
//! Each op is lowered directly: bounds and subscripts are computed in place (several results by
//! comparisons and selections), conditions are conjunctions of comparisons. Nothing is moved or
//! deduplicated; that is left to the canonicalizer and CSE.

use crate::AffineDialect;
use mlir_lite::Context;
use mlir_lite::context::Dialect;
use mlir_lite::conversion::populate_lowerings;
use mlir_lite::conversion::structured::lower_dialect;
use mlir_lite::dialects::scf::lowering::Std;
use mlir_lite::dialects::{scf, standard, vector};
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{FrozenRewritePatternSet, RewritePatternSet};
use mlir_lite_diagnostics::Reported;

/// Lower affine operations to std and scf.
#[pass(
    name = "lower-affine",
    pure,
    aliases("convert-affine-to-std"),
    each_body,
    dialects(AffineDialect, scf::ScfDialect, standard::StdDialect, vector::VectorDialect),
    initialize
)]
pub struct LowerAffinePass {
    patterns: FrozenRewritePatternSet,
}

impl LowerAffinePass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_affine_to_std_patterns(ctx, &mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for LowerAffinePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        lower_dialect(body, AffineDialect::NAMESPACE, &self.patterns, cx)
    }
}

/// Adds the patterns that lower affine ops to scf and std.
pub fn populate_affine_to_std_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<Std>(ctx, AffineDialect::NAMESPACE, &(), patterns);
}
