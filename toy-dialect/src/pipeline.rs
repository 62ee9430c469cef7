//! The passes of each stage, starting from toy IR.
//!
//! Each function adds the passes from one stage to the next; a program at any stage goes through
//! the remaining ones, and a pass does nothing where it does not apply.

use mlir_lite::conversions::{
    DotProductOptions, DotProducts, LowerAffinePass, LowerVectorDotProductsPass, ScfToStdPass,
    StdToLlvmOptions, StdToLlvmPass,
};
use mlir_lite::dialects::llvm::LlvmFuncOp;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassManager, PassRegistry};
use mlir_lite::transforms::affine_block_matmul::{AffineBlockMatmulOptions, AffineBlockMatmulPass};
use mlir_lite::transforms::affine_jam_reductions::AffineJamReductionsPass;
use mlir_lite::transforms::affine_loop_fusion::AffineLoopFusionPass;
use mlir_lite::transforms::affine_loop_tile::AffineLoopTilePass;
use mlir_lite::transforms::affine_parallelize::AffineParallelizePass;
use mlir_lite::transforms::affine_vectorize::AffineVectorizePass;
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use mlir_lite::transforms::cse::CsePass;
use mlir_lite::transforms::inline::{InlineLimits, InlinerPass};
use mlir_lite::transforms::memref_dataflow::AffineScalarReplacementPass;
use mlir_lite::transforms::symbol_dce::SymbolDcePass;
use mlir_lite::transforms::symbol_privatize::SymbolPrivatizePass;

use crate::lowering::{
    AllowFastMathPass, CallLibraryPass, CheckAllocationsPass, DescribeLocalFunctionsPass,
    EraseGenericFunctionsPass, ExpandExtremaPass, ExpandStructsPass, LaunchParallelLoopsPass,
    LowerCapturePass, LowerFilesPass, LowerPrintPass, LowerRangeChecksPass, NameFunctionsPass,
    OutlineParallelLoopsPass, PlaceBuffersPass, SplitLoopsPass, ToyToAffinePass, UpdateInPlacePass,
    ViewReshapesPass,
};
use crate::shapes::{ShapeInferencePass, SpecializePass};

/// Small functions are inlined, up to a total number of ops. The others are compiled once for each
/// list of argument shapes.
///
/// LLVM takes a millisecond to compile a function with a loop nest, as long as for some dozen
/// additional ops in existing nests.
const INLINING: InlineLimits = InlineLimits { callee_ops: 24, total_ops: 1_000, function_ops: 64 };

/// Toy IR to toy IR of known shapes: calls are inlined or get a function of their own, shapes are
/// inferred, and redundancy is removed.
///
/// Shapes are inferred before anything is simplified, so that wrong shapes are reported also where
/// the value is not used.
pub fn add_toy_passes(ctx: &Context, passes: &mut PassManager) {
    add_toy_passes_keeping(ctx, passes, &["main"]);
}

/// As [`add_toy_passes`], for a program whose entry points are these functions; their parameters
/// have known shapes.
pub fn add_toy_passes_keeping(ctx: &Context, passes: &mut PassManager, functions: &[&str]) {
    passes.add_pass(SymbolPrivatizePass::except(functions));
    add_toy_passes_keeping_all(ctx, passes);
}

/// As [`add_toy_passes`], for a module whose public functions may all be called from outside.
pub fn add_toy_passes_keeping_all(ctx: &Context, passes: &mut PassManager) {
    passes.add_pass(InlinerPass::limited(INLINING));
    passes.add_pass(SpecializePass::new(ctx));
    let functions = passes.nest(FuncOp::NAME);
    functions.add_pass(CanonicalizerPass::new(ctx));
    functions.add_pass(CsePass::keeping_reads());
}

/// The part of [`add_toy_passes_keeping`] that infers all shapes and marks the checked accesses,
/// and changes nothing else: for editors, and, after [`add_inlining`], for the interpreter and for
/// lists of accesses. Which conditionals are decided when a function is compiled depends on what is
/// inlined. Nothing is reported about functions that are not called.
pub fn add_specialization(ctx: &Context, passes: &mut PassManager, functions: &[&str]) {
    passes.add_pass(SymbolPrivatizePass::except(functions));
    passes.add_pass(SymbolDcePass::new(ctx));
    passes.add_pass(SpecializePass::new(ctx));
}

/// The passes before shapes are inferred: small functions are inlined.
pub fn add_inlining(passes: &mut PassManager, functions: &[&str]) {
    passes.add_pass(SymbolPrivatizePass::except(functions));
    passes.add_pass(InlinerPass::limited(INLINING));
}

/// How much to optimise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Optimization {
    /// None beyond what lowering needs.
    #[default]
    None,
    /// Loops are fused, values are forwarded instead of being stored, and loops over large matrices
    /// are blocked and tiled.
    Full,
}

/// Programs that run fewer ops are not worth the loop optimizations, which take some 0.3 ms. For a
/// longer program they take less than the code generator saves by the shorter code.
pub const MINIMUM_OPS: u64 = 20_000;

/// Which loops run on several threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parallelism {
    /// The number of threads that run a loop; 0 is one for each processor.
    pub threads: u32,
    /// Loops that run fewer ops stay in one thread.
    pub minimum_work: usize,
}

impl Parallelism {
    /// This many ops take a few times as long as starting a thread and waiting for its end, which
    /// takes some 70 us.
    pub const MINIMUM_WORK: usize = 2_000_000;
}

/// Toy IR of known shapes to affine loops over memory; functions of unknown shapes, which nothing
/// calls, are dropped. Independent loops become parallel ones on request.
pub fn add_affine_passes(
    ctx: &Context,
    passes: &mut PassManager,
    optimization: Optimization,
    parallelism: Option<Parallelism>,
) {
    add_affine_passes_for(Processor::default(), ctx, passes, optimization, parallelism);
}

/// As [`add_affine_passes`], for machine code that runs on this processor.
pub fn add_affine_passes_for(
    processor: Processor,
    ctx: &Context,
    passes: &mut PassManager,
    optimization: Optimization,
    parallelism: Option<Parallelism>,
) {
    passes.add_pass(EraseGenericFunctionsPass::new(ctx));
    let functions = passes.nest(FuncOp::NAME);
    functions.add_pass(ExpandStructsPass::new(ctx));
    functions.add_pass(CanonicalizerPass::new(ctx));
    functions.add_pass(ToyToAffinePass::new(ctx));
    functions.add_pass(CanonicalizerPass::new(ctx));
    // Readers of the affine dump expect to see each access, and store-to-load forwarding needs to.
    functions.add_pass(CsePass::keeping_reads());
    if optimization == Optimization::Full {
        add_loop_optimizations(ctx, passes, processor);
    }
    if let Some(parallelism) = parallelism {
        add_parallelization(passes, parallelism);
    }
}

/// The processor that loops are made for. The results of a program do not depend on it. IR that is
/// printed is made for the default, which all processors run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Processor {
    /// The vector registers.
    pub registers: VectorRegisters,
    /// The instructions for products of small integers.
    pub dot_products: DotProducts,
}

/// The vector registers of a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VectorRegisters {
    /// Not more than 16 of 32 bytes, as with AVX2.
    #[default]
    Few,
    /// 32 of 64 bytes: AVX-512.
    Many,
}

impl Processor {
    /// The pass that lowers contractions of groups of small integers for this processor.
    #[must_use]
    pub fn lower_dot_products(self, ctx: &Context) -> LowerVectorDotProductsPass {
        let options = DotProductOptions { instructions: self.dot_products };
        LowerVectorDotProductsPass::with_options(ctx, &options)
    }

    /// The tiles of products. So many accumulators are needed that an addition need not wait for
    /// the one before, and not more than there are registers: of 32 bytes there are 12, beside 2
    /// for the right matrix and 1 for the left one; of 64 bytes there are 24, beside 2 for the
    /// right matrix, as numbers of the left one are operands in memory.
    fn product_tiles(self) -> AffineBlockMatmulOptions {
        let default = AffineBlockMatmulOptions {
            dot_products: self.dot_products,
            ..AffineBlockMatmulOptions::default()
        };
        match self.registers {
            VectorRegisters::Few => default,
            VectorRegisters::Many => {
                AffineBlockMatmulOptions { rows: 12, vectors: 2, row_block: 120, ..default }
            }
        }
    }
}

/// Affine loops to faster ones.
pub fn add_loop_optimizations(ctx: &Context, passes: &mut PassManager, processor: Processor) {
    let functions = passes.nest(FuncOp::NAME);
    functions.add_pass(AffineLoopFusionPass::new(ctx));
    functions.add_pass(AffineScalarReplacementPass::new(ctx));
    functions.add_pass(SplitLoopsPass::new(ctx));
    functions.add_pass(UpdateInPlacePass::new(ctx));
    functions.add_pass(ViewReshapesPass::new(ctx));
    let tiles = processor.product_tiles();
    functions.add_pass(AffineBlockMatmulPass::with_options(ctx, &tiles));
    functions.add_pass(AffineJamReductionsPass::new(ctx));
    functions.add_pass(AffineVectorizePass::new(ctx));
    functions.add_pass(AffineLoopTilePass::for_locality());
    functions.add_pass(ExpandExtremaPass::new(ctx));
}

/// Independent affine loops to parallel ones.
pub fn add_parallelization(passes: &mut PassManager, parallelism: Parallelism) {
    let functions = passes.nest(FuncOp::NAME);
    functions.add_pass(AffineParallelizePass::for_threads(parallelism.minimum_work));
}

/// Affine loops, and `toy.print` and `toy.capture` of memory, to the std dialect and calls of the
/// `llvm` dialect. Parallel loops become functions if they are to be run on several threads.
pub fn add_std_passes(ctx: &Context, passes: &mut PassManager, parallelism: Option<Parallelism>) {
    add_std_passes_for(Processor::default(), ctx, passes, parallelism);
}

/// As [`add_std_passes`], for machine code that runs on this processor.
pub fn add_std_passes_for(
    processor: Processor,
    ctx: &Context,
    passes: &mut PassManager,
    parallelism: Option<Parallelism>,
) {
    passes.add_pass(NameFunctionsPass::new(ctx));
    let functions = passes.nest(FuncOp::NAME);
    functions.add_pass(PlaceBuffersPass::new(ctx));
    if parallelism.is_some() {
        functions.add_pass(OutlineParallelLoopsPass::new(ctx));
        // The passes from here on also run on the functions of parallel loops.
        passes.add_nested(PassManager::anchored_at(FuncOp::NAME));
    }
    let functions = passes.nest(FuncOp::NAME);
    functions.add_pass(LowerPrintPass::new(ctx));
    functions.add_pass(LowerFilesPass::new(ctx));
    functions.add_pass(LowerCapturePass::new(ctx));
    functions.add_pass(LowerRangeChecksPass::new(ctx));
    functions.add_pass(processor.lower_dot_products(ctx));
    functions.add_pass(LowerAffinePass::new(ctx));
    functions.add_pass(ScfToStdPass::new(ctx));
    functions.add_pass(CanonicalizerPass::new(ctx));
    functions.add_pass(CsePass::new(ctx));
}

/// The semantics of floating point arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FloatingPoint {
    /// IEEE 754: each operation as written, rounded once.
    #[default]
    Strict,
    /// As for real numbers, without infinities and NaN.
    Fast,
}

/// The origin of the functions of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// From Toy: their arguments are memory that nothing else writes while they run.
    #[default]
    Toy,
    /// From elsewhere: nothing is known about them.
    Other,
}

/// Lowers everything to the `llvm` dialect, in which no op of the toy dialect may remain.
pub fn add_llvm_passes(
    ctx: &Context,
    passes: &mut PassManager,
    floating_point: FloatingPoint,
    origin: Origin,
) {
    let options = StdToLlvmOptions {
        full: true,
        static_bare_pointers: true,
        aligned_alloc: true,
        ..StdToLlvmOptions::default()
    };
    if floating_point == FloatingPoint::Strict {
        passes.nest(FuncOp::NAME).add_pass(CallLibraryPass::new(ctx));
    }
    passes.add_pass(StdToLlvmPass::with_options(ctx, &options));
    let functions = passes.nest(LlvmFuncOp::NAME);
    if origin == Origin::Toy {
        functions.add_pass(DescribeLocalFunctionsPass::new(ctx));
    }
    if floating_point == FloatingPoint::Fast {
        functions.add_pass(AllowFastMathPass::new(ctx));
    }
    functions.add_pass(CanonicalizerPass::new(ctx));
    functions.add_pass(CsePass::new(ctx));
}

/// Replaces the calls of parallel loops' functions in the llvm dialect by calls that distribute the
/// iterations among threads. Before, a program contains plain calls, which the interpreter runs.
pub fn add_launch_passes(
    ctx: &Context,
    passes: &mut PassManager,
    parallelism: Parallelism,
    origin: Origin,
) {
    passes
        .nest(LlvmFuncOp::NAME)
        .add_pass(LaunchParallelLoopsPass::on_threads(parallelism.threads));
    if origin == Origin::Toy {
        passes.add_nested(PassManager::anchored_at(LlvmFuncOp::NAME));
        passes.nest(LlvmFuncOp::NAME).add_pass(DescribeLocalFunctionsPass::new(ctx));
    }
}

/// Adds checks that allocations succeed, on the llvm dialect, after all other passes.
pub fn add_allocation_checks(ctx: &Context, passes: &mut PassManager) {
    passes.add_pass(CheckAllocationsPass::new(ctx));
}

/// Registers the passes on the toy dialect, so that a pipeline's text can name them.
pub fn register_toy_passes(registry: &mut PassRegistry) {
    registry
        .register(SpecializePass::info())
        .register(ShapeInferencePass::info())
        .register(ExpandStructsPass::info())
        .register(EraseGenericFunctionsPass::info())
        .register(ToyToAffinePass::info())
        .register(UpdateInPlacePass::info())
        .register(ExpandExtremaPass::info())
        .register(SplitLoopsPass::info())
        .register(ViewReshapesPass::info())
        .register(PlaceBuffersPass::info())
        .register(OutlineParallelLoopsPass::info())
        .register(LaunchParallelLoopsPass::info())
        .register(NameFunctionsPass::info())
        .register(LowerPrintPass::info())
        .register(CallLibraryPass::info())
        .register(LowerFilesPass::info())
        .register(LowerRangeChecksPass::info())
        .register(CheckAllocationsPass::info())
        .register(LowerCapturePass::info())
        .register(DescribeLocalFunctionsPass::info())
        .register_pipeline(
            "toy-optimize",
            "Inline, infer shapes and simplify",
            |ctx, manager, (): &()| {
                add_toy_passes(ctx, manager);
            },
        );
}
