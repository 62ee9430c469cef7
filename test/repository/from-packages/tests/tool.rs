//! A tool of one's own sets its name, version, default spelling, flags and debug output.

use pretty_assertions::assert_eq;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

const INPUT: &str = "func @f(%x: i32) -> i32 {
  %0 = own.larger %x, %x : i32
  return %0 : i32
}
";

fn run(arguments: &[&str]) -> Output {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_own-opt"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    // The tool may not read its input.
    let _ = tool.stdin.take().expect("it is piped").write_all(INPUT.as_bytes());
    tool.wait_with_output().expect("the tool ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn its_name_and_version() {
    assert_eq!(text(&run(&["--version"]).stdout), "own-opt 7.8.9\n");
    let help = text(&run(&["--help"]).stdout);
    assert!(help.starts_with("Shows what a tool can set\n\nUsage: own-opt "), "{help}");
    assert!(help.contains("--greet <GREET>"), "{help}");
}

#[test]
fn its_spelling_is_a_default() {
    let upstream = "func.func @f(%arg0: i32) -> i32";
    assert!(text(&run(&[]).stdout).contains(upstream));
    let std = text(&run(&["--spelling=std"]).stdout);
    assert!(std.contains("  func @f(%arg0: i32) -> i32"), "{std}");
}

#[test]
fn its_flags_and_debug_output() {
    let silent = run(&["--greet=you"]);
    assert_eq!((text(&silent.stderr), silent.status.code()), (String::new(), Some(0)));
    assert_eq!(text(&run(&["--debug-only=greeting"]).stderr), "hello, nobody\n");
    let both = run(&["-greet=you", "-debug-only=greeting"]);
    assert_eq!(text(&both.stderr), "hello, you\n");
    let unknown = run(&["--debug-only=greetings"]);
    assert_eq!(unknown.status.code(), Some(2));
}

/// An unknown flag is answered with related flags, and with nothing else.
#[test]
fn tips_name_related_flags() {
    let tip = |flag: &str| {
        let output = run(&[flag]);
        assert_eq!(output.status.code(), Some(2), "{flag}");
        let error = text(&output.stderr);
        let tip = error.lines().find(|line| line.trim_start().starts_with("tip:"));
        tip.map(|line| line.split(": ").last().unwrap_or_default().to_owned())
    };
    assert_eq!(tip("-allow").as_deref(), Some("'--allow-unregistered-dialect'"));
    let conversions = "'--convert-shape-constraints', '--convert-shape-to-std'";
    assert_eq!(tip("-convert-shape").as_deref(), Some(conversions));
    assert_eq!(tip("-canonicalise").as_deref(), Some("'--canonicalize'"));
    assert_eq!(tip("-gret").as_deref(), Some("'--greet'"));
    assert_eq!(tip("-timing").as_deref(), Some("'--pass-timing', '--pass-timing-display'"));
    // No flag is related to it, neither here nor in MLIR.
    assert_eq!(tip("-quiet").as_deref(), Some("see 'docs/own-dialects.md'"));
}
