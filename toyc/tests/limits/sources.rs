//! Endless sources, FIFOs without a writer, and surplus arguments.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::{TOYC, bounded, fails, succeeds, text};

const PROGRAM: &str = "def main() { print(1); }\n";

/// Runs a line of a shell with `$toyc` in at most 1 GB of memory; standard input is endless.
fn shell(folder: &Path, line: &str) -> Output {
    let start = Instant::now();
    let line = format!("toyc={TOYC}; ( {line} ) < /dev/zero");
    let output = bounded("bash", folder, 1_000_000, &["-c", &line]);
    assert!(start.elapsed() < Duration::from_secs(60), "{line}");
    output
}

#[test]
fn endless_sources_end_with_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let of_file = "cannot read '/dev/zero': it is larger than 268435456 bytes; \
        '--max-source=BYTES' allows up to";
    for words in [
        "",
        "check",
        "fmt",
        "-emit=ast",
        "-x mlir",
        "-emit=interp",
        "-i",
        "-e ':load /dev/zero' --",
    ] {
        let line = match words.strip_suffix(" --") {
            Some(words) => format!("$toyc {words}"),
            None => format!("$toyc {words} /dev/zero"),
        };
        fails(&shell(folder.path(), &line), of_file);
    }
    let of_input = "is larger than 268435456 bytes; '--max-source=BYTES' allows up to 2147483646";
    for words in ["", "-", "repl", "check -", "fmt -", "-x mlir", "-x mlir -"] {
        fails(&shell(folder.path(), &format!("$toyc {words}")), of_input);
    }
}

#[test]
fn a_fifo_that_nobody_writes_to_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).expect("a FIFO");
    for words in ["", "check", "fmt", "-x mlir", "-i"] {
        let output = shell(folder.path(), &format!("$toyc {words} fifo"));
        fails(&output, "cannot read 'fifo': it is a FIFO without a writer");
    }
    let watched = shell(folder.path(), "$toyc --watch fifo");
    assert_eq!(watched.status.code(), Some(2), "{}", text(&watched.stderr));
}

#[test]
fn pipes_are_sources() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.toy"), PROGRAM).expect("the source is written");
    for line in [
        "$toyc -emit=interp <(cat a.toy)",
        "mkfifo late; (sleep 0.2; cat a.toy > late) & $toyc -emit=interp late",
        "cat a.toy | $toyc -emit=interp /dev/stdin",
        "cat a.toy | $toyc -emit=interp -",
        "$toyc -emit=interp <(head -c 10 a.toy; sleep 0.2; tail -c +11 a.toy)",
    ] {
        assert_eq!(succeeds(&shell(folder.path(), line)), "1.000000 \n", "{line}");
    }
}

#[test]
fn the_size_of_a_source_is_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.toy"), PROGRAM).expect("the source is written");
    let size = PROGRAM.len();
    for source in ["a.toy", "- < a.toy", "<(cat a.toy)"] {
        for command in ["-emit=interp", "check"] {
            let with = |bytes: usize| format!("$toyc {command} --max-source={bytes} {source}");
            succeeds(&shell(folder.path(), &with(size)));
            let limit =
                format!("is larger than {} bytes; '--max-source=BYTES' allows up to", size - 1);
            fails(&shell(folder.path(), &with(size - 1)), &limit);
        }
    }
}

/// A program that mentions no argument takes none.
#[test]
fn arguments_that_no_program_takes_are_wrong_usage() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.toy"), PROGRAM).expect("the source is written");
    let mut lines =
        vec!["$toyc check a.toy -- x", "$toyc -emit=interp a.toy -- x", "$toyc run a.toy -- x"];
    if cfg!(feature = "llvm") {
        succeeds(&shell(folder.path(), "$toyc -emit=exe -o program a.toy"));
        assert_eq!(succeeds(&shell(folder.path(), "./program")), "1.000000 \n");
        lines.extend(["$toyc a.toy -- x", "$toyc -emit=exe -o other a.toy -- x", "./program x"]);
    }
    for line in lines {
        let output = shell(folder.path(), line);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{line}: {said}");
        assert!(said.contains("error: the program takes 0 arguments; found 1\n"), "{line}: {said}");
    }
}

#[test]
fn arguments_that_are_not_utf_8_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.toy"), "def main() { print(load(arg(0))); }\n")
        .expect("a source");
    for engine in ["-emit=interp", "-emit=mlir"] {
        let mut command = Command::new(TOYC);
        command
            .current_dir(folder.path())
            .args([engine, "a.toy", "--"])
            .arg(OsStr::from_bytes(b"a\xff.npy"));
        let output = command.output().expect("toyc starts");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("argument 0 of the program is not UTF-8"), "{said}");
    }
}
