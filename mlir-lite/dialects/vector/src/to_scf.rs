//! `convert-vector-to-scf`: transfers become one access where they can, and loops over accesses of
//! numbers otherwise; masked accesses become conditional ones.

use crate::{VectorDialect, populate_vector_to_scf_patterns};
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{FrozenRewritePatternSet, RewritePatternSet, rewrite_ops};
use mlir_lite_diagnostics::Reported;

/// Convert vector transfers and masked accesses to scf.
///
/// A transfer along the last dimensions of memory, of which nothing is outside, becomes one load or
/// store. Another one becomes loops with a conditional access in them. An access of elements whose
/// mask is set becomes conditional accesses.
#[pass(
    name = "convert-vector-to-scf",
    each_body,
    dialects(VectorDialect, ScfDialect, StdDialect),
    only(
        "full-unroll" = "false": "a transfer without an access of its own becomes loops",
        "lower-scalable" = "false": "transfers of scalable vectors stay",
        "lower-tensors" = "false": "transfers of tensors stay",
        "target-rank" = "1": "accesses are of vectors of one dimension, or of numbers"
    ),
    initialize
)]
pub struct VectorToScfPass {
    patterns: FrozenRewritePatternSet,
}

impl VectorToScfPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_vector_to_scf_patterns(ctx, &mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for VectorToScfPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}
