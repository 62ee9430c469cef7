//! Random programs on vectors print the same when LLVM runs them as on the interpreter.

#[path = "../../mlir-lite/opt/tests/lowering/random_vectors.rs"]
mod random_vectors;

use std::io::Write as _;
use std::process::{Command, Stdio};

const PROGRAMS: u64 = 20;

/// The output of the JIT for a program of the llvm dialect.
fn jit(text: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toyc"));
    command.args(["-x", "mlir", "-", "-emit=jit"]).stdin(Stdio::piped());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().ok_or("toyc reads its input")?;
    input.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

#[test]
fn random_vectors_print_the_same() {
    for seed in 1..=PROGRAMS {
        let same = random_vectors::prints_the_same(seed, false, Some(&jit));
        same.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}
