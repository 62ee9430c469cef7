//! Runs many inputs of one target; finds are reduced and stored with the command that shows them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mlir_lite::register_all_dialects;
use mlir_lite_reduce::{Options, reduce_mlir, reduce_text, reduce_with};

use crate::process::{Limits, Sandbox};
use crate::target::{Find, Language, Outcome, Target};

/// Candidates that a reduction tests at most: each starts commands.
const ATTEMPTS: usize = 600;

/// A campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The first seed.
    pub seed: u64,
    /// How many inputs, at most.
    pub count: u64,
    /// How long, at most.
    pub time: Duration,
    /// How many inputs are checked at once.
    pub jobs: usize,
    /// Where finds are kept.
    pub finds: PathBuf,
    /// Whether finds are reduced.
    pub reduces: bool,
    /// The limits of a command.
    pub limits: Limits,
}

/// The figures of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Inputs that were checked.
    pub inputs: u64,
    /// Inputs that were valid, so that all checks were made.
    pub accepted: u64,
    /// Finds by class, each with its first seed and how often it was seen.
    pub finds: BTreeMap<String, (u64, u64)>,
    /// How long it took.
    pub seconds: f64,
}

impl Campaign {
    /// Runs a target. `say` is notified of each find of a new class.
    ///
    /// # Errors
    /// If a folder cannot be made or a find cannot be written.
    pub fn run(&self, target: &dyn Target, say: &(dyn Fn(&str) + Sync)) -> io::Result<Figures> {
        let start = Instant::now();
        let next = AtomicU64::new(self.seed);
        let failed = AtomicBool::new(false);
        let figures = Mutex::new(Figures::default());
        let scratch = tempfile::Builder::new().prefix("fuzz-").tempdir()?;
        let work = |job: usize| -> io::Result<()> {
            let sandbox = Sandbox::new(&scratch.path().join(job.to_string()), self.limits)?;
            while start.elapsed() < self.time && !failed.load(Ordering::Relaxed) {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed - self.seed >= self.count {
                    break;
                }
                let input = target.input(seed);
                let Outcome { accepted, find } = check(target, &input, seed, &sandbox);
                let mut all = figures.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                all.inputs += 1;
                all.accepted += u64::from(accepted);
                let Some(find) = find else { continue };
                let known = all.finds.entry(find.class.clone()).or_insert((seed, 0));
                known.1 += 1;
                let is_new = known.1 == 1;
                drop(all);
                if is_new {
                    say(&format!("{} seed {seed}: {}", target.name(), find.class));
                    self.keep(target, seed, &input, &find, &sandbox)?;
                }
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> =
                (0..self.jobs).map(|job| scope.spawn(move || work(job))).collect();
            let mut result = Ok(());
            for thread in threads {
                let ended =
                    thread.join().unwrap_or_else(|_| Err(io::Error::other("a job panicked")));
                if ended.is_err() {
                    failed.store(true, Ordering::Relaxed);
                    result = result.and(ended);
                }
            }
            result
        })?;
        let mut figures = figures.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        figures.seconds = start.elapsed().as_secs_f64();
        Ok(figures)
    }

    /// Writes a find into a folder: the input, the reduced input, and how to see it.
    fn keep(
        &self,
        target: &dyn Target,
        seed: u64,
        input: &[u8],
        find: &Find,
        sandbox: &Sandbox,
    ) -> io::Result<()> {
        let folder = self.finds.join(format!("{}-{seed}", target.name()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(target.file()), input)?;
        self.write_report(&folder, target, seed, find)?;
        let Some(reduced) = self.reduced(target, seed, input, find, sandbox) else { return Ok(()) };
        fs::write(folder.join(format!("reduced-{}", target.file())), &reduced)?;
        // The reduced input may show the same mistake in fewer words.
        if let Some(find) = check(target, reduced.as_bytes(), seed, sandbox).find {
            self.write_report(&folder, target, seed, &find)?;
        }
        Ok(())
    }

    fn write_report(
        &self,
        folder: &Path,
        target: &dyn Target,
        seed: u64,
        find: &Find,
    ) -> io::Result<()> {
        let Find { class, detail, command } = find;
        let command = command.replace("FILE", target.file());
        let report = format!(
            "{class}\n\nmake fuzz TARGET={} SEED={seed} COUNT=1\n{command}\n\n{detail}\n",
            target.name()
        );
        fs::write(folder.join("report.txt"), report)
    }

    fn reduced(
        &self,
        target: &dyn Target,
        seed: u64,
        input: &[u8],
        find: &Find,
        sandbox: &Sandbox,
    ) -> Option<String> {
        if !self.reduces {
            return None;
        }
        let text = std::str::from_utf8(input).ok()?;
        let mut test = |candidate: &str| {
            let found = check(target, candidate.as_bytes(), seed, sandbox).find;
            found.is_some_and(|found| found.class == find.class)
        };
        let options = Options { attempts: ATTEMPTS, allow_invalid: true, ..Options::default() };
        match target.language() {
            Language::Mlir => {
                Some(reduce_mlir(register_all_dialects, text, &options, &mut test).text)
            }
            Language::Toy => Some(reduce_with(&toy_reduce::EDITS, text, &options, &mut test).text),
            Language::Text => Some(reduce_text(text, &options, &mut test).text),
            Language::Bytes => None,
        }
    }
}

/// Checks an input with its file written.
fn check(target: &dyn Target, input: &[u8], seed: u64, sandbox: &Sandbox) -> Outcome {
    sandbox.write(target.file(), input);
    target.check(input, seed, sandbox)
}

impl Figures {
    /// The figures as a line, and a line for each find.
    pub fn report(&self, name: &str) -> String {
        let Self { inputs, accepted, finds, seconds } = self;
        let count: u64 = finds.values().map(|(_, times)| times).sum();
        let mut report = format!(
            "{name}: {inputs} inputs, {accepted} valid, {} finds ({count} times), {seconds:.0} s\n",
            finds.len()
        );
        for (class, (seed, times)) in finds {
            report += &format!("  {times} times, first with seed {seed}: {class}\n");
        }
        report
    }
}
