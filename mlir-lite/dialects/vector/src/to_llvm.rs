//! `convert-vector-to-llvm`: ops on vectors of several dimensions become ops on their rows, and
//! these become ops of the llvm dialect.

use crate::VectorDialect;
use crate::ops::lowering::{
    populate_vector_contract_lowering_patterns, populate_vector_mask_lowering_patterns,
    populate_vector_print_lowering_patterns, populate_vector_reduction_lowering_patterns,
    populate_vector_shape_lowering_patterns,
};
use crate::ops::reshape::populate_vector_transpose_to_shuffle_patterns;
use mlir_lite::context::Dialect;
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet, apply_partial_conversion,
};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::standard::to_llvm::{
    StdToLlvmOptions, partial_type_converter, populate_dialect_to_llvm_patterns,
    populate_ops_to_llvm_patterns,
};
use mlir_lite::dialects::standard::{SplatOp, StdDialect};
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{Body, SymbolRequests, TraitFlags};
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite::rewrite::{FrozenRewritePatternSet, RewritePatternSet, rewrite_ops};
use mlir_lite::types::TypeKind;
use mlir_lite_diagnostics::Reported;

/// Options of `lower-vector` and `convert-vector-to-llvm`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct VectorLoweringOptions {
    /// Transpose two dimensions by a shuffle of all elements, not by moving single ones
    #[option("transpose-to-shuffle", default = false)]
    pub transpose_to_shuffle: bool,
}

/// Adds all patterns that lower ops to simpler ones of the dialect and of std.
pub fn populate_vector_lowering_patterns(
    ctx: &Context,
    options: &VectorLoweringOptions,
    patterns: &mut RewritePatternSet,
) {
    populate_vector_contract_lowering_patterns(ctx, patterns);
    populate_vector_reduction_lowering_patterns(ctx, patterns);
    populate_vector_shape_lowering_patterns(ctx, patterns);
    populate_vector_mask_lowering_patterns(ctx, patterns);
    populate_vector_print_lowering_patterns(ctx, patterns);
    if options.transpose_to_shuffle {
        populate_vector_transpose_to_shuffle_patterns(patterns);
    }
}

fn lowering_patterns(ctx: &Context, options: &VectorLoweringOptions) -> FrozenRewritePatternSet {
    let mut patterns = RewritePatternSet::new();
    populate_vector_lowering_patterns(ctx, options, &mut patterns);
    patterns.freeze(ctx)
}

/// Lower vector operations to simpler ones.
///
/// The remaining ops are on vectors of one dimension: extractions and insertions, shuffles, fused
/// multiply-adds, and loads and stores, which have counterparts in the llvm dialect.
#[pass(
    name = "lower-vector",
    each_body,
    dialects(VectorDialect, StdDialect, LlvmDialect),
    initialize
)]
pub struct LowerVectorPass {
    patterns: FrozenRewritePatternSet,
    #[options]
    options: VectorLoweringOptions,
}

impl LowerVectorPass {
    fn initialize(ctx: &Context, options: VectorLoweringOptions) -> Self {
        Self { patterns: lowering_patterns(ctx, &options), options }
    }
}

impl RunPass for LowerVectorPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Lower masked regions to masked ops.
#[pass(name = "lower-vector-mask", pure, each_body, dialects(VectorDialect), initialize)]
pub struct LowerVectorMaskPass {
    patterns: FrozenRewritePatternSet,
}

impl LowerVectorMaskPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_vector_mask_lowering_patterns(ctx, &mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for LowerVectorMaskPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        rewrite_ops(body, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Convert the vector dialect to the llvm dialect.
///
/// First, ops become simpler ones, as by `lower-vector`. Ops of other dialects stay, with casts
/// between their values and those of the llvm dialect, which `reconcile-unrealized-casts` removes
/// after these are converted.
#[pass(
    name = "convert-vector-to-llvm",
    dialects(VectorDialect, StdDialect, LlvmDialect),
    only(
        "enable-amx" = "false": "there is no dialect 'amx'",
        "enable-arm-bf16" = "false": "there is no dialect 'arm_neon'",
        "enable-arm-i8mm" = "false": "there is no dialect 'arm_neon'",
        "enable-arm-neon" = "false": "there is no dialect 'arm_neon'",
        "enable-arm-sve" = "false": "there is no dialect 'arm_sve'",
        "enable-x86vector" = "false": "there is no dialect 'x86vector'",
        "force-32bit-vector-indices" = "true" | "false": "a mask decides the width",
        "reassociate-fp-reductions" = "false": "reductions of floats have one order",
        "use-vector-alignment" = "false": "accesses are aligned as their elements",
        "vector-contract-lowering" = "dot" | "outerproduct": "each contraction is lowered by its \
            own indexing maps",
        "vector-transpose-lowering" = "eltwise": "the elements are moved one by one; \
            '--lower-vector=transpose-to-shuffle=true' makes one shuffle"
    ),
    initialize
)]
pub struct VectorToLlvmPass {
    lowering: FrozenRewritePatternSet,
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
    #[options]
    options: VectorLoweringOptions,
}

impl VectorToLlvmPass {
    fn initialize(ctx: &Context, options: VectorLoweringOptions) -> Self {
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect(LlvmDialect::NAMESPACE);
        // An accumulator is combined with a reduction by an op of std.
        target.add_legal_dialect(StdDialect::NAMESPACE);
        // A number in each place of a vector is an op of std.
        target.add_dynamically_legal_op::<SplatOp>(|op| {
            let ctx = op.context();
            let is_row = |ty: Type| match ty.kind(ctx) {
                TypeKind::Vector { shape, .. } => shape.len() == 1,
                _ => false,
            };
            !op.result_types().all(is_row)
        });
        target.add_legal_op::<UnrealizedConversionCastOp>();
        target.add_illegal_dialect(VectorDialect::NAMESPACE);
        let mut patterns = ConversionPatternSet::new();
        populate_vector_to_llvm_patterns(ctx, &mut patterns);
        let is_splat = |op: &OpDef| op.name == SplatOp::NAME;
        let (namespace, converter) = (StdDialect::NAMESPACE, partial_type_converter(ctx));
        let lowering = StdToLlvmOptions::default();
        populate_ops_to_llvm_patterns(
            ctx,
            namespace,
            &is_splat,
            &converter,
            &lowering,
            &mut patterns,
        );
        Self {
            lowering: lowering_patterns(ctx, &options),
            target,
            patterns: patterns.freeze(ctx),
            options,
        }
    }
}

/// Adds the patterns that convert ops on vectors of one dimension, and on the rows of others, to
/// the llvm dialect.
pub fn populate_vector_to_llvm_patterns(ctx: &Context, patterns: &mut ConversionPatternSet) {
    let converter = partial_type_converter(ctx);
    let options = StdToLlvmOptions::default();
    let namespace = VectorDialect::NAMESPACE;
    populate_dialect_to_llvm_patterns(ctx, namespace, &converter, &options, patterns);
}

impl RunPass for VectorToLlvmPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        lower_bodies(body, &self.lowering, cx.requests, cx.diagnostics)?;
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)
    }
}

/// Applies patterns in a body and in those below it. The symbols that are required in these are
/// added to the body.
fn lower_bodies(
    body: &mut Body,
    patterns: &FrozenRewritePatternSet,
    requests: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut inner = SymbolRequests::new();
    for (_, child) in body.children_mut() {
        lower_bodies(child, patterns, &mut inner, diagnostics)?;
    }
    if body.has_trait(body.root(), TraitFlags::SYMBOL_TABLE) {
        inner.merge_into(body);
    } else {
        requests.append(inner);
    }
    rewrite_ops(body, patterns, requests, diagnostics)
}
