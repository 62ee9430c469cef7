//! The passes of both tools on the same modules: their time, the whole process, and how our time
//! grows with the size.
//!
//! The time of passes is what each tool's own code measures, with the verifier between the passes:
//! `mlir-opt` under `--mlir-timing`, mlir-lite in a process of this program (`bench --run-passes`).
//! That both did the same work is seen from the number of ops that are left.

use crate::Tools;
use crate::pass_workloads::{self, PassWorkload};
use bench::document::{self, Section};
use bench::instructions::Case;
use bench::processes::{least_of, median_of, phase, run, run_with_report};
use mlir_lite::Context;
use mlir_lite::dialects::{
    affine::AffineDialect, llvm::LlvmDialect, scf::ScfDialect, standard::StdDialect,
};
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassRegistry, PipelineStep, RunOptions, parse_steps};
use mlir_lite::register_all_passes;
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// Numbers of ops, and how often each is measured in a round: short measurements are repeated
/// because of noise, and long ones because the cost of memory differs by a third between processes.
const SIZES: [(usize, usize); 3] = [(10_000, 15), (100_000, 5), (1_000_000, 2)];

/// How often the smallest module is measured before each larger one, and after it. On a shared
/// machine, the speed changes from one second to the next: the times to be compared are measured in
/// the same second.
const SMALL_RUNS: usize = 10;

/// `mlir-opt` is not run on larger modules: its inliner then takes minutes on one block.
const MAX_THEIRS: usize = 100_000;

/// The most ops of a function, and the name of that in the table.
const SHAPES: [(&str, usize); 2] = [("functions of 500 ops", 500), ("one block", usize::MAX)];

/// One pass on one module: times in seconds, as they were measured, and numbers of ops.
struct Row {
    workload: &'static PassWorkload,
    shape: &'static str,
    size: usize,
    /// How often it is measured in a round.
    times: usize,
    /// The module.
    file: String,
    /// The module of the fewest ops that is made by the same rule, if it is another one.
    smallest: Option<String>,
    before: usize,
    /// Ops that are left, theirs if it was run, and ours.
    after: (Option<usize>, usize),
    /// Passes, theirs and ours; none if they were not run.
    passes: (Vec<f64>, Vec<f64>),
    /// The ratios of our time per op to that of the smallest module measured next to it; none for
    /// that module itself.
    growth: Vec<f64>,
    /// Whole processes, theirs and ours; none if they were not run.
    whole: (Vec<f64>, Vec<f64>),
}

/// Runs all passes on all modules and writes the table.
#[allow(clippy::print_stderr, reason = "says what takes so long")]
pub(crate) fn measure(tools: &Tools<'_>, folder: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    for (number, workload) in pass_workloads::ALL.iter().enumerate() {
        for shape in SHAPES {
            let mut smallest = None;
            for (size, times) in SIZES {
                let file = folder.join(format!("passes-{}.mlir", rows.len())).display().to_string();
                // In a process of its own: the memory of this one counts as held by those that it
                // starts.
                let numbers = [number, size, shape.1].map(|number| number.to_string());
                run(
                    &tools.this,
                    &["--generate-for-pass", &file, &numbers[0], &numbers[1], &numbers[2]],
                )?;
                rows.push(Row::new(workload, shape.0, size, times, file.clone(), smallest.clone()));
                smallest.get_or_insert(file);
            }
        }
    }
    // In rounds, with the measurements of a small module spread over them, so that a disturbance of
    // a minute does not decide a row; one tool after the other, since a process after a large one
    // waits for memory.
    let most_times = SIZES.iter().map(|&(_, times)| times).max().unwrap_or(0);
    for round in 1..=tools.runs {
        eprintln!("bench: round {round} of {}", tools.runs);
        for turn in 0..most_times {
            for row in rows.iter_mut().filter(|row| turn < row.times && row.is_theirs_run()) {
                row.measure_theirs(tools)?;
            }
        }
        for turn in 0..most_times {
            for row in rows.iter_mut().filter(|row| turn < row.times) {
                row.measure_ours(tools)?;
            }
        }
    }
    for row in rows.iter_mut().filter(|row| row.is_theirs_run()) {
        row.count_theirs(tools)?;
    }
    let results = rows.iter().map(|row| (identity(row), row.our_passes())).collect();
    document::write(Section::Passes, &|last| markdown(&rows, last), results)
}

/// The modules on which instructions are counted, written to a folder, with our tool's arguments.
pub(crate) fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (number, workload) in pass_workloads::ALL.iter().enumerate() {
        for (shape, function_ops) in SHAPES {
            for size in [10_000, 100_000] {
                let file =
                    folder.join(format!("passes-{}.mlir", cases.len())).display().to_string();
                let numbers = [number, size, function_ops].map(|number| number.to_string());
                generate(&file, numbers.each_ref().map(String::as_str))?;
                let mut arguments =
                    vec!["--threads=1".to_owned(), "--spelling=upstream".to_owned()];
                arguments.extend(workload.ours.iter().map(|pass| format!("--{pass}")));
                arguments.extend([file, "-o".to_owned(), "/dev/null".to_owned()]);
                cases.push(Case { name: format!("{}, {shape}, {size}", workload.name), arguments });
            }
        }
    }
    Ok(cases)
}

/// Writes the module of a pass, of a size, with functions of at most the third number of ops.
pub(crate) fn generate(file: &str, numbers: [&str; 3]) -> Result<(), String> {
    let [pass, size, function_ops] = numbers.map(|number| number.parse::<usize>().unwrap_or(0));
    let workload = pass_workloads::ALL.get(pass).ok_or("no such pass")?;
    let text = (workload.text)(size, function_ops.min(size).max(1));
    std::fs::write(file, text).map_err(|error| format!("{file}: {error}"))
}

impl Row {
    fn new(
        workload: &'static PassWorkload,
        shape: &'static str,
        size: usize,
        times: usize,
        file: String,
        smallest: Option<String>,
    ) -> Self {
        Self {
            workload,
            shape,
            size,
            times,
            file,
            smallest,
            before: 0,
            after: (None, 0),
            passes: (Vec::new(), Vec::new()),
            growth: Vec::new(),
            whole: (Vec::new(), Vec::new()),
        }
    }

    fn is_theirs_run(&self) -> bool {
        self.size <= MAX_THEIRS
    }

    /// The least time of our passes, in seconds.
    fn our_passes(&self) -> f64 {
        least_of(self.passes.1.iter().copied())
    }

    /// The arguments for `mlir-opt`.
    fn theirs<'a>(&'a self, output: &'a str, flags: &[&'a str]) -> Vec<&'a str> {
        [&["--mlir-disable-threading"], self.workload.theirs, &[&self.file, "-o", output], flags]
            .concat()
    }

    /// Runs `mlir-opt` in the order of [`Row::measure_ours`].
    fn measure_theirs(&mut self, tools: &Tools<'_>) -> Result<(), String> {
        let whole = run(tools.mlir_opt, &self.theirs("/dev/null", &[]))?.wall;
        self.whole.0.push(whole);
        let timing = ["--mlir-timing", "--mlir-timing-display=list"];
        let (_, report) = run_with_report(tools.mlir_opt, &self.theirs("/dev/null", &timing))?;
        let seconds = |name: &str| phase(&report, name).unwrap_or(0.0);
        self.passes
            .0
            .push(seconds("Total") - seconds("Parser") - seconds("Output") - seconds("Rest"));
        Ok(())
    }

    /// Runs our tool as a whole, and then its passes: a virtual machine returns memory that has
    /// been free for a second or two, and the next process to touch it waits milliseconds for two
    /// megabytes.
    fn measure_ours(&mut self, tools: &Tools<'_>) -> Result<(), String> {
        let flags: Vec<String> =
            self.workload.ours.iter().map(|pass| format!("--{pass}")).collect();
        let mut whole = vec!["--threads=1", "--spelling=upstream"];
        whole.extend(flags.iter().map(String::as_str));
        whole.extend([&self.file, "-o", "/dev/null"]);

        let mut small = self.measure_smallest(tools)?;
        self.whole.1.push(run(tools.ours, &whole)?.wall);
        let ours = Passes::measure(tools, &self.file, self.workload.ours)?;
        small.extend(self.measure_smallest(tools)?);
        if !small.is_empty() {
            self.growth.push(ours.per_op() / (small.iter().sum::<f64>() / small.len() as f64));
        }
        self.passes.1.push(ours.seconds);
        (self.before, self.after.1) = (ours.before, ours.after);
        Ok(())
    }

    /// Runs our passes on the smallest module, unless it is this one: what an op took in each run.
    fn measure_smallest(&self, tools: &Tools<'_>) -> Result<Vec<f64>, String> {
        let Some(file) = &self.smallest else { return Ok(Vec::new()) };
        (0..SMALL_RUNS)
            .map(|_| Ok(Passes::measure(tools, file, self.workload.ours)?.per_op()))
            .collect()
    }

    /// Counts the ops that `mlir-opt` leaves.
    fn count_theirs(&mut self, tools: &Tools<'_>) -> Result<(), String> {
        let result = format!("{}.out", self.file);
        run(tools.mlir_opt, &self.theirs(&result, &[]))?;
        self.after.0 = Some(Passes::measure(tools, &result, &[])?.after);
        Ok(())
    }
}

/// The measurements of our passes in one process.
struct Passes {
    seconds: f64,
    before: usize,
    after: usize,
}

impl Passes {
    fn measure(tools: &Tools<'_>, file: &str, passes: &[&str]) -> Result<Self, String> {
        let (_, report) =
            run_with_report(&tools.this, &[&["--run-passes", file], passes].concat())?;
        let number = |name: &str| phase(&report, name).unwrap_or(0.0);
        Ok(Self {
            seconds: number("Passes"),
            before: number("Before") as usize,
            after: number("After") as usize,
        })
    }

    /// In nanoseconds.
    fn per_op(&self) -> f64 {
        per_op(self.seconds, self.before, self.after)
    }
}

/// Nanoseconds for each op, of those before or after, whichever are more.
fn per_op(seconds: f64, before: usize, after: usize) -> f64 {
    1e9 * seconds / before.max(after) as f64
}

/// Reads and verifies a file, runs passes on it with one thread, and says on standard error how
/// long these took and how many ops there were before and after.
#[allow(clippy::print_stderr, reason = "the report is this program's output")]
pub(crate) fn run_passes(path: &str, passes: &[&str]) -> Result<(), String> {
    let ctx = Context::new();
    ctx.set_threads(1);
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    let steps: Vec<PipelineStep> =
        passes.iter().map(|pass| PipelineStep::Named((*pass).to_owned(), String::new())).collect();
    let source = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let file = ctx.sources().add(path, source).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let result = text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)
        .and_then(|module| verify(&module, &mut diagnostics).map(|()| module))
        .and_then(|mut module| {
            let before = count_ops(&module);
            let start = Instant::now();
            parse_steps(&ctx, &steps, &registry, &mut diagnostics)?.run(
                &mut module,
                &mut RunOptions::default(),
                &mut diagnostics,
            )?;
            let passes = start.elapsed().as_secs_f64();
            eprintln!("{passes:.6} Passes\n{before} Before\n{} After", count_ops(&module));
            Ok(())
        });
    result.map_err(|_| format!("{path}: {:?}", diagnostics.iter().next()))
}

fn count_ops(module: &Body) -> usize {
    module.walk().count()
}

fn identity(row: &Row) -> String {
    format!("passes-{}-{}-{}", row.workload.name, row.shape, row.size)
}

fn markdown(rows: &[Row], last: &str) -> String {
    let mut text =
        "| pass | shape | ops before | ops after | passes | whole process | ours per op | growth | \
                    passes, against our last run |\n\
                    |---|---|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
    for row in rows {
        let times = |(theirs, ours): &(Vec<f64>, Vec<f64>)| {
            let ours = least_of(ours.iter().copied());
            if theirs.is_empty() {
                return format!("{:.1} ms", 1e3 * ours);
            }
            document::times(least_of(theirs.iter().copied()), ours)
        };
        let after = match row.after {
            (Some(theirs), ours) if theirs != ours => format!("{theirs} / {ours}"),
            (_, ours) => ours.to_string(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {after} | {} | {} | {:.0} ns | {:.2} | {} |",
            row.workload.name,
            row.shape,
            row.before,
            times(&row.passes),
            times(&row.whole),
            per_op(row.our_passes(), row.before, row.after.1),
            if row.growth.is_empty() { 1.0 } else { median_of(row.growth.clone()) },
            document::change(last, &identity(row), row.our_passes()),
        );
    }
    text
}
