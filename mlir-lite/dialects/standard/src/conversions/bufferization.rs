//! `convert-bufferization-to-memref` and `empty-tensor-to-alloc-tensor`: ops of the dialect
//! bufferization as those of memref, and the other way round.

use crate::{
    AllocOp, AllocTensorOp, CloneOp, ConstantOp, CopyOp, DimOp, EmptyTensorOp, StdDialect,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchResult, PatternRewriter, RewritePatternSet, rewrite_ops,
};
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::Reported;

/// Convert copies of memory to allocations and `memref.copy`.
#[pass(name = "convert-bufferization-to-memref", pure, each_body, dialects(StdDialect), initialize)]
pub struct BufferizationToMemRefPass {
    patterns: FrozenRewritePatternSet,
}

impl BufferizationToMemRefPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        patterns.add::<CloneOp>("std.clone-to-copy", 1, copy);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for BufferizationToMemRefPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

fn copy(op: CloneOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let (source, ty) = (op.input(body), body.ty(op.output(body)));
    let shape = ty.shape(&ctx).ok_or("the number of dimensions must be known")?.to_vec();
    if !ty.has_identity_layout(&ctx) {
        return Err("new memory is row-major".into());
    }
    let mut sizes = Vec::new();
    for dim in (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC) {
        let dim = ConstantOp::index(rewriter, dim as i64);
        sizes.push(DimOp::create(rewriter, source, dim));
    }
    let memory = AllocOp::create(rewriter, &sizes, &[], None, ty);
    CopyOp::create(rewriter, source, memory);
    rewriter.replace_op(op.id(), &[memory]);
    Ok(())
}

/// Turn `tensor.empty` into `bufferization.alloc_tensor`.
#[pass(name = "empty-tensor-to-alloc-tensor", pure, each_body, dialects(StdDialect), initialize)]
pub struct EmptyTensorToAllocTensorPass {
    patterns: FrozenRewritePatternSet,
}

impl EmptyTensorToAllocTensorPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        patterns.add::<EmptyTensorOp>("std.empty_tensor-allocate", 1, |op, rewriter| {
            let body = rewriter.body();
            let sizes = op.dynamic_sizes(body).to_vec();
            let ty = body.result_types(op.id())[0];
            let tensor = AllocTensorOp::create(rewriter, &sizes, None, None, None, ty);
            rewriter.replace_op(op.id(), &[tensor]);
            Ok(())
        });
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for EmptyTensorToAllocTensorPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}
