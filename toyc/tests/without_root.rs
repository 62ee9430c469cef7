//! Only installing packages needs root privileges; and how programs and `toyc` itself are loaded.
#![cfg(all(unix, feature = "llvm"))]

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Output};

use pretty_assertions::assert_eq;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A user that owns nothing.
const NOBODY: u32 = 65534;

const PROGRAM: &str =
    "def main() {\n  var a = [[1, 2, 3], [4, 5, 6]];\n  save(\"a.npy\", a);\n  print(a + 1);\n}\n";

#[test]
fn only_the_set_up_asks_for_rights() {
    let read = |path: &str| {
        std::fs::read_to_string(Path::new(ROOT).join(path)).expect("the file is there")
    };
    for path in ["Makefile", "scripts/fuzz", "scripts/coverage", ".ci/run", "toyc/build.rs"] {
        let text = read(path);
        for word in ["sudo", "apt-get", "doas", "pkexec", "chown", "setcap"] {
            assert!(!text.contains(word), "{path} has '{word}'");
        }
    }
    assert!(read("scripts/setup").contains("sudo"));
}

#[test]
fn programs_are_compiled_and_run_by_anybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let is_root = std::fs::metadata(folder.path()).expect("it is there").uid() == 0;
    let toyc = folder.path().join("toyc");
    // Another user may not enter the folder in which it was built.
    std::fs::copy(env!("CARGO_BIN_EXE_toyc"), &toyc).expect("the program is copied");
    let work = folder.path().join("work");
    std::fs::create_dir(&work).expect("the folder is made");
    std::fs::write(work.join("a.toy"), PROGRAM).expect("the source is written");
    if is_root {
        for path in [folder.path(), &work] {
            let everybody = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(path, everybody).expect("it is ours");
            std::os::unix::fs::chown(path, Some(NOBODY), Some(NOBODY)).expect("root may do so");
        }
    }
    let run = |program: &Path, words: &[&str]| -> Output {
        let mut command = Command::new(program);
        command
            .args(words)
            .current_dir(&work)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("TMPDIR", &work);
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.output().expect("it starts")
    };
    let expected = "2.000000 3.000000 4.000000 \n5.000000 6.000000 7.000000 \n";
    for words in [
        &["-emit=jit", "a.toy"][..],
        &["-emit=interp", "a.toy"],
        &["-emit=jit", "--parallel=2", "a.toy"],
    ] {
        let output = run(&toyc, words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (String::from_utf8_lossy(&output.stdout).as_ref(), said.as_ref()),
            (expected, ""),
            "{words:?}"
        );
    }
    let built = run(&toyc, &["-emit=exe", "-o", "program", "a.toy"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = run(&work.join("program"), &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(
        std::fs::metadata(work.join("a.npy")).expect("it was saved").uid(),
        if is_root { NOBODY } else { std::fs::metadata(&work).expect("it is there").uid() }
    );
}

/// ELF's type of a file: 2 is a program at a fixed address, 3 one that is loaded anywhere. None of
/// other formats.
fn elf_type(path: &Path) -> Option<u8> {
    let bytes = std::fs::read(path).expect("it is there");
    bytes.starts_with(b"\x7fELF").then(|| bytes[if bytes[5] == 1 { 16 } else { 17 }])
}

#[test]
fn what_the_documents_say_of_positions_is_so() {
    let page =
        std::fs::read_to_string(Path::new(ROOT).join("SECURITY.md")).expect("the page is there");
    // Lines end where the page is full.
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        page.contains("Executables and libraries that `toyc` writes are position-independent.")
    );
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(
        folder.path().join("a.toy"),
        "def f(a) { return a; }\ndef main() { print(f(1)); }\n",
    )
    .expect("the source is written");
    for words in [&["-emit=exe"][..], &["-emit=shared", "--export", "f(<2>)"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_toyc"))
            .current_dir(folder.path())
            .args(words)
            .args(["-o", "out", "a.toy"])
            .output()
            .expect("toyc starts");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(elf_type(&folder.path().join("out")).is_none_or(|ty| ty == 3), "{words:?}");
    }
    // If toyc itself is not position-independent, the page says why.
    if elf_type(Path::new(env!("CARGO_BIN_EXE_toyc"))) == Some(2) {
        assert!(
            page.contains("On Linux, `toyc` itself is not: LLVM's tables contain many addresses")
        );
    }
}
