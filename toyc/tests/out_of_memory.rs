//! Programs that allocate more memory than available: each engine reports the size and the
//! location, and ends with status 1.
#![cfg(all(unix, feature = "llvm"))]

use std::path::Path;
use std::process::{Command, Output};

use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// Runs a command with at most 2 GB of address space.
fn bounded(folder: &Path, words: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-c", "ulimit -v 2000000 && exec \"$@\"", "sh"]).args(words);
    shell.output().expect("a shell starts")
}

const SOURCE: &str = "\
def main() {
  print(1);
  var small = zeros(1000, 100);
  var a = zeros(100000, 10000);
  for i in 0:10000 {
    a = a + small[0, 0];
  }
  print(a[0, 0]);
}
";

#[test]
fn each_engine_says_how_much_and_where() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.toy"), SOURCE).expect("the source is written");
    let built = bounded(folder.path(), &[TOYC, "-emit=exe", "-o", "program", "a.toy"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let dump = bounded(
        folder.path(),
        &[TOYC, "-emit=mlir-std", "-mlir-print-debuginfo", "-o", "b.mlir", "a.toy"],
    );
    assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
    for words in [
        &[TOYC, "a.toy"][..],
        &[TOYC, "a.toy", "-O2"],
        &[TOYC, "a.toy", "--parallel=2"],
        &[TOYC, "a.toy", "-emit=interp"],
        &[TOYC, "b.mlir"],
        &[TOYC, "b.mlir", "-emit=interp"],
        &["./program"],
    ] {
        let output = bounded(folder.path(), words);
        let (out, said) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(said.contains("error: cannot allocate 8000000000 bytes\n"), "{words:?}: {said}");
        // One location: that of the matrix, which is constructed, carried by the loop, or computed.
        let (place, _) = said.split_once(": error: cannot").expect("a place");
        let known = ["a.toy:4:11", "a.toy:5:3", "a.toy:6:5", "a.toy:6:9"];
        assert!(known.contains(&place), "{words:?}: {said}");
        assert_eq!(out, "1.000000 \n", "{words:?}");
    }
}

/// The interpreter reports what it cannot allocate, also where shapes are not inferred.
#[test]
fn the_interpreter_says_how_much_and_where() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, bytes) in [
        ("shape(zeros(1000000000))", 8_000_000_000_u64),
        ("sum(ones(1000000, 1000000))", 8_000_000_000_000),
        ("sum(einsum(\"i,j->ij\", ones(1000000), ones(1000000)))", 8_000_000_000_000),
        ("sum(outer(iota(100000), iota(100000)))", 80_000_000_000),
        ("sum(iota(1000000000))", 8_000_000_000),
        ("sum(i64(iota(150000000)))", 1_200_000_000),
        ("sum(pad(iota(100), 1000000000))", 0),
    ] {
        let file = folder.path().join("a.toy");
        std::fs::write(&file, format!("def main() {{ print({text}); }}")).expect("it is written");
        let output = bounded(folder.path(), &[TOYC, "a.toy", "-emit=interp"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}: {said}");
        assert!(said.starts_with("a.toy:1:"), "{text}: {said}");
        let expected = format!(": error: cannot allocate {bytes} bytes\n");
        assert!(said.contains(if bytes > 0 { &expected } else { "cannot allocate" }), "{said}");
    }
}

/// Assignments to elements change them in place, and a tensor is dropped after its last use: each
/// of these tensors has 20,000 elements, and all together would take gigabytes.
#[test]
fn the_interpreter_assigns_in_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines: String = (0..2000).map(|index| format!("  a[{index}] = {index};\n")).collect();
    let doubled: String = (0..2000).map(|_| "  b = b + 1;\n".to_owned()).collect();
    for (body, expected) in [
        (format!("  var a = zeros(20000);\n{lines}  print(sum(a));\n"), "1999000.000000 \n"),
        (format!("  var b = zeros(20000);\n{doubled}  print(b[0]);\n"), "2000.000000 \n"),
    ] {
        let file = folder.path().join("a.toy");
        std::fs::write(&file, format!("def main() {{\n{body}}}\n")).expect("it is written");
        let mut shell = Command::new("sh");
        let limit = "ulimit -v 1000000 && exec \"$@\"";
        shell.current_dir(folder.path()).args(["-c", limit, "sh", TOYC, "-emit=interp", "a.toy"]);
        let output = shell.output().expect("a shell starts");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

/// Each of two tensors of the same size is reported at its own location.
#[test]
fn tensors_of_one_size_have_separate_locations() {
    let folder = tempfile::tempdir().expect("a folder");
    // The first allocation succeeds, the second does not.
    let source = "def main() {\n  var a = zeros(100, 1000000) + 1;\n  print(a[0, 0]);\n  \
                  var b = matmul(a, a[0, 0] + zeros(1000000, 100));\n  print(b[0, 0]);\n}\n";
    std::fs::write(folder.path().join("a.toy"), source).expect("the source is written");
    let built = bounded(folder.path(), &[TOYC, "-emit=exe", "-o", "program", "a.toy"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for words in [&[TOYC, "a.toy"][..], &[TOYC, "a.toy", "--parallel=2"], &["./program"]] {
        let mut shell = Command::new("sh");
        shell
            .current_dir(folder.path())
            .args(["-c", "ulimit -v 1500000 && exec \"$@\"", "sh"])
            .args(words);
        let output = shell.output().expect("a shell starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "1.000000 \n", "{words:?}: {said}");
        let (place, rest) = said.split_once(": error: ").expect("a place");
        assert_eq!(rest, "cannot allocate 800000000 bytes\n", "{words:?}");
        assert!(place.starts_with("a.toy:4:"), "{words:?}: {said}");
    }
}

/// Small tensors have locations, too.
#[test]
fn small_tensors_have_locations() {
    let folder = tempfile::tempdir().expect("a folder");
    let tensors: String = (0..300)
        .map(|index| format!("  var v{index} = a + {index};\n  print(v{index}[0]);\n"))
        .collect();
    let uses: String = (0..300).map(|index| format!("  print(v{index}[1]);\n")).collect();
    let source = format!("def main() {{\n  var a = zeros(7500) + 1;\n{tensors}{uses}}}\n");
    std::fs::write(folder.path().join("a.toy"), source).expect("the source is written");
    let built = Command::new(TOYC)
        .current_dir(folder.path())
        .args(["-emit=exe", "-o", "program", "a.toy"])
        .output()
        .expect("toyc starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut shell = Command::new("sh");
    shell.current_dir(folder.path()).args(["-c", "ulimit -v 12000 && exec ./program"]);
    let output = shell.output().expect("a shell starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    // Every printed tensor was allocated; the next one was not.
    let printed = output.stdout.iter().filter(|byte| **byte == b'\n').count();
    assert!((1..300).contains(&printed), "{printed} {said}");
    let line = 3 + 2 * printed;
    assert!(said.starts_with(&format!("a.toy:{line}:")), "{printed}: {said}");
    assert!(said.ends_with(": error: cannot allocate 60032 bytes\n"), "{said}");
}

/// Memory whose size is computed at run time.
#[test]
fn computed_sizes_have_locations() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "func.func private @putchar(i32) -> i32\n\
                  func.func @main() {\n  %c = arith.constant 65 : i32\n  \
                  %x = func.call @putchar(%c) : (i32) -> i32\n  %n = arith.index_cast %x : i32 to \
                  index\n  \
                  %k = arith.constant 100000000 : index\n  %size = arith.muli %n, %k : index\n  \
                  %m = memref.alloc(%size) : memref<?xf64>\n  %z = arith.constant 0.0 : f64\n  \
                  memref.store %z, %m[%k] : memref<?xf64>\n  %v = memref.load %m[%n] : \
                  memref<?xf64>\n  \
                  %w = arith.fptosi %v : f64 to i32\n  \
                  %y = func.call @putchar(%w) : (i32) -> i32\n  memref.dealloc %m : \
                  memref<?xf64>\n  return\n}\n";
    std::fs::write(folder.path().join("b.mlir"), source).expect("the source is written");
    for words in
        [&[TOYC, "b.mlir"][..], &[TOYC, "b.mlir", "-O2"], &[TOYC, "b.mlir", "-emit=interp"]]
    {
        let output = bounded(folder.path(), words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(
            said.contains("b.mlir:8:8: error: cannot allocate 52000000000 bytes\n"),
            "{words:?}: {said}"
        );
    }
}

/// An entry that takes too much is ended; if input does not come from a terminal, so is the
/// session.
#[test]
fn a_session_says_how_much_and_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "print(1)\nvar a = zeros(100000, 10000)\nprint(2)\n";
    std::fs::write(folder.path().join("a.txt"), script).expect("the script is written");
    let ended = "error: the entry was not run to its end\nnote: the entry has changed nothing\n";
    let output = bounded(folder.path(), &["sh", "-c", "exec \"$1\" repl < a.txt", "sh", TOYC]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said, format!("<repl:2>:1:9: error: cannot allocate 8000000000 bytes\n{ended}"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1.000000 \n");

    let output = bounded(folder.path(), &[TOYC, "-e", "zeros(100000, 10000) + 1"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said, format!("<repl:1>:1:1: error: cannot allocate 8000000000 bytes\n{ended}"));
}

/// A program that calls a function of a library ends as a Toy program does.
#[test]
fn a_shared_library_says_how_much_and_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "def first(x) {\n  var a = zeros(100000, 10000);\n  for i in 0:10 {\n    a = a + \
        x;\n  }\n  \
                  return a[0, 0];\n}\n";
    std::fs::write(folder.path().join("a.toy"), source).expect("the source is written");
    let main = "#include \"a.h\"\n#include <stdio.h>\nint main(void) {\n  double x = 1, y;\n  \
                toy_memref_0 from = toy_memref_0_of(&x), to = toy_memref_0_of(&y);\n  \
                printf(\"begin\\n\");\n  \
                int status = first(&to, &from);\n  printf(\"%d %g\\n\", status, \
                to.aligned[0]);\n}\n";
    std::fs::write(folder.path().join("main.c"), main).expect("the source is written");
    for options in [&[][..], &["-O3"], &["--parallel=2"]] {
        let emit = |stage: &str, name: &str| {
            let words = [TOYC, stage, "--export", "first(<>)", "-o", name, "a.toy"];
            let output = bounded(folder.path(), &[&words, options].concat());
            assert!(
                output.status.success(),
                "{options:?}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        };
        emit("-emit=header", "a.h");
        emit("-emit=shared", "./liba.so");
        let linked = Command::new("cc")
            .current_dir(folder.path())
            .args(["main.c", "./liba.so", "-o", "main"])
            .status()
            .expect("there is a C compiler");
        assert!(linked.success());
        let output = bounded(folder.path(), &["./main"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{options:?}: {said}");
        let (place, message) = said.split_once(": ").expect("a place");
        assert_eq!(message, "error: cannot allocate 8000000000 bytes\n", "{options:?}");
        assert!(
            ["a.toy:2:11", "a.toy:3:3", "a.toy:4:5", "a.toy:4:9"].contains(&place),
            "{options:?}: {said}"
        );
        assert_eq!(String::from_utf8_lossy(&output.stdout), "begin\n", "{options:?}");
    }
}

/// With enough memory, the same program runs with smaller tensors.
#[test]
fn what_fits_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = SOURCE.replace("100000, 10000", "1000, 100").replace("0:10000", "0:2");
    std::fs::write(folder.path().join("a.toy"), source).expect("the source is written");
    for words in
        [&[TOYC, "a.toy"][..], &[TOYC, "a.toy", "--parallel=2"], &[TOYC, "a.toy", "-emit=interp"]]
    {
        let output = bounded(folder.path(), words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
