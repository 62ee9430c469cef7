//! Executables, compiled code and runtime functions, under AddressSanitizer: GCC's library, with
//! which the C parts of executables are compiled, LLVM's instrumentation of compiled code, and
//! `toyc` with the library preloaded.
//!
//! Without such a library of the C compiler the tests are skipped. `make asan` runs more programs.
#![cfg(all(feature = "llvm", target_os = "linux"))]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use pretty_assertions::assert_eq;
use random_programs::{GeneratedProgram, Outcome, describe_file};

/// Random programs of each test, unless the environment says how many.
const PROGRAMS: u64 = 4;

fn programs() -> u64 {
    std::env::var("SANITIZED_PROGRAMS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(PROGRAMS)
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sanitized").join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn succeeds(command: &mut Command) -> Output {
    let output = run(command);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Whether the C compiler has the library; all tests ask concurrently.
fn has_library() -> bool {
    static HAS: OnceLock<bool> = OnceLock::new();
    *HAS.get_or_init(links_library)
}

fn links_library() -> bool {
    let folder = folder("library");
    let source = folder.join("empty.c");
    fs::write(&source, "int main(void) { return 0; }\n").expect("the file can be written");
    run(Command::new("cc")
        .arg("-fsanitize=address")
        .arg(&source)
        .arg("-o")
        .arg(folder.join("empty")))
    .status
    .success()
}

/// A compiler driver that adds flags.
fn driver(folder: &Path) -> PathBuf {
    let path = folder.join("cc");
    let flags = "-fsanitize=address,undefined -fno-sanitize-recover=all";
    fs::write(&path, format!("#!/bin/sh\nexec cc {flags} \"$@\"\n"))
        .expect("the script can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
        .expect("it can be made executable");
    path
}

fn toyc() -> Command {
    Command::new(env!("CARGO_BIN_EXE_toyc"))
}

/// Writes a program and its files.
fn write(program: &GeneratedProgram, folder: &Path) -> PathBuf {
    for (name, bytes) in &program.inputs {
        fs::write(folder.join(name), bytes).expect("the file can be written");
    }
    let source = folder.join("program.toy");
    fs::write(&source, &program.source).expect("the file can be written");
    source
}

/// Compares the result of a run with that of the evaluator.
fn check(seed: u64, program: &GeneratedProgram, folder: &Path, output: &Output) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        !error.contains("Sanitizer") && !error.contains("runtime error"),
        "seed {seed}: {error}"
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        program.expected_output,
        "seed {seed}: {error}"
    );
    let expected = if program.outcome == Outcome::Finishes { 0 } else { 1 };
    assert_eq!(output.status.code(), Some(expected), "seed {seed}: {error}");
    for (name, description) in &program.expected_files {
        let bytes = fs::read(folder.join(name)).unwrap_or_default();
        assert_eq!(describe_file(&bytes).as_ref(), Some(description), "seed {seed}: {name}");
    }
}

/// A program that ends at an invalid access does not free its memory.
fn options(program: &GeneratedProgram) -> &'static str {
    match program.outcome {
        Outcome::Finishes => "detect_leaks=1",
        _ => "detect_leaks=0",
    }
}

/// Programs with files and arguments, and some that an access may end.
fn varied(seed: u64) -> GeneratedProgram {
    match seed % 4 {
        0 => random_programs::generate_risky(seed),
        _ => random_programs::generate_with_files(seed),
    }
}

#[test]
fn executables() {
    if !has_library() {
        return;
    }
    for seed in 0..programs() {
        let program = varied(seed);
        if matches!(program.outcome, Outcome::Refused { .. }) {
            continue;
        }
        let folder = folder("executables");
        let (source, cc) = (write(&program, &folder), driver(&folder));
        let mut command = toyc();
        command
            .args(["emit", "exe", "-o", "program"])
            .arg(&source)
            .env("CC", cc)
            .current_dir(&folder);
        if !program.arguments.is_empty() {
            command.arg("--").args(&program.arguments);
        }
        succeeds(&mut command);
        let mut command = Command::new(folder.join("program"));
        command
            .args(&program.arguments)
            .env("ASAN_OPTIONS", options(&program))
            .current_dir(&folder);
        check(seed, &program, &folder, &run(&mut command));
    }
}

/// Runs a module of LLVM IR whose `main` takes and returns nothing, with all of its accesses
/// checked.
fn instrumented(folder: &Path, ir: &str) -> Output {
    let tool = |name: &str| text_test_runner::Tool::of_llvm(name).path;
    let lines = ir.lines().map(|line| match line.strip_prefix("define ") {
        Some(_) => line.replace("@main(", "@toy_main(").replace(" {", " sanitize_address {"),
        None => line.to_owned(),
    });
    let path = |name: &str| folder.join(name);
    fs::write(path("program.ll"), lines.collect::<Vec<_>>().join("\n"))
        .expect("the file can be written");
    let main = "void toy_main(void);\nint main(void) { toy_main(); return 0; }\n";
    fs::write(path("main.c"), main).expect("the file can be written");
    fs::write(path("ending.h"), include_str!("../src/native/exits.h"))
        .expect("the file can be written");
    succeeds(
        Command::new(tool("opt"))
            .arg("-passes=asan")
            .arg(path("program.ll"))
            .arg("-o")
            .arg(path("program.bc")),
    );
    let mut command = Command::new(tool("llc"));
    command
        .args(["-filetype=obj", "-relocation-model=pic"])
        .arg(path("program.bc"))
        .arg("-o")
        .arg(path("program.o"));
    succeeds(&mut command);
    let native = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/native");
    let mut command = Command::new("cc");
    command
        .args(["-std=gnu99", "-fsanitize=address", "-pthread", "-I"])
        .arg(folder)
        .args([path("main.c"), path("program.o")]);
    command
        .args(["range.c", "parallel.c", "print.c"].map(|source| native.join(source)))
        .arg("-lm")
        .arg("-o")
        .arg(path("program"));
    succeeds(&mut command);
    run(Command::new(path("program")).env("ASAN_OPTIONS", "detect_leaks=1").current_dir(folder))
}

#[test]
fn compiled_code() {
    if !has_library() {
        return;
    }
    for seed in 0..programs() {
        let program = random_programs::generate(seed);
        let folder = folder("compiled");
        let source = write(&program, &folder);
        let level = ["-O0", "-O1", "-O2", "-O3"][seed as usize % 4];
        let ir = succeeds(toyc().args(["emit", "llvm", level]).arg(&source));
        let output = instrumented(&folder, &String::from_utf8_lossy(&ir.stdout));
        check(seed, &program, &folder, &output);
    }
}

#[test]
fn an_access_outside_of_memory_is_found() {
    if !has_library() {
        return;
    }
    let folder = folder("outside");
    let source = folder.join("outside.mlir");
    let text = "\
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @main() {
  %size = llvm.mlir.constant(24 : i64) : i64
  %p = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, f64
  %x = llvm.mlir.constant(1.0 : f64) : f64
  llvm.store volatile %x, %q : f64, !llvm.ptr
  llvm.return
}
";
    fs::write(&source, text).expect("the file can be written");
    let ir = succeeds(toyc().args(["emit", "llvm"]).arg(&source));
    let output = instrumented(&folder, &String::from_utf8_lossy(&ir.stdout));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("heap-buffer-overflow") && error.contains("WRITE of size 8"), "{error}");
}

/// `toyc` with the library preloaded: its heap is the library's, also for the code that it runs.
fn checked_toyc(folder: &Path) -> Option<Command> {
    let path = succeeds(Command::new("cc").arg("-print-file-name=libasan.so"));
    let path = String::from_utf8_lossy(&path.stdout).trim().to_owned();
    // A compiler that has no such library repeats the name.
    if !path.contains('/') {
        return None;
    }
    let mut command = toyc();
    // Memory that the process keeps until its end is not a leak.
    command.env("LD_PRELOAD", path).env("ASAN_OPTIONS", "detect_leaks=0").current_dir(folder);
    Some(command)
}

#[test]
fn the_boundary_of_the_jit() {
    if !has_library() {
        return;
    }
    for seed in 0..programs() {
        let program = varied(seed + 1000);
        if matches!(program.outcome, Outcome::Refused { .. }) {
            continue;
        }
        let folder = folder("jit");
        let source = write(&program, &folder);
        let Some(mut command) = checked_toyc(&folder) else { return };
        command.args(["--emit=jit", ["-O0", "-O2"][seed as usize % 2]]).arg(&source);
        if !program.arguments.is_empty() {
            command.arg("--").args(&program.arguments);
        }
        check(seed + 1000, &program, &folder, &run(&mut command));
    }
}

#[test]
fn memory_that_is_freed_twice_is_found_in_the_jit() {
    if !has_library() {
        return;
    }
    let folder = folder("twice");
    let source = folder.join("twice.mlir");
    let text = "\
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @main() {
  %size = llvm.mlir.constant(24 : i64) : i64
  %p = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.return
}
";
    fs::write(&source, text).expect("the file can be written");
    let Some(mut command) = checked_toyc(&folder) else { return };
    let output = run(command.args(["--emit=jit", "-O0"]).arg(&source));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("attempting double-free"), "{error}");
}
