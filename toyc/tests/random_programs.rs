//! A thousand random valid programs print what an independent evaluator says, with and without optimisation.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use random_programs::{GeneratedProgram, generate};

const PROGRAMS: u64 = 1000;

/// As many failures are reported in full; where there are more, they tend to have the same cause.
const REPORTS: usize = 3;

#[test]
fn programs_print_what_they_should() {
    check_all(&[]);
}

#[test]
fn optimised_programs_print_what_they_should() {
    check_all(&["-opt"]);
}

/// Runs every program with these flags, on all processors.
fn check_all(flags: &[&str]) {
    let next_seed = AtomicU64::new(0);
    let worker = || {
        let mut failures = Vec::new();
        loop {
            let seed = next_seed.fetch_add(1, Ordering::Relaxed);
            if seed >= PROGRAMS {
                return failures;
            }
            let program = generate(seed);
            if let Err(what) = check(&program, flags) {
                failures.push((seed, format!("seed {seed}: {what}\n{}", program.source)));
            }
        }
    };
    let mut failures = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let mut failures = Vec::new();
        for worker in workers {
            match worker.join() {
                Ok(found) => failures.extend(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        failures
    });
    failures.sort();
    let reports: Vec<_> = failures.iter().take(REPORTS).map(|(_, report)| report.as_str()).collect();
    assert!(
        failures.is_empty(),
        "{} of {PROGRAMS} programs failed with {flags:?}, the first of them:\n{}",
        failures.len(),
        reports.join("\n")
    );
}

/// Runs one program; the error says how it failed.
fn check(program: &GeneratedProgram, flags: &[&str]) -> Result<(), String> {
    let mut child = Command::new("timeout")
        .args(["60", env!("CARGO_BIN_EXE_toyc"), "-", "-emit=jit"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start toyc: {error}"))?;
    if let Some(mut input) = child.stdin.take() {
        // A compiler that dies before it has read all shows that in its exit status.
        let _ = input.write_all(program.source.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    if output.stdout != program.expected_output.as_bytes() {
        let found = String::from_utf8_lossy(&output.stdout);
        return Err(format!("expected the output\n{}found\n{found}", program.expected_output));
    }
    Ok(())
}
