//! `save()` on existing files, and `load()` of special files: the same with each engine.
#![cfg(all(unix, feature = "llvm"))]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use toy_dialect::elements::Element;
use toy_dialect::npy;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// Ways to run a program in a folder; the last is an executable.
const ENGINES: [&[&str]; 3] = [&["-emit=jit"], &["-emit=interp"], &["-emit=exe"]];

/// Runs a program in a folder, after the shell commands `prepare`, which know the program's process
/// number.
fn run_after(prepare: &str, folder: &Path, source: &str, engine: &[&str]) -> Output {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = elsewhere.path().join("program.toy");
    std::fs::write(&file, source).expect("the source is written");
    let mut shell = Command::new("sh");
    shell.current_dir(folder).arg("-c").arg(format!("{prepare}\nexec \"$@\"")).arg("sh");
    if engine == ["-emit=exe"] {
        let program = elsewhere.path().join("program");
        let mut compiler = Command::new(TOYC);
        compiler.current_dir(folder).args(engine).arg(&file).arg("-o").arg(&program);
        let output = compiler.output().expect("toyc starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        shell.arg(program);
    } else {
        shell.arg(TOYC).args(engine).arg(&file);
    }
    shell.output().expect("a shell starts")
}

fn run(folder: &Path, source: &str, engine: &[&str]) -> Output {
    run_after("", folder, source, engine)
}

fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Writes a file of two elements of a type, given as their bytes.
fn write_pair(path: &Path, descr: &str, elements: &[u8]) {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (2,), }}\n");
    let length = (header.len() as u16).to_le_bytes();
    let contents = [b"\x93NUMPY\x01\0", &length[..], header.as_bytes(), elements].concat();
    std::fs::write(path, contents).expect("it is written");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn values(path: &Path) -> Vec<f64> {
    let read = npy::read(path.to_str().expect("the path is text"), Element::F64);
    read.expect("an array was saved").elements.to_f64s()
}

const SAVE: &str = "def main() { save(\"a.npy\", [1, 2, 3]); }";

#[test]
fn permissions_stay() {
    for engine in ENGINES {
        for mode in [0o640, 0o604, 0o700] {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("a.npy");
            std::fs::write(&file, "old").expect("the file is written");
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode))
                .expect("it is ours");
            succeeds(&run(folder.path(), SAVE, engine));
            assert_eq!(values(&file), [1.0, 2.0, 3.0]);
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o7777, mode, "{engine:?}");
            assert_eq!(names(folder.path()), ["a.npy"]);
        }
    }
}

#[test]
fn a_new_file_gets_what_the_mask_leaves() {
    for engine in ENGINES {
        let folder = tempfile::tempdir().expect("a folder");
        succeeds(&run_after("umask 027", folder.path(), SAVE, engine));
        let file = folder.path().join("a.npy");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o7777, 0o640, "{engine:?}");
        assert_eq!(names(folder.path()), ["a.npy"]);
    }
}

#[test]
fn links_stay() {
    for engine in ENGINES {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("there")).unwrap();
        for target in ["there/old", "there/new"] {
            // The second link points to a file that does not exist.
            let _ = std::fs::remove_file(at("a.npy"));
            symlink(target, at("a.npy")).unwrap();
            if target == "there/old" {
                std::fs::write(at(target), "old").unwrap();
            }
            succeeds(&run(folder.path(), SAVE, engine));
            assert!(at("a.npy").is_symlink(), "{engine:?}");
            assert_eq!(values(&at(target)), [1.0, 2.0, 3.0]);
        }
        assert_eq!(
            (names(folder.path()), names(&at("there"))),
            (vec!["a.npy".into(), "there".into()], vec!["new".into(), "old".into()])
        );

        let folder = tempfile::tempdir().expect("a folder");
        let (file, other) = (folder.path().join("a.npy"), folder.path().join("b.npy"));
        std::fs::write(&file, "a longer text than the array will be: ".repeat(20)).unwrap();
        std::fs::hard_link(&file, &other).unwrap();
        succeeds(&run(folder.path(), SAVE, engine));
        assert_eq!(values(&other), [1.0, 2.0, 3.0]);
        let status = file.metadata().unwrap();
        assert_eq!(
            (status.ino(), status.nlink()),
            (other.metadata().unwrap().ino(), 2),
            "{engine:?}"
        );
        assert_eq!(names(folder.path()), ["a.npy", "b.npy"]);
    }
}

/// Regression test: a link under a name derived from the process number was followed.
#[test]
fn nobody_can_prepare_a_link_for_the_temporary_file() {
    for engine in ENGINES {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("victim"), "precious").unwrap();
        let prepare =
            "for name in a.npy.$$.part .a.npy.$$.part .a.npy.$$.new; do ln -s victim $name; done";
        succeeds(&run_after(prepare, folder.path(), SAVE, engine));
        assert_eq!(
            std::fs::read_to_string(folder.path().join("victim")).unwrap(),
            "precious",
            "{engine:?}"
        );
        assert_eq!(values(&folder.path().join("a.npy")), [1.0, 2.0, 3.0]);
    }
}

#[test]
fn booleans_have_files_of_a_byte_each() {
    const SAVE: &str = "def main() { save(\"a.npy\", bool([[1, 0, 2], [0, 0, -1]])); }";
    // Files of all types, of which only a zero of either sign is false.
    const LOAD: &str = "def main() { print(bool(load(\"a.npy\")), load(\"a.npy\"), \
        bool(load(\"b1.npy\")), bool(load(\"f8.npy\")), bool(load(\"f4.npy\")), \
        bool(load(\"u8.npy\")), bool(load(\"i2.npy\")), i64(load(\"b1.npy\"))); }";
    const CHANGED: &str = "def main() { save(\"a.npy\", [1, 2]); print(bool(load(\"a.npy\"))); }";
    for engine in ENGINES {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, descr: &str, elements: &[u8]| {
            write_pair(&folder.path().join(name), descr, elements);
        };
        succeeds(&run(folder.path(), SAVE, engine));
        let bytes = std::fs::read(folder.path().join("a.npy")).expect("it was written");
        assert_eq!(bytes[bytes.len() - 6..], [1, 0, 1, 0, 0, 1], "{engine:?}");
        assert_eq!((bytes.len() - 6) % 64, 0);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let described = "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3), }";
        assert!(text.contains(described), "{engine:?} {text}");
        write("b1.npy", "|b1", &[0, 7]);
        write("f8.npy", "<f8", &[-0.0, f64::NAN].map(f64::to_le_bytes).concat());
        write("f4.npy", ">f4", &[-0.0_f32, 1e-40].map(f32::to_be_bytes).concat());
        write("u8.npy", "<u8", &[0, u64::MAX].map(u64::to_le_bytes).concat());
        write("i2.npy", "<i2", &[0_i16, -256].map(i16::to_le_bytes).concat());
        let output = run(folder.path(), LOAD, engine);
        succeeds(&output);
        let pair = "[false  true]";
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            format!(
                "[[ true false  true]\n [false false  true]] [[1 0 1]\n [0 0 1]] \
                 {pair} {pair} {pair} {pair} {pair} [0 1]\n"
            ),
            "{engine:?}"
        );
        let output = run(folder.path(), CHANGED, engine);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = "'a.npy' holds shape <2>, and the program was compiled for <2, 3>";
        assert!(!output.status.success() && message.contains(expected), "{message}");
    }
}

#[test]
fn integers_have_files_of_their_own_type_and_are_exact() {
    const SAVE: &str = "def main() { \
        save(\"a.npy\", i64([[9007199254740993, -9223372036854775808], [-1, 0]])); }";
    const LOAD: &str = "def read() { return i64(load(\"a.npy\")); }\n\
        def main() { print(i64(load(\"a.npy\")) - 1, read()[0, 0], \
            f32(i64(load(\"a.npy\")))[0, 0], i64(load(\"u2.npy\")), i64(load(\"f4.npy\")), \
            load(\"u2.npy\") / 2); }";
    const LOAD_FLOATS: &str = "def main() { print(load(\"a.npy\")); }";
    const LOAD_LARGE: &str = "def main() { print(i64(load(\"u8.npy\"))); }";
    for engine in ENGINES {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, descr: &str, elements: &[u8]| {
            write_pair(&folder.path().join(name), descr, elements);
        };
        succeeds(&run(folder.path(), SAVE, engine));
        let bytes = std::fs::read(folder.path().join("a.npy")).expect("it was written");
        let stored = [9_007_199_254_740_993, i64::MIN, -1, 0].map(i64::to_le_bytes);
        assert_eq!(bytes[bytes.len() - 32..], stored.concat(), "{engine:?}");
        write("u2.npy", ">u2", &[0xff, 0xfe, 0, 3]);
        write("f4.npy", "<f4", &[2.75_f32, -7.5].map(f32::to_le_bytes).concat());
        write("u8.npy", "<u8", &[1, u64::MAX].map(u64::to_le_bytes).concat());
        let output = run(folder.path(), LOAD, engine);
        succeeds(&output);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "[[   9007199254740992 9223372036854775807]\n [                 -2                  \
             -1]] 9007199254740993 9.007199e+15 [65534     3] [ 2 -7] [3.2767e+04 1.5000e+00]\n",
            "{engine:?}"
        );
        for (source, expected) in [
            (
                LOAD_FLOATS,
                "'a.npy' holds 9007199254740993, which has no exact value as a float of 64 bits; \
                 `i64(load(..))` reads integers",
            ),
            (LOAD_LARGE, "'u8.npy' holds 18446744073709551615, which is not in the range of i64"),
        ] {
            let output = run(folder.path(), source, engine);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success() && message.contains(expected), "{message}");
        }
    }
}

#[test]
fn a_file_of_integers_that_becomes_one_of_floats_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, program) = (folder.path().join("a.toy"), folder.path().join("a.out"));
    let path = folder.path().join("a.npy");
    npy::write(path.to_str().unwrap(), &[2], &[1_i64, 2]).expect("it is written");
    std::fs::write(&source, "def main() { print(i64(load(\"a.npy\"))); }").unwrap();
    let mut compiler = Command::new(TOYC);
    compiler.current_dir(folder.path()).args(["-emit=exe", "-o"]).arg(&program).arg(&source);
    succeeds(&compiler.output().expect("toyc starts"));
    npy::write(path.to_str().unwrap(), &[2], &[1.0, 2.0]).expect("it is written");
    let output = Command::new(program).current_dir(folder.path()).output().expect("it starts");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "error: 'a.npy' holds floats, and the program was compiled for integers";
    assert!(!output.status.success() && message.contains(expected), "{message}");
}

#[test]
fn floats_of_32_bits_have_files_of_their_own_type() {
    const SAVE: &str = "def main() { save(\"a.npy\", f32([[0.1, -0, 1 / 0], \
        [1e-50, 3e7 + 1, 0 / 0]])); save(\"number.npy\", f32(1 / 3)); }";
    const LOAD: &str = "def main() { var a = f32(load(\"a.npy\")); print(a[0], a[1]); \
        var wide = load(\"a.npy\"); \
        print(\"once\", f64(a[0, 0] * a[0, 0]) - wide[0, 0] * wide[0, 0]); \
        print(f32(load(\"f64.npy\")), load(\"number.npy\")); }";
    let stored = [0.1_f32, -0.0, f32::INFINITY, 0.0, 30_000_000.0, f32::NAN];
    for engine in ENGINES {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        succeeds(&run(folder.path(), SAVE, engine));
        let bytes = std::fs::read(file("a.npy")).expect("it was written");
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
        assert_eq!(&bytes[10..10 + header.len()], header.as_bytes(), "{engine:?}");
        let expected: Vec<u8> = stored.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(bytes[bytes.len() - 24..], expected, "{engine:?}");
        assert_eq!(values(&file("number.npy")), [f64::from(1.0_f32 / 3.0)]);
        npy::write(file("f64.npy").to_str().unwrap(), &[2], &[0.1, 1e300]).expect("it is written");
        let output = run(folder.path(), LOAD, engine);
        succeeds(&output);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "[ 0.1 -0.   inf] [0.e+00 3.e+07    nan]\nonce 4.09781931e-10\n[0.1 inf] 0.33333334\n",
            "{engine:?}"
        );
    }
}

/// Creates a FIFO, or a device as root; false if that is not allowed.
fn make_node(path: &Path, kind: &[&str]) -> bool {
    let made = Command::new("mknod").arg(path).args(kind).output();
    made.is_ok_and(|output| output.status.success())
}

#[test]
fn devices_and_fifos_stay() {
    for engine in ENGINES {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.npy");
        // Users other than root cannot replace the system's device.
        let source = if make_node(&file, &["c", "1", "3"]) {
            SAVE.to_owned()
        } else {
            assert!(!is_root(), "root makes devices");
            SAVE.replace("a.npy", "/dev/null")
        };
        succeeds(&run(folder.path(), &source, engine));
        if file.exists() {
            assert!(file.metadata().unwrap().file_type().is_char_device(), "{engine:?}");
        }

        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.npy");
        assert!(make_node(&file, &["p"]), "anybody makes FIFOs");
        let fifo = file.clone();
        let reader = std::thread::spawn(move || std::fs::read(fifo).expect("the FIFO is read"));
        succeeds(&run(folder.path(), SAVE, engine));
        let bytes = reader.join().expect("the reader ends");
        assert_eq!(bytes.len(), 128 + 24, "{engine:?}");
        assert!(file.metadata().unwrap().file_type().is_fifo());
        assert_eq!(names(folder.path()), ["a.npy"]);
    }
}

/// Whether files that we make are root's.
fn is_root() -> bool {
    tempfile::tempdir().expect("a folder").path().metadata().unwrap().uid() == 0
}

#[test]
fn engines_fail_in_the_same_words() {
    for (path, why) in [
        ("/dev/full", "No space left on device"),
        (".", "Is a directory"),
        ("nowhere/a.npy", "No such file or directory"),
        ("", "No such file or directory"),
    ] {
        for engine in ENGINES {
            let folder = tempfile::tempdir().expect("a folder");
            let output = run(folder.path(), &SAVE.replace("a.npy", path), engine);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                said.contains(&format!("error: cannot write '{path}': {why}\n")),
                "{engine:?}: {said}"
            );
            assert_eq!(
                (output.status.code(), names(folder.path())),
                (Some(1), vec![]),
                "{engine:?}"
            );
        }
    }
}

/// Special files that block their reader, or never end.
#[test]
fn only_regular_files_are_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("program.toy");
    assert!(make_node(&folder.path().join("fifo"), &["p"]), "anybody makes FIFOs");
    for (name, kind) in [
        ("fifo", "a FIFO"),
        ("/dev/zero", "a device"),
        ("/dev/tty", "a device"),
        (".", "a directory"),
    ] {
        std::fs::write(&source, format!("def main() {{ print(load(\"{name}\")); }}")).unwrap();
        for words in [
            &["check"][..],
            &["check", "--accesses"],
            &["-emit=interp"],
            &["-emit=jit"],
            &["-emit=exe"],
        ] {
            let (status, said) = within_a_minute(
                Command::new(TOYC).current_dir(folder.path()).args(words).arg(&source),
            );
            let expected = format!("cannot read '{name}': it is {kind}, not a regular file");
            // Without a terminal, this device does not exist.
            let absent = format!("cannot read '{name}': No such device");
            assert!(
                said.contains(&expected) || (name == "/dev/tty" && said.contains(&absent)),
                "{words:?}: {said}"
            );
            assert_eq!(status, Some(1), "{words:?}");
        }
    }
    // The input of an executable may have been replaced.
    let array = folder.path().join("array.npy");
    npy::write(array.to_str().unwrap(), &[2], &[1.0, 2.0]).expect("the array is written");
    std::fs::write(&source, "def main() { print(load(\"array.npy\")); }").unwrap();
    let program = folder.path().join("program");
    let mut compiler = Command::new(TOYC);
    succeeds(
        &compiler
            .current_dir(folder.path())
            .args(["-emit=exe", "-o"])
            .arg(&program)
            .arg(&source)
            .output()
            .unwrap(),
    );
    std::fs::remove_file(&array).unwrap();
    assert!(make_node(&array, &["p"]));
    let (status, said) = within_a_minute(Command::new(&program).current_dir(folder.path()));
    assert!(
        said.ends_with("error: cannot read 'array.npy': it is a FIFO, not a regular file\n"),
        "{said}"
    );
    assert_eq!(status, Some(1));
}

/// The status of a command and its standard error.
fn within_a_minute(command: &mut Command) -> (Option<i32>, String) {
    let errors = tempfile::NamedTempFile::new().expect("a file");
    let mut child = command
        .stderr(errors.reopen().expect("the file is there"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the command starts");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("the child is ours") {
            Some(status) => break status.code(),
            None if start.elapsed() > Duration::from_secs(60) => {
                let _ = child.kill();
                panic!("{command:?} hangs");
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    (status, std::fs::read_to_string(errors.path()).expect("it is text"))
}

/// Names that have a special meaning for a shell, the C compiler or the linker.
#[test]
fn names_reach_the_linker_as_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &[u8]| -> PathBuf { folder.path().join(OsStr::from_bytes(name)) };
    let names: [&[u8]; 12] = [
        b"@arguments",
        b"@@",
        b"-v",
        b"--help",
        b"-Wl,-version",
        b"a b",
        b"a\nb",
        b"a\tb'c\"d",
        b"$(touch pwned)",
        b"a;touch pwned",
        b"\xff\xfe",
        b"\x1b[31m",
    ];
    // A response file could name another output.
    std::fs::write(at(b"arguments"), "pwned").unwrap();
    std::fs::write(at(b"@"), "pwned").unwrap();
    for name in names {
        let source = at(&[name, b".toy"].concat());
        std::fs::write(&source, "def main() { print(7); }").unwrap();
        let named = Path::new(".").join(source.file_name().unwrap());
        // Named after the source, and named by `-o`, alone and with its folder.
        for stage in ["-emit=exe", "-emit=obj"] {
            let mut toyc = Command::new(TOYC);
            succeeds(&toyc.current_dir(folder.path()).arg(stage).arg(&named).output().unwrap());
        }
        runs(&at(name));
        let output = at(&[name, b".out"].concat());
        let mut word = std::ffi::OsString::from("-o");
        word.push(output.file_name().unwrap());
        let mut toyc = Command::new(TOYC);
        succeeds(
            &toyc
                .current_dir(folder.path())
                .args(["emit", "exe"])
                .arg(&word)
                .arg(&named)
                .output()
                .unwrap(),
        );
        runs(&output);
        let mut toyc = Command::new(TOYC);
        // The folder for temporary files may have such a name, too.
        std::fs::create_dir(at(&[name, b".d"].concat())).unwrap();
        toyc.env("TMPDIR", OsStr::from_bytes(&[name, b".d"].concat()));
        let library = ["--export", "f()", "-emit=shared"];
        std::fs::write(&source, "def f() { return 7; }").unwrap();
        succeeds(&toyc.current_dir(folder.path()).args(library).arg(&named).output().unwrap());
        assert!(at(&[b"lib", name, b".so"].concat()).exists() || !cfg!(target_os = "linux"));
    }
    assert!(!at(b"pwned").exists());
}

fn runs(program: &Path) {
    let output = Command::new(program).output().expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "7.000000 \n", "{program:?}");
    std::fs::remove_file(program).unwrap();
}

/// Machine code, folded constants and the interpreter produce NaNs of different signs.
#[test]
fn a_nan_is_the_same_one_in_every_file() {
    let source = "def main() { var z = random(2, 1) * 0; save(\"a.npy\", [0, 0] / z); \
        save(\"b.npy\", [0, 1] / [0, 1]); }";
    let engines: [&[&str]; 4] =
        [&["-emit=jit", "-O0"], &["-emit=jit", "-O2"], &["-emit=interp"], &["-emit=exe"]];
    for engine in engines {
        let folder = tempfile::tempdir().expect("a folder");
        succeeds(&run(folder.path(), source, engine));
        for (name, count) in [("a.npy", 2), ("b.npy", 1)] {
            let values = values(&folder.path().join(name));
            let bits: Vec<u64> =
                values.iter().filter(|value| value.is_nan()).map(|value| value.to_bits()).collect();
            assert_eq!(bits, vec![0x7FF8_0000_0000_0000; count], "{name} by {engine:?}");
        }
    }
}
