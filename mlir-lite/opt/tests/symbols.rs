//! `--symbol-dce` on random modules with nested tables keeps the same symbols as `mlir-opt`, and as
//! an evaluator that shares no code with either.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pretty_assertions::assert_eq;
use random_programs::symbols::{Form, generate};

const MODULES: u64 = 300;

fn run(tool: &Path, flags: &[&str], input: &Path) -> String {
    let output = Command::new(tool).args(flags).arg(input).output().expect("the tool runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

#[test]
fn dead_symbols_are_those_of_mlir_opt() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let write = |name: &str, dead: bool| -> PathBuf {
        let modules = (0..MODULES).map(|seed| {
            let mut tree = generate(seed, Form::Upstream);
            if dead {
                tree.remove_dead();
            }
            tree.text()
        });
        let path = folder.path().join(name);
        let text = modules.collect::<Vec<_>>().join("// -----\n");
        fs::write(&path, text).expect("the folder is writable");
        path
    };
    let (before, after) = (write("before.mlir", false), write("after.mlir", true));
    let mlir_opt = text_test_runner::Tool::of_llvm("mlir-opt").path;
    let ours = PathBuf::from(env!("CARGO_BIN_EXE_mlir-lite-opt"));
    let common = ["-allow-unregistered-dialect", "-split-input-file"];
    let eliminate = [&common[..], &["--symbol-dce"]].concat();
    let upstream = [&eliminate[..], &["--spelling=upstream"]].concat();
    let by_us = run(&ours, &upstream, &before);
    // Both print the module around the ops of each part.
    assert_eq!(run(&mlir_opt, &eliminate, &before).trim(), by_us.trim());
    let expected = run(&ours, &[&common[..], &["--spelling=upstream"]].concat(), &after);
    assert_eq!(expected, by_us);
    assert_ne!(expected, run(&ours, &[&common[..], &["--spelling=upstream"]].concat(), &before));
}
