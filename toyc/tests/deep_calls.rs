//! Programs with hundreds of thousands of nested calls: each engine runs them, or reports the
//! limit.
#![cfg(all(target_os = "linux", feature = "llvm"))]

use std::path::Path;
use std::process::{Command, Output};

use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// Runs `toyc a.mlir` with options in a shell, after a command of the shell.
fn toyc(folder: &Path, before: &str, options: &[&str]) -> Output {
    let script = format!("{before} && exec \"$@\"");
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-c", &script, "sh", TOYC, "a.mlir"]).args(options);
    shell.output().expect("a shell starts")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}

/// A program that prints a letter and then nests this many calls, including that of `main`.
fn write_calls(folder: &Path, calls: usize) {
    let source = format!(
        "func private @putchar(i32) -> i32\n\
         func @f(%n: i64) -> i64 {{\n  %0 = constant 0 : i64\n  %1 = cmpi \"eq\", %n, %0 : i64\n  \
         cond_br %1, ^end(%n : i64), ^more\n^more:\n  %2 = constant 1 : i64\n  %3 = subi %n, %2 : \
         i64\n  \
         %4 = call @f(%3) : (i64) -> i64\n  %5 = addi %4, %n : i64\n  br ^end(%5 : i64)\n\
         ^end(%6: i64):\n  return %6 : i64\n}}\n\
         func @main() {{\n  %a = constant 65 : i32\n  %b = call @putchar(%a) : (i32) -> i32\n  \
         %n = constant {} : i64\n  %s = call @f(%n) : (i64) -> i64\n  return\n}}\n",
        calls - 2
    );
    std::fs::write(folder.join("a.mlir"), source).expect("the source is written");
}

/// The options for machine code that keeps each call.
const MACHINE_CODE: [&[&str]; 2] = [&["-O0"], &["-O0", "--parallel=2"]];

#[test]
fn machine_code_says_that_the_stack_is_too_small() {
    let folder = tempfile::tempdir().expect("a folder");
    for (kilobytes, calls) in [(1024, 100_000), (8192, 1_000_000), (8192, 50_000_000)] {
        write_calls(folder.path(), calls);
        for options in MACHINE_CODE {
            let output = toyc(folder.path(), &format!("ulimit -s {kilobytes}"), options);
            assert_eq!(
                said(&output),
                format!(
                    "error: the program's calls take more than the stack, which has {kilobytes} \
                        KiB; 'ulimit -s' sets its \
                     size, and '-emit=interp' says which calls these are\n"
                )
            );
            assert_eq!(output.status.code(), Some(1));
            // The output before the error is complete.
            assert_eq!(output.stdout, b"A");
        }
    }
}

#[test]
fn machine_code_has_the_stack_of_the_process() {
    let folder = tempfile::tempdir().expect("a folder");
    write_calls(folder.path(), 1_000_000);
    for options in MACHINE_CODE {
        let output = toyc(folder.path(), "ulimit -s 262144", options);
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(output.stdout, b"A");
    }
}

/// An executable ends as the program does in toyc.
#[test]
fn executables_say_that_the_stack_is_too_small() {
    let folder = tempfile::tempdir().expect("a folder");
    write_calls(folder.path(), 1_000_000);
    let compiled = toyc(folder.path(), "true", &["-O0", "-emit=exe", "-o", "a"]);
    assert!(compiled.status.success(), "{}", said(&compiled));
    let run = |kilobytes: usize| {
        let script = format!("ulimit -s {kilobytes} && exec ./a");
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-c", &script]).output().expect("a shell starts")
    };
    for kilobytes in [1024, 8192] {
        let output = run(kilobytes);
        let by_toyc = toyc(folder.path(), &format!("ulimit -s {kilobytes}"), &["-O0"]);
        assert_eq!(said(&output), said(&by_toyc));
        assert!(said(&output).contains(&format!("has {kilobytes} KiB")), "{}", said(&output));
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"A"[..]));
    }
    let output = run(262_144);
    assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()));
}

/// Other invalid accesses end as they do without the handler.
#[test]
fn other_accesses_that_are_wrong_are_not_taken_for_calls() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "llvm.func @main() {\n  %0 = llvm.mlir.constant(64 : i64) : i64\n  \
                  %1 = llvm.inttoptr %0 : i64 to !llvm.ptr\n  llvm.store %0, %1 : i64, \
                  !llvm.ptr\n  llvm.return\n}\n";
    std::fs::write(folder.path().join("a.mlir"), source).expect("the source is written");
    let output = toyc(folder.path(), "true", &[]);
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&output.status),
        Some(11),
        "{}",
        said(&output)
    );
    assert_eq!(said(&output), "");
    let compiled = toyc(folder.path(), "true", &["-emit=exe", "-o", "a"]);
    assert!(compiled.status.success(), "{}", said(&compiled));
    let output = Command::new(folder.path().join("a")).output().expect("it starts");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&output.status), Some(11));
}

#[test]
fn the_interpreter_counts_calls() {
    let folder = tempfile::tempdir().expect("a folder");
    let interpreted = |calls: usize, option: &str| {
        write_calls(folder.path(), calls);
        let output = toyc(folder.path(), "true", &["-emit=interp", option]);
        assert_eq!(output.stdout, b"A", "{}", said(&output));
        (output.status.code(), said(&output))
    };
    assert_eq!(interpreted(200_000, "--max-call-depth=200000"), (Some(0), String::new()));
    for (calls, limit, advice) in [
        (200_001, 200_000, "allows no more than 200000"),
        (1_000_000, 200_000, "allows no more than 200000"),
        (1_000_000, 20_000, "allows up to 200000"),
    ] {
        let (status, said) = interpreted(calls, &format!("--max-call-depth={limit}"));
        assert_eq!(status, Some(1), "{said}");
        let message = format!(
            "error: more than {limit} calls and regions are open at once; '--max-call-depth=N' \
                {advice}\n"
        );
        assert!(said.contains(&message) && said.len() < 2_000, "{said}");
    }
    // More than the maximum is wrong usage.
    let output = toyc(folder.path(), "true", &["-emit=interp", "--max-call-depth=1000000"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("expected a number from 1 to 200000"), "{}", said(&output));
    // A stack for which there is no memory.
    let output =
        toyc(folder.path(), "ulimit -v 1000000", &["-emit=interp", "--max-call-depth=200000"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(
        said(&output).contains("'--max-call-depth=N' says for how many calls"),
        "{}",
        said(&output)
    );
}
