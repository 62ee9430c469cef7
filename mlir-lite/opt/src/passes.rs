//! The flags of passes: the passes to run, their order, and the reports about them.
//!
//! Each flag has the name that it had in 2020 and, as an alias, today's. Every registered pass is a
//! flag too. The same flags serve any tool that runs passes.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, ValueEnum};
use mlir_lite::ir::Body;
use mlir_lite::pass::{
    CrashReproducer, IrPrinting, IrPrintingOptions, PassFilter, PassManager, PassRegistry,
    PassStatistics, PassTiming, PipelineStep, ReportLayout, RunOptions,
};
use mlir_lite::text::PrintOptions;
use mlir_lite_diagnostics::{Diagnostics, Reported, did_you_mean, nearest};

/// The passes to run, and the reports about them.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Running passes")]
#[non_exhaustive]
pub struct PassFlags {
    /// Run this pipeline: `func(cse, canonicalize), inline`, or
    /// `builtin.module(func.func(cse,canonicalize),inline)`
    #[arg(long, value_name = "PIPELINE", action = ArgAction::Append)]
    pub pass_pipeline: Vec<String>,

    /// Print the pipeline to standard error before it runs
    #[arg(long)]
    pub dump_pass_pipeline: bool,

    /// Do everything with one thread
    #[arg(long)]
    pub mlir_disable_threading: bool,

    /// How many threads read, verify, run passes and print; as many as the machine has, if it is
    /// not given
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// Run passes again also where they have changed nothing before, and nothing has changed since
    #[arg(long)]
    pub rerun_unchanged: bool,

    /// If a pass fails, write the pipeline and the IR before it to this file
    #[arg(long, value_name = "FILE", alias = "mlir-pass-pipeline-crash-reproducer")]
    pub pass_pipeline_crash_reproducer: Option<PathBuf>,

    /// Write only the pass that failed, with the IR right before it
    #[arg(
        long,
        alias = "mlir-pass-pipeline-local-reproducer",
        requires = "pass_pipeline_crash_reproducer"
    )]
    pub pass_pipeline_local_reproducer: bool,

    /// The flags that print the IR, times and statistics of passes.
    #[command(flatten)]
    pub inspection: InspectionFlags,
}

/// Flags that print the IR, times and statistics of passes. Today's names are aliases, with `mlir-`
/// in front.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Inspecting passes")]
#[non_exhaustive]
pub struct InspectionFlags {
    /// Print the IR to standard error before these passes
    #[arg(long, value_name = "PASS,..", value_delimiter = ',', alias = "mlir-print-ir-before")]
    pub print_ir_before: Vec<String>,

    /// Print the IR before each pass
    #[arg(long, alias = "mlir-print-ir-before-all")]
    pub print_ir_before_all: bool,

    /// Print the IR to standard error after these passes
    #[arg(long, value_name = "PASS,..", value_delimiter = ',', alias = "mlir-print-ir-after")]
    pub print_ir_after: Vec<String>,

    /// Print the IR after each pass
    #[arg(long, alias = "mlir-print-ir-after-all")]
    pub print_ir_after_all: bool,

    /// Print the IR after a pass only if it has changed it
    #[arg(long, alias = "mlir-print-ir-after-change")]
    pub print_ir_after_change: bool,

    /// Print the IR after a pass only if it has failed
    #[arg(long, alias = "mlir-print-ir-after-failure")]
    pub print_ir_after_failure: bool,

    /// Print the whole module, whatever the pass runs on
    #[arg(long, alias = "mlir-print-ir-module-scope")]
    pub print_ir_module_scope: bool,

    /// Print the IR to files in this folder instead, one for each dump: `func_f/0_1_cse.mlir`
    #[arg(long, value_name = "FOLDER", alias = "mlir-print-ir-tree-dir")]
    pub print_ir_tree_dir: Option<PathBuf>,

    /// Print how long passes take
    #[arg(long, alias = "mlir-timing")]
    pub pass_timing: bool,

    /// How times are printed
    #[arg(
        long,
        value_name = "LAYOUT",
        value_enum,
        default_value = "pipeline",
        hide_default_value = true,
        alias = "mlir-timing-display"
    )]
    pub pass_timing_display: Layout,

    /// Print what passes count
    #[arg(long, alias = "mlir-pass-statistics")]
    pub pass_statistics: bool,

    /// How counts are printed
    #[arg(
        long,
        value_name = "LAYOUT",
        value_enum,
        default_value = "pipeline",
        hide_default_value = true,
        alias = "mlir-pass-statistics-display"
    )]
    pub pass_statistics_display: Layout,
}

/// Layouts of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
pub enum Layout {
    /// As the pipeline nests
    #[default]
    #[value(alias = "tree")]
    Pipeline,
    /// The instances of each pass together
    List,
}

impl From<Layout> for ReportLayout {
    fn from(layout: Layout) -> Self {
        match layout {
            Layout::Pipeline => Self::Pipeline,
            Layout::List => Self::List,
        }
    }
}

/// A flag for each pass and pipeline of a registry: `--canonicalize`,
/// `--canonicalize='max-iterations=3'`.
pub fn add_pass_flags(command: Command, registry: &PassRegistry) -> Command {
    let flags = registry.summaries().into_iter().map(|(name, summary)| {
        let is_alias = registry.pass(name).is_some_and(|info| info.argument() != name);
        let heading = if registry.is_pipeline(name) { "Pass pipelines" } else { "Passes" };
        Arg::new(name)
            .long(name)
            .help(summary.to_string())
            .help_heading(heading)
            .hide(is_alias)
            .value_name("OPTIONS")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("")
            .action(ArgAction::Append)
    });
    command.args(flags)
}

/// The passes and pipelines that a command line names, in its order.
pub fn steps(matches: &ArgMatches, registry: &PassRegistry) -> Vec<PipelineStep> {
    let mut steps: Vec<(usize, PipelineStep)> = Vec::new();
    let mut add = |id: &str, step: &dyn Fn(&str) -> PipelineStep| {
        let values = matches.get_many::<String>(id).into_iter().flatten();
        let indices = matches.indices_of(id).into_iter().flatten();
        steps.extend(indices.zip(values).map(|(index, value)| (index, step(value))));
    };
    add("pass_pipeline", &|text| PipelineStep::Text(text.to_string()));
    for name in registry.names() {
        add(name, &|options| PipelineStep::Named(name.to_string(), options.to_string()));
    }
    steps.sort_by_key(|(index, _)| *index);
    steps.into_iter().map(|(_, step)| step).collect()
}

impl PassFlags {
    /// The number of threads; 0 is the number of processors.
    pub fn thread_count(&self) -> usize {
        if self.mlir_disable_threading { 1 } else { self.threads }
    }

    /// Runs a pipeline, and reports what the flags ask for on standard error.
    ///
    /// # Errors
    /// If a pass fails and has reported it.
    pub fn run(
        &self,
        manager: &PassManager,
        module: &mut Body,
        print: PrintOptions,
        verify_each: bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let mut err = io::stderr();
        let inspection = &self.inspection;
        if self.dump_pass_pipeline {
            // An error in writing to standard error cannot be reported anywhere.
            let _ = writeln!(err, "{}", manager.to_text(&module.context().clone(), print.spelling));
        }
        let mut statistics = PassStatistics::default();
        let mut timing = inspection.pass_timing.then(PassTiming::new);
        let printing = inspection.ir_printing(print);
        let mut out = io::stderr();
        let mut printing = printing.map(|options| IrPrinting::new(&mut out, options));
        let reproducer = self.pass_pipeline_crash_reproducer.as_ref().map(|file| CrashReproducer {
            file: file.clone(),
            local: self.pass_pipeline_local_reproducer,
        });
        let mut options = RunOptions::default()
            .with_verify_each(verify_each)
            .with_threads(self.thread_count())
            .with_statistics(&mut statistics)
            .with_reproducer(reproducer.as_ref())
            .with_skip_unchanged(!self.rerun_unchanged)
            .with_spelling(print.spelling);
        // Timing is innermost, so that it does not include the time of printing.
        options.instrumentations.extend(printing.as_mut().map(|printing| printing as _));
        options.instrumentations.extend(timing.as_mut().map(|timing| timing as _));
        let result = manager.run(module, &mut options, diagnostics);
        if inspection.pass_statistics {
            let _ =
                writeln!(err, "{}", statistics.report(inspection.pass_statistics_display.into()));
        }
        if let Some(timing) = timing {
            let _ = writeln!(err, "{}", timing.report(inspection.pass_timing_display.into()));
        }
        result
    }
}

impl InspectionFlags {
    /// Replaces aliases by the names of the passes, where IR printing is restricted to passes.
    /// `others` are the names of passes that run without being in the registry.
    ///
    /// # Errors
    /// A name that no pass has.
    pub fn resolve_names(
        &mut self,
        registry: &PassRegistry,
        others: &[&'static str],
    ) -> Result<(), String> {
        for (flag, names) in [
            ("print-ir-before", &mut self.print_ir_before),
            ("print-ir-after", &mut self.print_ir_after),
        ] {
            for name in names {
                if let Some(info) = registry.pass(name) {
                    *name = info.argument().to_string();
                } else if !others.contains(&&**name) {
                    return Err(unknown_pass(flag, name, registry, others));
                }
            }
        }
        Ok(())
    }

    /// The configuration of IR printing, if any IR is printed.
    fn ir_printing(&self, print: PrintOptions) -> Option<IrPrintingOptions> {
        let filter = |all: bool, some: &[String]| match (all, some) {
            (true, _) => PassFilter::All,
            (false, []) => PassFilter::None,
            (false, some) => PassFilter::Only(some.to_vec()),
        };
        let before = filter(self.print_ir_before_all, &self.print_ir_before);
        let after = filter(self.print_ir_after_all, &self.print_ir_after);
        let is_asked_for =
            before != PassFilter::None || after != PassFilter::None || self.print_ir_after_failure;
        is_asked_for.then_some(IrPrintingOptions {
            before,
            after,
            after_change: self.print_ir_after_change,
            after_failure: self.print_ir_after_failure,
            module_scope: self.print_ir_module_scope,
            tree_dir: self.print_ir_tree_dir.clone(),
            print,
        })
    }
}

fn unknown_pass(
    flag: &str,
    name: &str,
    registry: &PassRegistry,
    others: &[&'static str],
) -> String {
    if registry.is_pipeline(name) {
        return format!("--{flag}: '{name}' is a pipeline: name its passes");
    }
    let names = registry.names();
    let passes = names.iter().copied().filter(|name| !registry.is_pipeline(name));
    let near = nearest(name, passes.chain(others.iter().copied())).map(did_you_mean);
    let help = near.unwrap_or("`--list-passes` lists the passes".to_string());
    format!("--{flag}: there is no pass '{name}'; {help}")
}
