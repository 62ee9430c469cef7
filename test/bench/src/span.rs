//! Work and span: how much faster many processors make a run, derived on a machine with few.
//!
//! A process of this program (`bench --span-run`) does all of the work of a run in one thread, but
//! divides it as for a number of threads, and reports the processor time of each task and of what
//! is between the tasks. From that, `schedule.rs` calculates the time on so many processors. Times
//! are the least of several runs, each task and each serial part for itself.

use crate::pass_workloads;
use crate::schedule::time_of;
use crate::shapes;
use crate::workloads;
use bench::document::{self, Section};
use bench::processes::{least_of, run, run_with_report};
use mlir_lite::Context;
use mlir_lite::pass::{PassRegistry, PipelineStep, RunOptions, parse_steps};
use mlir_lite::support::recording::{Order, Part, phase, record};
use mlir_lite::text::{self, ParseOptions, PrintOptions, Spelling};
use mlir_lite::verify::verify;
use mlir_lite::{register_all_dialects, register_all_passes};
use mlir_lite_diagnostics::{Diagnostics, Reported};
use nix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::fs::File;
use std::path::Path;

/// For how many processors times are calculated.
const PROCESSORS: [usize; 3] = [2, 8, 64];

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
        rows.push(Row::measure(&this, tool, input, runs)?);
    }
    document::write(Section::Span, &|_| markdown(&rows), Vec::new())
}

/// A module, and what is done with it.
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

/// What one recorded run took, in nanoseconds of the processor.
struct Recorded {
    parts: Vec<Part>,
    /// Before the program, and after its last instruction.
    around: u64,
}

struct Row {
    what: String,
    /// One recording for each number of processors.
    recorded: Vec<Recorded>,
    /// How long the calling thread takes to start one.
    thread_start: u64,
    /// Seconds on the clock of the whole process with one thread and with two.
    real: (f64, f64),
}

impl Row {
    fn measure(this: &Path, tool: &Path, input: Input, runs: usize) -> Result<Self, String> {
        let mut recorded = Vec::new();
        for processors in PROCESSORS {
            let mut least: Option<Recorded> = None;
            for _ in 0..runs {
                let next = recorded_run(this, &input, processors)?;
                least = Some(least.map_or_else(|| next.copy(), |least| least.min(&next)));
            }
            recorded.extend(least);
        }
        let real = |threads: &str| -> Result<f64, String> {
            let flags: Vec<String> = input.passes.iter().map(|pass| format!("--{pass}")).collect();
            let mut words = vec![threads, "--spelling=upstream", &input.file, "-o", "/dev/null"];
            words.extend(flags.iter().map(String::as_str));
            let times: Result<Vec<f64>, String> =
                (0..runs).map(|_| Ok(run(tool, &words)?.wall)).collect();
            Ok(least_of(times?))
        };
        let real = (real("--threads=1")?, real("--threads=2")?);
        Ok(Self { what: input.what, recorded, thread_start: time_to_start_a_thread(), real })
    }

    /// All work, in nanoseconds.
    fn work(&self) -> u64 {
        self.recorded[0].time(1, 0)
    }

    /// How many times as fast the run is on so many processors.
    fn speed_up(&self, index: usize) -> f64 {
        let recorded = &self.recorded[index];
        let time = recorded.time(PROCESSORS[index], self.thread_start);
        self.work() as f64 / time as f64
    }
}

impl Recorded {
    fn copy(&self) -> Self {
        Self { parts: self.parts.clone(), around: self.around }
    }

    /// The least time of each part.
    fn min(&self, other: &Self) -> Self {
        let least = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(a, b)| *a.min(b)).collect();
        let parts = self.parts.iter().zip(&other.parts).map(|parts| match parts {
            (Part::Serial(a), Part::Serial(b)) => Part::Serial(*a.min(b)),
            (Part::Tasks { order, times, takes }, Part::Tasks { times: t, takes: n, .. }) => {
                Part::Tasks { order: *order, times: least(times, t), takes: least(takes, n) }
            }
            (part, _) => part.clone(),
        });
        Self { parts: parts.collect(), around: self.around.min(other.around) }
    }

    fn time(&self, processors: usize, thread_start: u64) -> u64 {
        let parts = self.parts.iter().map(|part| time_of(part, processors, thread_start));
        self.around + parts.sum::<u64>()
    }

    /// What one thread does while the others wait, by name, the largest first.
    fn serial(&self) -> Vec<(String, u64)> {
        let mut found = vec![("start and end".to_owned(), self.around)];
        let mut add = |name: String, time| match found.iter_mut().find(|(known, _)| *known == name)
        {
            Some((_, sum)) => *sum += time,
            None => found.push((name, time)),
        };
        for (index, part) in self.parts.iter().enumerate() {
            if let Part::Serial(time) = part {
                add(self.name_of_serial(index), *time);
            }
        }
        found.sort_by_key(|&(_, time)| std::cmp::Reverse(time));
        found
    }

    /// The name of a serial part: its phase, and where its tasks are.
    fn name_of_serial(&self, index: usize) -> String {
        let start = self.parts[..index].iter().rposition(|part| matches!(part, Part::Phase(_)));
        let Some(start) = start else { return "start and end".to_owned() };
        let Part::Phase(name) = self.parts[start] else { return String::new() };
        let rest = &self.parts[start + 1..];
        let end = rest.iter().position(|part| matches!(part, Part::Phase(_)));
        let phase = &rest[..end.unwrap_or(rest.len())];
        let is_tasks = |part: &Part| matches!(part, Part::Tasks { .. });
        let own = index - start - 1;
        match (phase[..own].iter().any(is_tasks), phase[own..].iter().any(is_tasks)) {
            (false, false) => name.to_owned(),
            (false, true) => format!("before {name}"),
            (true, true) => format!("between {name}"),
            (true, false) => format!("after {name}"),
        }
    }

    /// The longest task, with its phase.
    fn longest_task(&self) -> (u64, &'static str) {
        let (mut longest, mut phase) = ((0, ""), "");
        for part in &self.parts {
            match part {
                Part::Phase(name) => phase = name,
                Part::Serial(_) => {}
                Part::Tasks { times, .. } => {
                    let time = times.iter().copied().max().unwrap_or(0);
                    longest = longest.max((time, phase));
                }
            }
        }
        longest
    }
}

fn markdown(rows: &[Row]) -> String {
    let mut text = "| run | work | one thread alone | of which | longest of the tasks for 64 | \
                    2 processors, calculated / measured | 8 | 64 |\n\
                    |---|---:|---:|---|---:|---:|---:|---:|\n"
        .to_owned();
    let milliseconds = |time: u64| format!("{:.1} ms", time as f64 / 1e6);
    for row in rows {
        let last = &row.recorded[PROCESSORS.len() - 1];
        let serial = last.serial();
        let whole: u64 = serial.iter().map(|(_, time)| time).sum();
        let largest = serial.iter().take(3);
        let largest: Vec<String> =
            largest.map(|(name, time)| format!("{name} {:.1}", *time as f64 / 1e6)).collect();
        let (longest, phase) = last.longest_task();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {}, {phase} | {:.2}x / {:.2}x | **{:.1}x** | **{:.1}x** |",
            row.what,
            milliseconds(row.work()),
            milliseconds(whole),
            largest.join(", "),
            milliseconds(longest),
            row.speed_up(0),
            row.real.0 / row.real.1,
            row.speed_up(1),
            row.speed_up(2),
        );
    }
    text
}

/// The least time in which this thread starts another one.
fn time_to_start_a_thread() -> u64 {
    let start = |_| {
        let before = now();
        std::thread::scope(|scope| {
            scope.spawn(|| ());
            now() - before
        })
    };
    (0..100).map(start).min().unwrap_or(0)
}

/// Runs a process that records, and reads its report.
fn recorded_run(this: &Path, input: &Input, processors: usize) -> Result<Recorded, String> {
    let processors = processors.to_string();
    let words = [&["--span-run", &input.file, &processors], input.passes].concat();
    let (run, report) = run_with_report(this, &words)?;
    let mut recorded = Recorded { parts: Vec::new(), around: 0 };
    for line in report.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let numbers = |text: &str| -> Vec<u64> {
            text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
        };
        let (first, second) = rest.split_once('|').unwrap_or((rest, ""));
        let tasks = |order| Part::Tasks { order, times: numbers(first), takes: numbers(second) };
        match kind {
            "phase" => {
                let name = PHASES.into_iter().find(|name| *name == rest);
                recorded.parts.push(Part::Phase(name.unwrap_or_default()));
            }
            "serial" => recorded.parts.extend(numbers(rest).into_iter().map(Part::Serial)),
            "given" => recorded.parts.push(tasks(Order::Given)),
            "largest" => recorded.parts.push(tasks(Order::LargestFirst)),
            "around" => {
                let inside: u64 = numbers(rest).into_iter().sum();
                recorded.around = ((1e9 * run.processor) as u64).saturating_sub(inside);
            }
            _ => {}
        }
    }
    Ok(recorded)
}

const READING: &str = "reading";
const VERIFYING: &str = "verifying";
const PASSES: &str = "passes";
const PRINTING: &str = "printing";
const PHASES: [&str; 4] = [READING, VERIFYING, PASSES, PRINTING];

/// The processor time of this thread, in nanoseconds.
fn now() -> u64 {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)
        .map_or(0, |time| time.tv_sec() as u64 * 1_000_000_000 + time.tv_nsec() as u64)
}

/// Does what `mlir-lite-opt` does with a file and passes, in one thread, divided as for so many
/// threads, and writes a report to standard error.
#[allow(clippy::print_stderr, reason = "the report is this program's output")]
pub(crate) fn run_recorded(path: &str, threads: usize, names: &[&str]) -> Result<(), String> {
    let mut diagnostics = Diagnostics::new();
    let before = now();
    let (result, parts) = record(now, || run_tool(path, threads, names, &mut diagnostics));
    let inside = now() - before;
    result.map_err(|_| format!("{path}: {:?}", diagnostics.iter().next()))?;
    // Reading the clock takes time as well.
    let readings: Vec<u64> = (0..1000).map(|_| now()).collect();
    let cost = readings.windows(2).map(|two| two[1] - two[0]).min().unwrap_or(0);
    let mut report = String::new();
    let list = |times: &[u64]| {
        let mut text = String::new();
        for time in times {
            let _ = write!(text, " {}", time.saturating_sub(cost));
        }
        text
    };
    for part in &parts {
        let _ = match part {
            Part::Phase(name) => writeln!(report, "phase {name}"),
            Part::Serial(time) => writeln!(report, "serial{}", list(&[*time])),
            Part::Tasks { order, times, takes } => {
                let order = if *order == Order::Given { "given" } else { "largest" };
                writeln!(report, "{order}{} |{}", list(times), list(takes))
            }
        };
    }
    let reporting = now() - before - inside;
    eprintln!("{report}around {inside} {reporting}");
    Ok(())
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
