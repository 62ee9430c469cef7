//! Counts the instructions of two builds of a tool on the same inputs, under Valgrind.
//!
//! The number of instructions does not depend on the load of the machine: two builds whose
//! difference is smaller than the noise of their times can be compared.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A command whose instructions are counted.
pub struct Case {
    /// The name in the table.
    pub name: String,
    /// The arguments of the tool.
    pub arguments: Vec<String>,
}

/// Runs each case with both builds; returns the table, one line a case, with the ratio of the
/// new build to the old one.
///
/// # Errors
/// Valgrind is not installed, or a tool fails; the text has what it wrote to standard error.
pub fn compare(old: &Path, new: &Path, cases: &[Case]) -> Result<String, String> {
    let mut table =
        "| row | before, million instructions | after | change |\n|---|---:|---:|---:|\n"
            .to_owned();
    for case in cases {
        let (before, after) = (count(old, &case.arguments)?, count(new, &case.arguments)?);
        let change = 100.0 * (after as f64 / before as f64 - 1.0);
        let _ = writeln!(
            table,
            "| {} | {:.1} | {:.1} | {change:+.1} % |",
            case.name,
            before as f64 / 1e6,
            after as f64 / 1e6,
        );
    }
    Ok(table)
}

/// The instructions of one run of a program. Its environment is nearly empty: the allocator and the
/// loader look through all of it.
fn count(program: &Path, arguments: &[String]) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report
        .lines()
        .filter_map(|line| line.split_once("Collected :"))
        .find_map(|(_, number)| number.trim().parse().ok());
    match collected {
        Some(number) if output.status.success() => Ok(number),
        _ => Err(format!(
            "{} {}: {}\n{report}",
            program.display(),
            arguments.join(" "),
            output.status
        )),
    }
}
