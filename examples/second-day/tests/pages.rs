//! The pages of `docs/second-day` and the programs made of their blocks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each page, and its program.
const PROGRAMS: &[(&str, &str)] = &[
    ("attributes", env!("CARGO_BIN_EXE_attributes")),
    ("branches", env!("CARGO_BIN_EXE_branches")),
    ("conversions", env!("CARGO_BIN_EXE_conversions")),
    ("effects", env!("CARGO_BIN_EXE_effects")),
    ("inlining", env!("CARGO_BIN_EXE_inlining")),
    ("language-server", env!("CARGO_BIN_EXE_language-server")),
    ("publishing", env!("CARGO_BIN_EXE_publishing")),
    ("regions", env!("CARGO_BIN_EXE_regions")),
    ("remarks", env!("CARGO_BIN_EXE_remarks")),
    ("test-tool", env!("CARGO_BIN_EXE_test-tool")),
    ("variadics", env!("CARGO_BIN_EXE_variadics")),
];

/// Pages beside the folder with a program of the same kind: `docs/writing-an-analysis.md`.
const BESIDE: &[(&str, &str)] =
    &[("writing-an-analysis", env!("CARGO_BIN_EXE_writing-an-analysis"))];

fn pages() -> PathBuf {
    test_support::repository().join("docs/second-day")
}

/// The file of a page, from the root of the repository, without its extension.
fn path(page: &str) -> String {
    let is_beside = BESIDE.iter().any(|(beside, _)| *beside == page);
    format!("docs/{}{page}", if is_beside { "" } else { "second-day/" })
}

/// The blocks of a page, in their order.
fn program(page: &str) -> String {
    let path = path(page);
    let file = test_support::repository().join(format!("{path}.md"));
    let text = fs::read_to_string(file).expect("the page");
    let blocks = text.split("```rust\n").skip(1);
    let blocks: Vec<&str> =
        blocks.map(|block| block.split("```").next().unwrap_or_default()).collect();
    format!("//! The program of `{path}.md`.\n\n{}", blocks.join("\n"))
}

#[test]
fn each_page_has_its_program() {
    let mut names: Vec<String> = fs::read_dir(pages())
        .expect("the folder of pages")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| program(&name(path)).contains("fn main()"))
        .map(|path| name(&path))
        .collect();
    names.sort();
    let listed: Vec<&str> = PROGRAMS.iter().map(|(page, _)| *page).collect();
    pretty_assertions::assert_eq!(names, listed);
}

fn name(page: &Path) -> String {
    page.file_stem().expect("a page has a name").to_string_lossy().into_owned()
}

#[test]
fn the_blocks_of_each_page_are_its_program() {
    for (page, _) in PROGRAMS.iter().chain(BESIDE) {
        let path = format!("examples/second-day/src/bin/{page}.rs");
        test_support::check_expected(&path, &program(page));
    }
}

#[test]
fn the_programs_run() {
    for (page, program) in PROGRAMS.iter().chain(BESIDE) {
        let output = Command::new(program).output().expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}: {errors}");
    }
}
