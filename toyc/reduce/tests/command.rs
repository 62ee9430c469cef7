//! The tool: Toy programs are reduced by their tree, and dumps of the `toy` dialect as IR.
#![cfg(unix)]

use std::process::{Command, Output};

use pretty_assertions::assert_eq;

/// Reduces a file while the shell's command, in which `$f` is the file, ends with status 0.
fn reduced(name: &str, text: &str, command: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("the file is written");
    let test = format!("f() {{ f=$1; {command}; }}; f");
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_toy-reduce"))
        .current_dir(folder.path())
        .args(["--test", &test, name])
        .output()
        .expect("the tool runs");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("the result is UTF-8")
}

#[test]
fn programs_are_reduced_by_their_tree() {
    let program = "def f(x) {\n  return x * 3;\n}\ndef main() {\n  print(f(2));\n}\n";
    // All called functions are defined, and there is one print.
    let test =
        "grep -qE 'print[(](1|f[(]2[)])[)]' $f && { grep -q 'def f' $f || ! grep -q 'f(2)' $f; }";
    // Removing a function removes its calls. Edits of text cannot replace calls by a number.
    let result = reduced("a.toy", program, test);
    assert!(result.contains("print(1)") && !result.contains("def f"), "{result}");
    let as_text = reduced("a.txt", program, test);
    assert!(as_text.contains("print(f(2))") && as_text.contains("def f"), "{as_text}");
}

#[test]
fn dumps_are_reduced_as_ir() {
    let module = "\
func @main() {
  %0 = toy.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %1 = toy.mul %0, %0 : tensor<2xf64>
  %2 = toy.add %1, %0 : tensor<2xf64>
  toy.print %2 : tensor<2xf64>
  toy.return
}
";
    let result = reduced("a.mlir", module, "grep -q toy.add $f");
    assert!(result.contains("toy.add") && !result.contains("toy.mul"), "{result}");
    assert_eq!(result.matches("toy.print").count(), 0, "{result}");
}
