//! Runs both tools, and parses text in this process.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;

const PASSES: [&str; 4] =
    ["--canonicalize", "--cse", "-split-input-file", "-allow-unregistered-dialect"];

pub(crate) fn canonicalized_by_mlir_opt(text: &str) -> Result<String, String> {
    run(&mlir_opt(), &PASSES, text)
}

pub(crate) fn canonicalized_by_us(text: &str) -> Result<String, String> {
    run(&mlir_lite_opt(), &[&["--spelling=upstream"], &PASSES[..]].concat(), text)
}

pub(crate) fn accepts(tool: &Path, text: &str) -> Result<(), String> {
    run(tool, &["-split-input-file", "-allow-unregistered-dialect"], text).map(|_| ())
}

pub(crate) fn mlir_opt() -> PathBuf {
    text_test_runner::Tool::of_llvm("mlir-opt").path
}

pub(crate) fn mlir_lite_opt() -> PathBuf {
    env!("CARGO_BIN_EXE_mlir-lite-opt").into()
}

fn run(tool: &Path, flags: &[&str], text: &str) -> Result<String, String> {
    let mut command = Command::new(tool);
    command
        .args(flags)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child =
        command.spawn().map_err(|error| format!("cannot run {}: {error}", tool.display()))?;
    let output = std::thread::scope(|scope| {
        if let Some(mut input) = child.stdin.take() {
            // If the tool ends before it has read everything, its message says why.
            scope.spawn(move || drop(input.write_all(text.as_bytes())));
        }
        child.wait_with_output()
    })
    .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!(
            "{} {flags:?}: {}\n{text}",
            tool.display(),
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}

pub(crate) fn parse(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx
        .sources()
        .add("differential.mlir", text.to_owned())
        .map_err(|error| format!("{error:?}"))?;
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    parse_module(ctx, &file, options, &mut diagnostics).map_err(|_| format!("{diagnostics:?}"))
}
