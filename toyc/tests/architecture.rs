//! The architecture page says where a new builtin goes: the list is compared with where an existing one occurs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const BUILTIN: &str = "iota";

/// The crates that know Toy; `mlir-lite` does not.
const FOLDERS: [&str; 3] = ["toy-ast/src", "toy-dialect/src", "toyc/src"];

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The paths in backticks at the start of the list items below the heading.
fn listed() -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("the page is there");
    let (_, section) = page.split_once("## Where a new builtin goes").expect("the page has the section");
    let section = section.split("\n## ").next().unwrap_or(section);
    let items = section.lines().filter_map(|line| line.strip_prefix("* `")?.split_once('`'));
    items.map(|(path, _)| path.to_owned()).collect()
}

/// The files whose code, comments and unit tests left out, names the builtin.
fn found() -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    let mut folders: Vec<PathBuf> = FOLDERS.map(|folder| root().join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && names_builtin(&path) {
                let path = path.strip_prefix(root()).expect("a path below the root").to_owned();
                files.insert(path.to_string_lossy().into_owned());
            }
        }
    }
    files
}

fn names_builtin(path: &Path) -> bool {
    // Advice on names of other languages may name any builtin.
    if path.file_name().is_some_and(|name| name == "tests.rs" || name == "foreign.rs") {
        return false;
    }
    let text = fs::read_to_string(path).expect("sources are text");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.any(|line| line.to_lowercase().contains(BUILTIN))
}

#[test]
fn the_list_of_files_for_a_builtin_is_complete() {
    assert_eq!(found(), listed());
}
