//! Work and span: how much faster many processors make a run, derived on a machine with few.
//!
//! A process does all of the work of a run in one thread, but divides it as for a number of
//! threads, and [reports](report) the processor time of each task and of the parts between the
//! tasks. From that, `schedule.rs` calculates the time on that number of processors. Times are the
//! least of several runs, each task and each serial part for itself.

use crate::processes::{least_of, run_with_report};
use crate::schedule::time_of;
use mlir_lite::support::recording::{Order, Part, record};
use nix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::path::Path;

/// For how many processors times are calculated.
const PROCESSORS: [usize; 3] = [2, 8, 64];

/// The times of one recorded run, in nanoseconds of the processor.
pub struct Recorded {
    parts: Vec<Part>,
    /// Before the program, and after its last instruction.
    around: u64,
}

/// A run, on several numbers of processors.
pub struct Row {
    what: String,
    /// One recording for each number of processors.
    recorded: Vec<Recorded>,
    /// How long the calling thread takes to start one.
    thread_start: u64,
    /// Seconds on the clock of the whole process with one thread and with two.
    real: (f64, f64),
}

impl Row {
    /// Measures a run. `recorded` records it, divided for a number of threads, and `real` takes the
    /// seconds on the clock of the whole process with that number.
    ///
    /// # Errors
    /// Those of the two functions.
    pub fn measure(
        what: String,
        runs: usize,
        recorded: impl Fn(usize) -> Result<Recorded, String>,
        real: impl Fn(usize) -> Result<f64, String>,
    ) -> Result<Self, String> {
        let mut all = Vec::new();
        for processors in PROCESSORS {
            let mut least: Option<Recorded> = None;
            for _ in 0..runs {
                let next = recorded(processors)?;
                least = Some(least.map_or_else(|| next.copy(), |least| least.min(&next)));
            }
            all.extend(least);
        }
        let real = |threads| {
            let times: Result<Vec<f64>, String> = (0..runs).map(|_| real(threads)).collect();
            Ok::<f64, String>(least_of(times?))
        };
        let real = (real(1)?, real(2)?);
        Ok(Self { what, recorded: all, thread_start: time_to_start_a_thread(), real })
    }

    /// All work, in nanoseconds.
    fn work(&self) -> u64 {
        self.recorded[0].time(1, 0)
    }

    /// How many times as fast the run is on the number of processors at this index.
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

    /// The work of one thread while the others wait, by name, the largest first.
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

/// The table.
pub fn markdown(rows: &[Row]) -> String {
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

/// Runs a process that [reports](report), and reads that. `phases` are the names that it may use.
///
/// # Errors
/// If the process fails.
pub fn recorded_run(
    program: &Path,
    words: &[&str],
    phases: &[&'static str],
) -> Result<Recorded, String> {
    let (run, report) = run_with_report(program, words)?;
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
                let name = phases.iter().copied().find(|name| *name == rest);
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

/// The processor time of this thread, in nanoseconds.
fn now() -> u64 {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)
        .map_or(0, |time| time.tv_sec() as u64 * 1_000_000_000 + time.tv_nsec() as u64)
}

/// Does work that is divided as for many threads in this one, and writes a report to standard
/// error.
#[allow(clippy::print_stderr, reason = "the report is this program's output")]
pub fn report<R>(work: impl FnOnce() -> R) -> R {
    let before = now();
    let (result, parts) = record(now, work);
    let inside = now() - before;
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
    result
}
