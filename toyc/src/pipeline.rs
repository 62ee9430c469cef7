//! The passes from one stage to another.
//!
//! A module at any stage goes through all passes up to the stage that is asked for; where it is further down already,
//! the passes above find nothing to do.

use std::io;

use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::pass::{IrPrinting, PassManager, RunOptions};
use mlir_lite::text::PrintOptions;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use toy_dialect::pipeline::{
    Optimization, add_affine_passes, add_llvm_passes, add_std_passes, add_toy_passes,
};

use crate::arguments::Arguments;
use crate::stage::Stage;

/// How modules are lowered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pipeline {
    optimises: bool,
    /// How the IR is printed to standard error after each pass, if at all.
    prints: Option<PrintOptions>,
}

/// When the IR is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verification {
    AfterEachPass,
    AtEnd,
}

impl Pipeline {
    /// The pipeline that the flags ask for.
    pub(crate) fn new(arguments: &Arguments) -> Self {
        Self {
            optimises: arguments.opt,
            prints: arguments.print_ir_after_all.then(|| arguments.printing.options()),
        }
    }

    /// Takes a module to a stage. To the toy dialect itself there is nothing to do, unless it is to be optimised.
    ///
    /// # Errors
    /// If a pass fails, which it has reported.
    pub(crate) fn run(
        self,
        module: &mut Body,
        stage: Stage,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        if stage <= Stage::Mlir && !self.optimises {
            return Ok(());
        }
        self.infer_shapes(module, diagnostics)?;
        self.lower(module, stage, diagnostics)
    }

    /// The passes on the toy dialect: behind them, all shapes are known.
    ///
    /// # Errors
    /// If a pass fails, which it has reported.
    pub(crate) fn infer_shapes(
        self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        // Wrong shapes are the user's error, and shape inference says more about it than verifying each op would.
        self.run_passes(module, diagnostics, Verification::AtEnd, add_toy_passes)
    }

    /// Takes a module whose shapes are known to a stage.
    ///
    /// # Errors
    /// If a pass fails, which it has reported.
    pub(crate) fn lower(
        self,
        module: &mut Body,
        stage: Stage,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        self.run_passes(module, diagnostics, Verification::AfterEachPass, |ctx, passes| {
            if stage >= Stage::MlirAffine {
                add_affine_passes(ctx, passes, self.optimization());
            }
            if stage >= Stage::MlirStd {
                add_std_passes(ctx, passes);
            }
            if stage >= Stage::MlirLlvm {
                add_llvm_passes(ctx, passes);
            }
        })
    }

    fn optimization(self) -> Optimization {
        if self.optimises { Optimization::Full } else { Optimization::None }
    }

    fn run_passes(
        self,
        module: &mut Body,
        diagnostics: &mut Diagnostics,
        verification: Verification,
        add: impl FnOnce(&Context, &mut PassManager),
    ) -> Result<(), Reported> {
        let mut passes = PassManager::new();
        add(&module.context().clone(), &mut passes);
        let mut err = io::stderr().lock();
        let mut printing = self.prints.map(|options| IrPrinting::new(&mut err, options));
        let verify_each = verification == Verification::AfterEachPass;
        let mut options = RunOptions { verify_each, ..RunOptions::default() };
        if let Some(printing) = &mut printing {
            options.instrumentation = Some(printing);
        }
        passes.run(module, &mut options, diagnostics)?;
        if verify_each { Ok(()) } else { verify(module, diagnostics) }
    }
}
