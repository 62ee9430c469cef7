//! Limits on the cost of an input: just below each, everything works; just above, an error names
//! the limit and its option.
#![cfg(unix)]

mod growth;
mod sources;
mod table;

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// Runs toyc on a source, with at most 1 GB of memory and 60 seconds of processor time.
fn toyc(name: &str, source: &str, words: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, source).expect("the source is written");
    bounded(TOYC, folder.path(), 1_000_000, &[words, &[name]].concat())
}

fn bounded(program: &str, folder: &Path, kilobytes: u64, words: &[&str]) -> Output {
    let script = format!("ulimit -v {kilobytes} && ulimit -t 60 && exec \"$@\"");
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-c", &script, "sh", program]).args(words);
    shell.output().expect("a shell starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is UTF-8")
}

#[track_caller]
fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{} {}", output.status, text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn fails(output: &Output, message: &str) {
    let said = text(&output.stderr);
    assert!(said.contains(message), "{} {said}", output.status);
    assert_eq!(output.status.code(), Some(1), "{said}");
}

/// The least number from 1 on that is enough, given one that is.
#[track_caller]
fn least(enough: usize, is_enough: impl Fn(usize) -> bool) -> usize {
    let (mut below, mut above) = (0, enough);
    assert!(is_enough(above), "{above} is not enough");
    while above - below > 1 {
        let middle = (below + above) / 2;
        if is_enough(middle) { above = middle } else { below = middle }
    }
    above
}

/// Aliases of attributes, each an array of this many copies of the previous one.
fn attributes(count: usize, copies: usize) -> String {
    let mut text = "#a0 = [1]\n".to_owned();
    for index in 1..count {
        let before = vec![format!("#a{}", index - 1); copies].join(", ");
        text += &format!("#a{index} = [{before}]\n");
    }
    text + &format!("func @f() attributes {{a = #a{}}} {{\n  return\n}}\n", count - 1)
}

/// The same of types.
fn types(count: usize, copies: usize) -> String {
    let mut text = "!a0 = tuple<i32>\n".to_owned();
    for index in 1..count {
        let before = vec![format!("!a{}", index - 1); copies].join(", ");
        text += &format!("!a{index} = tuple<{before}>\n");
    }
    text + &format!("func private @f(!a{})\n", count - 1)
}

#[test]
fn aliases_nest_as_deep_as_what_is_read_back() {
    for make in [attributes, types] {
        let accepted = |count: usize| {
            let output = toyc("a.mlir", &make(count, 1), &["-emit=mlir"]);
            if !output.status.success() {
                fails(&output, "nesting is deeper than 200 levels where '");
            }
            output.status.success().then(|| succeeds(&output))
        };
        // The output just below the limit is parsed back as the same text.
        let below = least(250, |count| accepted(count).is_none()) - 1;
        let printed = accepted(below).expect("it is below the border");
        assert_eq!(succeeds(&toyc("b.mlir", &printed, &["-emit=mlir"])), printed);
        for count in [300, 50_000] {
            assert!(accepted(count).is_none());
        }
    }
}

#[test]
fn aliases_that_double_are_bounded() {
    for make in [attributes, types] {
        // 2 to the power of 10 times a few bytes, and of 40.
        succeeds(&toyc("a.mlir", &make(11, 2), &["-emit=mlir"]));
        fails(
            &toyc("a.mlir", &make(41, 2), &["-emit=mlir"]),
            "is larger than 16777216 bytes here; '--max-alias-expansion=BYTES'",
        );
        // One byte less than the definition needs, and exactly as much.
        let source = make(3, 2);
        let takes = |bytes: usize| {
            toyc("a.mlir", &source, &["-emit=mlir", &format!("--max-alias-expansion={bytes}")])
        };
        let border = least(1000, |bytes| takes(bytes).status.success());
        fails(
            &takes(border - 1),
            &format!(
                "larger than {} bytes here; '--max-alias-expansion=BYTES' allows more",
                border - 1
            ),
        );
        succeeds(&takes(border));
    }
    // Each use in the rest of the text counts.
    let line = "func private @f(!a)\n";
    let used = |count: usize| {
        let uses: String =
            (0..count).map(|index| line.replace("@f", &format!("@f{index}"))).collect();
        let source = format!("!a = tuple<i32, i32, i32, i32>\n{uses}");
        toyc("a.mlir", &source, &["-emit=mlir", "--max-alias-expansion=30"])
    };
    succeeds(&used(40));
    fails(&used(100), "is larger than 1920 bytes here");
}

/// Functions of which each calls the next for two shapes.
fn copies(levels: usize) -> String {
    let mut text = "def f0(x) { print(x); return sum(x); }\n".to_owned();
    for level in 1..=levels {
        let next = level - 1;
        text += &format!(
            "def f{level}(x) {{ print(x); return f{next}(concat(x, [1])) + \
                f{next}(concat(concat(x, x), [1])); }}\n"
        );
    }
    text + &format!("def main() {{ print(f{levels}([1, 2])); }}\n")
}

#[test]
fn copies_of_functions_are_bounded() {
    let source = copies(3);
    let with = |most: usize| toyc("a.toy", &source, &["check", &format!("--max-copies={most}")]);
    let border = least(100, |most| with(most).status.success());
    assert!((2..=15).contains(&border), "{border}");
    fails(
        &with(border - 1),
        &format!("the program takes more than {} copies of functions", border - 1),
    );
    fails(&with(border - 1), "'--max-copies=N'");
    // This used to take exponential time.
    let start = Instant::now();
    fails(
        &toyc("a.toy", &copies(30), &["check"]),
        "the program takes more than 1000 copies of functions",
    );
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn errors_are_bounded() {
    let source = |count: usize| {
        let lines: String = (0..count).map(|index| format!("  print(u{index});\n")).collect();
        format!("def main() {{\n{lines}}}\n")
    };
    let said = |count: usize, words: &[&str]| text(&toyc("a.toy", &source(count), words).stderr);
    let count = |text: &str| text.matches(": unknown variable '").count();
    let more = "more errors are not shown; '--error-limit=N'";
    let (below, above) = (said(200, &["check"]), said(201, &["check"]));
    assert_eq!((count(&below), below.contains(more)), (200, false));
    assert_eq!(
        (count(&above), above.contains(&format!("error: 1 {more}"))),
        (200, true),
        "{above}"
    );
    let all = said(300, &["check", "--error-limit=0"]);
    assert_eq!((count(&all), all.contains(more)), (300, false));
    let few = said(3, &["check", "--error-limit=2"]);
    assert_eq!((count(&few), few.contains(more)), (2, true));
}
