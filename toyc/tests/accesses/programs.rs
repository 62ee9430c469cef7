//! Single programs.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use pretty_assertions::assert_eq;

use crate::cases::Expected;
use crate::{ENGINES, found, text, toyc};

/// A program with an access that a conditional keeps in range, except in the last iteration; and
/// one with the right bounds.
const CHECKED: &str = "\
def main() {
  var a = iota(4);
  for i in 0:6 {
    if i > 2 {
      print(a[i]);
    }
  }
}
";
const PROVED: &str = "\
def main() {
  var a = iota(6);
  for i in 0:6 {
    if i > 2 {
      print(a[i]);
    }
  }
}
";

#[test]
fn a_check_is_seen_at_each_stage_and_a_proved_access_has_none() {
    for (flags, sign) in [
        (&["-emit=mlir"][..], "at = \"<stdin>:5:13\""),
        (&["-emit=mlir", "-opt"], "checked = array<i64: 0>"),
        (&["-emit=mlir-affine"], "toy.checked_index %"),
        (&["-emit=mlir-affine", "-opt"], "toy.checked_index %"),
        (&["-emit=mlir-std"], "call @toy.out_of_range("),
        (&["-emit=mlir-std", "--spelling=upstream"], "call @toy.out_of_range("),
        (&["-emit=mlir-llvm", "-O2"], "llvm.call @toy.out_of_range("),
        (&["-emit=llvm", "-O3"], "call void @toy.out_of_range("),
    ] {
        let dump = text(&toyc(CHECKED, flags).stdout);
        assert!(dump.contains(sign), "{flags:?}\n{dump}");
        if flags.len() > 1 || flags[0] != "-emit=mlir" {
            let dump = text(&toyc(PROVED, flags).stdout);
            for word in ["check", "out_of_range", "at = "] {
                assert!(!dump.contains(word), "{flags:?} has '{word}'\n{dump}");
            }
        }
    }
}

#[test]
fn an_access_that_was_made_wrong_by_hand_is_checked() {
    // Only the loop's bound is changed: the access was proved for the other one.
    let source = PROVED.replace("if i > 2 {", "if i > 2 {\n      print(i);");
    let dump = text(&toyc(&source, &["-emit=mlir", "-opt"]).stdout);
    assert!(dump.contains("0 to 6"), "{dump}");
    let wrong = dump.replace("0 to 6", "0 to 8");
    // Only the lowering marks it: shapes are not inferred here.
    let lowering = "-pass-pipeline=func(toy-to-affine)";
    let flags = ["-x", "mlir", "-emit=mlir-affine", lowering];
    let lowered = |dump: &str| text(&toyc(dump, &flags).stdout);
    assert!(lowered(&wrong).contains("toy.checked_index"), "{}", lowered(&wrong));
    assert!(lowered(&dump).contains("affine.load"));
    assert!(!lowered(&dump).contains("toy.checked_index"));
    for flags in [&["-O0"][..], &["-O2"], &["-emit=interp"]] {
        let output = toyc(&wrong, &[&["-x", "mlir"][..], flags].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("there is no element 6 in a dimension of size 6"), "{error}");
        assert!(text(&output.stdout).ends_with("6.000000 \n"));
    }
}

#[test]
fn a_result_that_was_made_larger_by_hand_is_refused() {
    let source = "\
def main() {
  var a = iota(4);
  print(a[1 : 3]);
  print(transpose(concat(a, a)));
}
";
    let dump = text(&toyc(source, &["-emit=mlir", "-opt"]).stdout);
    assert!(dump.contains("tensor<2xf64>") && dump.contains("tensor<8xf64>"), "{dump}");
    let changes = [("tensor<2xf64>", "tensor<400xf64>"), ("tensor<8xf64>", "tensor<900xf64>")];
    for (right, wrong) in changes {
        for flags in [&["-O0"][..], &["-O2"]] {
            let output = toyc(&dump.replace(right, wrong), &[&["-x", "mlir"][..], flags].concat());
            assert_eq!(output.status.code(), Some(1), "{right}");
            assert_eq!(text(&output.stdout), "", "{right}");
            let error = text(&output.stderr);
            assert!(error.contains("has a result of shape"), "{error}");
        }
    }
}

#[test]
fn entries_of_a_session_say_the_same() {
    for engine in [&[][..], &["-O2"], &["-emit=interp"]] {
        let script = "var a = iota(4)\nfor i in 0:6 { if i > 2 { print(a[i]); } }\n";
        let mut child = Command::new(env!("CARGO_BIN_EXE_toyc"))
            .arg("repl")
            .args(engine)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("toyc starts");
        child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("toyc reads");
        let output = child.wait_with_output().expect("toyc ends");
        assert_eq!(
            (output.status.code(), text(&output.stdout).as_str()),
            (Some(1), "3.000000 \n"),
            "{engine:?}"
        );
        let error = text(&output.stderr);
        let first = error.lines().next().unwrap_or_default();
        let expected = "error[T0066]: there is no element 4 in a dimension of size 4";
        assert_eq!(first, format!("<repl:2>:1:33: {expected}"));
    }
}

#[test]
fn calls_of_functions_with_checks_are_neither_removed_nor_moved() {
    // Too large to be inlined.
    let terms: String = (2..20).map(|factor| format!(" + sum(x * {factor})")).collect();
    let source = format!(
        "\
def f(x, end) {{
  var s = 0;
  for i in 0:6 {{
    if i < end {{
      s = s + x[i];
    }}
  }}
  return s{terms};
}}
def main() {{
  var a = iota(4);
  var _u = f(a, 4);
  print(1);
  var _v = f(a, 6);
  print(2);
}}
"
    );
    let error = "<stdin>:5:15: error[T0066]: there is no element 4 in a dimension of size 4";
    for flags in ENGINES {
        let output = toyc(&source, flags);
        let expected =
            Expected::Runs { printed: "1.000000 \n".to_owned(), error: Some(format!("{error}\n")) };
        assert_eq!(found(&output), expected, "{flags:?}");
    }
    assert!(text(&toyc(&source, &["-emit=mlir-affine", "-O2"]).stdout).contains("call @f$"));
}

#[test]
fn memory_beyond_a_tensor_is_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("leak.npy");
    let source = format!(
        "\
def at(n) {{
  return n;
}}
def main() {{
  var a = iota(40);
  for i in at(39):at(41) {{
    if i > 39 {{
      save(\"{}\", a[i : i + 40]);
    }}
  }}
}}
",
        file.display()
    );
    for (source, words) in [
        // It is in range in no iteration; in one it is not, but only under a conditional.
        (source.clone(), "of shape <40>: in the loop, indices from 39 to 79 are not"),
        (source.replace("39):at", "0):at"), "<stdin>:8:"),
    ] {
        for flags in ENGINES {
            let output = toyc(&source, flags);
            assert_eq!(output.status.code(), Some(1), "{flags:?}");
            assert!(text(&output.stderr).contains(words), "{flags:?}: {}", text(&output.stderr));
            assert!(!file.exists(), "{flags:?}");
        }
    }
}

#[test]
fn memory_that_there_is_not_is_an_error() {
    // Larger than the memory of any machine: the sizes are those of the address space.
    let source = "\
def main() {
  print(1);
  var a = zeros(1000000, 1000000, 1000);
  print(a[0, 0, 0]);
}
";
    let expected = |output: &Output, how: &str| {
        assert_eq!(output.status.code(), Some(1), "{how}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "1.000000 \n", "{how}");
        let said = text(&output.stderr);
        let error = ":3:11: error: cannot allocate 8000000000000000 bytes\n";
        assert!(said.contains(error), "{how}: {said}");
    };
    // With more optimisation, only a number of the tensor is computed.
    for flag in ["-emit=interp", "-O0"] {
        expected(&toyc(source, &[flag]), flag);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    let name = program.to_str().expect("a path in UTF-8");
    assert!(toyc(source, &["-emit=exe", "-o", name]).status.success());
    expected(&Command::new(&program).output().expect("the program starts"), "the program");
}

#[test]
fn a_function_for_c_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let (library, main) = (folder.path().join("f.o"), folder.path().join("main.c"));
    let source = "\
def f(x) {
  var s = 0;
  for i in 0:8 {
    if x[0] > i {
      s = s + x[i];
    }
  }
  return s;
}
";
    let name = library.to_str().expect("a path in UTF-8");
    let output = toyc(source, &["-emit=obj", "-O2", "--export", "f(<4>)", "-o", name]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let header = text(&toyc(source, &["-emit=header", "--export", "f(<4>)"]).stdout);
    let code = format!(
        "{header}\n#include <stdio.h>\nint main(int count, char **words) {{\n  (void)words;\n  \
         double x[4] = {{count * 4.0, 1, 2, 3}}, s;\n  \
         toy_memref_1 from = toy_memref_1_of(x, 4);\n  toy_memref_0 to = toy_memref_0_of(&s);\n  \
         if (f(&to, &from) == 0) printf(\"%g\\n\", to.aligned[0]);\n}}\n"
    );
    std::fs::write(&main, code).expect("the source is written");
    let program = folder.path().join("main");
    let mut link = Command::new("cc");
    let linked = link.arg(&main).arg(&library).arg("-lm").arg("-o").arg(&program).output();
    let linked = linked.expect("there is a C compiler");
    assert!(linked.status.success(), "{}", text(&linked.stderr));
    let run = |words: &[&str]| {
        let output = Command::new(&program).args(words).output();
        output.expect("the program starts")
    };
    assert_eq!(text(&run(&[]).stdout), "10\n");
    let failing = run(&["more"]);
    assert_eq!(failing.status.code(), Some(1));
    assert_eq!(
        text(&failing.stderr),
        "<stdin>:5:15: error[T0066]: there is no element 4 in a dimension of size 4\n"
    );
}

#[test]
fn what_is_proved_and_what_is_checked_is_listed() {
    let source = "\
def take(x, n) {
  return x[n];
}
def main() {
  var a = iota(4);
  print(a[1]);
  print(take(a, 2));
  print(a[1 : 3]);
  for i in 0:3 {
    print(a[i : i + 2]);
    if i > 0 {
      print(a[i + 2]);
    }
    for j in 2:1 + 1 {
      print(a[i + 9 * j]);
    }
  }
}
";
    let output = Command::new(env!("CARGO_BIN_EXE_toyc"));
    let mut output = output;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.toy"), source).expect("the source is written");
    let output = output.args(["check", "--accesses", "p.toy"]).current_dir(folder.path()).output();
    let output = output.expect("toyc starts");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(
        text(&output.stdout),
        "\
p.toy:2:10: proved by constants: element 2 of dimension 0, of size 4
p.toy:6:9: proved by constants: element 1 of dimension 0, of size 4
p.toy:8:9: proved by constants: elements 1 to 2 of dimension 0, of size 4
p.toy:10:11: proved by the bounds of loops: elements 0 to 3 of dimension 0, of size 4
p.toy:12:13: checked at run time: elements 2 to 4 of dimension 0, of size 4
p.toy:15:13: proved by a loop that has no iteration: elements of dimension 0, of size 4
5 accesses proved, 1 checked at run time
"
    );
    // For other commands there is nothing to list.
    let output = toyc(source, &["--accesses"]);
    assert_eq!(output.status.code(), Some(2));
}
