//! Checks of the architecture page: the list of files for a new builtin is compared with the
//! occurrences of an existing one. The page also lists which crate uses which, where unsafe code
//! is, and the files of the walks. `circles.rs` lists which modules of a crate use each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use test_support::repository;

#[path = "architecture/circles.rs"]
mod circles;
#[path = "architecture/modules.rs"]
mod modules;

use modules::module_uses;

const BUILTIN: &str = "cumprod";

/// The crates that know Toy; `mlir-lite` does not.
const FOLDERS: [&str; 3] = ["toy-ast/src", "toy-dialect/src", "toyc/src"];

/// The paths in backticks at the start of the list items below the heading.
fn listed() -> BTreeSet<String> {
    let page =
        fs::read_to_string(repository().join("docs/architecture.md")).expect("the page is there");
    let (_, section) =
        page.split_once("## Where a new builtin goes").expect("the page has the section");
    let section = section.split("\n## ").next().unwrap_or(section);
    let items = section.lines().filter_map(|line| line.strip_prefix("* `")?.split_once('`'));
    items.map(|(path, _)| path.to_owned()).collect()
}

/// The files that mention the builtin outside of comments and unit tests.
fn found() -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    let mut folders: Vec<PathBuf> = FOLDERS.map(|folder| repository().join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && names_builtin(&path)
            {
                let path =
                    path.strip_prefix(repository()).expect("a path below the root").to_owned();
                files.insert(path.to_string_lossy().into_owned());
            }
        }
    }
    files
}

fn names_builtin(path: &Path) -> bool {
    // Advice on names of other languages may mention any builtin.
    if path.file_name().is_some_and(|name| {
        ["tests.rs", "foreign.rs", "numpy_calls.rs"].iter().any(|advice| name == *advice)
    }) {
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

/// The lines of the section's table, each with its cells.
fn table(section: &str) -> Vec<Vec<String>> {
    let page =
        fs::read_to_string(repository().join("docs/architecture.md")).expect("the page is there");
    let (_, rest) = page.split_once(&format!("## {section}\n")).expect("the page has the section");
    let section = rest.split("\n## ").next().unwrap_or(rest);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// The text in backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Cargo's metadata about the packages of the workspace.
fn metadata() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// The packages of the workspace, each with its folder and its dependencies, including those of
/// tests.
fn packages() -> BTreeMap<String, (PathBuf, BTreeSet<String>)> {
    let all = metadata();
    let names: BTreeSet<String> = all.iter().map(|package| text(&package["name"])).collect();
    let package = |package: &Value| {
        let folder = PathBuf::from(text(&package["manifest_path"])).with_file_name("");
        let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
        let used = dependencies.map(|used| text(&used["name"])).filter(|used| names.contains(used));
        (text(&package["name"]), (folder, used.collect()))
    };
    all.iter().map(package).collect()
}

/// The names that each of several things uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The things of which these consist, themselves among them.
fn closure(from: &BTreeSet<String>, uses: &Uses) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&String> = from.iter().collect();
    while let Some(name) = left.pop() {
        if found.insert(name.clone()) {
            left.extend(&uses[name]);
        }
    }
    found
}

/// Checks that a row of a table lists what one uses; it names what others do not bring along.
fn check_uses(name: &str, used: &BTreeSet<String>, listed: &BTreeSet<String>, uses: &Uses) {
    assert!(!closure(used, uses).contains(name), "{name} uses itself");
    assert_eq!(closure(used, uses), closure(listed, uses), "{name}");
    for one in listed {
        let others = listed.iter().filter(|other| *other != one).cloned().collect();
        assert!(!closure(&others, uses).contains(one), "{name}: {one} comes with others");
    }
}

/// The packages that each one names.
fn package_uses(packages: &BTreeMap<String, (PathBuf, BTreeSet<String>)>) -> Uses {
    packages.iter().map(|(name, (_, used))| (name.clone(), used.clone())).collect()
}

#[test]
fn the_floors_are_those_of_cargo() {
    let packages = packages();
    let uses = package_uses(&packages);
    let rows = table("Floors");
    for row in &rows {
        let (name, listed) = (&quoted(&row[0])[0], quoted(&row[2]).into_iter().collect());
        let (folder, used) =
            packages.get(name).unwrap_or_else(|| panic!("there is no package '{name}'"));
        let expected = repository().canonicalize().expect("a path").join(&quoted(&row[1])[0]);
        assert_eq!(folder.canonicalize().expect("a path"), expected, "{name}");
        check_uses(name, used, &listed, &uses);
    }
    // Every package below `mlir-lite/` is listed.
    let listed: BTreeSet<String> = rows.iter().map(|row| quoted(&row[0])[0].clone()).collect();
    let below = |folder: &Path| folder.components().any(|part| part.as_os_str() == "mlir-lite");
    let root = repository().canonicalize().expect("a path");
    let inside = packages.iter().filter(|(_, (folder, _))| {
        below(
            folder
                .canonicalize()
                .expect("a path")
                .strip_prefix(&root)
                .expect("it is below the root"),
        )
    });
    assert_eq!(inside.map(|(name, _)| name.clone()).collect::<BTreeSet<String>>(), listed);
}

#[test]
fn no_package_uses_itself() {
    let uses = package_uses(&packages());
    for (name, used) in &uses {
        assert!(!closure(used, &uses).contains(name), "{name}");
    }
}

/// A build of a crate's unit tests contains the whole crate again: a crate without unit tests has
/// `test = false`.
#[test]
fn crates_that_have_unit_tests_run_them() {
    let (mut wrong, sources) = (Vec::new(), sources());
    for (name, (folder, _)) in packages() {
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("the manifest is there");
        let library = text.split("[lib]\n").nth(1).and_then(|rest| rest.split("\n[").next());
        let runs = !library.is_some_and(|library| library.contains("test = false"));
        let mut own = sources.iter().filter(|path| path.starts_with(folder.join("src")));
        let has_tests = own.any(|path| {
            let text = fs::read_to_string(path).expect("a source is there");
            text.contains("#[test]") || text.contains("#[cfg(test)]")
        });
        if has_tests && !runs {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?} have unit tests, and `test = false`");
}

#[test]
fn only_one_package_names_llvm() {
    let manifests = packages().into_values().map(|(folder, _)| folder.join("Cargo.toml"));
    let names_inkwell = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a manifest");
        text.lines().any(|line| line.starts_with("inkwell"))
    };
    let found: Vec<PathBuf> = manifests.filter(names_inkwell).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("mlir-lite/llvm/Cargo.toml"), "{found:?}");
}

#[test]
fn the_files_of_the_page_are_there() {
    let page =
        fs::read_to_string(repository().join("docs/architecture.md")).expect("the page is there");
    let mut count = 0;
    for text in quoted(&page.replace("```", "")) {
        let is_path = text.ends_with(".rs") && !text.contains(' ');
        if is_path && ["mlir-lite/", "toy", "test/"].iter().any(|start| text.starts_with(start)) {
            assert!(repository().join(&text).is_file(), "{text}");
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

/// The code other than tests.
const SOURCES: [&str; 13] = [
    "examples",
    "mlir-lite/diagnostics",
    "mlir-lite/dialects",
    "mlir-lite/framework",
    "mlir-lite/ir",
    "mlir-lite/llvm",
    "mlir-lite/macros",
    "mlir-lite/opt",
    "mlir-lite/passes",
    "mlir-lite/reduce",
    "mlir-lite/src",
    "toy-ast",
    "toy-dialect",
];

/// The files of the table of unsafe code, with the numbers in it.
fn unsafe_listed() -> BTreeMap<String, usize> {
    let page =
        fs::read_to_string(repository().join("docs/architecture.md")).expect("the page is there");
    let (_, section) = page.split_once("## Unsafe code").expect("the page has the section");
    let section = section.split("\n## ").next().unwrap_or(section);
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let number = |rest: &str| rest.split(' ').next().and_then(|number| number.parse().ok());
    rows.map(|(path, rest)| (path.to_owned(), number(rest).expect("a number"))).collect()
}

/// A file without its tests.
fn code_of(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("sources are text");
    // Tests of a file are its last item; those with a file of their own are declared anywhere.
    let is_inside = |rest: &str| {
        let mut lines = rest.trim_start().lines().skip_while(|line| line.starts_with("#["));
        lines.next().is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'))
    };
    let mut tests = text.match_indices("\n#[cfg(test)]\n").map(|(index, _)| index);
    let end = tests.find(|&index| is_inside(&text[index..])).unwrap_or(text.len());
    text[..end].to_owned()
}

/// The lines of code with the word `unsafe`, outside of comments and texts.
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
        SOURCES.iter().chain(&["toyc"]).map(|folder| repository().join(folder)).collect();
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
            let path = path
                .strip_prefix(repository())
                .expect("a path below the root")
                .to_string_lossy()
                .into_owned();
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

/// Below its heading, a table of a crate's modules: each uses only those above it.
fn check_layers(heading: &str, source: &str) {
    let uses = module_uses(&repository().join(source).join("lib.rs"));
    let rows = table(heading);
    let mut above = BTreeSet::new();
    for row in &rows {
        let (name, listed) = (&quoted(&row[0])[0], quoted(&row[1]).into_iter().collect());
        let used = uses.get(name).unwrap_or_else(|| panic!("there is no module '{name}'"));
        let not_above: Vec<&String> = used.difference(&above).collect();
        assert!(not_above.is_empty(), "'{name}' uses {not_above:?}, not in the rows above it");
        check_uses(name, used, &listed, &uses);
        above.insert(name.clone());
    }
    assert_eq!(above, uses.into_keys().collect::<BTreeSet<String>>());
}

#[test]
fn the_layers_of_ir_are_those_of_the_page() {
    check_layers("Layers of `ir`", "mlir-lite/ir/src");
}

#[test]
fn the_layers_of_the_framework_are_those_of_the_page() {
    check_layers("Layers of `framework`", "mlir-lite/framework/src");
}

#[test]
fn the_layers_of_toy_dialect_are_those_of_the_page() {
    check_layers("Layers of `toy-dialect`", "toy-dialect/src");
}

#[test]
fn the_layers_of_toyc_are_those_of_the_page() {
    check_layers("Layers of `toyc`", "toyc/src");
}
