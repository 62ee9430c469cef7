//! Random valid programs print what an independent evaluator says: as machine code, with and without optimisation, and
//! on the interpreter at every stage on the way there.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use random_programs::{GeneratedProgram, generate, generate_large};

/// Programs that are compiled.
const PROGRAMS: u64 = 600;

/// Programs with large tensors that are compiled.
const LARGE_PROGRAMS: u64 = 24;

/// Programs that are interpreted, at each stage.
const INTERPRETED: u64 = 80;

const STAGES: [&str; 4] = ["-emit=mlir", "-emit=mlir-affine", "-emit=mlir-std", "-emit=mlir-llvm"];

/// As many failures are reported in full; where there are more, they tend to have the same cause.
const REPORTS: usize = 3;

#[test]
fn programs_print_what_they_should() {
    check_all(PROGRAMS, generate, |program| check(program, &["-emit=jit"]));
}

#[test]
fn programs_with_blocks_and_vectors_print_what_they_should() {
    check_all(LARGE_PROGRAMS, generate_large, |program| {
        for flags in [&[][..], &["-opt"], &["-O3", "--jit-optimize=always"]] {
            check(program, &[&["-emit=jit"], flags].concat())?;
        }
        Ok(())
    });
    check_all(LARGE_PROGRAMS / 4, generate_large, |program| check(program, &["-emit=interp"]));
}

#[test]
fn optimised_programs_print_what_they_should() {
    check_all(PROGRAMS, generate, |program| check(program, &["-emit=jit", "-opt"]));
    // They do little: LLVM's optimiser has no part in it unless it is told to.
    for level in ["-O1", "-O2", "-O3"] {
        check_all(PROGRAMS / 6, generate, |program| {
            check(program, &["-emit=jit", level, "--jit-optimize=always"])
        });
    }
}

/// On how many threads programs are run.
const THREADS: [&str; 4] = ["--parallel=2", "--parallel=3", "--parallel=4", "--parallel=8"];

/// All loops run on threads, however little they do.
const EACH_LOOP: &str = "--parallel-minimum=1";

#[test]
fn programs_on_threads_print_what_they_should() {
    for level in ["-O0", "-O2"] {
        check_all(PROGRAMS / 4, generate, |program| {
            // A number of threads for each program.
            let threads = THREADS[program.source.len() % THREADS.len()];
            check(program, &["-emit=jit", level, "--jit-optimize=always", EACH_LOOP, threads])
        });
        check_all(LARGE_PROGRAMS / 2, generate_large, |program| {
            for threads in THREADS {
                check(program, &["-emit=jit", level, "--jit-optimize=always", EACH_LOOP, threads])?;
            }
            Ok(())
        });
    }
}

#[test]
fn every_stage_means_the_same() {
    check_all(INTERPRETED, generate, |program| {
        check(program, &["-emit=interp"])?;
        for stage in STAGES {
            for flags in [&[stage][..], &[stage, "-opt"], &[stage, "-opt", "--parallel", EACH_LOOP]] {
                let dump = toyc(&program.source, flags)?;
                let output = toyc(&dump, &["-x", "mlir", "-emit=interp"])?;
                compare(program, &output).map_err(|what| format!("interpreting {flags:?}: {what}"))?;
            }
        }
        Ok(())
    });
}

/// Checks so many programs, on all processors.
fn check_all(
    programs: u64,
    generate: fn(u64) -> GeneratedProgram,
    check: impl Fn(&GeneratedProgram) -> Result<(), String> + Sync,
) {
    let next_seed = AtomicU64::new(0);
    let worker = || {
        let mut failures = Vec::new();
        loop {
            let seed = next_seed.fetch_add(1, Ordering::Relaxed);
            if seed >= programs {
                return failures;
            }
            let program = generate(seed);
            if let Err(what) = check(&program) {
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
        "{} of {programs} programs failed, the first of them:\n{}",
        failures.len(),
        reports.join("\n")
    );
}

/// Runs one program; the error says how it failed.
fn check(program: &GeneratedProgram, flags: &[&str]) -> Result<(), String> {
    compare(program, &toyc(&program.source, flags)?)
}

fn compare(program: &GeneratedProgram, found: &str) -> Result<(), String> {
    if found == program.expected_output {
        return Ok(());
    }
    let numbers = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (expected, found) = (numbers(&program.expected_output), numbers(found));
    let place = expected.iter().zip(&found).take_while(|(expected, found)| expected == found).count();
    let at = |numbers: &[String]| numbers.get(place).cloned().unwrap_or_else(|| "nothing".to_owned());
    Err(format!("expected as number {place} {}, found {}", at(&expected), at(&found)))
}

/// What the compiler prints, which is to succeed.
fn toyc(input: &str, flags: &[&str]) -> Result<String, String> {
    let mut child = Command::new("timeout")
        .args(["60", env!("CARGO_BIN_EXE_toyc"), "-"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start toyc: {error}"))?;
    let mut stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // Beside the reading: a pipe holds only so much.
        scope.spawn(move || {
            // A compiler that dies before it has read all shows that in its exit status.
            let _ = stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
        });
        child.wait_with_output()
    });
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
