//! Characters that a terminal would interpret are shown as numbers, wherever they come from.
#![cfg(unix)]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// An escape sequence that colours, one that sets a title, a control of ISO 6429 in one character,
/// a direction override, an isolate, a backspace, a carriage return, a line separator.
const HIDDEN: &str = "\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}1m\u{202e}\u{2066}\u{8}\r\u{2028}\u{7f}";

/// The same without the characters that texts and comments of the language cannot contain.
const SHOWN: &str =
    r"\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}1m\u{202e}\u{2066}\u{8}\u{d}\u{2028}\u{7f}";

/// The whole output; checks that it contains no hidden characters.
#[track_caller]
fn all(output: &Output) -> String {
    let text = format!("{}{}", text(&output.stdout), text(&output.stderr));
    let hidden: Vec<char> = text.chars().filter(|c| is_hidden(*c)).collect();
    assert_eq!(hidden, Vec::<char>::new(), "{}", text.escape_debug());
    text
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is UTF-8")
}

/// Written independently of the compiler's own list: Unicode's categories of controls, and the
/// controls of Annex 9.
fn is_hidden(c: char) -> bool {
    let code = u32::from(c);
    (c.is_control() && c != '\n' && c != '\t')
        || [0x61c, 0x200e, 0x200f, 0x2028, 0x2029].contains(&code)
        || (0x202a..=0x202e).contains(&code)
        || (0x2066..=0x2069).contains(&code)
}

fn toyc(folder: &Path, words: &[&str]) -> Output {
    Command::new(TOYC).current_dir(folder).args(words).output().expect("toyc starts")
}

/// Writes a program into a file whose name has hidden characters, and runs toyc on it.
fn on_file(folder: &Path, name: &str, contents: &str, words: &[&str]) -> Output {
    std::fs::write(folder.join(name), contents).expect("the file is written");
    toyc(folder, &[words, &[name]].concat())
}

#[test]
fn sources_and_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = format!("a{HIDDEN}.toy");
    let wrong =
        format!("def main() {{ # {HIDDEN}\n  print(b); # {HIDDEN}\n  save(\"{HIDDEN}\", c);\n}}\n");
    let right = wrong
        .replace("print(b)", "print([1,2][0])")
        .replace(", c", ", 1")
        .replace("save(", "print(1); # ");
    for (source, words) in [
        (&wrong, &["check"][..]),
        (&wrong, &["check", "--diagnostics=human", "--color=never"]),
        (&wrong, &["check", "--diagnostics=json"]),
        (&wrong, &["-emit=ast"]),
        (&right, &["-emit=ast"]),
        (&right, &["check", "--accesses"]),
        (&right, &["check", "--deny-warnings"]),
        (&right, &["fmt", "--check"]),
        (&right, &["-emit=mlir", "-mlir-print-debuginfo"]),
        (&wrong, &["-emit=interp"]),
    ] {
        let said = all(&on_file(folder.path(), &name, source, words));
        let expected =
            if words.contains(&"--diagnostics=json") { r"\u001b[31m" } else { r"\u{1b}[31m" };
        let is_ir = words[0] == "-emit=mlir";
        assert!(said.contains(expected) || is_ir, "{words:?}: {said}");
    }
    let said = all(&on_file(folder.path(), &name, &wrong, &["check"]));
    assert!(said.contains(&format!("a{SHOWN}.toy:2:9: error[T")), "{said}");
    assert!(said.contains(&format!("\n  print(b); # {SHOWN}\n        ^")), "{said}");
    let absent = all(&toyc(folder.path(), &[&format!("no{HIDDEN}.toy")]));
    assert!(absent.contains(&format!("cannot read 'no{SHOWN}.toy'")), "{absent}");
}

#[test]
fn a_nul_in_a_source() {
    let folder = tempfile::tempdir().expect("a folder");
    for source in [
        "def main() { print(\0); }",
        "def main() { print(1); } # \0",
        "def main() { save(\"a\0b\", 1); }",
    ] {
        for words in [&["check"][..], &["-emit=ast"], &["-emit=interp"], &["fmt", "--check"]] {
            all(&on_file(folder.path(), "a.toy", source, words));
        }
    }
    // The rest of a path after a NUL is not dropped silently.
    let source = "def main() { save(\"a\0b\", 1); }";
    let engines: &[&str] = if cfg!(feature = "llvm") { &["interp", "jit"] } else { &["interp"] };
    for engine in engines {
        let output = on_file(folder.path(), "a.toy", source, &[&format!("-emit={engine}")]);
        assert!(
            !output.status.success() && !folder.path().join("a").exists(),
            "{engine}: {}",
            all(&output)
        );
    }
}

#[test]
fn symbols_of_mlir() {
    let folder = tempfile::tempdir().expect("a folder");
    let quoted = HIDDEN.replace('\r', "");
    let symbol = format!("func private @\"f{quoted}\"()\nfunc private @\"f{quoted}\"()\n");
    let call = format!("func @main() {{\n  call @\"f{quoted}\"() : () -> ()\n  return\n}}\n");
    let op = format!("\"x{quoted}.y\"() {{a = \"{quoted}\"}} : () -> () loc(\"l{quoted}\":1:1)\n");
    let unknown =
        format!("func @main() {{\n  \"std.x{quoted}\"() : () -> i32\n  return %{quoted}\n}}\n");
    for source in [symbol, call, op, unknown] {
        for words in [
            &["-emit=mlir"][..],
            &["-emit=interp"],
            &["-emit=mlir", "-mlir-print-debuginfo"],
            &["check"],
        ] {
            all(&on_file(folder.path(), "a.mlir", &source, words));
        }
    }
}

#[test]
fn words_of_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for words in [
        &[format!("--{HIDDEN}")][..],
        &[format!("-emit={HIDDEN}")],
        &["explain".to_owned(), HIDDEN.to_owned()],
        &["doc".to_owned(), HIDDEN.to_owned()],
        &["-e".to_owned(), HIDDEN.to_owned()],
        &["--pass-pipeline".to_owned(), HIDDEN.to_owned(), "a.toy".to_owned()],
        &["--export".to_owned(), HIDDEN.to_owned(), "-emit=mlir".to_owned(), "a.toy".to_owned()],
        &["-emit=mlir".to_owned(), "a.toy".to_owned(), "-o".to_owned(), format!("{HIDDEN}/b")],
    ] {
        std::fs::write(folder.path().join("a.toy"), "def main() { print(1); }")
            .expect("the file is written");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = toyc(folder.path(), &words);
        assert!(!output.status.success(), "{words:?}");
        all(&output);
    }
}

#[test]
fn sessions() {
    let folder = tempfile::tempdir().expect("a folder");
    let entries = format!(
        "1 # {HIDDEN}\n:history\n:save {HIDDEN}.toy\n:load \
            {HIDDEN}/b\nload(\"{HIDDEN}\")\n:{HIDDEN}\n"
    );
    for entry in entries.replace('\r', "").lines() {
        let mut session = Command::new(TOYC);
        session.current_dir(folder.path()).arg("repl");
        let mut child = session
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().expect("a pipe");
        writeln!(input, "1 # {HIDDEN}\n{entry}").expect("the session reads");
        drop(input);
        all(&child.wait_with_output().expect("the session ends"));
    }
}

#[cfg(feature = "llvm")]
#[test]
fn programs_that_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = format!("a{HIDDEN}.toy");
    let at = |line: u32, col: u32| format!("a{SHOWN}.toy:{line}:{col}: error");
    let absent = format!("no{HIDDEN}.npy");
    let load = "def main() {\n  save(arg(0), 1);\n}\n";
    let range = "def main() {\n  var a = [1, 2, 3];\n  for i in 0:5 { if sum(a) > i { print(a[i]); \
        } }\n}\n";
    for (source, given, expected) in
        [(load, Some(format!("{absent}/x")), at(2, 3)), (range, None, at(3, 40))]
    {
        std::fs::write(folder.path().join(&name), source).expect("the file is written");
        let words: Vec<&str> = given.iter().flat_map(|word| ["--", word]).collect();
        for engine in ["-emit=jit", "-emit=interp"] {
            let output = toyc(folder.path(), &[&[engine, &name][..], &words].concat());
            let said = all(&output);
            assert!(said.contains(&expected), "{engine}: {said}");
        }
        let built = toyc(folder.path(), &["-emit=exe", "-o", "program", &name]);
        assert!(built.status.success(), "{}", all(&built));
        let output = Command::new(folder.path().join("program"))
            .current_dir(folder.path())
            .args(&given)
            .output();
        let said = all(&output.expect("the program starts"));
        assert!(said.contains(&expected), "{said}");
        // The usage message contains the program's own name.
        if given.is_some() {
            let program = folder.path().join(std::ffi::OsStr::new(&format!("p{HIDDEN}")));
            // A program that this process writes may still be open in one that it starts meanwhile,
            // and cannot be run then.
            std::fs::hard_link(folder.path().join("program"), &program).expect("it has two names");
            let said = all(&Command::new(&program).output().expect("the program starts"));
            assert!(said.contains(&format!("/p{SHOWN} ")), "{said}");
        }
    }
    let library = format!("a{}*/ int x; /*.toy", HIDDEN);
    let folder_of = |name: &str| folder.path().join(name).parent().map(Path::to_owned);
    std::fs::create_dir_all(folder_of(&library).expect("it has a folder"))
        .expect("the folder is made");
    std::fs::write(folder.path().join(&library), "def f() { return 1; }")
        .expect("the file is written");
    let header = all(&toyc(folder.path(), &["-emit=header", "--export", "f()", &library]));
    assert_eq!(header.matches("*/").count(), header.matches("/*").count(), "{header}");
    assert!(!header.contains("*/ int x"), "{header}");
}

#[test]
fn characters_that_reorder_text_are_warned_about() {
    let folder = tempfile::tempdir().expect("a folder");
    for (source, places) in [
        ("def main() { print(1); } # \u{202e}\n", &[(1, 28)][..]),
        (
            "# \u{2066}a\u{2069}\u{202a}\n# é\ndef main() { print(1); }\n# \u{2067}\n",
            &[(1, 3), (4, 3)],
        ),
        ("# \u{200e}\u{200f} marks have no extent\ndef main() { print(1); }\n", &[]),
        ("# \u{200d}é日本\ndef main() { print(1); }\n", &[]),
    ] {
        let output = on_file(folder.path(), "a.toy", source, &["check"]);
        let said = all(&output);
        assert!(output.status.success());
        assert_eq!(said.matches("warning[T0072]").count(), places.len(), "{said}");
        for (line, col) in places {
            assert!(
                said.contains(&format!("a.toy:{line}:{col}: warning[T0072]: the character U+20")),
                "{said}"
            );
        }
        let denied = on_file(folder.path(), "a.toy", source, &["check", "--deny-warnings"]);
        assert_eq!(denied.status.success(), places.is_empty(), "{}", all(&denied));
    }
}
