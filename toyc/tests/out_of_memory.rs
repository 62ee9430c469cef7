//! Programs that ask for more memory than there is: each engine says how much and where, and ends with status 1.
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
    let dump =
        bounded(folder.path(), &[TOYC, "-emit=mlir-std", "-mlir-print-debuginfo", "-o", "b.mlir", "a.toy"]);
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
        let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(said.contains("error: cannot allocate 8000000000 bytes\n"), "{words:?}: {said}");
        // Several places may ask for as much.
        let (places, _) = said.split_once(": error: cannot").expect("a place");
        let known = ["a.toy:4:11", "a.toy:5:3", "a.toy:6:5", "a.toy:6:9"];
        assert!(places.split(" or ").all(|place| known.contains(&place)), "{words:?}: {said}");
        assert_eq!(out, "1.000000 \n", "{words:?}");
    }
}

/// Enough memory is enough: the same program, smaller.
#[test]
fn what_fits_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = SOURCE.replace("100000, 10000", "1000, 100").replace("0:10000", "0:2");
    std::fs::write(folder.path().join("a.toy"), source).expect("the source is written");
    for words in [&[TOYC, "a.toy"][..], &[TOYC, "a.toy", "--parallel=2"], &[TOYC, "a.toy", "-emit=interp"]] {
        let output = bounded(folder.path(), words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
