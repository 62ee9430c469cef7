//! The extension for VS Code: its files, and the server that it starts.

use std::fs;
use std::path::Path;
use std::process::Command;

use editors::repository::{files, json, read, root};
use serde_json::Value;

const FOLDER: &str = "toyc/editors/vscode";

fn package() -> Value {
    json(&format!("{FOLDER}/package.json"))
}

/// All texts within a value.
fn texts<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(entries) => entries.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

#[test]
fn files_of_json_are_valid() {
    let folder = root().join("toyc/editors");
    let all = files(".json").into_iter().filter(|(path, _)| path.starts_with(&folder));
    let mut count = 0;
    for (path, text) in all {
        let value = serde_json::from_str::<Value>(&text);
        assert!(value.is_ok(), "{}: {value:?}", path.display());
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn the_package_names_files_that_exist() {
    let package = package();
    let mut all = Vec::new();
    texts(&package, &mut all);
    let paths: Vec<&str> = all.into_iter().filter_map(|text| text.strip_prefix("./")).collect();
    assert_eq!(paths.len(), 5, "{paths:?}");
    for path in paths {
        assert!(root().join(FOLDER).join(path).is_file(), "{path}");
    }
    for grammar in package["contributes"]["grammars"].as_array().expect("grammars") {
        let path = grammar["path"].as_str().expect("a path").trim_start_matches("./");
        let scope = &json(&format!("{FOLDER}/{path}"))["scopeName"];
        assert_eq!(scope, &grammar["scopeName"], "{path}");
    }
}

#[test]
fn the_package_has_the_licence_and_the_version_of_the_workspace() {
    let (package, manifest) = (package(), read("Cargo.toml"));
    for key in ["version", "license"] {
        let value = package[key].as_str().expect("a text");
        assert!(manifest.contains(&format!("\n{key} = \"{value}\"\n")), "{key}: {value}");
    }
}

/// The settings that the extension reads are declared, and its page explains each.
#[test]
fn settings_and_commands_are_declared_and_explained() {
    let package = package();
    let (script, page) =
        (read(&format!("{FOLDER}/extension.js")), read(&format!("{FOLDER}/README.md")));
    let declared = package["contributes"]["configuration"]["properties"].as_object();
    for setting in declared.expect("settings").keys() {
        assert!(page.contains(&format!("`{setting}`")), "README.md does not explain {setting}");
        // The library reads the settings of traces by the client's name.
        let section = setting.trim_end_matches(".server.path").trim_end_matches(".trace.server");
        assert!(script.contains(&format!("section: '{section}'")), "{setting} is not read");
    }
    for command in package["contributes"]["commands"].as_array().expect("commands") {
        let name = command["command"].as_str().expect("a name");
        assert!(script.contains(&format!("'{name}'")), "{name} is not registered");
        let title = command["title"].as_str().expect("a title");
        assert!(page.contains(title), "README.md does not explain {title}");
    }
}

/// The first line that a rule of indentation changes, and the one after it.
#[test]
fn lines_are_indented_after_brackets() {
    for (language, more, less, same) in [
        ("toy", "def f(x) {", "}", "var a = [1]; # {"),
        ("toy", "  if a {", "  ]", "  return \"{\";"),
        ("mlir", "func @f() {", "  }) : () -> ()", "  return // {"),
        ("mlir", "^bb1(%a: i32):  // pred", "^bb2:", "  br ^bb1"),
    ] {
        let rules =
            &json(&format!("{FOLDER}/{language}.language-configuration.json"))["indentationRules"];
        let is_match = |rule: &str, line: &str| {
            let pattern = rules[rule].as_str().expect("a rule");
            fancy_regex::Regex::new(pattern).expect("valid").is_match(line).expect("it ends")
        };
        assert!(is_match("increaseIndentPattern", more), "{more}");
        assert!(is_match("decreaseIndentPattern", less), "{less}");
        for line in [less, same] {
            assert!(!is_match("increaseIndentPattern", line) || line == "^bb2:", "{line}");
        }
        assert!(!is_match("decreaseIndentPattern", same), "{same}");
    }
}

/// A double click selects a whole name.
#[test]
fn words_are_names() {
    for (language, text, expected) in [
        ("toy", "x_1 = max(a.b, 1.5e-3)", vec!["x_1", "max", "a", "b", "1.5e-3"]),
        (
            "mlir",
            "%a0 = std.addi #m, @f : !t.x, ^bb0, 0x1F",
            vec!["%a0", "std.addi", "#m", "@f", "!t.x", "^bb0", "0x1F"],
        ),
    ] {
        let configuration = json(&format!("{FOLDER}/{language}.language-configuration.json"));
        let pattern = configuration["wordPattern"].as_str().expect("a pattern");
        let pattern = fancy_regex::Regex::new(pattern).expect("valid");
        let found: Vec<&str> =
            pattern.find_iter(text).map(|found| found.expect("it ends").as_str()).collect();
        assert_eq!(found, expected);
    }
}

/// Runs the extension in an editor that opens files, changes settings and closes.
fn run(library: &str) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editors/extension.js");
    let extension = root().join(FOLDER).join("extension.js").canonicalize().expect("a path");
    let output = Command::new("node").arg(script).arg(extension).arg(library).output();
    let Ok(output) = output else {
        super::note("no node: the extension for VS Code is not run");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    Some(String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn servers_start_with_the_first_file_of_their_language() {
    let Some(found) = run("installed") else { return };
    let expected = "\
start toy (Toy): toyc lsp stdio toy
3 subscriptions
start mlir-lite (MLIR): my-opt lsp stdio mlir
another program
stop mlir-lite (MLIR): my-opt lsp stdio mlir
error: MLIR: `missing lsp` does not start: ENOENT. Set \"mlir-lite.server.path\" to where it is.
restart
stop toy (Toy): toyc lsp stdio toy
start toy (Toy): toyc lsp stdio toy
stop toy (Toy): toyc lsp stdio toy
";
    assert_eq!(found, expected);
}

#[test]
fn without_its_library_the_extension_says_once_what_to_do() {
    let Some(found) = run("absent") else { return };
    assert_eq!(found.matches("warning: ").count(), 1, "{found}");
    assert!(found.contains("npm install --omit=dev") && !found.contains("start toy"), "{found}");
}

#[test]
fn scripts_have_no_build_step() {
    let package = package();
    assert!(package.get("scripts").is_none() && package.get("devDependencies").is_none());
    assert!(fs::exists(root().join(FOLDER).join(".vscodeignore")).expect("the folder is there"));
}
