//! Checks the results of passes with `mlir-opt`: many at once, since starting it takes longer than
//! parsing one.

use crate::check::Checker;
use crate::generate::generate_for_mlir_opt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

const SEPARATOR: &str = "// -----";

/// An error about calls in the region of an unknown op: that op may have symbols of its own, so
/// `mlir-opt` finds none outside of it, not even `malloc`, which conversions call.
const BELOW_UNKNOWN_OP: &str = "does not reference a symbol in the current scope";

/// The results of pipelines on the module of a seed, each with a line that names the pipeline. One
/// of the passes runs alone.
///
/// # Errors
/// If the module is invalid.
pub fn parts(checker: &Checker, seed: u64) -> Result<Vec<String>, String> {
    let text = generate_for_mlir_opt(seed).text;
    let (alone, others): (Vec<_>, Vec<_>) =
        checker.pipelines(seed).into_iter().partition(|pipeline| pipeline.len() == 1);
    let alone = alone.into_iter().cycle().nth(seed as usize);
    let mut parts = Vec::new();
    for pipeline in others.into_iter().chain(alone) {
        if let Some(left) = checker.leaves(&text, &pipeline)? {
            parts.push(format!("// seed {seed} {pipeline:?}\n{left}"));
        }
    }
    Ok(parts)
}

/// The parts that `mlir-opt` refuses, with its errors. `file` is written and removed.
///
/// # Errors
/// If `mlir-opt` cannot be run, or fails without saying where.
pub fn refused(mlir_opt: &Path, file: &Path, parts: &[String]) -> io::Result<Vec<String>> {
    let mut text = String::new();
    // The line after the last one of each part.
    let mut ends = Vec::new();
    for part in parts {
        text += part;
        text += &format!("\n{SEPARATOR}\n");
        ends.push(text.lines().count() + 1);
    }
    fs::write(file, &text)?;
    let mut command = Command::new(mlir_opt);
    command.args(["-split-input-file", "-allow-unregistered-dialect", "-o", "/dev/null"]).arg(file);
    let output = command.output()?;
    fs::remove_file(file)?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let mut found: Vec<(usize, String)> = Vec::new();
    let errors = said.lines().filter(|line| line.contains("error:"));
    for line in errors.filter(|line| !line.contains(BELOW_UNKNOWN_OP)) {
        let place =
            line.strip_prefix(&file.display().to_string()).and_then(|rest| rest.strip_prefix(':'));
        let number = place.and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
        let Some(part) = number.and_then(|number| ends.iter().position(|&end| number < end)) else {
            continue;
        };
        if found.last().is_none_or(|last| last.0 != part) {
            found.push((part, format!("{line}\n{}", parts[part])));
        }
    }
    if found.is_empty() && !said.contains(BELOW_UNKNOWN_OP) {
        return Err(io::Error::other(format!("{}: {said}", output.status)));
    }
    Ok(found.into_iter().map(|(_, text)| text).collect())
}
