//! `docs/conformance.md` names tests that exist, and counts its rows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const STATES: [&str; 4] = ["done", "in part", "left out", "planned"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/conformance.md")).expect("the page is there")
}

/// The cells of a table row; none for other lines.
fn cells(line: &str) -> Vec<&str> {
    let row = line.strip_prefix("| ").and_then(|line| line.strip_suffix('|'));
    row.map_or_else(Vec::new, |row| row.split(" | ").map(str::trim).collect())
}

/// The texts in backticks.
fn code_spans(text: &str) -> Vec<&str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Whether a source defines a function of this name.
fn has_function(source: &str, name: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let definition = format!("fn {name}");
    source.match_indices(&definition).any(|(at, _)| {
        !source[..at].ends_with(is_name) && !source[at + definition.len()..].starts_with(is_name)
    })
}

/// Whether `file` or `file::function` is in the repository.
fn exists(reference: &str) -> bool {
    match reference.split_once("::") {
        Some((file, function)) => {
            fs::read_to_string(root().join(file)).is_ok_and(|text| has_function(&text, function))
        }
        None => root().join(reference).exists(),
    }
}

#[test]
fn functions_are_found_by_their_whole_name() {
    assert!(has_function("#[test]\nfn sum() {}", "sum"));
    assert!(!has_function("fn sums() {}", "sum"));
    assert!(!has_function("a_fn sum() {}", "sum"));
}

/// Paths outside of the third column count if they begin with a folder of the repository.
#[test]
fn named_files_and_tests_exist() {
    let page = page();
    let is_path = |span: &&str| {
        let folder = span.split_once('/').map(|(folder, _)| folder);
        folder.is_some_and(|folder| !folder.is_empty() && root().join(folder).is_dir())
    };
    let paths: Vec<&str> = code_spans(&page).into_iter().filter(is_path).collect();
    assert!(paths.len() > 300, "only {} paths: has the page another form?", paths.len());
    let missing: Vec<&str> = paths.into_iter().filter(|path| !exists(path)).collect();
    assert!(missing.is_empty(), "not in the repository:\n{}", missing.join("\n"));
}

/// Each row names what shows it, from the root of the repository, or says that nothing does.
#[test]
fn rows_name_their_tests() {
    let page = page();
    let mut wrong = Vec::new();
    for line in page.lines() {
        let [_, state, shown, _] = cells(line)[..] else { continue };
        if !STATES.contains(&state) {
            continue;
        }
        let mut spans = code_spans(shown).into_iter();
        let is_shown = spans.clone().any(exists) || matches!(shown, "not shown" | "no test");
        if !is_shown || spans.any(|span| span.contains("::") && !exists(span)) {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "rows without a test:\n{}", wrong.join("\n"));
}

/// The table at the beginning counts the rows of each section by state.
#[test]
fn numbers_of_rows_are_right() {
    let page = page();
    let mut sections: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut heading = "";
    let mut said = BTreeMap::new();
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            heading = name;
            continue;
        }
        match cells(line)[..] {
            [_, state, ..] if heading != "How to read the tables" => {
                if let Some(index) = STATES.iter().position(|name| *name == state) {
                    sections.entry(heading).or_default()[index] += 1;
                }
            }
            [link, numbers] => {
                if let Some((name, _)) = link.strip_prefix('[').and_then(|l| l.split_once("](")) {
                    said.insert(name, numbers.to_owned());
                }
            }
            _ => {}
        }
    }
    for (name, counts) in sections {
        let parts = STATES.iter().zip(counts).filter(|(_, count)| *count > 0);
        let parts: Vec<String> = parts.map(|(state, count)| format!("{count} {state}")).collect();
        assert_eq!(said.get(name), Some(&parts.join(", ")), "the rows of '{name}'");
    }
}
