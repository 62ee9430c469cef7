//! All dialects and passes at once.

use crate::Context;
use crate::conversions::{
    LowerAffinePass, ReconcileUnrealizedCastsPass, ScfToStdPass, StdToLlvmPass,
};
use crate::pass::PassRegistry;
use crate::transforms::affine_block_matmul::AffineBlockMatmulPass;
use crate::transforms::affine_loop_fusion::AffineLoopFusionPass;
use crate::transforms::affine_loop_tile::AffineLoopTilePass;
use crate::transforms::affine_parallelize::AffineParallelizePass;
use crate::transforms::affine_vectorize::AffineVectorizePass;
use crate::transforms::canonicalize::CanonicalizerPass;
use crate::transforms::cse::CsePass;
use crate::transforms::dead_code::DeadCodeEliminationPass;
use crate::transforms::debug_info::{LocationSnapshotPass, StripDebugInfoPass};
use crate::transforms::inline::InlinerPass;
use crate::transforms::inspect::{
    PrintDefUsePass, PrintNestingPass, PrintOpStatsPass, ViewOpGraphPass,
};
use crate::transforms::loop_invariant_code_motion::LoopInvariantCodeMotionPass;
use crate::transforms::memref_dataflow::AffineScalarReplacementPass;
use crate::transforms::memref_dependence::MemRefDependenceCheckPass;
use crate::transforms::sccp::SccpPass;
use crate::transforms::symbol_dce::SymbolDcePass;
use crate::transforms::symbol_privatize::SymbolPrivatizePass;
use mlir_lite_affine as affine;
use mlir_lite_ir::builtin;
use mlir_lite_llvm_dialect as llvm;
use mlir_lite_scf as scf;
use mlir_lite_standard as standard;

/// Loads all dialects of this crate.
pub fn register_all_dialects(ctx: &Context) {
    ctx.load::<builtin::BuiltinDialect>();
    ctx.load::<standard::StdDialect>();
    ctx.load::<scf::ScfDialect>();
    ctx.load::<affine::AffineDialect>();
    ctx.load::<llvm::LlvmDialect>();
}

/// Registers all passes of this crate, under MLIR's names of both generations.
pub fn register_all_passes(registry: &mut PassRegistry) {
    register_transforms(registry);
    register_inspections(registry);
    register_affine(registry);
    register_conversions(registry);
}

fn register_transforms(registry: &mut PassRegistry) {
    registry
        .register(CanonicalizerPass::info())
        .register(CsePass::info())
        .register(DeadCodeEliminationPass::info())
        .register(SccpPass::info())
        .register(LoopInvariantCodeMotionPass::info())
        .register(InlinerPass::info())
        .register(SymbolDcePass::info())
        .register(SymbolPrivatizePass::info())
        .register(StripDebugInfoPass::info())
        .register(LocationSnapshotPass::info());
}

fn register_inspections(registry: &mut PassRegistry) {
    registry
        .register(PrintOpStatsPass::info())
        .register(ViewOpGraphPass::info())
        .register(MemRefDependenceCheckPass::info())
        .register(PrintNestingPass::info())
        .register(PrintDefUsePass::info());
}

fn register_affine(registry: &mut PassRegistry) {
    registry
        .register(AffineLoopFusionPass::info())
        .register(AffineBlockMatmulPass::info())
        .register(AffineVectorizePass::info())
        .register(AffineLoopTilePass::info())
        .register(AffineParallelizePass::info())
        .register(AffineScalarReplacementPass::info());
}

fn register_conversions(registry: &mut PassRegistry) {
    registry
        .register(LowerAffinePass::info())
        .register(ScfToStdPass::info())
        .register(StdToLlvmPass::info())
        .register(ReconcileUnrealizedCastsPass::info());
}
