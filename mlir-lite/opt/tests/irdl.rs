//! Dialects that files in IRDL define, beside `mlir-opt` 22.
//!
//! Of each pair `NAME.irdl` and `NAME.mlir` below `test/mlir/irdl`, both tools load the dialects of
//! the first file, and read each case of the second (cases are parted by lines that begin with
//! `// -----`). Cases without a comment `// expected-error@below {{..}}` are printed byte for byte
//! as by `mlir-opt`, in custom and in generic form. The others are rejected by both, and their
//! messages are in the comments, word for word.
//!
//! Each case of each file below `test/mlir/irdl/refused` is a file of definitions that is not
//! loaded, for the reason in its comments.

use std::path::{Path, PathBuf};
use std::process::Command;

use mlir_lite_opt::split::split;
use pretty_assertions::assert_eq;
use text_test_runner::{Tool, files_below};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/mlir/irdl");
const MARKER: &str = "// -----";
const GENERIC: &str = "-mlir-print-op-generic";
const SPLIT: &str = "-split-input-file";
const EXPECTED: &str = "expected-error";

fn ours() -> PathBuf {
    env!("CARGO_BIN_EXE_mlir-lite-opt").into()
}

fn mlir_opt() -> PathBuf {
    Tool::of_llvm("mlir-opt").path
}

/// The exit status, the output and the errors of a tool.
fn run(tool: &Path, flags: &[&str], file: &Path) -> (Option<i32>, String, String) {
    let output = Command::new(tool).args(flags).arg(file).output().expect("the tool runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Writes a file into a folder of its own, which is removed with the result.
fn written(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("case.mlir");
    std::fs::write(&file, text).expect("the folder is writable");
    (folder, file)
}

/// The pairs of definitions and programs.
fn pairs() -> Vec<(String, PathBuf)> {
    let definitions = files_below(Path::new(ROOT), &["irdl"]).expect("the folder can be read");
    let pairs = definitions.into_iter().map(|file| (file.display().to_string(), file));
    let pairs: Vec<_> = pairs.map(|(irdl, file)| (irdl, file.with_extension("mlir"))).collect();
    assert!(pairs.len() >= 4, "{pairs:?}");
    pairs
}

fn joined(cases: &[&str]) -> String {
    cases.join(&format!("\n{MARKER}\n"))
}

fn without_empty_lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

/// The line of an error in the file, if this is the first line of one.
fn error_in(file: &Path, text: &str) -> Option<u32> {
    let rest = text.strip_prefix(&format!("{}:", file.display()))?;
    let (line, rest) = rest.split_once(':')?;
    rest.contains(": error: ").then(|| line.parse().ok())?
}

#[test]
fn programs_of_defined_dialects_are_printed_alike() {
    for (irdl, programs) in pairs() {
        let text = std::fs::read_to_string(&programs).expect("the file can be read");
        let cases = split(&text, MARKER);
        let cases = cases.iter().map(|case| case.text).filter(|text| !text.contains(EXPECTED));
        let valid = joined(&cases.collect::<Vec<_>>());
        let (_folder, file) = written(&valid);
        for form in [&[][..], &[GENERIC]] {
            let flag = format!("--irdl-file={irdl}");
            let flags = [&[flag.as_str(), SPLIT], form].concat();
            let (status, expected, errors) = run(&mlir_opt(), &flags, &file);
            assert_eq!((status, errors.as_str()), (Some(0), ""), "{irdl}");
            let flags = [&flags[..], &["--spelling=upstream"]].concat();
            let (status, found, errors) = run(&ours(), &flags, &file);
            assert_eq!((status, errors.as_str()), (Some(0), ""), "{irdl}");
            assert_eq!(without_empty_lines(&expected), without_empty_lines(&found), "{irdl}");
        }
    }
}

#[test]
fn wrong_programs_of_defined_dialects_are_rejected_by_both() {
    let mut wrong = 0;
    for (irdl, programs) in pairs() {
        let irdl = format!("--irdl-file={irdl}");
        let common = [irdl.as_str(), SPLIT];
        // The messages of the whole file, at the lines that its comments say.
        let messages = [&common[..], &["-verify-diagnostics"]].concat();
        let (status, _, errors) = run(&ours(), &messages, &programs);
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{irdl}");
        let text = std::fs::read_to_string(&programs).expect("the file can be read");
        // One process for all cases.
        let cases = split(&text, MARKER);
        let cases = cases.iter().map(|case| case.text).filter(|text| text.contains(EXPECTED));
        let all = joined(&cases.collect::<Vec<_>>());
        let (_folder, file) = written(&all);
        let cases = split(&all, MARKER);
        for tool in [mlir_opt(), ours()] {
            let (status, _, errors) = run(&tool, &common, &file);
            assert_eq!(status, Some(1), "{errors}");
            let lines: Vec<u32> = errors.lines().filter_map(|line| error_in(&file, line)).collect();
            for (index, case) in cases.iter().enumerate() {
                let end = cases.get(index + 1).map_or(u32::MAX, |next| next.first_line);
                let is_rejected = lines.iter().any(|line| (case.first_line..end).contains(line));
                assert!(is_rejected, "{} accepts {}", tool.display(), case.text);
            }
        }
        wrong += cases.len();
    }
    assert!(wrong >= 80, "{wrong} wrong programs");
}

#[test]
fn definitions_that_cannot_be_loaded_are_refused() {
    let files = files_below(&Path::new(ROOT).join("refused"), &["mlir"]).expect("it can be read");
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        for case in split(&text, MARKER) {
            let lines = || case.text.lines().zip(1..);
            let expected = lines().filter_map(|(line, number)| {
                let (_, message) = line.split_once("expected-error@below {{")?;
                Some((number + 1, message.strip_suffix("}}").expect("the comment ends")))
            });
            let expected: Vec<(u32, &str)> = expected.collect();
            let (_folder, irdl) = written(case.text);
            let flag = format!("--irdl-file={}", irdl.display());
            let (status, output, errors) = run(&ours(), &[&flag], Path::new("/dev/null"));
            assert_eq!((status, output.as_str()), (Some(1), ""), "{}", case.text);
            let found = errors
                .lines()
                .filter_map(|text| Some((error_in(&irdl, text)?, text.split_once(": error: ")?.1)));
            let found: Vec<(u32, &str)> = found.collect();
            assert_eq!(expected, found, "{errors}");
        }
    }
}

#[test]
fn several_files_are_loaded_in_their_order() {
    let (_first, first) = written("irdl.dialect @first {\n  irdl.type @t\n}\n");
    let second = "irdl.dialect @second {
      irdl.operation @o {
        %0 = irdl.base \"!first.t\"
        irdl.results(out: %0)
      }
    }";
    let (_second, second) = written(second);
    let (_program, program) = written("%0 = \"second.o\"() : () -> !first.t\n");
    let flag = |file: &Path| format!("--irdl-file={}", file.display());
    let (first, second) = (flag(&first), flag(&second));
    let (status, output, errors) = run(&ours(), &[&first, &second], &program);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(output.contains("\"second.o\"() : () -> !first.t"), "{output}");
    let (status, _, errors) = run(&ours(), &[&second, &first], &program);
    assert_eq!(status, Some(1));
    assert!(errors.contains("no registered type with name !first.t"), "{errors}");
}
