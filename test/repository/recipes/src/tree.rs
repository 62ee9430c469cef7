//! A copy of the repository.

use crate::{Edit, Position};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The files of the repository: those that git does not ignore.
pub struct Tree {
    files: BTreeMap<String, Vec<u8>>,
}

impl Tree {
    /// Reads the files below `root`.
    ///
    /// # Errors
    /// Git cannot list the files, or one cannot be read.
    pub fn read(root: &Path) -> Result<Self, String> {
        let list = ["ls-files", "--cached", "--others", "--exclude-standard"];
        let output = Command::new("git").args(list).current_dir(root).output();
        let output = output.map_err(|error| format!("git: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let mut files = BTreeMap::new();
        for path in String::from_utf8_lossy(&output.stdout).lines() {
            // A file that was deleted and is still in the index is not part of the tree.
            if root.join(path).is_file() {
                let bytes = std::fs::read(root.join(path));
                files.insert(path.to_owned(), bytes.map_err(|error| format!("{path}: {error}"))?);
            }
        }
        Ok(Self { files })
    }

    /// The paths of all files.
    pub fn paths(&self) -> BTreeSet<String> {
        self.files.keys().cloned().collect()
    }

    /// The text of a file, if it is there and UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(self.files.get(path)?).ok()
    }

    /// Adds text to a file.
    ///
    /// # Errors
    /// A new file exists, another one does not, or its line does not occur exactly once.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), String> {
        let Edit { path, place, text } = edit;
        if *place == Position::NewFile {
            return match self.files.insert(path.clone(), text.clone().into_bytes()) {
                Some(_) => Err(format!("{path} exists")),
                None => Ok(()),
            };
        }
        let bytes = self.files.get_mut(path).ok_or_else(|| format!("{path} does not exist"))?;
        let old = std::str::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8"))?;
        let mut lines: Vec<&str> = old.lines().collect();
        let at = position(&lines, place).map_err(|error| format!("{path}: {error}"))?;
        let end = if matches!(place, Position::Instead(_)) { at + 1 } else { at };
        lines.splice(at..end, text.lines());
        *bytes = (lines.join("\n") + "\n").into_bytes();
        Ok(())
    }

    /// Writes the files below `folder`, and removes others there. Files with the same content are
    /// not written, so that a build does not repeat what it has done.
    ///
    /// # Errors
    /// A file cannot be written or removed.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        if folder.exists() {
            let old = text_test_runner::all_files_below(folder);
            for path in old.map_err(|error| error.to_string())? {
                let name = path.strip_prefix(folder).map(|name| name.to_string_lossy());
                let is_part = name.is_ok_and(|name| self.files.contains_key(&*name));
                if !is_part {
                    std::fs::remove_file(&path).map_err(|error| error.to_string())?;
                }
            }
        }
        for (path, bytes) in &self.files {
            let file = folder.join(path);
            if std::fs::read(&file).is_ok_and(|found| found == *bytes) {
                continue;
            }
            let parent = file.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
            std::fs::write(&file, bytes).map_err(|error| format!("{path}: {error}"))?;
        }
        Ok(())
    }
}

/// The index of the line before which text is added.
fn position(lines: &[&str], place: &Position) -> Result<usize, String> {
    let is_line = |line: &str, wanted: &str| match wanted.strip_suffix(" ...") {
        Some(beginning) => line.trim().starts_with(beginning),
        None => line.trim() == wanted,
    };
    let indices = |wanted: &str| -> Vec<usize> {
        let numbered = lines.iter().enumerate();
        numbered.filter(|(_, line)| is_line(line, wanted)).map(|(at, _)| at).collect()
    };
    let once = |wanted: &str| match indices(wanted)[..] {
        [at] => Ok(at),
        [] => Err(format!("the line `{wanted}` does not occur")),
        _ => Err(format!("the line `{wanted}` occurs more than once")),
    };
    match place {
        Position::NewFile => Err("the file is not new".to_owned()),
        Position::After(line) => once(line).map(|at| at + 1),
        Position::Before(line) | Position::Instead(line) => once(line),
        Position::BeforeLast(line) => {
            indices(line).last().copied().ok_or_else(|| format!("`{line}` does not occur"))
        }
        Position::End => Ok(lines.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn text_is_added_at_its_position() {
        let lines = ["a {", "  b c", "}", "}"];
        let at = |place| position(&lines, &place).ok();
        assert_eq!(at(Position::After("b c".into())), Some(2));
        assert_eq!(at(Position::Before("b ...".into())), Some(1));
        assert_eq!(at(Position::BeforeLast("}".into())), Some(3));
        assert_eq!(at(Position::End), Some(4));
        assert_eq!(at(Position::After("}".into())), None);
        assert_eq!(at(Position::After("c".into())), None);
    }
}
