//! Advice for users of NumPy: each repair of `--fix`, and the code in the help, has NumPy's value.
//! `test/toy/hints/table.txt` has the expressions and NumPy's values; `test/toy/numpy_values.py`
//! makes it from `rows.txt`.
#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::Command;

#[path = "common/numpy.rs"]
mod numpy;

use numpy::{numbers, print_of, printed};

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// How many expressions one program has: a program is started and compiled for them once.
const TOGETHER: usize = 30;

struct Row {
    source: String,
    /// The expression in Toy, written by the advice.
    toy: String,
    shape: Vec<f64>,
    elements: Vec<f64>,
}

/// The definitions of variables, and the rows.
fn table() -> (String, Vec<Row>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../test/toy/hints/table.txt");
    let text = std::fs::read_to_string(path).expect("the table");
    let (mut variables, mut rows) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, value)) = line.strip_prefix("= ").and_then(|line| line.split_once('|')) {
            variables += &format!("  var {name} = {value};\n");
            continue;
        }
        let columns: Vec<&str> = line.rsplitn(4, '|').collect();
        let [elements, shape, toy, source] = columns[..] else { panic!("{line}") };
        let (source, toy) = (source.to_owned(), toy.to_owned());
        rows.push(Row { source, toy, shape: numbers(shape), elements: numbers(elements) });
    }
    (variables, rows)
}

/// The last line of the program is the expression.
fn program(variables: &str, expression: &str) -> String {
    format!("def main() {{\n{variables}print(\n{expression}\n);\n}}\n")
}

/// The messages of `toyc check`, with the expression after `--fix`, perhaps several times.
fn checked(folder: &Path, variables: &str, source: &str) -> (String, Option<String>) {
    let path = folder.join("a.toy");
    std::fs::write(&path, program(variables, source)).expect("a program");
    let check = |flags: &[&str]| {
        let mut command = Command::new(TOYC);
        let output = command.arg("check").args(flags).arg(&path).output().expect("toyc starts");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (mut is_right, mut messages) = check(&["--diagnostics=plain"]);
    for _ in 0..2 {
        if is_right {
            break;
        }
        check(&["--fix"]);
        let (right, more) = check(&["--diagnostics=plain"]);
        is_right = right;
        messages += &more;
    }
    let text = std::fs::read_to_string(&path).expect("a program");
    let expression = text.split("print(\n").nth(1).and_then(|rest| rest.strip_suffix("\n);\n}\n"));
    (messages, is_right.then(|| expression.expect("the expression").to_owned()))
}

/// The shapes and elements that a program prints for expressions. A number has no shape.
fn values(folder: &Path, variables: &str, all: &[(&Row, String)]) -> Vec<(Vec<f64>, Vec<f64>)> {
    let prints = all.iter().map(|(row, one)| {
        let one = one.replace('\n', " ");
        print_of(&one, row.shape.is_empty())
    });
    let text = format!("def main() {{\n{variables}{}}}\n", prints.collect::<String>());
    let path = folder.join("values.toy");
    std::fs::write(&path, text).expect("a program");
    let output = Command::new(TOYC).arg(&path).output().expect("toyc starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let found = printed(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(found.len(), all.len());
    found
}

/// The names, numbers and signs of an expression.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '"');
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => 1,
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

/// Whether `code` begins with `pattern`, whose names of one letter and numbers stand for
/// expressions.
fn begins_with<'t>(
    pattern: &[&'t str],
    code: &[&'t str],
    bound: &mut Vec<(&'t str, Vec<&'t str>)>,
) -> bool {
    let Some((&first, rest)) = pattern.split_first() else { return true };
    let is_variable = first.chars().count() == 1 && first.chars().all(char::is_alphabetic)
        || matches!(first, "value" | "condition" | "seed");
    let is_number = first.starts_with(|c: char| c.is_ascii_digit());
    if is_variable && let Some((_, value)) = bound.iter().find(|(name, _)| *name == first) {
        let value = value.clone();
        return code.starts_with(&value) && begins_with(rest, &code[value.len()..], bound);
    }
    if is_variable || is_number {
        let mut open = 0_i32;
        for length in 1..=code.len() {
            open += match code[length - 1] {
                "(" | "[" => 1,
                ")" | "]" => -1,
                _ => 0,
            };
            if open < 0 {
                return false;
            }
            if open > 0 {
                continue;
            }
            let known = bound.len();
            if is_variable {
                bound.push((first, code[..length].to_vec()));
            }
            if begins_with(rest, &code[length..], bound) {
                return true;
            }
            bound.truncate(known);
        }
        // An example of a number is the number itself elsewhere.
        return false;
    }
    code.first() == Some(&first) && begins_with(rest, &code[1..], bound)
}

/// Whether code follows one of the examples in a help.
fn follows(help: &str, code: &str) -> bool {
    let code = words(code);
    help.split('`').skip(1).step_by(2).any(|example| {
        let pattern = words(example.trim_end_matches(';'));
        (0..code.len()).any(|from| begins_with(&pattern, &code[from..], &mut Vec::new()))
    })
}

fn is_equal(found: &[f64], expected: &[f64]) -> bool {
    let is_near = |(a, b): (&f64, &f64)| {
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-12 * b.abs().max(1e-3)
    };
    found.len() == expected.len() && found.iter().zip(expected).all(is_near)
}

#[test]
fn advice_has_the_value_of_numpy() {
    let (variables, rows) = table();
    assert!(rows.len() >= 250);
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    let mut written: Vec<(&Row, String)> = Vec::new();
    for row in &rows {
        let (messages, repaired) = checked(folder.path(), &variables, &row.source);
        let help: String = messages
            .lines()
            .filter(|line| line.starts_with("help:") && !line.contains("that is intended"))
            .collect();
        match repaired {
            Some(repaired) => written.push((row, repaired)),
            None if row.toy.is_empty() => {
                let errors = messages.lines().filter(|line| {
                    line.contains("error[")
                        || line.starts_with("help: ") && !line.contains("that is intended")
                });
                wrong.push(format!("{}: {}", row.source, errors.collect::<Vec<_>>().join(" ")));
            }
            None if !follows(&help, &row.toy) => {
                wrong.push(format!("{}: {}: {help}", row.source, row.toy));
            }
            None => {}
        }
        if !row.toy.is_empty() {
            written.push((row, row.toy.clone()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    for rows in written.chunks(TOGETHER) {
        let found = values(folder.path(), &variables, rows);
        for ((row, code), (shape, elements)) in rows.iter().zip(found) {
            if !is_equal(&shape, &row.shape) || !is_equal(&elements, &row.elements) {
                wrong.push(format!(
                    "{}: {code}: {shape:?} {elements:?}, not {:?} {:?}",
                    row.source, row.shape, row.elements
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
