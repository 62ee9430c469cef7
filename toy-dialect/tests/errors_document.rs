//! `docs/errors.md`: the wrong programs below `test/toy/error-table`, each with all of its
//! diagnostics, word for word.
//!
//! A file there begins with `## title`; each program in it, with `### title`. After a change of
//! messages or programs, `make update` generates the document again: read the changes.

mod common;

use std::sync::OnceLock;

use common::Checked;
use mlir_lite_diagnostics::{Diagnostic, apply_fixes};
use test_support::check_expected;
use toy_ast::foreign::Ours;
use toy_dialect::library::LibraryFile;

const INTRODUCTION: &str = "\
# Wrong programs, and what `toyc` says about them

Each program below is followed by its diagnostics, in the form that they have if the output is not a
terminal (`--diagnostics=plain`), and by what `toyc check --fix` makes of it, where it is certain
what was meant. `toyc --explain T0007` explains a code. A test generates this document from the
programs in `test/toy/error-table`, and fails if it is out of date:

    make update
";

/// A wrong program, with its diagnostics.
struct Program {
    title: String,
    text: String,
    checked: Checked,
}

/// The files of programs: their titles, and their programs. Each program is checked once for all
/// tests.
fn tables() -> &'static [(String, Vec<Program>)] {
    static TABLES: OnceLock<Vec<(String, Vec<Program>)>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../test/toy/error-table");
        let entries = std::fs::read_dir(folder).expect("the folder of wrong programs");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        let read = |path| std::fs::read_to_string(path).expect("a readable file");
        paths.iter().map(|path| table(&read(path))).collect()
    })
}

fn table(text: &str) -> (String, Vec<Program>) {
    let mut parts = text.split("\n### ");
    let title = parts.next().unwrap_or_default().trim().trim_start_matches("## ");
    let programs = parts.map(|part| {
        let (title, program) = part.split_once('\n').expect("a title and a program");
        let text = program.trim_end_matches('\n').to_owned() + "\n";
        Program { title: title.to_owned(), checked: Checked::new("a.toy", &text), text }
    });
    (title.to_owned(), programs.collect())
}

impl Program {
    /// The program after `toyc check --fix`, if that changes anything.
    fn repaired(&self) -> Option<String> {
        let mut repaired = repaired(&self.checked)?;
        // More repairs of one program would be a repair that asks for itself again.
        for _ in 0..10 {
            match self::repaired(&Checked::new("a.toy", &repaired)) {
                Some(next) => repaired = next,
                None => return Some(repaired),
            }
        }
        panic!("the repairs have no end: {repaired}");
    }
}

/// The program with the repairs that are certain.
fn repaired(checked: &Checked) -> Option<String> {
    let file = checked.sources.file_by_name("a.toy").expect("the program");
    let (text, fixed) = apply_fixes(&file, checked.diagnostics.iter());
    (!fixed.is_empty()).then_some(text)
}

#[test]
fn the_document_is_up_to_date() {
    let mut document = INTRODUCTION.to_owned();
    for (title, programs) in tables() {
        document += &format!("\n## {title}\n");
        for program in programs {
            let (title, text, report) = (&program.title, &program.text, program.checked.report());
            document += &format!("\n### {title}\n```toy\n{text}```\n```text\n{report}```\n");
            if let Some(repaired) = program.repaired() {
                document += &format!("`--fix` makes it\n```toy\n{repaired}```\n");
            }
        }
    }
    check_expected("docs/errors.md", &document);
}

#[test]
fn there_are_enough_programs_and_each_is_reported_once_or_twice() {
    let all: Vec<&Program> = tables().iter().flat_map(|(_, programs)| programs).collect();
    assert!(all.len() >= 80);
    for Program { title, checked, .. } in all {
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

#[test]
fn first_mistakes_are_reported_once() {
    let (_, mistakes) = tables().last().expect("the table of first mistakes");
    assert!(mistakes.len() >= 80);
    for Program { title, checked, .. } in mistakes {
        assert_eq!(checked.diagnostics.len(), 1, "{title}: {}", checked.report());
    }
}

#[test]
fn advice_on_names_of_other_languages_names_functions_that_exist() {
    let mut builtins: Vec<&str> = toy_dialect::builtins::names().collect();
    builtins.sort_unstable();
    assert_eq!(toy_ast::foreign::BUILTINS, builtins);
    let mut names = 0;
    for (name, ours) in toy_ast::foreign::all() {
        let help = ours.help();
        // The texts in backticks.
        for code in help.split('`').skip(1).step_by(2) {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            for (end, _) in code.match_indices('(') {
                let called = code[..end].rsplit(|c| !is_name(c)).next().unwrap_or_default();
                let is_example = matches!(called, "" | "f" | "name" | "area");
                let is_known =
                    builtins.contains(&called) || LibraryFile::defining(called).is_some();
                assert!(is_example || is_known, "{name}: {help}");
            }
            names += 1;
        }
        if let Ours::Name(ours) = ours {
            let is_value = toy_dialect::builtins::constant(ours).is_some();
            assert!(is_value || builtins.contains(&ours), "{name}: {help}");
        }
        assert!(!builtins.contains(&name) || MEMBERS.contains(&name), "{name} is a function here");
    }
    assert!(names > 100);
}

/// Names that are functions here, and members or words elsewhere.
const MEMBERS: [&str; 3] = ["shape", "transpose", "select"];
