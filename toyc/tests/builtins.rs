//! The documentation of the builtin functions is correct: the examples print the documented output
//! in each engine, and the errors are reported.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use pretty_assertions::assert_eq;
use toy_dialect::builtins::TABLE;

/// Runs a program on standard input, in a folder for the files that examples write.
fn toyc(flags: &[&str], program: &str) -> Output {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("builtins");
    std::fs::create_dir_all(&folder).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_toyc"))
        .args(flags)
        .arg("-")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn main_of(statements: &str) -> String {
    format!("def main() {{\n{statements}\n}}\n")
}

#[test]
fn examples_print_what_they_say() {
    let engines: &[&[&str]] = &[
        &["-emit=interp"],
        #[cfg(feature = "llvm")]
        &["-emit=jit"],
        #[cfg(feature = "llvm")]
        &["-emit=jit", "-opt"],
    ];
    for builtin in TABLE {
        let (program, expected) = builtin.example;
        for flags in engines {
            let output = toyc(flags, &main_of(program));
            let found = String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr);
            assert_eq!(found, expected, "{} {flags:?}", builtin.name);
        }
    }
}

#[test]
fn errors_are_reported() {
    for builtin in TABLE {
        for (call, message) in builtin.errors {
            let output = toyc(&["-emit=interp"], &main_of(&format!("{call};")));
            let found = String::from_utf8_lossy(&output.stderr);
            assert!(
                !output.status.success() && found.contains(message),
                "{call} is to say {message:?}, but:\n{found}"
            );
        }
    }
}
