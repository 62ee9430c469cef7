//! Passes and the pass manager.
//!
//! A pass is given `&mut` the body of one isolated op and may change all of it and nothing else:
//! the borrow checker enforces what MLIR's documentation can only ask of a pass. So passes on
//! several functions run in parallel. A pass requests the changes that it needs outside of its op
//! ([`SymbolRequests`](mlir_lite::ir::symbol_requests::SymbolRequests)); requests and diagnostics
//! are put in source order, whichever pass was first.
//!
//! | file | concept |
//! |---|---|
//! | `context.rs`, `analysis.rs` | what a pass sees, and analyses |
//! | `options.rs` | options of passes and pipelines |
//! | `manager.rs`, `plan.rs`, `run.rs`, `skipping.rs` | pipelines and running them |
//! | `registry.rs`, `pipeline/` | passes by name, and pipelines as text |
//! | `instrumentation.rs`, `ir_printing.rs`, `timing.rs` | watching |
//! | `statistics.rs`, `reproducer.rs` | watching, too |
//!
//! A pass cannot reach a sibling of its op. The enclosing module is borrowed while
//! passes run on its ops, so there is no second way in:
//! ```compile_fail,E0499
//! # extern crate mlir_lite_framework as mlir_lite;
//! # use mlir_lite::ir::{Body, OpId};
//! fn both(module: &mut Body, function: OpId, sibling: OpId) {
//!     let function = module.child_mut(function);
//!     let sibling = module.child_mut(sibling);
//!     drop((function, sibling));
//! }
//! ```
//! Nor can a pass hold a sibling: a pass is shared by threads, and cannot
//! change its own fields.
//! ```compile_fail,E0596
//! # extern crate mlir_lite_framework as mlir_lite;
//! # use mlir_lite::ir::{Body, Location};
//! # use mlir_lite::pass::{PassContext, RunPass};
//! # use mlir_lite_diagnostics::Reported;
//! struct Reaches {
//!     sibling: Body,
//! }
//! impl RunPass for Reaches {
//!     fn run(&self, _body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
//!         let root = self.sibling.root();
//!         self.sibling.set_location(root, Location::UNKNOWN);
//!         Ok(())
//!     }
//! }
//! ```

#![forbid(unsafe_code)]

mod analysis;
mod context;
mod fingerprint;
mod instrumentation;
mod ir_printing;
mod manager;
mod nested;
mod options;
mod pipeline;
mod plan;
mod registry;
mod report;
mod reproducer;
mod run;
mod schedule;
mod skipping;
mod statistics;
mod timing;

pub use analysis::{Analyses, Analysis, PreservedAnalyses};
pub use context::{PassContext, SymbolInfo, SymbolSnapshot};
pub use instrumentation::{AnalysisEvent, InstanceId, Instrumentation, PassEvent, PipelineEvent};
pub use ir_printing::{IrPrinting, IrPrintingOptions, PassFilter};
pub use manager::PassManager;
pub use options::{OptionDef, OptionError, OptionText, OptionValue, PassOptions};
#[doc(hidden)]
pub use options::{option_text, set_option};
pub use pipeline::{PipelineStep, parse_pipeline, parse_steps};
#[doc(hidden)]
pub use registry::{OnlyOption, PassDeclaration};
pub use registry::{PassInfo, PassRegistry};
pub use reproducer::{CrashReproducer, Reproducer};
pub use run::RunOptions;
#[doc(hidden)]
pub use schedule::on_pass_threads;
pub use statistics::{PassStatistics, ReportLayout, Statistic};
pub use timing::PassTiming;

pub use mlir_lite_macros::{pass, pass_options};

use mlir_lite::context::Context;
use mlir_lite::ir::body::Body;
#[doc(hidden)]
pub use mlir_lite_diagnostics::Reported;

/// The IR that a pass is given at a time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PassScope {
    /// The op of its pass manager, with everything nested in it.
    Whole,
    /// One body at a time: those of the isolated ops in the pass manager's op, innermost first, and
    /// then that op's own. The pass sees no nested body, so sibling bodies are processed in
    /// parallel.
    EachBody,
}

/// The action of a pass.
pub trait RunPass {
    /// Runs on the isolated op that owns `body`.
    ///
    /// # Errors
    /// When the pass has failed and has reported it. No later pass of the pipeline is run.
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported>;
}

/// A transformation or analysis of one isolated op.
///
/// A pass holds its options and the data that it was initialized with: `run` is called for many
/// ops, on several threads. The attribute [`macro@pass`] generates this trait; [`RunPass`] is the
/// implementation.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::ir::Body;
/// use mlir_lite::pass::{PassContext, PassRegistry, RunPass, pass};
/// use mlir_lite_diagnostics::Reported;
///
/// /// Remove all locations.
/// #[pass(name = "strip-locations")]
/// struct StripLocations {
///     /// Number of ops with a location that is known
///     #[statistic("known")]
///     KNOWN: Statistic,
/// }
///
/// impl RunPass for StripLocations {
///     fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
///         for op in body.own_ops() {
///             if body.location(op) != mlir_lite::ir::Location::UNKNOWN {
///                 cx.count(Self::KNOWN, 1);
///             }
///             body.set_location(op, mlir_lite::ir::Location::UNKNOWN);
///         }
///         Ok(())
///     }
/// }
///
/// let mut registry = PassRegistry::new();
/// registry.register(StripLocations::info());
/// assert_eq!(registry.pass("strip-locations").unwrap().summary(), "Remove all locations");
/// ```
pub trait Pass: RunPass + Send + Sync {
    /// Name in reports: `Canonicalizer`.
    fn name(&self) -> &'static str;

    /// Name on command lines: `canonicalize`.
    fn argument(&self) -> &'static str;

    /// The name that today's MLIR has for it on command lines.
    fn upstream_argument(&self) -> &'static str {
        self.argument()
    }

    /// Full name of the only op that the pass runs on; none if it runs on any
    /// isolated op.
    fn anchor(&self) -> Option<&'static str> {
        None
    }

    /// The IR that it is given at a time.
    fn scope(&self) -> PassScope {
        PassScope::Whole
    }

    /// Whether its effect depends on nothing but its options, its op, and the answers of its
    /// context, and it does nothing but change the op, report, and count: it does not print, for
    /// example. Such a pass is skipped where it has changed nothing before and would be run on the
    /// same IR again, unless [`RunOptions::skip_unchanged`] is off.
    fn is_pure(&self) -> bool {
        false
    }

    /// Loads the dialects whose entities the pass may create. Called before the pipeline starts:
    /// passes load no dialects while they run.
    fn load_dependent_dialects(&self, _ctx: &Context) {}

    /// The statistics that it counts.
    fn statistics(&self) -> &'static [Statistic] {
        &[]
    }

    /// The options of this instance, as a pipeline's text has them.
    fn options(&self) -> Vec<OptionText> {
        Vec::new()
    }
}
