//! The data of the page, for all examples.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use serde_json::{Value, json};

use super::data::Exploration;
use super::{Engine, page};
use crate::arguments::Arguments;
use crate::stage::Stage;

const STAGES: &[&str] = &["ast", "toy", "inferred", "affine", "std", "llvm-dialect"];
#[cfg(feature = "llvm")]
const MACHINE_CODE: &[&str] = &["llvm", "optimized", "asm"];
#[cfg(not(feature = "llvm"))]
const MACHINE_CODE: &[&str] = &[];

/// The data of a program's page, and its errors. Nothing is run.
fn explore(file: &Path) -> Value {
    let (sources, mut diagnostics) = (Arc::new(SourceMap::new()), Diagnostics::new());
    let mut arguments = Arguments::nothing();
    arguments.file = Some(file.to_owned());
    arguments.emit = if cfg!(feature = "llvm") { Stage::Asm } else { Stage::MlirLlvm };
    let mut exploration = Exploration::default();
    // Errors are in the data.
    let _ = exploration.compile(&arguments.plan(), &sources, &mut diagnostics);
    exploration.data_with(&sources, &diagnostics, None)
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn numbers(value: &Value) -> Vec<usize> {
    let numbers = value.as_array().into_iter().flatten();
    numbers.map(|number| number.as_u64().expect("a number") as usize).collect()
}

/// The texts of lines.
fn texts(data: &Value, lines: &[usize]) -> Vec<String> {
    let table = list(data, "lines");
    let text = |line: &usize| {
        let text = numbers(&table[*line])[0];
        list(data, "texts")[text].as_str().expect("a text").to_owned()
    };
    lines.iter().map(text).collect()
}

fn stage_lines(data: &Value, id: &str) -> Vec<usize> {
    let stage = list(data, "stages").iter().find(|stage| stage["id"] == id);
    numbers(&stage.unwrap_or_else(|| panic!("there is no stage {id}"))["lines"])
}

/// Each location is in the source, and lines of the source are linked to each stage.
fn check_links(data: &Value) {
    let source: Vec<&str> = data["source"].as_str().expect("a source").lines().collect();
    for line in list(data, "lines") {
        let line = numbers(line);
        assert!(line[0] < list(data, "texts").len());
        for location in line[1..].chunks(2) {
            let &[number, column] = location else { panic!("half a location") };
            let text = source.get(number - 1).unwrap_or_else(|| panic!("no line {number}"));
            assert!((1..=text.len() + 1).contains(&column), "no column {column} in '{text}'");
        }
    }
    for stage in list(data, "stages") {
        let lines = numbers(&stage["lines"]);
        let is_linked = |line: &usize| numbers(&list(data, "lines")[*line]).len() > 1;
        let linked = lines.iter().filter(|line| is_linked(line)).count();
        // The syntax tree has lines for braces, and machine code for declarations.
        assert!(linked * 5 > lines.len(), "{}: {linked} of {} lines", stage["id"], lines.len());
    }
}

/// The changes of the passes lead from stage to stage.
fn check_steps(data: &Value) {
    let mut module = stage_lines(data, "toy");
    let steps = list(data, "steps");
    for (index, step) in steps.iter().enumerate() {
        for change in list(step, "changes").iter().rev() {
            let at = change[0].as_u64().expect("a line") as usize;
            let count = change[1].as_u64().expect("a number") as usize;
            module.splice(at..at + count, numbers(&change[2]));
        }
        if steps.get(index + 1).is_none_or(|next| next["stage"] != step["stage"]) {
            let id = step["stage"].as_str().expect("a stage");
            assert_eq!(texts(data, &module), texts(data, &stage_lines(data, id)), "{id}");
        }
    }
}

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = std::fs::read_dir(folder).expect("the examples").flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toy"))
        // Its shapes are those of a file, which toyc/tests/explore.rs gives it.
        .filter(|path| !path.ends_with("image_blur.toy"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_example_has_every_stage_with_links() {
    let (files, next) = (examples(), AtomicUsize::new(0));
    assert!(files.len() >= 8);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let data = explore(file);
                    assert_eq!(data["messages"], "", "{}", file.display());
                    let ids: Vec<&Value> =
                        list(&data, "stages").iter().map(|stage| &stage["id"]).collect();
                    assert_eq!(json!(ids), json!([STAGES, MACHINE_CODE].concat()));
                    check_links(&data);
                    check_steps(&data);
                }
            });
        }
    });
}

fn explore_text(name: &str, text: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("the file is written");
    explore(&file)
}

#[test]
fn inlined_ops_have_the_place_of_the_op_and_of_the_call() {
    let data = explore_text(
        "a \"b\".toy",
        "def twice(x) {\n  return x + x;\n}\ndef main() {\n  print(twice([1, 2]));\n}\n",
    );
    let locations = |line: &usize| numbers(&list(&data, "lines")[*line])[1..].to_vec();
    let affine = stage_lines(&data, "affine");
    let addition = affine.iter().find(|line| texts(&data, &[**line])[0].contains("addf"));
    // The location of an operator is that of its right operand, as in the syntax tree.
    assert_eq!(addition.map(locations), Some(vec![2, 14, 5, 9]));
    assert_eq!(data["buffers"][0]["bytes"], 16);
}

#[test]
fn wrong_programs_have_the_stages_before_the_error() {
    let data = explore_text("a.toy", "def main() {\n  print([1, 2] + [1, 2, 3]);\n}\n");
    assert_eq!(data["failed"], true);
    assert!(data["messages"].as_str().is_some_and(|text| text.contains("T0052")));
    assert_eq!(list(&data, "stages").len(), 2);
    let data = explore_text("a.toy", "def main( {\n");
    assert_eq!((list(&data, "stages").len(), &data["failed"]), (0, &json!(true)));
    let data = explore_text("a.toy", "def other() {\n}\n");
    assert!(data["messages"].as_str().is_some_and(|text| text.contains("main")));
}

#[test]
fn nothing_in_a_program_ends_the_data() {
    let data = json!({ "source": "</script><!-- \"DATA\" \"SERVER\"" });
    let page = page(&data, Engine::None);
    assert!(page.contains(r#"\u003c/script>\u003c!-- \"DATA\" \"SERVER\""#));
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(!page.contains("src=") && !page.contains("http"), "the page needs no network");
}
