//! Runs one command of a test, and describes failures.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A test that runs this long hangs.
const SECONDS_ALLOWED: &str = "120";

/// `not` as a function of bash. LLVM's program of that name accepts every status below 128 as a
/// failure; here the status is part of the test.
const PRELUDE: &str = r#"
not() {
    local wanted=1 status
    case $1 in --status=*) wanted=${1#--status=}; shift ;; esac
    "$@"
    status=$?
    [ "$status" -eq "$wanted" ] || { echo "not: expected exit status $wanted, found $status: $*" >&2; return 125; }
}
"#;

/// Runs `command` in `root`, without input. The error shows the command, its exit status and its
/// output.
pub(crate) fn run_command(root: &Path, command: &str) -> Result<(), String> {
    let output = Command::new("timeout")
        .args([SECONDS_ALLOWED, "bash", "-o", "pipefail", "-c"])
        .arg(format!("{PRELUDE}{command}"))
        .current_dir(root)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start `timeout {SECONDS_ALLOWED} bash`: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let mut report = format!("command: {command}\n");
    match output.status.code() {
        Some(124) => {
            let _ = writeln!(report, "exit status: 124 (stopped after {SECONDS_ALLOWED} seconds)");
        }
        Some(code) => {
            let _ = writeln!(report, "exit status: {code}");
        }
        None => {
            let _ = writeln!(report, "{}", output.status);
        }
    }
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            let _ = writeln!(
                report,
                "{name}:\n{}",
                String::from_utf8_lossy(bytes).trim_end_matches('\n')
            );
        }
    }
    Err(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn run(command: &str) -> Result<(), String> {
        run_command(Path::new("/"), command)
    }

    #[test]
    fn a_report_shows_command_status_and_output() {
        let report = run("echo out; echo err >&2; exit 3").err();
        let expected =
            "command: echo out; echo err >&2; exit 3\nexit status: 3\nstdout:\nout\nstderr:\nerr\n";
        assert_eq!(report.as_deref(), Some(expected));
    }

    #[test]
    fn a_pipeline_fails_where_any_part_fails() {
        assert!(run("false | cat").is_err());
        assert_eq!(run("true | cat"), Ok(()));
    }

    #[test]
    fn commands_run_in_the_root() {
        assert_eq!(run("test \"$PWD\" = /"), Ok(()));
    }

    #[test]
    fn not_wants_the_status_of_wrong_input() {
        assert_eq!(run("not bash -c 'exit 1'"), Ok(()));
        assert!(
            run("not true")
                .is_err_and(|report| report.contains("expected exit status 1, found 0: true"))
        );
    }

    #[test]
    fn not_takes_no_crash_for_an_error() {
        assert!(run("not bash -c 'exit 101'").is_err());
        assert!(run("not bash -c 'kill -SEGV $$'").is_err());
    }

    #[test]
    fn not_wants_the_given_status() {
        assert_eq!(run("not --status=2 bash -c 'exit 2'"), Ok(()));
        assert!(run("not --status=2 bash -c 'exit 1'").is_err());
    }
}
