//! Runs many modules, in processes of their own: a crash or hang is a failure of its module, not of
//! the campaign.

use crate::check::{Checker, Counts, Stage};
use crate::generate::generate;
use crate::minimize::minimize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Which modules are checked, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The first seed.
    pub first: u64,
    /// How many modules.
    pub count: u64,
    /// How many processes.
    pub jobs: u64,
    /// How long one module may take.
    pub limit: Duration,
    /// Whether failing modules are made smaller.
    pub minimize: bool,
    /// A module goes through one of this many passes.
    pub one_in: u64,
}

/// Runs modules `first`, `first + step`, .. below `end`, and writes to `log` what is found.
///
/// # Errors
/// If the log cannot be written.
pub fn work(
    first: u64,
    step: u64,
    end: u64,
    is_minimized: bool,
    one_in: u64,
    log: &Path,
) -> io::Result<()> {
    let mut log = OpenOptions::new().create(true).append(true).open(log)?;
    std::panic::set_hook(Box::new(|_| ()));
    let checker = Checker::with_one_pass_in(one_in);
    let mut counts = Counts::default();
    let mut seed = first;
    while seed < end {
        writeln!(log, "seed {seed}")?;
        let module = generate(seed);
        if let Err(failure) = checker.check(seed, &module, &mut counts) {
            let (text, failure) = match is_minimized && failure.stage != Stage::Generated {
                true => minimize(&checker, &module.text, failure),
                false => (module.text, failure),
            };
            let report = format!(
                "seed {seed}: {:?} after {:?}\n{}\n{text}",
                failure.stage, failure.pipeline, failure.detail
            );
            writeln!(log, "failure {}", report.escape_default())?;
        }
        seed += step;
    }
    let Counts { modules, passes, changed, undefined, compared, refused } = counts;
    writeln!(log, "counts {modules} {passes} {changed} {undefined} {compared} {refused}")
}

/// The findings of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The numbers of modules and checks.
    pub counts: Counts,
    /// One text for each module that failed.
    pub failures: Vec<String>,
}

struct Worker {
    child: Child,
    log: PathBuf,
    number: u64,
    /// How much of the log is known, and since when.
    size: u64,
    since: Instant,
}

impl Campaign {
    /// Runs the campaign with `program`, which calls [`work`] when its first argument is `--work`.
    ///
    /// # Errors
    /// If a process cannot be started.
    pub fn run(&self, program: &Path, folder: &Path) -> io::Result<Findings> {
        fs::create_dir_all(folder)?;
        let end = self.first + self.count;
        let mut findings = Findings::default();
        let mut workers = Vec::new();
        for number in 0..self.jobs {
            let log = folder.join(format!("{number}.log"));
            File::create(&log)?;
            let child = self.start(program, self.first + number, &log)?;
            workers.push(Worker { child, log, number, size: 0, since: Instant::now() });
        }
        while !workers.is_empty() {
            std::thread::sleep(Duration::from_millis(50));
            let mut running = Vec::new();
            for mut worker in workers {
                let size = fs::metadata(&worker.log)?.len();
                if size != worker.size {
                    (worker.size, worker.since) = (size, Instant::now());
                }
                let ended = worker.child.try_wait()?;
                let hangs = ended.is_none() && worker.since.elapsed() > self.limit;
                if ended.is_none() && !hangs {
                    running.push(worker);
                    continue;
                }
                if hangs {
                    worker.child.kill()?;
                    worker.child.wait()?;
                }
                if ended.is_some_and(|status| status.success()) {
                    continue;
                }
                let log = fs::read_to_string(&worker.log)?;
                let last = log
                    .lines()
                    .filter_map(|line| line.strip_prefix("seed ")?.parse().ok())
                    .next_back();
                let seed: u64 = last.unwrap_or(self.first + worker.number);
                let what =
                    if hangs { "does not end".to_owned() } else { format!("ended: {ended:?}") };
                findings.failures.push(format!("seed {seed}: {what}\n{}", generate(seed).text));
                worker.child = self.start(program, seed + self.jobs, &worker.log)?;
                if seed + self.jobs < end {
                    worker.since = Instant::now();
                }
                running.push(worker);
            }
            workers = running;
        }
        for number in 0..self.jobs {
            let log = fs::read_to_string(folder.join(format!("{number}.log")))?;
            for line in log.lines() {
                if let Some(report) = line.strip_prefix("failure ") {
                    findings.failures.push(unescape(report));
                } else if let Some(counts) = line.strip_prefix("counts ") {
                    let numbers: Vec<u64> =
                        counts.split(' ').filter_map(|it| it.parse().ok()).collect();
                    if let [modules, passes, changed, undefined, compared, refused] = numbers[..] {
                        findings.counts.modules += modules;
                        findings.counts.passes += passes;
                        findings.counts.changed += changed;
                        findings.counts.undefined += undefined;
                        findings.counts.compared += compared;
                        findings.counts.refused += refused;
                    }
                }
            }
        }
        Ok(findings)
    }

    fn start(&self, program: &Path, first: u64, log: &Path) -> io::Result<Child> {
        let end = self.first + self.count;
        let numbers = [first, self.jobs, end, u64::from(self.minimize), self.one_in];
        // Some passes report to standard output or standard error.
        Command::new(program)
            .arg("--work")
            .args(numbers.map(|number| number.to_string()))
            .arg(log)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
    }
}

/// The text that `escape_default` has escaped.
fn unescape(text: &str) -> String {
    let mut result = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => result.push('\n'),
            ('\\', Some('t')) => result.push('\t'),
            ('\\', Some('r')) => result.push('\r'),
            ('\\', Some('u')) => {
                let code: String = chars.by_ref().skip(1).take_while(|&c| c != '}').collect();
                result.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
            }
            ('\\', Some(other)) => result.push(other),
            (other, _) => result.push(other),
        }
    }
    result
}
