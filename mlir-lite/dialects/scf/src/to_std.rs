//! `convert-scf-to-std` (today `convert-scf-to-cf`): lowers structured control flow to blocks and
//! branches.
//!
//! A loop becomes a header block that tests the condition, with the loop-carried values as
//! arguments, before the blocks of its body; a conditional becomes branches to two blocks that
//! continue in a common one, a switch a chain of comparisons. Parallel loops become loops that run
//! their iterations in order. An op is lowered only where several blocks are allowed: in a
//! function, or in a structured op that is lowered itself. Memory that the body of a loop allocates
//! on the stack is freed at the end of each iteration.

use crate as scf;
use crate::allocation_scope::free_stack_memory;
use crate::lowering::Std;
use mlir_lite::Context;
use mlir_lite::context::Dialect;
use mlir_lite::conversion::populate_lowerings;
use mlir_lite::conversion::structured::{ONE_BLOCK, lower_dialect, may_have_blocks};
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::{Body, OpDefinition, OpId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{FrozenRewritePatternSet, MatchResult, RewritePatternSet};
use mlir_lite_diagnostics::Reported;

/// Convert structured control flow to branches.
#[pass(
    name = "convert-scf-to-std",
    pure,
    upstream = "convert-scf-to-cf",
    aliases("convert-scf-to-cf"),
    each_body,
    dialects(scf::ScfDialect, StdDialect, LlvmDialect),
    only("allow-pattern-rollback" = "true" | "false": "no pattern is undone"),
    initialize
)]
pub struct ScfToStdPass {
    patterns: FrozenRewritePatternSet,
}

impl ScfToStdPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_scf_to_std_patterns(ctx, &mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for ScfToStdPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        free_stack_memory(body);
        lower_dialect(body, scf::ScfDialect::NAMESPACE, &self.patterns, cx)
    }
}

/// Adds the patterns that lower scf ops to branches.
pub fn populate_scf_to_std_patterns(ctx: &Context, patterns: &mut RewritePatternSet) {
    populate_lowerings::<Std>(ctx, scf::ScfDialect::NAMESPACE, &(), patterns);
}

/// Whether the op's region may have blocks besides the op's own.
pub(crate) fn may_branch(body: &Body, op: OpId) -> MatchResult {
    let Some(parent) = body.parent_op(op) else { return Err("the op is in no region".into()) };
    // Parallel loops are lowered to loops first, which need one block.
    let name = body.info(parent).name();
    let in_box = [scf::ParallelOp::NAME, scf::ReduceOp::NAME, scf::ForallOp::NAME].contains(&name);
    if in_box {
        return Err(ONE_BLOCK.into());
    }
    // The ops of scf are lowered with their nested ops.
    if body.info(parent).namespace() == "scf" { Ok(()) } else { may_have_blocks(body, op) }
}
