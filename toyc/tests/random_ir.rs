//! Random IR of all levels prints the same on the interpreter and as machine code, with and without
//! LLVM's optimiser.
#![cfg(feature = "llvm")]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use random_ir::generate::generate_program;

/// The number of modules; `FUZZ_IR_COUNT` and `FUZZ_IR_SEED` override it.
const MODULES: u64 = 50;

/// The number of failures that are reported in full.
const REPORTS: usize = 3;

#[test]
fn engines_print_the_same() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("FUZZ_IR_SEED").unwrap_or(0);
    let end = first + number("FUZZ_IR_COUNT").unwrap_or(MODULES);
    let next = AtomicU64::new(first);
    let (mut failures, mut done) = (Vec::new(), 0);
    let worker = || {
        let (mut failures, mut done) = (Vec::new(), 0_u64);
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return (failures, done);
            }
            match check(seed) {
                Ok(()) => done += 1,
                Err(what) => failures.push(what),
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            let (found, count) = worker.join().expect("workers do not panic");
            failures.extend(found);
            done += count;
        }
    });
    let count = failures.len();
    assert!(failures.is_empty(), "{count} failures\n{}", failures[..count.min(REPORTS)].join("\n"));
    assert_eq!(done, end - first);
}

fn check(seed: u64) -> Result<(), String> {
    let text = generate_program(seed).text;
    let expected =
        toyc(&text, &["-emit=interp"]).map_err(|error| format!("seed {seed}: {error}\n{text}"))?;
    for flags in [&["-emit=jit"][..], &["-emit=jit", "-O2", "--jit-optimize=always"]] {
        let found = toyc(&text, flags)
            .map_err(|error| format!("seed {seed}, {flags:?}: {error}\n{text}"))?;
        if found != expected {
            return Err(format!(
                "seed {seed}, {flags:?} printed\n{found}in place of\n{expected}{text}"
            ));
        }
    }
    Ok(())
}

fn toyc(text: &str, flags: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toyc"));
    command.args(["-x", "mlir"]).args(flags).arg("-");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let output = std::thread::scope(|scope| {
        if let Some(mut input) = child.stdin.take() {
            // If the program ends before it has read everything, its message says why.
            scope.spawn(move || drop(input.write_all(text.as_bytes())));
        }
        child.wait_with_output()
    })
    .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}
