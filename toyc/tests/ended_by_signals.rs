//! The remains when a signal ends the compiler, a program, or a prompt: no part of a file, and no
//! process.
#![cfg(all(target_os = "linux", feature = "llvm"))]

use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

fn send(signal: Signal, process: u32) {
    // It may have ended already.
    let _ = kill(Pid::from_raw(process as i32), signal);
}

/// Waits until something is so, or the process has ended; whether it is so.
fn comes_before_the_end(child: &mut Child, mut is_so: impl FnMut(u32) -> bool) -> bool {
    let begin = Instant::now();
    while child.try_wait().expect("it is our child").is_none() {
        if is_so(child.id()) {
            return true;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "it hangs");
        std::thread::sleep(Duration::from_micros(200));
    }
    false
}

/// Whether a process has opened a file in a folder.
fn writes_in(process: u32, folder: &Path) -> bool {
    let files = std::fs::read_dir(format!("/proc/{process}/fd"));
    let mut files = files.into_iter().flatten().flatten();
    files.any(|file| file.path().read_link().is_ok_and(|target| target.starts_with(folder)))
}

#[test]
fn a_program_that_is_ended_while_it_saves_leaves_nothing() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let at = |name: &str| elsewhere.path().join(name);
    std::fs::write(at("a.toy"), "def main() { save(\"a.npy\", random(1, 4000000)); }").unwrap();
    std::fs::write(at("b.toy"), "def main() { save(\"a.npy\", random(1, 30000000)); }").unwrap();
    let mut compiler = Command::new(TOYC);
    compiler.current_dir(elsewhere.path()).args(["-emit=exe", "b.toy", "-o", "b"]);
    assert!(compiler.status().expect("toyc starts").success());
    let run_by_toyc = |engine: &str| {
        let mut command = Command::new(TOYC);
        command.arg(engine).arg(at("a.toy"));
        command
    };
    for mut command in
        [run_by_toyc("-emit=jit"), run_by_toyc("-emit=interp"), Command::new(at("b"))]
    {
        for old in [None, Some("old")] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().canonicalize().unwrap();
            let file = path.join("a.npy");
            let is_ended = (0..20).any(|_| {
                let _ = std::fs::remove_file(&file);
                if let Some(old) = old {
                    std::fs::write(&file, old).unwrap();
                }
                let mut child = command.current_dir(&path).spawn().expect("it starts");
                let is_writing = |process| writes_in(process, &path);
                if comes_before_the_end(&mut child, is_writing) {
                    send(Signal::SIGHUP, child.id());
                }
                child.wait().expect("it is our child").signal() == Some(Signal::SIGHUP as i32)
            });
            assert!(is_ended, "{command:?} was always faster");
            let expected: &[&str] = if old.is_some() { &["a.npy"] } else { &[] };
            assert_eq!(names(&path), expected, "{command:?}");
            assert_eq!(std::fs::read_to_string(&file).ok().as_deref(), old);
        }
    }
}

#[test]
fn a_compiler_that_is_ended_while_it_links_leaves_the_old_program() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let at = |name: &str| elsewhere.path().join(name);
    std::fs::write(at("a.toy"), "def main() { print(1); }").unwrap();
    // It begins to write its output, and does not come to its end.
    let script = "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\necho part > \"$2\"\n\
                  touch \"$BEGUN\"\nexec sleep 20\n";
    std::fs::write(at("cc"), script).unwrap();
    std::fs::set_permissions(at("cc"), std::fs::Permissions::from_mode(0o755)).unwrap();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        for old in [None, Some("old")] {
            let folder = tempfile::tempdir().expect("a folder");
            let begun = at("begun");
            let _ = std::fs::remove_file(&begun);
            let program = folder.path().join("program");
            if let Some(old) = old {
                std::fs::write(&program, old).unwrap();
            }
            let mut compiler = Command::new(TOYC);
            compiler.arg("-emit=exe").arg(at("a.toy")).arg("-o").arg(&program);
            let mut child =
                compiler.env("CC", at("cc")).env("BEGUN", &begun).spawn().expect("toyc starts");
            assert!(comes_before_the_end(&mut child, |_| begun.exists()));
            send(signal, child.id());
            let status = child.wait().expect("it is our child");
            assert_eq!(status.signal(), Some(signal as i32));
            let expected: &[&str] = if old.is_some() { &["program"] } else { &[] };
            assert_eq!(names(folder.path()), expected, "{signal}");
            assert_eq!(std::fs::read_to_string(&program).ok().as_deref(), old);
        }
    }
}

/// The parent and the state of a process; none if it has ended and its parent knows.
fn parent_and_state(process: u32) -> Option<(u32, String)> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may contain anything.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.to_owned();
    Some((fields.next()?.parse().ok()?, state))
}

fn children(process: u32) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").expect("the system shows processes").flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_child = |child: &u32| parent_and_state(*child).is_some_and(|(of, _)| of == process);
    numbers.filter(is_child).collect()
}

#[test]
fn an_endless_entry_ends_with_its_prompt() {
    for signal in [Signal::SIGTERM, Signal::SIGKILL, Signal::SIGHUP] {
        let mut prompt = Command::new(TOYC);
        prompt.arg("repl").stdin(Stdio::piped()).stdout(Stdio::null());
        let mut prompt = prompt.spawn().expect("toyc starts");
        let mut entries = prompt.stdin.take().expect("a pipe");
        let endless = b"var i = 1\nwhile i > 0 { i = i + 1; if i > 9 { i = 1; } }\n";
        std::io::Write::write_all(&mut entries, endless).expect("it reads");
        // The first entry has a process, too, which ends.
        let mut entry = Vec::new();
        let is_running = comes_before_the_end(&mut prompt, |process| {
            std::thread::sleep(Duration::from_millis(500));
            let before = std::mem::replace(&mut entry, children(process));
            entry.len() == 1 && entry == before
        });
        assert!(is_running);
        send(signal, prompt.id());
        assert_eq!(prompt.wait().expect("it is our child").signal(), Some(signal as i32));
        let begin = Instant::now();
        // If the parent does not wait for the process, it remains as a zombie.
        while parent_and_state(entry[0]).is_some_and(|(_, state)| state != "Z") {
            if begin.elapsed() > Duration::from_secs(20) {
                send(Signal::SIGKILL, entry[0]);
                panic!("the entry still runs after {signal}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
