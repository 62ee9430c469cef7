//! Characters that a terminal would interpret are shown as numbers in all messages of
//! `mlir-lite-opt`, wherever they come from; texts in the IR are escaped.
#![cfg(unix)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

const TOOL: &str = env!("CARGO_BIN_EXE_mlir-lite-opt");

/// An escape sequence that colours, one that sets a title, a control of ISO 6429 in one character,
/// a direction override, an isolate, a backspace, a carriage return, a line separator, a deletion.
const HIDDEN: &str = "\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}1m\u{202e}\u{2066}\u{8}\r\u{2028}\u{7f}";

/// The same as shown in messages.
const SHOWN: &str =
    r"\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}1m\u{202e}\u{2066}\u{8}\u{d}\u{2028}\u{7f}";

/// The same and NUL in a quoted name of MLIR's text, each byte as a pair of digits.
fn quoted() -> String {
    let mut text = String::new();
    for byte in format!("a\0{HIDDEN}z").bytes() {
        let _ = write!(text, "\\{byte:02X}");
    }
    text
}

/// Written independently of the tool's own list: Unicode's categories of controls, and the controls
/// of Annex 9.
fn is_hidden(c: char) -> bool {
    let code = u32::from(c);
    (c.is_control() && c != '\n' && c != '\t')
        || [0x61c, 0x200e, 0x200f, 0x2028, 0x2029].contains(&code)
        || (0x202a..=0x202e).contains(&code)
        || (0x2066..=0x2069).contains(&code)
}

/// The text on standard error; checks that neither it nor standard output contains hidden
/// characters.
#[track_caller]
fn shown(output: &Output) -> String {
    let read = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    let (out, error) = (read(&output.stdout), read(&output.stderr));
    for text in [&out, &error] {
        let hidden: Vec<char> = text.chars().filter(|c| is_hidden(*c)).collect();
        assert!(hidden.is_empty(), "{hidden:?}: {}", text.escape_debug());
    }
    error
}

fn run(folder: &Path, name: &str, source: &str, words: &[&str]) -> Output {
    std::fs::write(folder.join(name), source).expect("the file is written");
    Command::new(TOOL).current_dir(folder).args(words).arg(name).output().expect("the tool starts")
}

/// Styles of diagnostics, and how each shows a number.
const STYLES: [(&str, &str); 3] =
    [("plain", r"\u{1b}[31m"), ("human", r"\u{1b}[31m"), ("json", r"\u001b[31m")];

#[test]
fn sources_and_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = format!("a{HIDDEN}.mlir");
    for (style, expected) in STYLES {
        let style = format!("--diagnostics={style}");
        for source in [
            // In a comment of the line that is shown, in a word, between words, in an unterminated
            // text.
            format!("func @f() {{ wrong }} // {HIDDEN}\n"),
            format!("func @f() {{ \"{HIDDEN}\n"),
            format!("func @f() {{ {HIDDEN} }}\n"),
            format!("func @f() attributes {{a = #{HIDDEN}}}\n"),
        ] {
            let output = run(folder.path(), &name, &source, &[&style]);
            let said = shown(&output);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains(expected), "{style}: {said}");
        }
    }
    let output = run(folder.path(), &name, &format!("wrong // {HIDDEN}\n"), &[]);
    let said = shown(&output);
    assert!(said.starts_with(&format!("a{SHOWN}.mlir:1:1: error: ")), "{said}");
    assert!(said.contains(&format!("\nwrong // {SHOWN}\n^")), "{said}");
    let absent =
        Command::new(TOOL).arg(format!("no{HIDDEN}.mlir")).output().expect("the tool starts");
    assert!(shown(&absent).contains(&format!("cannot read 'no{SHOWN}.mlir'")));
}

#[test]
fn a_nul_in_a_source() {
    let folder = tempfile::tempdir().expect("a folder");
    for source in ["func @f() { \0 }", "func @f() { return } // \0 \nx", "func @\"a\0b\"() { x }"] {
        let output = run(folder.path(), "a.mlir", source, &[]);
        assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
        shown(&output);
    }
}

#[test]
fn names_of_symbols_ops_and_attributes() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = quoted();
    for (source, is_wrong) in [
        (format!("func private @\"{name}\"()\nfunc private @\"{name}\"()\n"), true),
        (format!("func @f() {{\n  call @\"{name}\"() : () -> ()\n  return\n}}\n"), true),
        (format!("\"{name}.y\"() : () -> ()\n"), true),
        (format!("\"std.x{name}\"() : () -> ()\n"), true),
        (format!("func @f() attributes {{\"{name}\" = 1, \"{name}\" = 2}}\n"), true),
        (
            format!(
                "func @f() {{\n  \"std.return\"() {{sym_name = \"{name}\"}} : () -> i32 \
                    loc(\"{name}\":1:1)\n}}\n"
            ),
            true,
        ),
        (format!("llvm.func @f() attributes {{frame_pointer = \"{name}\"}}\n"), true),
        (
            format!(
                "func private @\"{name}\"() attributes {{\"b{name}\" = \"{name}\"}} \
                    loc(\"{name}\":1:1)\n"
            ),
            false,
        ),
    ] {
        for words in [
            &[][..],
            &["--mlir-print-debuginfo", "--spelling=upstream"],
            &["--mlir-print-op-generic"],
            &["--mlir-print-op-on-diagnostic"],
            &["--diagnostics=human"],
            &["--diagnostics=json"],
        ] {
            let output = run(folder.path(), "a.mlir", &source, words);
            let said = shown(&output);
            assert_eq!(output.status.success(), !is_wrong, "{source}: {said}");
        }
    }
}

#[test]
fn what_passes_say_and_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = quoted();
    let source = format!(
        "func @\"{name}\"(%a: i32) -> i32 {{\n  %0 = \"t.x{name}\"(%a) : (i32) -> i32\n  return %0 \
            : i32\n}}\n"
    );
    for pass in [
        "--print-op-stats",
        "--test-print-defuse",
        "--test-print-nesting",
        "--view-op-graph",
        "--convert-std-to-llvm",
        "--print-ir-after-all",
        "--debug-only=dialect-conversion",
    ] {
        let words =
            ["--allow-unregistered-dialect", pass, "--canonicalize", "--mlir-print-debuginfo"];
        let output = run(folder.path(), "a.mlir", &source, &words);
        let said = shown(&output);
        assert!(!said.contains("unexpected argument"), "{said}");
    }
    let output = run(
        folder.path(),
        "a.mlir",
        &source,
        &["--allow-unregistered-dialect", &format!("--run=x{HIDDEN}")],
    );
    assert!(shown(&output).contains(r"\u{1b}[31m"));
}

#[test]
fn words_of_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for words in [
        &[format!("--{HIDDEN}")][..],
        &[format!("--spelling={HIDDEN}")],
        &[format!("--pass-pipeline={HIDDEN}")],
        &[format!("--pass-pipeline=builtin.module(cse{{{HIDDEN}=1}})")],
        &[format!("--canonicalize={HIDDEN}=1")],
        &[format!("--pass-doc={HIDDEN}")],
        &[format!("--dialect-doc={HIDDEN}")],
        &["-o".to_owned(), format!("{HIDDEN}/b")],
    ] {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = run(folder.path(), "a.mlir", "func private @f()\n", &words);
        let said = shown(&output);
        assert!(!output.status.success(), "{words:?}");
        // The argument parser drops whole escape sequences.
        assert!(said.contains(r"\u{202e}"), "{words:?}: {said}");
    }
}
