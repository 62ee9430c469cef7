//! The programs in `test/mlir/programs` print what MLIR's own tools print: lowered by the pipeline
//! of `mlir-opt` and run as machine code, and as they are on the interpreter.
//! `test/mlir/programs/make.py` writes the programs and what is expected; those in
//! `test/mlir/tensor-programs` are on tensors, which become memory.
#![cfg(feature = "llvm")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use mlir_lite::pass::{PassRegistry, parse_pipeline};
use mlir_lite::{register_all_dialects, register_all_passes};
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use test_support::{messages, parse_in, print, run_passes};

/// The output of `mlir-lite-run` for a program on its standard input, without addresses.
fn run(program: &str, flags: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mlir-lite-run"))
        .arg("-entry-point-result=void")
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}\n{program}");
    let without_address = |line: &str| match line.split_once("base@ = ") {
        None => line.to_owned(),
        Some((before, after)) => {
            format!("{before}{}", after.find("rank").map_or("", |start| &after[start..]))
        }
    };
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_inclusive('\n').map(without_address).collect()
}

/// The program, lowered by a pipeline.
fn lowered(program: &str, pipeline: &str) -> String {
    let mut module = parse_in(register_all_dialects, program);
    let (mut registry, mut diagnostics) = (PassRegistry::new(), Diagnostics::new());
    register_all_passes(&mut registry);
    let ctx = module.context().clone();
    let passes = parse_pipeline(&ctx, pipeline, &registry, &mut diagnostics);
    let passes = passes.unwrap_or_else(|_| panic!("{}", messages(&diagnostics)));
    run_passes(&passes, &mut module).unwrap();
    let text = print(&module);
    assert!(!text.contains("unrealized_conversion_cast"), "{text}");
    text
}

fn check(path: &Path, pipeline: &str) {
    let program = fs::read_to_string(path).unwrap();
    let expected = fs::read_to_string(path.with_extension("out")).unwrap();
    let name = path.display();
    assert_eq!(run(&program, &["--interpret"]), expected, "{name} on the interpreter");
    let machine_code = run(&lowered(&program, pipeline), &["-O0"]);
    assert_eq!(machine_code, expected, "{name} as machine code");
}

/// Checks the programs in a folder below `test/mlir`, at least this many.
fn check_all(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test/mlir").join(folder);
    let pipeline = fs::read_to_string(folder.join("pipeline.txt")).unwrap().replace('\n', "");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut programs: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "mlir")).collect();
    programs.sort();
    assert!(programs.len() >= least, "{} programs", programs.len());
    let (first, second) = programs.split_at(programs.len() / 2);
    thread::scope(|scope| {
        for half in [first, second] {
            scope.spawn(|| half.iter().for_each(|path| check(path, &pipeline)));
        }
    });
}

#[test]
fn programs_print_what_mlirs_tools_print() {
    check_all("programs", 150);
}

#[test]
fn programs_on_tensors_print_what_mlirs_tools_print() {
    check_all("tensor-programs", 4);
}

/// The programs, without their own frees: passes decide where memory is freed, and the interpreter
/// checks that each is freed once, and not used afterwards.
#[test]
fn programs_whose_memory_passes_free_print_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test/mlir/programs");
    let mut checked = 0;
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|end| end != "mlir") {
            continue;
        }
        let program = fs::read_to_string(&path).unwrap();
        let owned: String =
            program.split_inclusive('\n').filter(|line| !line.contains("memref.dealloc")).collect();
        if owned == program || !path.to_string_lossy().ends_with("_i32.mlir") {
            continue;
        }
        let freed = lowered(&owned, "builtin.module(buffer-deallocation-pipeline)");
        assert!(freed.contains("dealloc %"), "{freed}");
        let expected = fs::read_to_string(path.with_extension("out")).unwrap();
        assert_eq!(run(&freed, &["--interpret"]), expected, "{}", path.display());
        checked += 1;
    }
    assert!(checked > 40, "{checked} programs");
}
