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

fn pages() -> PathBuf {
    test_support::repository().join("docs/second-day")
}

/// The blocks of a page, in their order.
fn program(page: &str) -> String {
    let text = fs::read_to_string(pages().join(format!("{page}.md"))).expect("the page");
    let blocks = text.split("```rust\n").skip(1);
    let blocks: Vec<&str> =
        blocks.map(|block| block.split("```").next().unwrap_or_default()).collect();
    format!("//! The program of `docs/second-day/{page}.md`.\n\n{}", blocks.join("\n"))
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
    for (page, _) in PROGRAMS {
        let path = format!("examples/second-day/src/bin/{page}.rs");
        test_support::check_expected(&path, &program(page));
    }
}

#[test]
fn the_programs_run() {
    for (page, program) in PROGRAMS {
        let output = Command::new(program).output().expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}: {errors}");
    }
}
