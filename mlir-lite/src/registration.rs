//! All dialects and passes at once.

use crate::Context;
use crate::absent_passes::register_absent_passes;
use crate::conversions::{
    ConvertShapeConstraintsPass, ConvertShapeToStdPass, InferShapesByFunctionsPass,
    LowerVectorDotProductsPass, LowerVectorMaskPass, LowerVectorPass, OutlineShapeComputationPass,
    ReconcileUnrealizedCastsPass, RemoveImpliedConstraintsPass, RemoveShapeConstraintsPass,
    ScfToStdPass, ShapeToShapeLoweringPass, StdToLlvmPass, UnrollVectorsPass, VectorToLlvmPass,
    VectorToScfPass,
};
use crate::pass::PassRegistry;
use crate::transforms::canonicalize::CanonicalizerPass;
use crate::transforms::control_flow_sink::ControlFlowSinkPass;
use crate::transforms::cse::CsePass;
use crate::transforms::dead_code::DeadCodeEliminationPass;
use crate::transforms::debug_info::{LocationSnapshotPass, StripDebugInfoPass};
use crate::transforms::inline::InlinerPass;
use crate::transforms::inspect::{
    PrintDefUsePass, PrintNestingPass, PrintOpStatsPass, ViewOpGraphPass,
};
use crate::transforms::int_range_optimizations::IntRangeOptimizationsPass;
use crate::transforms::loop_invariant_code_motion::LoopInvariantCodeMotionPass;
use crate::transforms::remove_dead_values::RemoveDeadValuesPass;
use crate::transforms::sccp::SccpPass;
use crate::transforms::symbol_dce::SymbolDcePass;
use crate::transforms::symbol_privatize::SymbolPrivatizePass;
use crate::transforms::symbol_shorten::SymbolShortenPass;
use mlir_lite_gpu as gpu;
use mlir_lite_ir::builtin;
use mlir_lite_irdl as irdl;
use mlir_lite_llvm_dialect as llvm;
use mlir_lite_nvvm as nvvm;
use mlir_lite_quant as quant;
use mlir_lite_scf as scf;
use mlir_lite_shape as shape;
use mlir_lite_standard as standard;
use mlir_lite_vector as vector;

/// Loads all dialects of this crate.
pub fn register_all_dialects(ctx: &Context) {
    ctx.load::<builtin::BuiltinDialect>();
    ctx.load::<standard::StdDialect>();
    ctx.load::<standard::index::IndexDialect>();
    ctx.load::<scf::ScfDialect>();
    ctx.load::<vector::VectorDialect>();
    ctx.load::<quant::QuantDialect>();
    ctx.load::<shape::ShapeDialect>();
    ctx.load::<gpu::GpuDialect>();
    ctx.load::<nvvm::NvvmDialect>();
    #[cfg(feature = "affine")]
    ctx.load::<mlir_lite_affine::AffineDialect>();
    ctx.load::<llvm::LlvmDialect>();
    ctx.load::<irdl::IrdlDialect>();
}

/// Registers all passes of this crate, under MLIR's names of both generations.
pub fn register_all_passes(registry: &mut PassRegistry) {
    register_transforms(registry);
    register_inspections(registry);
    #[cfg(feature = "affine")]
    register_affine(registry);
    register_conversions(registry);
    register_absent_passes(registry);
}

fn register_transforms(registry: &mut PassRegistry) {
    registry
        .register(CanonicalizerPass::info())
        .register(CsePass::info())
        .register(DeadCodeEliminationPass::info())
        .register(SccpPass::info())
        .register(IntRangeOptimizationsPass::info())
        .register(LoopInvariantCodeMotionPass::info())
        .register(RemoveDeadValuesPass::info())
        .register(ControlFlowSinkPass::info())
        .register(scf::ScfForLoopPeelingPass::info())
        .register(scf::ExpandReallocPass::info())
        .register(scf::OneShotBufferizePass::info())
        .register(scf::OwnershipDeallocationPass::info())
        .register(scf::DeallocationSimplificationPass::info())
        .register(scf::LowerDeallocationsPass::info())
        .register(scf::PromoteBuffersToStackPass::info())
        .register(scf::BufferLoopHoistingPass::info())
        .register(InlinerPass::info())
        .register(SymbolDcePass::info())
        .register(SymbolPrivatizePass::info())
        .register(SymbolShortenPass::info())
        .register(StripDebugInfoPass::info())
        .register(LocationSnapshotPass::info());
    registry.register_pipeline(
        "buffer-deallocation-pipeline",
        "Free memory where it is not needed any more",
        |ctx, manager, (): &()| {
            manager
                .add_pass(scf::ExpandReallocPass::without_deallocs())
                .add_pass(CanonicalizerPass::new(ctx))
                .add_pass(scf::OwnershipDeallocationPass::new(ctx))
                .add_pass(CanonicalizerPass::new(ctx))
                .add_pass(scf::DeallocationSimplificationPass::new(ctx))
                .add_pass(scf::LowerDeallocationsPass::new(ctx))
                .add_pass(CsePass::new(ctx))
                .add_pass(CanonicalizerPass::new(ctx));
        },
    );
}

fn register_inspections(registry: &mut PassRegistry) {
    registry
        .register(PrintOpStatsPass::info())
        .register(ViewOpGraphPass::info())
        .register(PrintNestingPass::info())
        .register(PrintDefUsePass::info());
}

#[cfg(feature = "affine")]
fn register_affine(registry: &mut PassRegistry) {
    use crate::transforms::{
        affine_block_matmul, affine_expand_index_ops, affine_expand_index_ops_as_affine,
        affine_jam_reductions, affine_loop_coalescing, affine_loop_fusion, affine_loop_interchange,
        affine_loop_invariant_code_motion, affine_loop_normalize, affine_loop_reversal,
        affine_loop_tile, affine_loop_unroll, affine_loop_unroll_jam, affine_parallelize,
        affine_raise_from_memref, affine_simplify_structures, affine_super_vectorize,
        affine_vectorize, memref_dataflow, memref_dependence, scf_loop_specialization,
        scf_parallel_loop_tiling,
    };
    registry
        .register(affine_loop_fusion::AffineLoopFusionPass::info())
        .register(affine_block_matmul::AffineBlockMatmulPass::info())
        .register(affine_jam_reductions::AffineJamReductionsPass::info())
        .register(affine_super_vectorize::AffineSuperVectorizePass::info())
        .register(affine_vectorize::AffineVectorizePass::info())
        .register(affine_loop_tile::AffineLoopTilePass::info())
        .register(affine_loop_unroll::AffineLoopUnrollPass::info())
        .register(affine_loop_unroll_jam::AffineLoopUnrollJamPass::info())
        .register(affine_loop_interchange::AffineLoopInterchangePass::info())
        .register(affine_loop_reversal::AffineLoopReversalPass::info())
        .register(affine_loop_normalize::AffineLoopNormalizePass::info())
        .register(affine_loop_coalescing::AffineLoopCoalescingPass::info())
        .register(affine_loop_invariant_code_motion::AffineLoopInvariantCodeMotionPass::info())
        .register(affine_simplify_structures::AffineSimplifyStructuresPass::info())
        .register(affine_raise_from_memref::AffineRaiseFromMemrefPass::info())
        .register(affine_expand_index_ops::AffineExpandIndexOpsPass::info())
        .register(affine_expand_index_ops_as_affine::AffineExpandIndexOpsAsAffinePass::info())
        .register(scf_loop_specialization::ScfForLoopSpecializationPass::info())
        .register(scf_loop_specialization::ScfParallelLoopSpecializationPass::info())
        .register(scf_parallel_loop_tiling::ScfParallelLoopTilingPass::info())
        .register(affine_parallelize::AffineParallelizePass::info())
        .register(memref_dataflow::AffineScalarReplacementPass::info())
        .register(memref_dependence::MemRefDependenceCheckPass::info())
        .register(gpu::ConvertAffineForToGpuPass::info())
        .register(gpu::ConvertParallelLoopsToGpuPass::info())
        .register(crate::conversions::LowerAffinePass::info());
}

fn register_conversions(registry: &mut PassRegistry) {
    quant::register_quant_passes(registry);
    standard::conversions::register_conversions(registry);
    registry
        .register(UnrollVectorsPass::info())
        .register(VectorToScfPass::info())
        .register(LowerVectorPass::info())
        .register(LowerVectorMaskPass::info())
        .register(LowerVectorDotProductsPass::info())
        .register(VectorToLlvmPass::info())
        .register(ShapeToShapeLoweringPass::info())
        .register(ConvertShapeConstraintsPass::info())
        .register(ConvertShapeToStdPass::info())
        .register(RemoveShapeConstraintsPass::info())
        .register(OutlineShapeComputationPass::info())
        .register(RemoveImpliedConstraintsPass::info())
        .register(InferShapesByFunctionsPass::info())
        .register(gpu::GpuKernelOutliningPass::info())
        .register(gpu::GpuSinkIndexComputationsPass::info())
        .register(gpu::GpuToNvvmPass::info())
        .register(gpu::GpuToScfPass::info())
        .register(gpu::GpuMapParallelLoopsPass::info())
        .register(ScfToStdPass::info())
        .register(StdToLlvmPass::info())
        .register(ReconcileUnrealizedCastsPass::info());
}
