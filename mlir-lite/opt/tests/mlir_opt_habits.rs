//! The habits of users of `mlir-opt`: the flags in the makefiles and tests of public projects,
//! `test/mlir/flags-of-projects.txt`, most used first, and the pipelines that `mlir-opt` 22 prints
//! with `--dump-pass-pipeline`, `test/mlir/pipelines-of-mlir-opt-22.txt`. Each is accepted, or
//! refused with the reason and what to use instead.

use std::io::Write as _;
use std::process::{Command, Stdio};

use test_support::repository;

/// The pipelines that are accepted at least; the others are of passes that are not here.
const LEAST_PIPELINES: usize = 48;

/// The flags that are accepted at least.
const LEAST_FLAGS: usize = 35;

/// Runs the tool on an empty module; returns its messages if it fails.
fn refusal(flag: &str) -> Option<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mlir-lite-opt"))
        .args([flag, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    // A refused flag is reported before the source is read.
    let _ = child.stdin.take().expect("a pipe").write_all(b"module {}\n");
    let output = child.wait_with_output().expect("the tool ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then_some(errors)
}

fn lines(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository().join("test/mlir").join(file));
    text.expect("the list is there").lines().map(str::to_owned).collect()
}

#[test]
fn flags_of_projects_are_accepted_or_refused_with_the_reason() {
    let flags = lines("flags-of-projects.txt");
    let mut accepted = 0;
    for name in &flags {
        let flag = match name.as_str() {
            "pass-pipeline" => "--pass-pipeline=builtin.module(cse)".to_owned(),
            name => format!("--{name}"),
        };
        match refusal(&flag) {
            None => accepted += 1,
            Some(errors) => {
                let has_reason = errors.contains("of mlir-opt is not here: ")
                    || errors.contains("tip: mlir-opt 22 has no such flag or pass either; ");
                assert!(has_reason && errors.contains(&flag), "{flag}: {errors}");
            }
        }
    }
    assert!(flags.len() == 90 && accepted >= LEAST_FLAGS, "{accepted} of {}", flags.len());
}

#[test]
fn pipelines_that_mlir_opt_prints_are_accepted_or_refused_with_the_reason() {
    let pipelines = lines("pipelines-of-mlir-opt-22.txt");
    let mut accepted = 0;
    for pipeline in &pipelines {
        match refusal(&format!("--pass-pipeline={pipeline}")) {
            None => accepted += 1,
            Some(errors) => assert!(errors.contains("\nhelp: "), "{pipeline}: {errors}"),
        }
    }
    let all = pipelines.len();
    assert!(all == 69 && accepted >= LEAST_PIPELINES, "{accepted} of {all}");
}
