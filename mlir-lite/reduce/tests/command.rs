//! The tool: its output for files, and its messages.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use pretty_assertions::assert_eq;

/// A folder of this test with a file, and a script whose body is a test of the file `$1`.
fn prepare(name: &str, file: &str, text: &str, test: &str) -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (file, script) = (folder.join(file), folder.join("test.sh"));
    fs::write(&file, text).expect("the file can be written");
    fs::write(&script, format!("#!/bin/sh\n{test}\n")).expect("the script can be written");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&script, mode).expect("the script can be made executable");
    (file, script)
}

fn reduce(file: &Path, script: &Path, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mlir-lite-reduce"));
    command.arg("--test").arg(script).args(flags).arg(file).output().expect("the tool runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

fn mlir_opt() -> String {
    text_test_runner::Tool::of_llvm("mlir-opt").path.display().to_string()
}

/// Dialects of a file in IRDL are known: a candidate that they forbid is not tried.
#[test]
fn dialects_of_files_are_known() {
    let program = "func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = \"own.pair\"(%0, %b) : (i32, i32) -> i32
  %2 = arith.muli %1, %a : i32
  return %2 : i32
}
";
    let (file, script) = prepare("irdl", "own.mlir", program, "grep -q own.pair \"$1\"");
    let definitions = file.with_file_name("own.irdl");
    let text_of_definitions = "irdl.dialect @own {
  irdl.operation @pair {
    %0 = irdl.is i32
    irdl.operands(first: %0, second: %0)
    irdl.results(output: %0)
  }
}";
    fs::write(&definitions, text_of_definitions).expect("the file can be written");
    let flag = format!("--irdl-file={}", definitions.display());
    let output = reduce(&file, &script, &[&flag]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let reduced = text(&output.stdout);
    // The op keeps its operands and its result, which the file demands, and nothing else is left.
    let call = reduced.lines().find(|line| line.contains("own.pair")).expect("it is kept");
    assert!(call.ends_with(": (i32, i32) -> i32"), "{reduced}");
    assert!(!reduced.contains("addi") && !reduced.contains("muli"), "{reduced}");

    let wrong = reduce(&file, &script, &["--irdl-file=no-such-file.irdl"]);
    assert!(!wrong.status.success());
    assert!(text(&wrong.stderr).contains("no-such-file.irdl"), "{}", text(&wrong.stderr));
}

const PROGRAM: &str = "\
#map = affine_map<(d0) -> (d0)>
module {
  func.func private @g(%a: i32, %b: f32) -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = arith.addi %a, %c1 : i32
    return %0 : i32
  }
  func.func @f(%arg0: i32, %arg1: i32, %n: index, %m: memref<4x8xi32>) -> (i32, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    %x = arith.muli %arg0, %arg1 {foo} : i32
    %c = arith.cmpi slt, %x, %arg0 : i32
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (i32) {
      %l = memref.load %m[%i, %c0] : memref<4x8xi32>
      %y = arith.subi %acc, %l : i32
      %z = func.call @g(%y, %f) : (i32, f32) -> i32
      scf.yield %z : i32
    }
    cf.cond_br %c, ^bb1(%s : i32), ^bb2(%x : i32)
  ^bb1(%p: i32):
    %q = arith.xori %p, %s : i32
    cf.br ^bb2(%q : i32)
  ^bb2(%r: i32):
    %t = arith.subi %r, %r : i32
    return %t, %n : i32, index
  }
}
";

#[test]
fn a_module_keeps_what_is_interesting_and_stays_valid() {
    let accepted = format!("{} \"$1\" -o /dev/null", mlir_opt());
    let test = format!("grep -q xori \"$1\" && {accepted}");
    let (file, script) = prepare("one_op", "program.mlir", PROGRAM, &test);
    let output = reduce(&file, &script, &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let expected =
        "  func.func @f(%arg0: i32) {\n    arith.xori %arg0, %arg0 : i32\n    return\n  }\n";
    assert_eq!(text(&output.stdout), expected);
    let again = reduce(&file, &script, &[]);
    assert_eq!(text(&again.stdout), expected, "a second run finds the same");
    assert!(text(&output.stderr).starts_with("28 lines became 4: "), "{}", text(&output.stderr));
}

#[test]
fn a_call_keeps_a_declaration_of_the_function() {
    let test = format!("grep -q 'call @g' \"$1\" && {} \"$1\" -o /dev/null", mlir_opt());
    let (file, script) = prepare("call", "program.mlir", PROGRAM, &test);
    let output = reduce(&file, &script, &[]);
    let reduced = text(&output.stdout);
    assert!(reduced.contains("func.func private @g(") && reduced.contains("call @g("), "{reduced}");
    assert!(reduced.lines().count() <= 7, "{reduced}");
}

#[test]
fn text_that_does_not_read_is_reduced_by_lines_and_tokens() {
    let broken = PROGRAM.replace("arith.xori %p, %s : i32", "arith.xori %p %s : i32");
    let (file, script) = prepare("broken", "broken.mlir", &broken, "grep -q 'xori %p %s' \"$1\"");
    let output = reduce(&file, &script, &[]);
    assert_eq!(
        text(&output.stdout).split_whitespace().collect::<Vec<_>>(),
        ["arith.xori", "%p", "%s"]
    );
}

#[test]
fn a_toy_program_is_reduced() {
    let program = "\
def f(a, b) {
  var c = a * b;
  for i in 0:10 {
    c = c + transpose(a);
  }
  return c;
}
def main() {
  var x<2, 2> = [[1, 2], [3, 4]];
  print(f(x, x));
  print(sum(x));
}
";
    // A candidate is interesting if it is a sequence of whole functions and prints a sum.
    let test = "grep -q 'print(sum(' \"$1\" && test $(tr -cd '{' <\"$1\" | wc -c) = $(tr -cd '}' \
        <\"$1\" | wc -c)";
    let (file, script) = prepare("toy", "program.toy", program, test);
    let output = reduce(&file, &script, &[]);
    assert_eq!(text(&output.stdout).trim(), "print(sum(");
}

#[test]
fn a_file_that_is_not_interesting_is_refused() {
    let (file, script) = prepare("dull", "dull.mlir", PROGRAM, "exit 3");
    let output = reduce(&file, &script, &[]);
    assert_eq!(output.status.code(), Some(1));
    let expected = format!(
        "error: the file itself is not interesting: '{}' ended with exit status: 3; \
         expected exit status: 0 ('--status')\n",
        script.display()
    );
    assert_eq!(text(&output.stderr), expected);
    let output = reduce(&file, &script, &["--status=3", "--text"]);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "", "everything is as interesting");
}

#[test]
fn what_takes_too_long_may_be_what_is_sought() {
    let test = "if grep -q loop \"$1\"; then sleep 20; fi";
    let (file, script) = prepare("hang", "hang.txt", "a\nloop\nb\n", test);
    let output = reduce(&file, &script, &["--hangs", "--limit=1"]);
    assert_eq!(text(&output.stdout).trim(), "loop");
    let output = reduce(&file, &script, &["--limit=1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("took longer than 1 s ('--limit')"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn the_number_of_candidates_is_limited() {
    let (file, script) = prepare("few", "few.mlir", PROGRAM, "grep -q xori \"$1\"");
    let output = reduce(&file, &script, &["--attempts=3"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("xori"));
    assert!(text(&output.stderr).contains(" of 3 candidates were interesting; stopped at"));
}

#[test]
fn an_odd_file_name_reaches_the_test_as_one_argument() {
    let (file, script) =
        prepare("odd", "a b;$(touch x)'.txt", "one\ntwo\n", "test $# = 1 && grep -q two \"$1\"");
    let output = reduce(&file, &script, &[]);
    assert_eq!(text(&output.stdout).trim(), "two", "{}", text(&output.stderr));
}

#[test]
fn the_output_is_not_the_input() {
    let (file, script) = prepare("same", "same.mlir", PROGRAM, "true");
    let output = reduce(&file, &script, &["-o", file.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&file).expect("it is still there"), PROGRAM);
}
