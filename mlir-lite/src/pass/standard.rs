//! The passes of the framework, under MLIR's names of both generations.

use crate::context::{Context, Dialect};
use crate::conversions::{LowerAffinePass, ReconcileUnrealizedCastsPass, ScfToStdPass, StdToLlvmPass};
use crate::dialects::affine::AffineDialect;
use crate::dialects::llvm::LlvmDialect;
use crate::dialects::scf::ScfDialect;
use crate::dialects::std::StdDialect;
use crate::pass::{PassInfo, PassRegistry};
use crate::transforms::affine_block_matmul::{AffineBlockMatmulOptions, AffineBlockMatmulPass};
use crate::transforms::affine_loop_fusion::AffineLoopFusionPass;
use crate::transforms::affine_loop_tile::{AffineLoopTileOptions, AffineLoopTilePass};
use crate::transforms::affine_parallelize::{AffineParallelizeOptions, AffineParallelizePass};
use crate::transforms::affine_vectorize::AffineVectorizePass;
use crate::transforms::canonicalize::CanonicalizerPass;
use crate::transforms::cse::{CseOptions, CsePass};
use crate::transforms::dead_code::DeadCodeEliminationPass;
use crate::transforms::debug_info::{LocationSnapshotPass, StripDebugInfoPass};
use crate::transforms::inline::{InlinerOptions, InlinerPass};
use crate::transforms::inspect::{
    MemRefDependenceCheckPass, PrintDefUsePass, PrintNestingPass, PrintOpStatsPass, ViewOpGraphPass,
};
use crate::transforms::loop_invariant_code_motion::LoopInvariantCodeMotionPass;
use crate::transforms::memref_dataflow::AffineScalarReplacementPass;
use crate::transforms::sccp::SccpPass;
use crate::transforms::symbol_dce::SymbolDcePass;
use crate::transforms::symbol_privatize::{SymbolPrivatizeOptions, SymbolPrivatizePass};

/// Registers the transformations and conversions of the framework.
pub fn register_standard_passes(registry: &mut PassRegistry) {
    register_transforms(registry);
    register_inspections(registry);
    register_affine(registry);
    register_conversions(registry);
}

fn register_transforms(registry: &mut PassRegistry) {
    registry
        .register(
            PassInfo::with_options("canonicalize", "Canonicalize operations", CanonicalizerPass::with_options)
                .description(
                    "Folds ops, erases what is dead, unites constants and applies the canonicalization patterns of \
                     all loaded dialects' ops, until nothing changes.",
                ),
        )
        .register(PassInfo::with_options("cse", "Eliminate common sub-expressions", |_, options: &CseOptions| {
            CsePass::with_options(options)
        }))
        .register(PassInfo::new("dce", "Eliminate dead operations and blocks", |_| DeadCodeEliminationPass))
        .register(PassInfo::new("sccp", "Sparse Conditional Constant Propagation", |_| SccpPass))
        .register(PassInfo::new("loop-invariant-code-motion", "Hoist loop invariant instructions outside of the loop", |_| {
            LoopInvariantCodeMotionPass
        }))
        .register(PassInfo::with_options("inline", "Inline function calls", |_, options: &InlinerOptions| {
            InlinerPass::with_options(options)
        }))
        .register(PassInfo::new("symbol-dce", "Eliminate dead symbols", |_| SymbolDcePass))
        .register(PassInfo::with_options(
            "symbol-privatize",
            "Mark symbols private",
            |_, options: &SymbolPrivatizeOptions| SymbolPrivatizePass::with_options(options),
        ))
        .register(PassInfo::new("strip-debuginfo", "Strip debug info from all operations", |_| StripDebugInfoPass))
        .register(PassInfo::new(
            "snapshot-op-locations",
            "Generate new locations from the current IR",
            |_| LocationSnapshotPass::default(),
        ));
}

fn register_inspections(registry: &mut PassRegistry) {
    registry
        .register(PassInfo::new("print-op-stats", "Print statistics of operations", |_| {
            PrintOpStatsPass::default()
        }))
        .register(PassInfo::new("view-op-graph", "Print Graphviz visualization of an operation", |_| {
            ViewOpGraphPass::default()
        }))
        .register(PassInfo::new(
            "memref-dependence-check",
            "Note which accesses of memory depend on each other",
            |_| MemRefDependenceCheckPass,
        ))
        .register(PassInfo::new("test-print-nesting", "Print what nests in what", |_| {
            PrintNestingPass::default()
        }))
        .register(PassInfo::new(
            "test-print-defuse",
            "Print the definitions of operands and the users of results",
            |_| PrintDefUsePass::default(),
        ));
}

fn register_affine(registry: &mut PassRegistry) {
    registry
        .register(
            PassInfo::new("affine-loop-fusion", "Fuse affine loop nests", |_| AffineLoopFusionPass)
                .dialects(load::<AffineDialect>),
        )
        .register(
            PassInfo::with_options(
                "affine-block-matmul",
                "Block the products of matrices",
                |_, options: &AffineBlockMatmulOptions| AffineBlockMatmulPass::with_options(options),
            )
            .description(
                "Loops around `c[i, j] = fma(a[i, k], b[k, j], c[i, j])` run block by block: blocks of both matrices are \
                 copied to where they are read in a row, and tiles of the result are kept in registers. The result has \
                 the same bits.",
            )
            .dialects(load::<AffineDialect>),
        )
        .register(
            PassInfo::new("affine-vectorize", "Put affine loop nests on vectors", |_| AffineVectorizePass)
                .description(
                    "Partial results of reductions stay in registers, and transposes turn squares of elements around in \
                     registers. Loops that go along memory are left to the code generator, which vectorizes them.",
                )
                .dialects(load::<AffineDialect>),
        )
        .register(
            PassInfo::with_options(
                "affine-loop-tile",
                "Tile affine loop nests",
                |_, options: &AffineLoopTileOptions| AffineLoopTilePass::with_options(options),
            )
            .description(
                "Perfect nests of loops with constant bounds, whose iterations may run in any order, run tile by tile: \
                 what one tile reads and writes stays in the cache.",
            )
            .dialects(load::<AffineDialect>),
        )
        .register(
            PassInfo::with_options(
                "affine-parallelize",
                "Convert affine.for ops into 1-D affine.parallel",
                |_, options: &AffineParallelizeOptions| AffineParallelizePass::with_options(options),
            )
            .description(
                "Loops with constant bounds become parallel ones if no round touches what another one writes. \
                 Reductions stay loops.",
            )
            .dialects(load::<AffineDialect>),
        )
        .register(
            PassInfo::new(
                "affine-scalrep",
                "Replace affine memref accesses by scalars by forwarding stores to loads",
                |_| AffineScalarReplacementPass,
            )
            .alias("memref-dataflow-opt")
            .dialects(load::<AffineDialect>),
        );
}

fn register_conversions(registry: &mut PassRegistry) {
    registry
        .register(
            PassInfo::new("lower-affine", "Lower affine operations to std and scf", LowerAffinePass::new)
                .alias("convert-affine-to-std")
                .dialects(|ctx| {
                    ctx.load::<AffineDialect>();
                    ctx.load::<ScfDialect>();
                    ctx.load::<StdDialect>();
                }),
        )
        .register(
            PassInfo::new(
                "convert-scf-to-std",
                "Convert structured control flow to branches",
                ScfToStdPass::new,
            )
            .alias("convert-scf-to-cf")
            .dialects(|ctx| {
                ctx.load::<ScfDialect>();
                ctx.load::<StdDialect>();
            }),
        )
        .register(
            PassInfo::with_options(
                "convert-std-to-llvm",
                "Convert the std dialect to the llvm dialect",
                StdToLlvmPass::with_options,
            )
            .dialects(|ctx| {
                ctx.load::<StdDialect>();
                ctx.load::<LlvmDialect>();
            }),
        )
        .register(
            PassInfo::new(
                "reconcile-unrealized-casts",
                "Simplify and eliminate unrealized conversion casts",
                |_| ReconcileUnrealizedCastsPass,
            )
            .description(
                "Conversions in several steps leave chains of `unrealized_conversion_cast`s. One that ends with the types \
                 that it begins with is replaced by what it begins with; casts that nothing uses are erased. Others stay.",
            ),
        );
}

fn load<D: Dialect>(ctx: &Context) {
    ctx.load::<D>();
}
