//! The files around a text: those that the editor has open, and those on disk.

use std::fs;
use std::path::{Path, PathBuf};

use crate::text::Text;

/// Larger files, in bytes, are not read.
const MAX_FILE: u64 = 16 << 20;

/// A folder is searched to this depth, and until this number of files and folders was seen.
const MAX_DEPTH: usize = 16;
const MAX_SEEN: usize = 20_000;

/// The files around a text. Open files have the text of the editor, saved or not.
#[derive(Clone, Default)]
pub struct Files {
    open: Vec<(PathBuf, Text)>,
    folders: Vec<PathBuf>,
}

impl Files {
    /// The files of an editor that has these folders and texts open.
    pub fn new(folders: Vec<PathBuf>, open: Vec<(PathBuf, Text)>) -> Self {
        Self { open, folders }
    }

    /// The path that all paths to one file have in common.
    pub fn identity(path: &Path) -> PathBuf {
        if let Ok(found) = fs::canonicalize(path) {
            return found;
        }
        // A file that is not saved yet.
        let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
        match (folder, path.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        }
    }

    /// The text of a file that is open.
    pub fn open_text(&self, path: &Path) -> Option<&Text> {
        let same = self.open.iter().find(|(open, _)| open == path);
        let found = same.or_else(|| {
            let identity = Self::identity(path);
            self.open.iter().find(|(open, _)| Self::identity(open) == identity)
        });
        found.map(|(_, text)| text)
    }

    /// The text of a file. None if it cannot be read, is too large, or is not UTF-8.
    pub fn text(&self, path: &Path) -> Option<String> {
        if let Some(text) = self.open_text(path) {
            return Some(text.to_string());
        }
        let is_file = fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= MAX_FILE);
        if is_file { fs::read_to_string(path).ok() } else { None }
    }

    /// The files with an extension: those that are open, those in the editor's folders, and those
    /// beside a text. Hidden folders are not searched. False if the folders have more files than
    /// are searched.
    pub fn with_extension(&self, beside: &Path, extension: &str) -> (Vec<PathBuf>, bool) {
        let is_one = |path: &Path| path.extension().is_some_and(|found| found == extension);
        let mut found: Vec<PathBuf> =
            self.open.iter().map(|(path, _)| path.clone()).filter(|path| is_one(path)).collect();
        let mut waiting: Vec<(PathBuf, usize)> =
            self.folders.iter().map(|folder| (folder.clone(), MAX_DEPTH)).collect();
        waiting.extend(beside.parent().map(|folder| (folder.to_owned(), 0)));
        let mut seen = 0;
        while let Some((folder, depth)) = waiting.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                seen += 1;
                if seen > MAX_SEEN {
                    return (found, false);
                }
                let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
                // Links to folders may lead in circles.
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && depth > 0 && !is_hidden => {
                        waiting.push((entry.path(), depth - 1));
                    }
                    Ok(kind) if !kind.is_dir() && is_one(&entry.path()) => {
                        found.push(entry.path());
                    }
                    _ => {}
                }
            }
        }
        (found, true)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use pretty_assertions::assert_eq;

    use super::Files;
    use crate::text::Text;

    #[test]
    fn open_files_hide_those_on_disk() {
        let folder = std::env::temp_dir().join(format!("lsp-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("deep/.hidden")).expect("folders");
        for name in ["a.toy", "deep/b.toy", "deep/.hidden/c.toy", "deep/d.txt"] {
            fs::write(folder.join(name), name).expect("it is written");
        }
        let open = vec![(folder.join("deep/../a.toy"), Text::new("edited", |_| true))];
        let files = Files::new(vec![folder.clone()], open);
        assert_eq!(files.text(&folder.join("a.toy")).as_deref(), Some("edited"));
        assert_eq!(files.text(&folder.join("deep/b.toy")).as_deref(), Some("deep/b.toy"));
        assert_eq!(files.text(&folder.join("none.toy")), None);
        assert_eq!(files.text(&folder), None);
        let (found, is_all) = files.with_extension(Path::new("main.toy"), "toy");
        let mut found: Vec<_> = found.iter().map(|path| Files::identity(path)).collect();
        found.sort();
        found.dedup();
        let folder = Files::identity(&folder);
        assert_eq!(found, [folder.join("a.toy"), folder.join("deep/b.toy")]);
        assert!(is_all);
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
