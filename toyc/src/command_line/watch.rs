//! `--watch`: runs the same command again whenever the file or a file that it loads changes.
//!
//! Each run is a process of its own, so that a crash or an endless loop does not end the watch.
//! Files are polled a few times a second: that works on every file system, and sees a file that an
//! editor replaces.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use mlir_lite_opt::{Status, source};

use super::say;

/// How often files are polled.
const INTERVAL: Duration = Duration::from_millis(100);

/// Runs the command line without its `--watch` until the process is ended. The first file is the
/// program.
pub(super) fn run(files: &[PathBuf], words: &[OsString]) -> Status {
    let Some(program) = files.first().filter(|file| *file != Path::new("-")) else {
        say("error: '--watch' needs a file to look at: standard input does not change");
        return Status::WrongUsage;
    };
    if std::fs::metadata(program).is_ok_and(|data| !data.is_file()) {
        say(&format!(
            "error: '--watch' needs a regular file, which '{}' is not",
            program.display()
        ));
        return Status::WrongUsage;
    }
    let toyc = match std::env::current_exe() {
        Ok(toyc) => toyc,
        Err(error) => {
            say(&format!("error: cannot find this program to run it again: {error}"));
            return Status::InputErrors;
        }
    };
    let is_watch = |word: &OsString| word == "--watch" || word == "-watch";
    let separator = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (flags, rest) = words.split_at(separator);
    let repeated: Vec<&OsString> =
        flags.iter().skip(1).filter(|word| !is_watch(word)).chain(rest).collect();
    let name = program.display();
    loop {
        let seen = state(files);
        let mut child = match Command::new(&toyc).args(&repeated).spawn() {
            Ok(child) => child,
            Err(error) => {
                say(&format!("error: cannot run '{}': {error}", toyc.display()));
                return Status::InputErrors;
            }
        };
        let changed =
            wait_for_change(files, &seen, &mut child, || say(&format!("toyc: watching {name}")));
        say(&format!("toyc: {} changed", changed.display()));
        // It may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The state of files: their modification times and sizes.
type State = Vec<(PathBuf, Option<(SystemTime, u64)>)>;

fn state(files: &[PathBuf]) -> State {
    let loaded = files.first().map(|program| loaded_by(program)).unwrap_or_default();
    let stamp = |file: &Path| {
        let data = std::fs::metadata(file).ok()?;
        Some((data.modified().ok()?, data.len()))
    };
    let all = files.iter().cloned().chain(loaded);
    all.map(|file| {
        let stamp = stamp(&file);
        (file, stamp)
    })
    .collect()
}

/// Waits for a file to change, and returns it. A file that is missing, while an editor replaces it,
/// has not changed yet.
fn wait_for_change(
    files: &[PathBuf],
    seen: &State,
    child: &mut Child,
    ended: impl Fn(),
) -> PathBuf {
    let mut runs = true;
    loop {
        if runs && !matches!(child.try_wait(), Ok(None)) {
            runs = false;
            ended();
        }
        sleep(INTERVAL);
        let now = state(files);
        let changed = now.iter().find(|(file, stamp)| {
            stamp.is_some() && seen.iter().any(|(known, before)| known == file && before != stamp)
        });
        if let Some((file, _)) = changed {
            return file.clone();
        }
    }
}

/// The files that a program's text names to load.
fn loaded_by(program: &Path) -> Vec<PathBuf> {
    let text = source::read_text(program).unwrap_or_default();
    let calls = text.split("load(").skip(1);
    let names = calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split_once('"'));
    names.map(|(name, _)| PathBuf::from(name)).collect()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn a_program_names_what_it_loads() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("a.toy");
        std::fs::write(&program, "def main() { print(load(\"x.npy\") + load( \"d/y.npy\")); }")
            .expect("a file");
        assert_eq!(loaded_by(&program), [PathBuf::from("x.npy"), PathBuf::from("d/y.npy")]);
    }
}
