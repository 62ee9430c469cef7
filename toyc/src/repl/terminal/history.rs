//! The history of entries, in a file of the user's state directory.
//!
//! Invariants: the file is only appended to, one whole line at a time and before the entry runs. So
//! a kill at any moment loses nothing, and several sessions can append lines concurrently. An entry
//! of several lines is one line of the file: `\n` represents a line break, `\\` a backslash.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;

/// The number of bytes at the end of the file that are read.
const MAX_BYTES: u64 = 1 << 20;

/// The file; without one, entries are not saved.
#[derive(Debug)]
pub(super) struct HistoryFile(Option<File>);

impl HistoryFile {
    /// Opens `$XDG_STATE_HOME/toyc/history`, or `~/.local/state/toyc/history`; creates it if it is
    /// missing. The second part is the reason if that was not possible.
    pub(super) fn open() -> (Self, Option<String>) {
        let Some(path) = path() else {
            return (Self(None), Some("neither XDG_STATE_HOME nor HOME says where".to_owned()));
        };
        match Self::open_at(&path) {
            Ok(file) => (file, None),
            Err(error) => (Self(None), Some(format!("cannot open '{}': {error}", path.display()))),
        }
    }

    fn open_at(path: &PathBuf) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true).read(true);
        // Only the user may read the entries.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        end_last_line(&mut file)?;
        Ok(Self(Some(file)))
    }

    /// The last entries, the oldest first.
    pub(super) fn read(&mut self, count: usize) -> Vec<String> {
        let text = self.0.as_mut().and_then(|file| read_end(file).ok()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(count)..].iter().map(|line| decoded(line)).collect()
    }

    /// Adds an entry. If it cannot be written, it is lost: the session continues.
    pub(super) fn append(&mut self, entry: &str) {
        if let Some(file) = &mut self.0 {
            // One call, so that lines of other sessions do not interleave.
            let _ = file.write_all(format!("{}\n", encoded(entry)).as_bytes());
        }
    }
}

fn path() -> Option<PathBuf> {
    Some(state_folder()?.join("history"))
}

/// `$XDG_STATE_HOME/toyc`, or `~/.local/state/toyc`.
pub(in crate::repl) fn state_folder() -> Option<PathBuf> {
    let folder =
        |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("toyc"))
}

/// Ends a line that was cut off, for example by a full disk, so that it is not merged with the
/// next.
fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.metadata()?.len() == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
}

fn read_end(file: &mut File) -> io::Result<String> {
    let start = file.metadata()?.len().saturating_sub(MAX_BYTES);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // The first line read is complete only at the start of the file.
    Ok(if start == 0 {
        text
    } else {
        text.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned())
    })
}

/// An entry as a line.
pub(in crate::repl) fn encoded(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n")
}

/// The entry of a line.
pub(in crate::repl) fn decoded(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn entries_of_several_lines_are_one_line() {
        for entry in ["a", "def f(x) {\n  return x;\n}", "a \\n b \\", ""] {
            assert!(!encoded(entry).contains('\n'));
            assert_eq!(decoded(&encoded(entry)), entry);
        }
        assert_eq!(encoded("a\nb"), "a\\nb");
    }

    #[test]
    fn sessions_append_to_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state/toyc/history");
        let mut one = HistoryFile::open_at(&path).expect("a file");
        let mut other = HistoryFile::open_at(&path).expect("a file");
        one.append("1");
        other.append("2\n3");
        one.append("4");
        assert_eq!(HistoryFile::open_at(&path).expect("a file").read(10), ["1", "2\n3", "4"]);
        assert_eq!(other.read(2), ["2\n3", "4"]);
        assert_eq!(fs::read_to_string(&path).expect("text"), "1\n2\\n3\n4\n");
    }

    #[test]
    fn a_line_that_was_cut_off_stays_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("history");
        fs::write(&path, "whole\nha").expect("a file");
        let mut file = HistoryFile::open_at(&path).expect("a file");
        file.append("next");
        assert_eq!(file.read(10), ["whole", "ha", "next"]);
    }
}
