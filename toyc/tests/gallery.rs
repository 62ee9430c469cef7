//! The programs of `examples/gallery` print what NumPy computes, in each engine, are hardly longer
//! than their sources for NumPy, and draw the pictures of `docs/gallery.md`, which shows them.
//! `examples/gallery/expected.py` writes the expected output. `UPDATE_EXPECTED=1` writes the page
//! and its pictures anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use pretty_assertions::assert_eq;
use test_support::{check_expected, repository};

/// The engines that run the programs.
const ENGINES: &[&[&str]] = &[
    &["-emit=interp"],
    #[cfg(feature = "llvm")]
    &["-emit=jit"],
    #[cfg(feature = "llvm")]
    &["-emit=jit", "-O3"],
];

/// The most lines of a program for each line of its source for NumPy.
const MOST_LINES: f64 = 1.3;

fn folder() -> PathBuf {
    repository().join("examples/gallery")
}

fn read(file: &str) -> String {
    std::fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The names of the programs, in alphabetical order.
fn programs() -> Vec<String> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let is_program = |path: &PathBuf| path.extension().is_some_and(|end| end == "toy");
    let name = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let mut names: Vec<String> = files.filter(is_program).map(name).collect();
    names.sort();
    names
}

/// The lines that are neither blank nor a comment.
fn lines(source: &str) -> usize {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    source.lines().filter(is_code).count()
}

/// Words and numbers, without brackets; 1 and 0 for booleans.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || "[],".contains(c));
    let words = words.filter(|word| !word.is_empty());
    let number = |word: &str| match word {
        "True" | "true" => "1".to_owned(),
        "False" | "false" => "0".to_owned(),
        _ => word.to_owned(),
    };
    words.map(number).collect()
}

/// Whether words are equal, or numbers but for rounding: six digits are printed.
fn are_equal(found: &str, expected: &str) -> bool {
    match (found.parse::<f64>(), expected.parse::<f64>()) {
        (Ok(found), Ok(expected)) if found.is_finite() && expected.is_finite() => {
            (found - expected).abs() <= 1e-6 * expected.abs().max(1.0)
        }
        _ => found == expected,
    }
}

/// Runs a program in a folder, and returns its output.
fn run(name: &str, flags: &[&str], folder: &Path) -> String {
    let file = repository().join(format!("examples/gallery/{name}.toy"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_toyc"));
    let run = command.args(flags).arg(file).current_dir(folder).output().unwrap();
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && errors.is_empty(), "{name} {flags:?}: {errors}");
    String::from_utf8(run.stdout).unwrap()
}

/// The picture that a program draws, if it draws one.
fn picture(name: &str, folder: &Path) -> Option<String> {
    std::fs::read_to_string(folder.join(format!("{name}.svg"))).ok()
}

#[test]
fn programs_print_what_numpy_computes() {
    let names = programs();
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        let expected = words(&read(&format!("{name}.txt")));
        let mut pictures = Vec::new();
        for flags in ENGINES {
            let folder = tempfile::tempdir().unwrap();
            let found = words(&run(&name, flags, folder.path()));
            assert_eq!(found.len(), expected.len(), "{name} {flags:?}: {found:?}");
            for (found, expected) in found.iter().zip(&expected) {
                assert!(are_equal(found, expected), "{name} {flags:?}: {found}, not {expected}");
            }
            pictures.push(picture(&name, folder.path()));
        }
        assert!(pictures.iter().all(|picture| *picture == pictures[0]), "{name}: other pictures");
    }
}

#[test]
fn programs_are_hardly_longer_than_for_numpy() {
    for name in programs() {
        let [toy, numpy] = ["toy", "py"].map(|end| lines(&read(&format!("{name}.{end}"))) as f64);
        assert!(toy <= MOST_LINES * numpy, "{name} has {toy} lines, and {numpy} for NumPy");
    }
}

/// The first comment of a program, and the program after it.
fn described(source: &str) -> (String, &str) {
    let (comment, program) = source.split_once("\n\n").expect("a comment and a program");
    let words: Vec<&str> = comment.lines().map(|line| line.trim_start_matches("# ")).collect();
    (words.join("\n"), program)
}

#[test]
fn the_page_shows_the_programs_and_their_pictures() {
    let mut page = read("introduction.md");
    for name in programs() {
        let folder = tempfile::tempdir().unwrap();
        let output = run(&name, &["-emit=interp"], folder.path());
        let source = read(&format!("{name}.toy"));
        let (comment, program) = described(&source);
        let [own, numpy] = ["toy", "py"].map(|end| lines(&read(&format!("{name}.{end}"))));
        let title = name.replace('_', " ");
        write!(
            page,
            "\n## {title}\n\n{comment}\n\n```toy\n{program}```\n\n```text\n{output}```\n\n[For \
             NumPy](../examples/gallery/{name}.py) it has {numpy} lines; here, {own}.\n"
        )
        .unwrap();
        if let Some(picture) = picture(&name, folder.path()) {
            writeln!(page, "\n![{title}](pictures/gallery/{name}.svg)").unwrap();
            check_expected(&format!("docs/pictures/gallery/{name}.svg"), &picture);
        }
    }
    check_expected("docs/gallery.md", &page);
}
