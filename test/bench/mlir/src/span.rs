//! Work and span of runs of `mlir-lite-opt`: reading, verifying, passes and printing.

use crate::pass_workloads;
use crate::shapes;
use crate::workloads;
use bench::document::{self, Section};
use bench::processes::run;
use bench::recorded::{Row, markdown, recorded_run, report};
use mlir_lite::Context;
use mlir_lite::pass::{PassRegistry, PipelineStep, RunOptions, parse_steps};
use mlir_lite::support::recording::phase;
use mlir_lite::text::{self, ParseOptions, PrintOptions, Spelling};
use mlir_lite::verify::verify;
use mlir_lite::{register_all_dialects, register_all_passes};
use mlir_lite_diagnostics::{Diagnostics, Reported};
use std::fs::File;
use std::path::Path;

/// The number of ops of the modules for passes.
const PASS_OPS: usize = 500_000;

/// Measures all rows with our tool, and writes the table.
#[allow(clippy::print_stderr, reason = "says what takes so long")]
pub(crate) fn measure(tool: &Path, runs: usize) -> Result<(), String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for input in inputs(folder.path(), &this)? {
        eprintln!("bench: {}", input.what);
        rows.push(measure_row(&this, tool, input, runs)?);
    }
    document::write(Section::Span, &|_| markdown(&rows), Vec::new())
}

/// A module, and the passes that run on it.
struct Input {
    what: String,
    file: String,
    passes: &'static [&'static str],
}

/// Writes the modules.
fn inputs(folder: &Path, this: &Path) -> Result<Vec<Input>, String> {
    // In processes of their own: the memory of this one counts as held by those that it starts.
    let text = folder.display().to_string();
    run(this, &["--generate", &text])?;
    run(this, &["--generate-shapes", &text])?;
    let read_and_print = |what: &str, file| Input { what: what.to_owned(), file, passes: &[] };
    let mut inputs = Vec::new();
    for workload in workloads::ALL.iter().filter(|workload| workload.many_functions) {
        inputs.push(read_and_print(workload.what, workload.file(folder).display().to_string()));
    }
    let small = &shapes::ALL[..2];
    inputs.extend(small.iter().map(|shape| read_and_print(shape.what, shape.file(folder))));
    for (number, workload) in pass_workloads::ALL.iter().enumerate() {
        let file = folder.join(format!("span-{number}.mlir")).display().to_string();
        let (size, number) = (PASS_OPS.to_string(), number.to_string());
        run(this, &["--generate-for-pass", &file, &number, &size, "500"])?;
        let what = format!("{}, functions of 500 ops", workload.name);
        inputs.push(Input { what, file, passes: workload.ours });
    }
    let file = shapes::ALL[0].file(folder);
    let passes = &["canonicalize", "cse"];
    inputs.push(Input { what: format!("canonicalize and cse, {}", small[0].what), file, passes });
    Ok(inputs)
}

fn measure_row(this: &Path, tool: &Path, input: Input, runs: usize) -> Result<Row, String> {
    let recorded = |processors: usize| {
        let processors = processors.to_string();
        let words = [&["--span-run", &input.file, &processors], input.passes].concat();
        recorded_run(this, &words, &PHASES)
    };
    let flags: Vec<String> = input.passes.iter().map(|pass| format!("--{pass}")).collect();
    let real = |threads: usize| {
        let threads = format!("--threads={threads}");
        let mut words = vec![&*threads, "--spelling=upstream", &input.file, "-o", "/dev/null"];
        words.extend(flags.iter().map(String::as_str));
        Ok(run(tool, &words)?.wall)
    };
    Row::measure(input.what, runs, recorded, real)
}

const READING: &str = "reading";
const VERIFYING: &str = "verifying";
const PASSES: &str = "passes";
const PRINTING: &str = "printing";
const PHASES: [&str; 4] = [READING, VERIFYING, PASSES, PRINTING];

/// Runs `mlir-lite-opt`'s work on a file with passes in one thread, divided as for `threads`
/// threads, and writes a report to standard error.
pub(crate) fn run_recorded(path: &str, threads: usize, names: &[&str]) -> Result<(), String> {
    let mut diagnostics = Diagnostics::new();
    let result = report(|| run_tool(path, threads, names, &mut diagnostics));
    result.map_err(|_| format!("{path}: {:?}", diagnostics.iter().next()))
}

fn run_tool(
    path: &str,
    threads: usize,
    names: &[&str],
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let ctx = Context::new();
    ctx.set_threads(threads);
    register_all_dialects(&ctx);
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    phase(READING);
    let source = std::fs::read_to_string(path).unwrap_or_default();
    let Ok(file) = ctx.sources().add(path, source) else { return Ok(()) };
    let mut module = text::parse_module(&ctx, &file, ParseOptions::default(), diagnostics)?;
    phase(VERIFYING);
    verify(&module, diagnostics)?;
    if !names.is_empty() {
        phase(PASSES);
        let step = |name: &&str| PipelineStep::Named((*name).to_owned(), String::new());
        let steps: Vec<PipelineStep> = names.iter().map(step).collect();
        let manager = parse_steps(&ctx, &steps, &registry, diagnostics)?;
        manager.run(&mut module, &mut RunOptions::default(), diagnostics)?;
    }
    phase(PRINTING);
    let options = PrintOptions::default().with_spelling(Spelling::Upstream);
    if let Ok(mut file) = File::create("/dev/null") {
        let _ = text::write_valid_op(module.as_op(), options, &mut file);
    }
    // As the tool does.
    std::mem::forget(module);
    Ok(())
}
