//! The tool writes the same bytes for any number of threads: its output, its diagnostics, and its
//! dumps of passes; also where passes fail in some functions.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use pretty_assertions::assert_eq;

/// 1000 functions with loops and expressions that occur twice. Every 97th has an op that
/// `lower-affine` cannot lower.
fn module(fails: bool) -> String {
    let mut text = String::new();
    for number in 0..1000 {
        let _ = writeln!(
            text,
            "func @f{number}(%m: memref<8xf32>, %a: f32) {{
  affine.for %i = 0 to 8 {{
    %0 = affine.load %m[%i] : memref<8xf32>
    %1 = addf %0, %a : f32
    %2 = addf %0, %a : f32
    %3 = mulf %1, %2 : f32
    affine.store %3, %m[%i] : memref<8xf32>
  }}"
        );
        if fails && number % 97 == 5 {
            // The reduction has no neutral element.
            text.push_str(
                "  %last = affine.parallel (%k) = (0) to (8) reduce (\"assign\") -> (f32) {\n",
            );
            text.push_str(
                "    affine.yield %a : f32\n  }\n  affine.store %last, %m[0] : memref<8xf32>\n",
            );
        }
        text.push_str("  return\n}\n");
    }
    text
}

/// Exit status, standard output and standard error.
fn run(text: &str, flags: &[&str]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mlir-lite-opt"))
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), out, err)
}

fn check(text: &str, flags: &[&str]) -> (Option<i32>, String, String) {
    let one = run(text, &[flags, &["--threads=1"]].concat());
    for threads in ["--threads=2", "--threads=8"] {
        assert!(run(text, &[flags, &[threads]].concat()) == one, "{threads} gives something else");
    }
    assert!(run(text, &[flags, &["-mlir-disable-threading"]].concat()) == one);
    one
}

#[test]
fn results_are_the_same() {
    let flags = [
        "-pass-pipeline=func(cse, lower-affine, convert-scf-to-std, canonicalize)",
        "-pass-statistics",
    ];
    let (status, out, err) = check(&module(false), &flags);
    assert_eq!(status, Some(0));
    assert_eq!(out.matches("func @").count(), 1000);
    assert!(err.contains("1000 num-cse'd"), "{err}");
}

#[test]
fn failures_are_the_same() {
    let (status, out, err) =
        check(&module(true), &["-pass-pipeline=func(cse, lower-affine, canonicalize)", "-cse"]);
    assert_eq!((status, out.len()), (Some(1), 0));
    // Functions 5, 102, 199, .. 975, in the order of the source.
    assert_eq!(err.matches("error: failed to legalize operation 'affine.parallel'").count(), 11);
    let lines: Vec<usize> = err
        .lines()
        .filter_map(|line| line.strip_prefix("<stdin>:")?.split(':').next()?.parse().ok())
        .collect();
    assert_eq!(lines.len(), 11);
    assert!(lines.is_sorted(), "{lines:?}");
}

#[test]
fn conversions_that_fail_are_the_same() {
    // Loops have no counterpart in the llvm dialect; the first illegal ops of each function are
    // reported.
    let (status, out, err) = check(&module(false), &["-lower-affine", "-convert-std-to-llvm=full"]);
    assert_eq!((status, out.len()), (Some(1), 0));
    assert_eq!(err.matches("error: failed to legalize operation 'scf.for'").count(), 1000);
}
