//! Random programs on elements other than floats of 64 bits print what evaluators compute, on each
//! engine and stage.
#![cfg(feature = "llvm")]

mod booleans;
mod declared;
mod exact;
mod integers;
mod masks;
mod small_integers;

use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// The output of toyc with these arguments, and the errors if it fails.
fn output(arguments: &[&str], file: &Path) -> String {
    let run = Command::new(TOYC).args(arguments).arg(file).output().expect("toyc starts");
    let errors = if run.status.success() { Vec::new() } else { run.stderr };
    String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&errors)
}

/// Runs programs, each with its expected output.
fn check(programs: impl Iterator<Item = (String, String)>) {
    const ENGINES: [&[&str]; 3] =
        [&["-emit=interp"], &["-emit=jit", "-O0"], &["-emit=jit", "-O2", "--jit-optimize=always"]];
    let folder = tempfile::tempdir().expect("a folder");
    for (seed, (text, expected)) in programs.enumerate() {
        let (file, lowered) = (folder.path().join("a.toy"), folder.path().join("a.mlir"));
        std::fs::write(&file, &text).expect("the program is written");
        for engine in ENGINES {
            assert_eq!(output(engine, &file), expected, "{engine:?} {seed}\n{text}");
        }
        // The first stage is that before shapes and types are inferred.
        for stage in [
            &["-emit=mlir"][..],
            &["-emit=mlir", "-opt"],
            &["-emit=mlir-affine", "-opt"],
            &["-emit=mlir-std", "-opt"],
            &["-emit=mlir-llvm", "-opt"],
        ] {
            std::fs::write(&lowered, output(stage, &file)).expect("it is written");
            let found = output(&["-emit=interp"], &lowered);
            assert_eq!(found, expected, "{stage:?} {seed}\n{text}");
        }
    }
}
