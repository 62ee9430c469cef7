//! `fuzz-ir`: random IR through all passes. `fuzz-ir --help` says how.

use random_ir::campaign::{Campaign, work};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
Random IR through every pass of --list-passes, and random pipelines of them

Usage: fuzz-ir [--seed FIRST] [--count COUNT] [--jobs JOBS] [--limit SECONDS] [--one-in PASSES]
               [--no-minimize] [--logs FOLDER]
       fuzz-ir --print SEED             prints the module of a seed
       fuzz-ir --program SEED           prints a module with a main function that prints
       fuzz-ir --mlir-opt PROGRAM FIRST COUNT
                                        has mlir-opt read what passes leave of so many modules
       fuzz-ir --run FILE PASS..        runs the checks on a file
";

/// Failures that are shown in full.
const SHOWN: usize = 20;

/// Modules that `mlir-opt` reads at once.
const BATCH: usize = 50;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Errors of writing are ignored, as the exit status has the result, too.
            let _ = writeln!(std::io::stderr(), "error: {error}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number, found '{text}'"))
}

fn say(text: &str) {
    drop(std::io::stdout().write_all(text.as_bytes()));
}

fn run(arguments: &[String]) -> Result<bool, String> {
    match arguments {
        [first, rest @ ..] if first == "--work" => {
            let [start, step, end, is_minimized, one_in, log] = rest else {
                return Err("wrong arguments".to_owned());
            };
            let (start, step, end, one_in) =
                (number(start)?, number(step)?, number(end)?, number(one_in)?);
            // Deep nesting takes stack in builds without optimisation.
            let is_minimized = is_minimized == "1";
            let log = PathBuf::from(log);
            let thread = std::thread::Builder::new()
                .stack_size(64 << 20)
                .spawn(move || work(start, step, end, is_minimized, one_in, &log))
                .map_err(|error| error.to_string())?;
            let result = thread.join().map_err(|_| "a worker panicked".to_owned())?;
            result.map(|()| true).map_err(|error| error.to_string())
        }
        [first, seed] if first == "--print" => {
            say(&random_ir::generate(number(seed)?).text);
            Ok(true)
        }
        [first, seed] if first == "--program" => {
            say(&random_ir::generate::generate_program(number(seed)?).text);
            Ok(true)
        }
        [first, mlir_opt, start, count] if first == "--mlir-opt" => {
            let (start, count) = (number(start)?, number(count)?);
            mlir_opt_reads(Path::new(mlir_opt), start, count, say)
        }
        [first, file, passes @ ..] if first == "--run" => {
            let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let checker = random_ir::Checker::default();
            Ok(match checker.check_text(&text, passes, &mut random_ir::check::Counts::default()) {
                Ok(()) => true,
                Err(failure) => {
                    say(&format!(
                        "{:?} after {:?}: {}\n",
                        failure.stage, failure.pipeline, failure.detail
                    ));
                    false
                }
            })
        }
        [first, ..] if first == "--help" => {
            say(HELP);
            Ok(true)
        }
        _ => run_campaign(arguments),
    }
}

/// Runs the campaign that the flags describe; whether it found nothing.
fn run_campaign(arguments: &[String]) -> Result<bool, String> {
    let jobs = std::thread::available_parallelism().map_or(1, |jobs| jobs.get() as u64);
    let mut campaign = Campaign {
        first: 0,
        count: 100,
        jobs,
        limit: Duration::from_secs(120),
        minimize: true,
        one_in: 1,
    };
    let mut folder = std::env::temp_dir().join(format!("fuzz-ir-{}", std::process::id()));
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("'{flag}' needs a value"));
        match flag.as_str() {
            "--seed" => campaign.first = number(value()?)?,
            "--count" => campaign.count = number(value()?)?,
            "--jobs" => campaign.jobs = number(value()?)?.max(1),
            "--limit" => campaign.limit = Duration::from_secs(number(value()?)?),
            "--no-minimize" => campaign.minimize = false,
            "--one-in" => campaign.one_in = number(value()?)?.max(1),
            "--logs" => folder = PathBuf::from(value()?),
            other => return Err(format!("unknown argument '{other}'")),
        }
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let findings = campaign.run(&program, &folder).map_err(|error| error.to_string())?;
    drop(std::fs::remove_dir_all(Path::new(&folder)));
    for failure in findings.failures.iter().take(SHOWN) {
        say(&format!("{failure}\n\n"));
    }
    say(&format!("{} failures; {:?}\n", findings.failures.len(), findings.counts));
    Ok(findings.failures.is_empty())
}

fn mlir_opt_reads(
    mlir_opt: &Path,
    first: u64,
    count: u64,
    say: impl Fn(&str),
) -> Result<bool, String> {
    let checker = random_ir::Checker::default();
    let file = std::env::temp_dir().join(format!("fuzz-ir-{}.mlir", std::process::id()));
    let (mut read, mut refused) = (0, 0);
    let seeds: Vec<u64> = (first..first + count).collect();
    for batch in seeds.chunks(BATCH) {
        let mut parts = Vec::new();
        for &seed in batch {
            parts.extend(random_ir::upstream::parts(&checker, seed)?);
        }
        let found = random_ir::upstream::refused(mlir_opt, &file, &parts);
        let found = found.map_err(|error| format!("{}: {error}", mlir_opt.display()))?;
        read += parts.len();
        refused += found.len();
        found.iter().for_each(|part| say(&format!("{part}\n\n")));
    }
    say(&format!("mlir-opt refuses {refused} of {read}\n"));
    Ok(refused == 0)
}
