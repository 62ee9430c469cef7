//! The passes from one stage to another.
//!
//! A module at any stage goes through all passes up to the requested stage; earlier passes find
//! nothing to do in it.

use mlir_lite::Context;
use mlir_lite::context::Dialect;
use mlir_lite::conversions::{DotProducts, LowerVectorPass, VectorToScfPass};
use mlir_lite::dialects::gpu::{GpuDialect, GpuToScfPass};
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::dialects::vector::VectorDialect;
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{
    Instrumentation, PassManager, PassRegistry, PipelineStep, RunOptions, parse_steps,
};
use mlir_lite::register_all_passes;
use mlir_lite::text::PrintOptions;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::passes::PassFlags;
use toy_dialect::ToyDialect;
use toy_dialect::exports::{ExportToCPass, Signature};
use toy_dialect::lowering::estimated_ops;
use toy_dialect::pipeline::{
    FloatingPoint, MINIMUM_OPS, Optimization, Origin, Parallelism, Processor, VectorRegisters,
    add_affine_passes, add_affine_passes_for, add_inlining, add_launch_passes, add_llvm_passes,
    add_loop_optimizations, add_parallelization, add_specialization, add_std_passes_for,
    add_toy_passes_keeping, add_toy_passes_keeping_all, register_toy_passes,
};

#[cfg(feature = "llvm")]
use toy_dialect::pipeline::add_allocation_checks;

use crate::entry_point::MAIN;
use crate::optimization::Level;
use crate::stage::Stage;

/// The configuration of lowering.
#[derive(Clone, Debug)]
pub(crate) struct Pipeline {
    /// The entry points of the program.
    roots: Vec<String>,
    level: Level,
    floating_point: FloatingPoint,
    origin: Origin,
    /// Whether a module that was parsed has ops of the vector dialect.
    has_vectors: bool,
    parallelism: Option<Parallelism>,
    /// The processor that machine code is for.
    processor: Processor,
    passes: PassFlags,
    printing: PrintOptions,
}

/// Whether a module contains only symbols of the llvm dialect, and at least one.
fn is_of_llvm(module: &Body) -> bool {
    let llvm = module.context().dialect_id(LlvmDialect::NAMESPACE);
    let mut symbols = module.as_op().regions().flat_map(|region| region.ops()).peekable();
    symbols.peek().is_some() && symbols.all(|op| op.info().dialect() == llvm && llvm.is_some())
}

/// Whether a module has ops of a dialect.
fn has_ops_of<D: Dialect>(module: &Body) -> bool {
    let dialect = module.context().dialect_id(D::NAMESPACE);
    dialect.is_some() && module.walk().any(|op| op.info().dialect() == dialect)
}

/// The processor of this machine.
#[cfg(target_arch = "x86_64")]
pub(crate) fn this_machine() -> Processor {
    use std::arch::is_x86_feature_detected as has;
    let registers = if has!("avx512f") { VectorRegisters::Many } else { VectorRegisters::Few };
    let dot_products = match registers {
        VectorRegisters::Many if has!("avx512bw") && has!("avx512vnni") => DotProducts::Avx512Vnni,
        VectorRegisters::Many if has!("avx512bw") => DotProducts::Avx512,
        _ if has!("avxvnni") => DotProducts::AvxVnni,
        _ if has!("avx2") => DotProducts::Avx2,
        _ => DotProducts::Sse2,
    };
    Processor { registers, dot_products }
}

/// The processor of this machine.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn this_machine() -> Processor {
    Processor::default()
}

/// Any processor of the architecture x86-64, where this is one.
pub(crate) fn x86() -> Processor {
    let is_x86 = cfg!(target_arch = "x86_64");
    let dot_products = if is_x86 { DotProducts::Sse2 } else { DotProducts::Plain };
    Processor { dot_products, ..Processor::default() }
}

/// The passes that the text of a pipeline may name.
fn registry() -> PassRegistry {
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    register_toy_passes(&mut registry);
    registry
}

/// Replaces aliases in the flags by the names of passes.
///
/// # Errors
/// A name that is neither a pass of the registry nor of the pipeline.
pub(crate) fn resolve_pass_names(passes: &mut PassFlags) -> Result<(), String> {
    let inspection = &mut passes.inspection;
    if inspection.print_ir_before.is_empty() && inspection.print_ir_after.is_empty() {
        return Ok(());
    }
    let ctx = Context::new();
    toy_dialect::register(&ctx);
    let pipeline = Pipeline::with(
        Level::O3,
        FloatingPoint::Strict,
        PassFlags::default(),
        PrintOptions::default(),
    );
    let mut all = PassManager::new();
    pipeline.add_toy(&ctx, &mut all);
    pipeline.add_lowering(&ctx, &mut all, Stage::MlirLlvm, Optimization::Full);
    add_launch_passes(&ctx, &mut all, Parallelism { threads: 2, minimum_work: 0 }, Origin::Toy);
    let names: Vec<&'static str> = all.passes().into_iter().map(|pass| pass.argument()).collect();
    inspection.resolve_names(&registry(), &names)
}

/// When the IR is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verification {
    AfterEachPass,
    AtEnd,
    #[cfg(feature = "llvm")]
    Never,
}

impl Pipeline {
    /// A pipeline for a level, with the flags of passes, whose names [`resolve_pass_names`] has
    /// resolved.
    pub(crate) fn with(
        level: Level,
        floating_point: FloatingPoint,
        passes: PassFlags,
        printing: PrintOptions,
    ) -> Self {
        Self {
            roots: vec![MAIN.to_owned()],
            level,
            floating_point,
            origin: Origin::Toy,
            has_vectors: false,
            parallelism: None,
            processor: this_machine(),
            passes,
            printing,
        }
    }

    /// Whether the pipeline was written as text, on the command line.
    #[cfg(feature = "llvm")]
    pub(crate) fn has_text(&self) -> bool {
        !self.passes.pass_pipeline.is_empty()
    }

    /// The pipeline for machine code that runs on another processor than this machine's.
    pub(crate) fn for_processor(mut self, processor: Processor) -> Self {
        self.processor = processor;
        self
    }

    /// The pipeline for a module that was parsed: nothing is assumed about functions unless all are
    /// Toy's.
    pub(crate) fn of_module(mut self, module: &Body) -> Self {
        let toy = module.context().dialect_id(ToyDialect::NAMESPACE);
        let mut functions = module.as_op().regions().flat_map(|region| region.ops());
        let is_of_toy =
            functions.all(|function| function.walk().any(|op| op.info().dialect() == toy));
        self.origin = if is_of_toy { Origin::Toy } else { Origin::Other };
        self.has_vectors = has_ops_of::<VectorDialect>(module);
        self
    }

    /// The pipeline with loops that run on several threads, or without. One thread runs loops
    /// itself.
    pub(crate) fn in_parallel(mut self, parallelism: Option<Parallelism>) -> Self {
        self.parallelism = parallelism.filter(|parallelism| parallelism.threads != 1);
        self
    }

    /// The pipeline for a program with these entry points instead of `main`; their parameters have
    /// known shapes.
    pub(crate) fn keeping(mut self, functions: Vec<String>) -> Self {
        self.roots = functions;
        self
    }

    /// Lowers a module to a stage. For the toy dialect itself there is nothing to do, unless it is
    /// to be optimised. A pipeline that the flags name is run instead. Returns whether the loops
    /// were optimised.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn run(
        &self,
        module: &mut Body,
        stage: Stage,
        diagnostics: &mut Diagnostics,
    ) -> Result<Optimization, Reported> {
        if !self.passes.pass_pipeline.is_empty() {
            self.run_named(module, diagnostics)?;
            return Ok(Optimization::None);
        }
        let may_keep = matches!(self.level, Level::O0 | Level::Auto);
        if stage <= Stage::Mlir && may_keep {
            return Ok(Optimization::None);
        }
        if may_keep && self.floating_point == FloatingPoint::Strict && is_of_llvm(module) {
            // Lowered code is not optimised again: the same code in the same order.
            self.run_passes(module, diagnostics, Verification::AtEnd, |ctx, passes| {
                self.add_launches(ctx, passes, stage);
            })?;
            return Ok(Optimization::None);
        }
        if has_ops_of::<GpuDialect>(module) {
            self.run_passes(module, diagnostics, Verification::AtEnd, |ctx, passes| {
                passes.add_pass(GpuToScfPass::new(ctx));
            })?;
        }
        self.infer_shapes(module, diagnostics)?;
        self.lower(module, stage, diagnostics)
    }

    /// The passes on the toy dialect: afterwards, all shapes are known.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn infer_shapes(
        &self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        // Wrong shapes are the user's error, which shape inference reports better than verifying
        // each op would.
        self.run_passes(module, diagnostics, Verification::AtEnd, |ctx, passes| {
            self.add_toy(ctx, passes)
        })
    }

    /// Inlines small functions and infers all shapes, without simplifying anything.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn specialize(
        &self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let roots: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        self.run_passes(module, diagnostics, Verification::AtEnd, |ctx, passes| {
            add_inlining(passes, &roots);
            add_specialization(ctx, passes, &roots);
        })
    }

    /// Infers all shapes, and changes nothing else: each value stays where it is written.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn specialize_as_written(
        &self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let roots: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        self.run_passes(module, diagnostics, Verification::AtEnd, |ctx, passes| {
            add_specialization(ctx, passes, &roots);
        })
    }

    /// Inlines small functions, as the passes on the toy dialect do before shapes are inferred.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn inline(
        &self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let mut passes = PassManager::new();
        let roots: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        add_inlining(&mut passes, &roots);
        // Shape inference reports wrong shapes better than the verifier.
        passes.run(module, &mut RunOptions::default().with_verify_each(false), diagnostics)
    }

    /// Adds C wrappers for the exported functions of a module of the llvm dialect.
    ///
    /// # Errors
    /// If a name is taken; it was reported.
    pub(crate) fn export_to_c(
        &self,
        module: &mut Body,
        signatures: Vec<Signature>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        self.run_passes(module, diagnostics, Verification::AtEnd, |_, passes| {
            passes.add_pass(ExportToCPass::for_signatures(signatures));
        })
    }

    /// Adds checks that allocations succeed.
    ///
    /// # Errors
    /// If the pass breaks the module; it was reported.
    #[cfg(feature = "llvm")]
    pub(crate) fn check_allocations(
        &self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        // The module was verified after it was lowered, and the pass only adds calls. The verifier
        // takes longer than the pass.
        let verification =
            if cfg!(debug_assertions) { Verification::AfterEachPass } else { Verification::Never };
        self.run_passes(module, diagnostics, verification, |ctx, passes| {
            add_allocation_checks(ctx, passes)
        })
    }

    /// Lowers a module whose shapes are known to a stage. Returns whether the loops were optimised.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn lower(
        &self,
        module: &mut Body,
        stage: Stage,
        diagnostics: &mut Diagnostics,
    ) -> Result<Optimization, Reported> {
        // A pass that breaks the IR is a bug of the compiler, which tests of development builds
        // find.
        let verification =
            if cfg!(debug_assertions) { Verification::AfterEachPass } else { Verification::AtEnd };
        if self.level != Level::Auto {
            let optimization = self.optimization(module);
            self.run_passes(module, diagnostics, verification, |ctx, passes| {
                self.add_lowering(ctx, passes, stage, optimization);
            })?;
            return Ok(optimization);
        }
        // The estimate needs the loops.
        let loops = stage.min(Stage::MlirAffine);
        let sequential = Self { parallelism: None, ..self.clone() };
        self.run_passes(module, diagnostics, verification, |ctx, passes| {
            sequential.add_lowering(ctx, passes, loops, Optimization::None);
        })?;
        let optimization = self.optimization(module);
        self.run_passes(module, diagnostics, verification, |ctx, passes| {
            if stage >= Stage::MlirAffine && optimization == Optimization::Full {
                add_loop_optimizations(ctx, passes, self.processor(stage));
            }
            if let Some(parallelism) = self.parallelism.filter(|_| stage >= Stage::MlirAffine) {
                add_parallelization(passes, parallelism);
            }
            self.add_lowering_of_loops(ctx, passes, stage);
        })?;
        Ok(optimization)
    }

    /// Lowers a module to the llvm dialect with instrumentation of each pass.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn run_watched(
        &self,
        module: &mut Body,
        watcher: &mut dyn Instrumentation,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let (ctx, mut passes) = (module.context().clone(), PassManager::new());
        self.add_toy(&ctx, &mut passes);
        let optimization = match self.level {
            Level::O0 => Optimization::None,
            _ => Optimization::Full,
        };
        self.add_lowering(&ctx, &mut passes, Stage::MlirLlvm, optimization);
        let instrumentations = vec![watcher];
        let mut options =
            RunOptions::default().with_verify_each(false).with_instrumentations(instrumentations);
        passes.run(module, &mut options, diagnostics)
    }

    /// Runs the passes that lead from the stage before to this one, with instrumentation of each:
    /// for [`Stage::Mlir`], those on the toy dialect.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub(crate) fn run_stage(
        &self,
        module: &mut Body,
        stage: Stage,
        watcher: &mut dyn Instrumentation,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let (ctx, mut passes) = (module.context().clone(), PassManager::new());
        match stage {
            Stage::Mlir => self.add_toy(&ctx, &mut passes),
            Stage::MlirAffine => {
                let optimization = match self.level {
                    Level::O0 => Optimization::None,
                    _ => Optimization::Full,
                };
                add_affine_passes(&ctx, &mut passes, optimization, self.parallelism);
            }
            Stage::MlirStd => self.add_std(&ctx, &mut passes, stage),
            _ => add_llvm_passes(&ctx, &mut passes, self.floating_point, self.origin),
        }
        let mut options =
            RunOptions::default().with_verify_each(false).with_instrumentations(vec![watcher]);
        passes.run(module, &mut options, diagnostics)
    }

    fn add_toy(&self, ctx: &Context, passes: &mut PassManager) {
        let roots: Vec<&str> = self.roots.iter().map(String::as_str).collect();
        if self.origin == Origin::Other && roots == [MAIN] {
            // A function without calls here may be called from elsewhere, and it is an error if it
            // cannot be lowered.
            return add_toy_passes_keeping_all(ctx, passes);
        }
        add_toy_passes_keeping(ctx, passes, &roots);
    }

    fn add_lowering(
        &self,
        ctx: &Context,
        passes: &mut PassManager,
        stage: Stage,
        optimization: Optimization,
    ) {
        if stage >= Stage::MlirAffine {
            let processor = self.processor(stage);
            add_affine_passes_for(processor, ctx, passes, optimization, self.parallelism);
        }
        self.add_lowering_of_loops(ctx, passes, stage);
    }

    /// The processor that loops are made for. Printed code is the same on each machine.
    fn processor(&self, stage: Stage) -> Processor {
        if stage == Stage::Jit || stage.is_native() { self.processor } else { Processor::default() }
    }

    fn add_lowering_of_loops(&self, ctx: &Context, passes: &mut PassManager, stage: Stage) {
        if stage >= Stage::MlirStd {
            self.add_std(ctx, passes, stage);
        }
        if stage >= Stage::MlirLlvm {
            add_llvm_passes(ctx, passes, self.floating_point, self.origin);
        }
        self.add_launches(ctx, passes, stage);
    }

    /// Adds the passes that lower loops and vectors to std.
    fn add_std(&self, ctx: &Context, passes: &mut PassManager, stage: Stage) {
        if self.has_vectors {
            let functions = passes.nest(FuncOp::NAME);
            // Before other contractions are lowered.
            functions.add_pass(self.processor(stage).lower_dot_products(ctx));
            functions.add_pass(VectorToScfPass::new(ctx));
            functions.add_pass(LowerVectorPass::new(ctx));
        }
        add_std_passes_for(self.processor(stage), ctx, passes, self.parallelism);
    }

    /// Stages that are MLIR keep plain calls, which the interpreter runs.
    fn add_launches(&self, ctx: &Context, passes: &mut PassManager, stage: Stage) {
        if let Some(parallelism) = self.parallelism.filter(|_| stage > Stage::MlirLlvm) {
            add_launch_passes(ctx, passes, parallelism, self.origin);
        }
    }

    /// How much the loops of a module are optimised; for [`Level::Auto`], after the lowering to
    /// them.
    fn optimization(&self, module: &Body) -> Optimization {
        let optimises = match self.level {
            Level::O0 => false,
            Level::O1 | Level::O2 | Level::O3 => true,
            Level::Auto => self
                .roots
                .iter()
                .any(|root| estimated_ops(module, module.context().ident(root)) >= MINIMUM_OPS),
        };
        if optimises { Optimization::Full } else { Optimization::None }
    }

    fn run_passes(
        &self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
        verification: Verification,
        add: impl FnOnce(&Context, &mut PassManager),
    ) -> Result<(), Reported> {
        let mut passes = PassManager::new();
        add(&module.context().clone(), &mut passes);
        let verify_each = verification == Verification::AfterEachPass;
        self.passes.run(&passes, module, self.printing, verify_each, diagnostics)?;
        match verification {
            Verification::AtEnd => verify(module, diagnostics),
            _ => Ok(()),
        }
    }

    /// Runs the pipelines that the flags name.
    fn run_named(&self, module: &mut Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
        let registry = registry();
        let steps: Vec<_> =
            self.passes.pass_pipeline.iter().cloned().map(PipelineStep::Text).collect();
        let passes = parse_steps(&module.context().clone(), &steps, &registry, diagnostics)?;
        self.passes.run(&passes, module, self.printing, true, diagnostics)
    }
}
