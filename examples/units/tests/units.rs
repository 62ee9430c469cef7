//! Programs with units: read, rejected, simplified and lowered; and the page
//! that explains them, which shows this package's files as they are.

use pretty_assertions::assert_eq;
use std::collections::BTreeMap;
use std::process::Command;
use test_support::check_expected;

/// Returns the output of `units-opt`; it reports nothing.
#[track_caller]
fn units_opt(arguments: &[&str]) -> String {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_units-opt"));
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let output = tool.args(arguments).current_dir(tests).output().expect("units-opt runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn programs_are_read_simplified_and_lowered() {
    assert_eq!(units_opt(&["trip.mlir"]), include_str!("trip.mlir"));
    let canonical = units_opt(&["trip.mlir", "--canonicalize"]);
    check_expected("examples/units/tests/trip.canonical.mlir", &canonical);
    let lowered = units_opt(&["trip.mlir", "--canonicalize", "--units-to-std"]);
    check_expected("examples/units/tests/trip.std.mlir", &lowered);
}

#[test]
fn wrong_programs_are_rejected() {
    units_opt(&["errors.mlir", "--verify-diagnostics", "--split-input-file"]);
}

#[test]
fn the_dialect_is_documented() {
    let page = units_opt(&["--dialect-doc=units"]);
    assert!(
        page.contains("### `units.convert` (ConvertOp)\n\n_The same quantity in another unit_"),
        "{page}"
    );
}

#[test]
fn the_tutorial_shows_these_files() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).expect("a file");
    let page = read("docs/tutorial.md");
    let mut sources: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    // "```rust examples/units/src/ops.rs" starts a block that belongs to that file.
    for block in page.split("\n```").filter(|block| block.contains("examples/units/")) {
        let Some((head, code)) = block.split_once('\n') else { continue };
        let Some((language, file)) = head.split_once(' ') else { continue };
        match language {
            "rust" => sources.entry(file).or_default().push(code),
            _ => {
                assert!(read(file).contains(code.trim_end()), "{file} does not have this:\n{code}")
            }
        }
    }
    assert_eq!(sources.len(), 5);
    // The blocks of Rust, each added to the end of its file, are the whole files.
    for (file, blocks) in sources {
        assert_eq!(blocks.join("\n\n") + "\n", read(file), "{file}");
    }
}

#[test]
fn the_tutorial_s_commands_print_what_it_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page =
        std::fs::read_to_string(format!("{root}/docs/tutorial.md")).expect("the tutorial is there");
    let (_, session) = page.split_once("```console\n$ ").expect("the tutorial has a session");
    let (session, _) = session.split_once("\n```").expect("the session has an end");
    for step in session.split("\n$ ") {
        let (command, expected) = step.split_once('\n').expect("a command prints something");
        let arguments = command.strip_prefix("cargo run -p units -- ").expect("the tool is run");
        let arguments: Vec<&str> = arguments
            .split(' ')
            .map(|argument| argument.strip_prefix("examples/units/tests/").unwrap_or(argument))
            .collect();
        let found = units_opt(&arguments);
        match expected.strip_suffix("\n...") {
            Some(start) => assert!(found.starts_with(start), "{found}"),
            None => assert_eq!(found.trim_end(), expected),
        }
    }
}
