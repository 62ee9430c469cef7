//! The external symbols that a module of MLIR may use, and the folder in which programs are linked.
#![cfg(all(unix, feature = "llvm"))]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

fn toyc(folder: &Path, words: &[&str]) -> Output {
    Command::new(TOYC).current_dir(folder).args(words).output().expect("toyc starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const SYSTEM: &str = "\
llvm.func @getpid() -> i32
llvm.func @unused() -> i32
llvm.func @main() {
  %0 = llvm.call @getpid() : () -> i32
  llvm.return
}
";

const OF_STD: &str = "\
func private @getpid() -> i32
func @main() {
  %0 = call @getpid() : () -> i32
  return
}
";

const BY_ADDRESS: &str = "\
llvm.func @getpid() -> i32
llvm.func @main() {
  %0 = llvm.mlir.addressof @getpid : !llvm.ptr
  %1 = llvm.call %0() : !llvm.ptr, () -> i32
  llvm.return
}
";

const VARIABLE: &str = "\
llvm.mlir.global external @environ() {addr_space = 0 : i32} : !llvm.ptr
llvm.func @main() {
  %0 = llvm.mlir.addressof @environ : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
  llvm.return
}
";

const RUNTIME: &str = "\
func private @putchar(i32) -> i32
func private @tanf(f32) -> f32
func private @pow(f64, f64) -> f64
func private @system(!llvm.ptr) -> i32
func @main() {
  %c = constant 65 : i32
  %0 = call @putchar(%c) : (i32) -> i32
  %x = constant 2.0 : f64
  %1 = call @pow(%x, %x) : (f64, f64) -> f64
  return
}
";

#[test]
fn external_functions_are_allowed_by_a_flag_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.mlir");
    for (source, what, place) in [
        (SYSTEM, "function 'getpid'", "a.mlir:4:"),
        (OF_STD, "function 'getpid'", "a.mlir:3:"),
        (BY_ADDRESS, "function 'getpid'", "a.mlir:3:"),
        (VARIABLE, "variable 'environ'", "a.mlir:3:"),
    ] {
        std::fs::write(&file, source).expect("the module is written");
        for emit in ["-emit=jit", "-emit=interp", "-emit=exe", "-emit=shared"] {
            let words = [emit, "a.mlir", "-o", "out"];
            let export = ["--export", "main()"];
            // A library of MLIR needs no C names for its functions.
            let words = if emit == "-emit=shared" {
                [&words[..], &export].concat()
            } else {
                words.to_vec()
            };
            let runs = emit == "-emit=jit" || emit == "-emit=interp";
            let words = if runs { &words[..2] } else { &words };
            let output = toyc(folder.path(), words);
            if emit == "-emit=shared" && !said(&output).contains("external") {
                continue;
            }
            let expected = format!("uses the external {what}, which is not in Toy's runtime");
            assert!(said(&output).contains(&expected), "{emit}: {}", said(&output));
            assert!(said(&output).starts_with(place), "{emit}: {}", said(&output));
            assert!(said(&output).contains("'--allow-external-functions'"), "{}", said(&output));
            assert!(!said(&output).contains("unused"), "{}", said(&output));
            assert_eq!(
                (output.status.code(), folder.path().join("out").exists()),
                (Some(1), false)
            );
        }
        for emit in [&["-emit=jit"][..], &["-emit=exe", "-o", "out"]] {
            let output =
                toyc(folder.path(), &[emit, &["--allow-external-functions", "a.mlir"]].concat());
            assert!(output.status.success(), "{emit:?}: {}", said(&output));
        }
        let output = Command::new(folder.path().join("out")).output().expect("the program starts");
        assert!(output.status.success());
        std::fs::remove_file(folder.path().join("out")).expect("it was written");
        // Stages that only print or translate resolve no symbols.
        for emit in ["-emit=mlir", "-emit=llvm", "-emit=obj"] {
            let output = toyc(folder.path(), &[emit, "a.mlir", "-o", "shown"]);
            assert!(output.status.success(), "{emit}: {}", said(&output));
        }
    }
}

#[test]
fn what_lowerings_declare_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.mlir"), RUNTIME).expect("the module is written");
    for emit in ["-emit=jit", "-emit=interp"] {
        let output = toyc(folder.path(), &[emit, "a.mlir"]);
        assert_eq!(
            (said(&output), String::from_utf8_lossy(&output.stdout).as_ref()),
            (String::new(), "A"),
            "{emit}"
        );
    }
}

#[test]
fn executables_are_position_independent() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.toy"), "def main() { print(1); }")
        .expect("the source is written");
    assert!(toyc(folder.path(), &["-emit=exe", "-o", "out", "a.toy"]).status.success());
    let bytes = std::fs::read(folder.path().join("out")).expect("it was written");
    if bytes.starts_with(b"\x7fELF") {
        // ELF's type of files: 3 is a shared object, which the system loads anywhere; 2 is a
        // program at a fixed address.
        let at = if bytes[5] == 1 { 16 } else { 17 };
        assert_eq!(bytes[at], 3);
    }
}

/// A driver that takes as long as it is allowed, after it has written a file.
const SLOW_DRIVER: &str =
    "#!/bin/sh\necho x > \"$TMPDIR/more\"\nls -ld \"$TMPDIR\" > \"$LISTING\"\nexec sleep 60\n";

#[test]
fn temporary_folders_are_private_and_removed_on_signals() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("tmp")).expect("the folder is made");
        std::fs::write(at("a.toy"), "def main() { print(1); }").expect("the source is written");
        std::fs::write(at("driver"), SLOW_DRIVER).expect("the script is written");
        std::fs::set_permissions(at("driver"), std::fs::Permissions::from_mode(0o755))
            .expect("it is ours");
        // If the tests are started in the background, interrupts may be ignored, also in child
        // processes.
        let mut child = Command::new("env")
            .current_dir(folder.path())
            .args(["--default-signal", TOYC, "-emit=exe", "-o", "out", "a.toy"])
            .env("CC", at("driver"))
            .env("TMPDIR", at("tmp"))
            .env("LISTING", at("listing"))
            .stderr(Stdio::null())
            .spawn()
            .expect("toyc starts");
        let start = Instant::now();
        let listing = loop {
            let listing = std::fs::read_to_string(at("listing")).unwrap_or_default();
            if listing.ends_with('\n') {
                break listing;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "the driver does not start");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(listing.starts_with("drwx------"), "{listing}");
        assert_eq!(std::fs::read_dir(at("tmp")).unwrap().count(), 1);
        let killed = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(killed.expect("kill starts").success());
        let status = child.wait().expect("the child is ours");
        let number = std::os::unix::process::ExitStatusExt::signal(&status);
        assert_eq!(
            number,
            Some(match signal {
                "INT" => 2,
                "TERM" => 15,
                _ => 1,
            }),
            "{status}"
        );
        assert_eq!(std::fs::read_dir(at("tmp")).unwrap().count(), 0, "{signal}");
    }
}
