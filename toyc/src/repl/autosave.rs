//! The entries that changed a session, in a file, so that `:restore` can enter them again after
//! the session ended abnormally.
//!
//! Invariants: the file is locked while its session lives, and is removed when that ends as the
//! user wants. So a file without a lock is that of a session that was killed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::terminal::history::{decoded, encoded, state_folder};

/// The file of a session.
#[derive(Debug)]
pub(super) struct Autosave {
    file: File,
    path: PathBuf,
}

impl Autosave {
    /// Begins a file. None if there is no folder for it: the session is not saved then.
    pub(super) fn begin() -> Option<Self> {
        Self::begin_in(&folder()?).ok()
    }

    fn begin_in(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // Only the user may read the entries.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // Another session may have had the number of this process.
        for number in 0..100 {
            let path = folder.join(format!("{}-{number}", std::process::id()));
            if path.exists() {
                continue;
            }
            let file = options.open(&path)?;
            file.lock()?;
            return Ok(Self { file, path });
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Adds an entry that changed the session. If it cannot be written, it is lost.
    pub(super) fn append(&mut self, entry: &str) {
        let _ = self.file.write_all(format!("{}\n", encoded(entry)).as_bytes());
    }

    /// Removes the file: the user leaves.
    pub(super) fn end(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The entries of the session that was killed last.
#[derive(Debug)]
pub(super) struct Killed {
    path: PathBuf,
    pub(super) entries: Vec<String>,
}

impl Killed {
    /// Finds it; files of those before it are removed.
    pub(super) fn find() -> Option<Self> {
        Self::find_in(&folder()?)
    }

    fn find_in(folder: &Path) -> Option<Self> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .ok()?
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                File::open(&path).ok()?.try_lock().ok()?;
                Some((path.metadata().ok()?.modified().ok()?, path))
            })
            .collect();
        files.sort();
        let mut found = None;
        while let Some((_, path)) = files.pop() {
            let text = fs::read(&path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            // The last line may be cut off.
            let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
            let entries: Vec<String> = lines.map(decoded).collect();
            if found.is_none() && !entries.is_empty() {
                found = Some(Self { path, entries });
            } else {
                let _ = fs::remove_file(&path);
            }
        }
        found
    }

    /// Removes the file.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn folder() -> Option<PathBuf> {
    Some(state_folder()?.join("sessions"))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn the_last_killed_session_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        assert!(Killed::find_in(folder).is_none());
        let mut one = Autosave::begin_in(folder).expect("a file");
        let mut other = Autosave::begin_in(folder).expect("a file");
        one.append("var a = 1\nvar b = \"\\n\"");
        one.append("def f(x) { return x; }");
        other.append("1");
        // Both live.
        assert!(Killed::find_in(folder).is_none());
        drop(one);
        let killed = Killed::find_in(folder).expect("a session");
        assert_eq!(killed.entries, ["var a = 1\nvar b = \"\\n\"", "def f(x) { return x; }"]);
        killed.remove();
        other.end();
        drop(other);
        assert!(Killed::find_in(folder).is_none());
    }
}
