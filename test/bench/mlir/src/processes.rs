//! Runs the tools as whole processes.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;
use wait4::Wait4;

/// The cost of one run.
#[derive(Copy, Clone, Default)]
pub struct Run {
    /// Wall time of the whole process, in seconds.
    pub wall: f64,
    /// Processor time of the whole process, of user and system, in seconds.
    pub processor: f64,
    /// Seconds of reading and verifying, where the tool reports them.
    pub parse: f64,
    /// Seconds of printing, where the tool reports them.
    pub print: f64,
    /// The most memory that the process held, in bytes.
    pub peak: u64,
}

/// Runs a command with its dump thrown away.
///
/// The phases are what the tool writes to standard error: `mlir-opt` as its report of
/// `--mlir-timing`, this program's own measurement (`phases.rs`) in the same way.
///
/// # Errors
/// It cannot be started, or fails; the text has what it wrote to standard error.
pub fn run(program: &Path, arguments: &[&str]) -> Result<Run, String> {
    run_with_report(program, arguments).map(|(run, _)| run)
}

/// As [`run`], but ends the process after `seconds`. None if it was ended.
///
/// # Errors
/// As [`run`].
pub fn run_within(seconds: u32, program: &Path, arguments: &[&str]) -> Result<Option<Run>, String> {
    // The status that `timeout` returns for a command that it has ended.
    const ENDED: i32 = 124;
    let name = program.display().to_string();
    let limit = seconds.to_string();
    let own = [&[limit.as_str(), name.as_str()], arguments].concat();
    let (run, report, status) = run_command(Path::new("timeout"), &own)?;
    match status.code() {
        Some(0) => Ok(Some(run)),
        Some(ENDED) => Ok(None),
        _ => Err(format!("{name} {}: {status}\n{report}", arguments.join(" "))),
    }
}

/// As [`run`], with the standard error of the command, for [`phase`].
///
/// # Errors
/// As [`run`].
pub fn run_with_report(program: &Path, arguments: &[&str]) -> Result<(Run, String), String> {
    let (run, report, status) = run_command(program, arguments)?;
    if !status.success() {
        let arguments = arguments.join(" ");
        return Err(format!("{} {arguments}: {status}\n{report}", program.display()));
    }
    Ok((run, report))
}

fn run_command(program: &Path, arguments: &[&str]) -> Result<(Run, String, ExitStatus), String> {
    let describe = |error: std::io::Error| format!("{}: {error}", program.display());
    let null = File::create("/dev/null").map_err(describe)?;
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(null)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(describe)?;
    let mut report = Vec::new();
    if let Some(stderr) = &mut child.stderr {
        stderr.read_to_end(&mut report).map_err(describe)?;
    }
    let report = String::from_utf8_lossy(&report).into_owned();
    let usage = child.wait4().map_err(describe)?;
    let wall = start.elapsed().as_secs_f64();
    let run = Run {
        wall,
        processor: (usage.rusage.utime + usage.rusage.stime).as_secs_f64(),
        parse: phase(&report, "Parser").unwrap_or(0.0),
        print: phase(&report, "Output").unwrap_or(0.0),
        peak: usage.rusage.maxrss,
    };
    Ok((run, report, usage.status))
}

/// The number at the beginning of a report's line that ends with `name`.
#[must_use]
pub fn phase(report: &str, name: &str) -> Option<f64> {
    let line = report.lines().find(|line| line.trim_end().ends_with(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The minimum of each quantity over several runs: other load on the machine only adds to it.
#[must_use]
pub fn least(runs: &[Run]) -> Run {
    each_quantity(runs, least_of)
}

/// The median of each quantity over several runs.
#[must_use]
pub fn median(runs: &[Run]) -> Run {
    each_quantity(runs, median_of)
}

/// The median of several numbers, the upper one of two in the middle; 0 if there are none.
#[must_use]
pub fn median_of(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// One run, each of whose quantities is chosen from those of several.
fn each_quantity(runs: &[Run], choose: impl Fn(Vec<f64>) -> f64) -> Run {
    let chosen = |quantity: fn(&Run) -> f64| choose(runs.iter().map(quantity).collect());
    Run {
        wall: chosen(|run| run.wall),
        processor: chosen(|run| run.processor),
        parse: chosen(|run| run.parse),
        print: chosen(|run| run.print),
        peak: chosen(|run| run.peak as f64) as u64,
    }
}

/// The least of several numbers; 0 if there are none.
#[must_use]
pub fn least_of(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().reduce(f64::min).unwrap_or(0.0)
}
