//! The functions of the library give what NumPy and SciPy give, on the interpreter and as machine
//! code. `test/toy/library/table.txt` has the values; `test/toy/numpy_values.py` makes it from
//! `rows.txt`.
#![cfg(feature = "llvm")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

#[path = "common/numpy.rs"]
mod numpy;

use numpy::{numbers, print_of, printed};
use pretty_assertions::assert_eq;
use toy_dialect::library::FILES;

struct Row<'t> {
    /// Statements, if there are any, and an expression.
    toy: &'t str,
    shape: Vec<f64>,
    elements: Vec<f64>,
}

fn row(line: &str) -> Row<'_> {
    let columns: Vec<&str> = line.split('|').collect();
    let [_, toy, shape, elements] = columns[..] else { panic!("{line}") };
    Row { toy, shape: numbers(shape), elements: numbers(elements) }
}

/// A program that prints the shape and the elements of each row.
fn program(constants: &str, rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    FILES.iter().for_each(|file| writeln!(text, "import \"{}\";", file.path).unwrap());
    text += constants;
    let mut main = String::new();
    for (number, Row { toy, shape, .. }) in rows.iter().enumerate() {
        let (statements, value) = toy.rsplit_once("; ").unwrap_or(("", toy));
        let end = if statements.is_empty() { "" } else { "; " };
        writeln!(text, "def row{number}() {{ {statements}{end}return {value}; }}").unwrap();
        let value = format!("v{number}");
        writeln!(main, "  var {value} = row{number}();").unwrap();
        main += &print_of(&value, shape.is_empty());
    }
    text + "def main() {\n" + &main + "}\n"
}

/// Equal but for rounding errors, which the largest element of a tensor scales.
fn is_equal(found: &[f64], expected: &[f64]) -> bool {
    let finite = expected.iter().map(|x| x.abs()).filter(|x| x.is_finite());
    let scale = finite.fold(1e-3, f64::max);
    let is_near = |(a, b): (&f64, &f64)| {
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-12 * scale
    };
    found.len() == expected.len() && found.iter().zip(expected).all(is_near)
}

#[test]
fn functions_have_the_values_of_numpy_and_scipy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("../test/toy/library/table.txt")).unwrap();
    let (mut constants, mut rows) = (String::new(), Vec::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("= ").and_then(|line| line.split_once('|')) {
            Some((name, value)) => writeln!(constants, "var {name} = {value};").unwrap(),
            None => rows.push(row(line)),
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.toy");
    std::fs::write(&path, program(&constants, &rows)).expect("a file");
    let run = |flag: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toyc"));
        let output = command.arg(flag).arg(&path).output().expect("toyc starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !errors.contains("<toyc>"), "{errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let output = run("-emit=jit");
    assert_eq!(output, run("-emit=interp"));
    let values = printed(&output);
    assert_eq!(values.len(), rows.len());
    let mut wrong = Vec::new();
    for (row, (shape, elements)) in rows.iter().zip(values) {
        if shape != row.shape || !is_equal(&elements, &row.elements) {
            wrong.push(format!("{}: {elements:?}, and not {:?}", row.toy, row.elements));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    // Each function is in a row.
    let words: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| row.toy.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    let names = FILES.iter().flat_map(|file| file.functions()).map(|function| function.name);
    let missing: Vec<String> = names.filter(|name| !words.contains(&**name)).collect();
    assert!(missing.is_empty(), "no row calls {missing:?}");
}
