//! Accesses of tensors are proved to be in range or checked, in the same way on every engine.
//!
//! | file | concept |
//! |---|---|
//! | `cases.rs` | small programs around the limit, and their results |
//! | `sweep.rs` | all of them on every engine |
//! | `programs.rs` | single programs: stages, sessions, files, functions for C |
#![cfg(feature = "llvm")]

mod cases;
mod programs;
mod sweep;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use cases::Expected;

/// Runs toyc with a text as its standard input.
fn toyc(input: &str, flags: &[&str]) -> Output {
    let mut child = Command::new("timeout")
        .args(["60", env!("CARGO_BIN_EXE_toyc"), "-"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("toyc starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("toyc reads");
    child.wait_with_output().expect("toyc ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The report without warnings of loops that cannot run: some of the cases are such loops.
fn without_warnings(report: &str) -> String {
    let mut is_warning = false;
    let is_kept = |line: &&str| {
        is_warning |= line.contains("warning[T0076]");
        let is_kept = !is_warning;
        // The help ends a warning.
        is_warning &= !line.starts_with("help: ");
        is_kept
    };
    report.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

/// The result of a run, in the form of the expected one.
fn found(output: &Output) -> Expected {
    let (printed, error) = (text(&output.stdout), without_warnings(&text(&output.stderr)));
    match output.status.code() {
        Some(0) => Expected::Runs { printed, error: (!error.is_empty()).then_some(error) },
        Some(1) if error.contains("cannot take elements of shape") => {
            let place: Vec<&str> = error.split(':').skip(1).take(2).collect();
            Expected::Refused(place.join(":"))
        }
        Some(1) => Expected::Runs { printed, error: Some(error) },
        status => panic!("status {status:?}\n{printed}\n{error}"),
    }
}

fn compare(expected: &Expected, output: &Output, how: &str) -> Result<(), String> {
    let found = found(output);
    match found == *expected {
        true => Ok(()),
        false => Err(format!("{how}: expected {expected:?}\nfound {found:?}")),
    }
}

/// Runs every loop on threads, whatever its cost.
const PARALLEL: [&str; 4] = ["-O2", ALWAYS, "--parallel=2", "--parallel-minimum=1"];

/// Uses LLVM's optimiser whatever the program's cost.
const ALWAYS: &str = "--jit-optimize=always";

const ENGINES: [&[&str]; 6] =
    [&["-emit=interp"], &["-O0"], &["-O1", ALWAYS], &["-O2", ALWAYS], &["-O3", ALWAYS], &PARALLEL];
