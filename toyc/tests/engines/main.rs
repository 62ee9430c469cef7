//! Every engine has the same results: random programs and all programs of the repository print the
//! same bytes on the interpreter, as machine code on each level, on threads, as executables, and
//! from the dump of every stage, read back.
//!
//! | file | concept |
//! |---|---|
//! | `worker.rs` | a process that executes many command lines |
//! | `check.rs` | one program on many engines |
//! | `plans.rs` | the choice of engines |
//! | `random.rs` | random programs, compared with their evaluator |
//! | `repository.rs` | the programs below `examples/` and `test/` |
//! | `tally.rs` | how often each engine has run a program |
//! | `coverage.rs` | whether random programs use each builtin function in each form |
//!
//! `cargo test` checks a share. `make fuzz-programs COUNT=20000 SEED=0` checks that number of
//! random programs, from a seed on, and `make all-stages` each program of the repository at every
//! stage in each form.

mod check;
mod coverage;
mod plans;
mod random;
mod repository;
mod tally;
mod worker;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// A folder for the files of one test.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("engines").join(name)
}

/// A number from the environment.
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|word| word == worker::WORKER) {
        return worker::serve();
    }
    let mut arguments = Arguments::from_args();
    // All tests are long; running more of them at once than there are processors would only need
    // more memory.
    arguments
        .test_threads
        .get_or_insert(std::thread::available_parallelism().map_or(1, usize::from));
    let mut trials: Vec<Trial> = random::trials();
    trials.extend(repository::trials());
    trials.push(Trial::test("statuses", || worker::check_statuses().map_err(Into::into)));
    trials.push(Trial::test("coverage", || coverage::check().map_err(Into::into)));
    let conclusion = libtest_mimic::run(&arguments, trials);
    if setting(random::COUNT).is_some() {
        // If nothing reads the output, nothing is lost.
        let _ = std::io::stdout().write_all(tally::report().as_bytes());
    }
    conclusion.exit_code()
}
