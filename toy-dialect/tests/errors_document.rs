//! `docs/errors.md`: the wrong programs below `test/error-table`, each with all of its diagnostics,
//! word for word.
//!
//! A file there begins with `## title`; each program in it, with `### title`. After a change of
//! messages or programs, `make update` generates the document again: read the changes.

mod common;

use std::fmt::Write as _;

use common::Checked;
use mlir_lite_diagnostics::Diagnostic;
use test_support::check_expected;

const INTRODUCTION: &str = "\
# Wrong programs, and what `toyc` says about them

Each program below is followed by its diagnostics, in the form that they have if the output is not a
terminal (`--diagnostics=plain`). `toyc --explain T0007` explains a code. A test generates this
document from the programs in `test/error-table`, and fails if it is out of date:

    make update
";

/// The programs of a file, with their titles, after the file's own title.
fn programs(text: &str) -> (&str, Vec<(&str, &str)>) {
    let mut parts = text.split("\n### ");
    let title = parts.next().unwrap_or_default().trim().trim_start_matches("## ");
    let programs = parts.map(|part| part.split_once('\n').expect("a title and a program"));
    (title, programs.map(|(title, program)| (title, program.trim_end_matches('\n'))).collect())
}

/// The files of programs, in order.
fn tables() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../test/error-table");
    let entries = std::fs::read_dir(folder).expect("the folder of wrong programs");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a readable file")).collect()
}

#[test]
fn the_document_is_up_to_date() {
    let tables = tables();
    let mut document = INTRODUCTION.to_owned();
    for table in &tables {
        let (title, programs) = programs(table);
        write!(document, "\n## {title}\n").expect("memory takes everything");
        for (title, program) in programs {
            let report = Checked::new("a.toy", &format!("{program}\n")).report();
            write!(document, "\n### {title}\n```toy\n{program}\n```\n```text\n{report}```\n")
                .expect("memory takes everything");
        }
    }
    check_expected("docs/errors.md", &document);
}

#[test]
fn there_are_enough_programs_and_each_is_reported_once_or_twice() {
    let tables = tables();
    let all: Vec<_> = tables.iter().flat_map(|table| programs(table).1).collect();
    assert!(all.len() >= 80);
    for (title, program) in all {
        let checked = Checked::new("a.toy", program);
        let codes: Vec<_> = checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert!(
            matches!(codes[..], [Some(_)] | [Some(_), Some(_)]),
            "{title}: {}",
            checked.report()
        );
        // The error, its location, and help: a label or a note, and help, where the message is not
        // sufficient.
        let is_complete = |d: &Diagnostic| d.label.is_some() || !d.help.is_empty();
        assert!(checked.diagnostics.iter().all(is_complete), "{title}: {}", checked.report());
    }
}
