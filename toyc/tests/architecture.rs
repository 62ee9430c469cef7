//! The architecture page says where a new builtin goes: the list is compared with where an existing one occurs. It says,
//! too, where unsafe code is.

use std::collections::{BTreeMap, BTreeSet};
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

/// The code that is not for tests.
const SOURCES: [&str; 8] = [
    "examples",
    "mlir-lite/diagnostics",
    "mlir-lite/macros",
    "mlir-lite/opt",
    "mlir-lite/reduce",
    "mlir-lite/src",
    "toy-ast",
    "toy-dialect",
];

/// The files of the table of unsafe code, with the numbers in it.
fn unsafe_listed() -> BTreeMap<String, usize> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("the page is there");
    let (_, section) = page.split_once("## Unsafe code").expect("the page has the section");
    let section = section.split("\n## ").next().unwrap_or(section);
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let number = |rest: &str| rest.split(' ').next().and_then(|number| number.parse().ok());
    rows.map(|(path, rest)| (path.to_owned(), number(rest).expect("a number"))).collect()
}

/// A file without its tests.
fn code_of(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("sources are text");
    // Tests of a file are its last item.
    let end = text
        .find("\n#[cfg(test)]\nmod ")
        .or_else(|| text.find("\n#[cfg(test)]\n#[allow(unsafe_code)]\nmod "));
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The lines of code with the word, that is, outside of comments and texts.
fn unsafe_lines(code: &str) -> Vec<usize> {
    let is_use = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        ["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait", "#[unsafe("]
            .iter()
            .any(|form| code.contains(form))
    };
    code.lines().enumerate().filter(|(_, line)| is_use(line)).map(|(number, _)| number).collect()
}

/// All Rust files but those of tests.
fn sources() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        SOURCES.iter().chain(&["toyc"]).map(|folder| root().join(folder)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there").flatten() {
            let path = entry.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.extend((name != "tests" && name != "target").then_some(path));
            } else if name.ends_with(".rs") && name != "tests.rs" {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn the_table_of_unsafe_code_is_complete() {
    let mut found = BTreeMap::new();
    for path in sources() {
        let count = unsafe_lines(&code_of(&path)).len();
        if count > 0 {
            let path =
                path.strip_prefix(root()).expect("a path below the root").to_string_lossy().into_owned();
            found.insert(path, count);
        }
    }
    assert!(found.len() > 5, "{found:?}");
    assert_eq!(found, unsafe_listed());
}

#[test]
fn each_unsafe_block_says_why_it_is_sound() {
    for path in sources() {
        let code = code_of(&path);
        let lines: Vec<&str> = code.lines().collect();
        for number in unsafe_lines(&code) {
            let line = lines[number];
            let is_function = line.contains("unsafe fn");
            let wanted = if is_function { "# Safety" } else { "SAFETY:" };
            // Attributes and the rest of a statement may be between.
            let reach = if is_function { 16 } else { 10 };
            let above = &lines[number.saturating_sub(reach)..number];
            assert!(
                above.iter().any(|line| line.contains(wanted)),
                "{}:{}: {line}",
                path.display(),
                number + 1
            );
        }
    }
}
