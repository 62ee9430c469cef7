//! Which files are tests.

use std::io;
use std::path::{Path, PathBuf};

/// The folders below tests that hold what tests read.
const INPUTS: &str = "inputs";

/// The paths, relative to `root` and sorted, of the `.toy` and `.mlir` files below `folder`.
pub(crate) fn tests_below(root: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_input = |path: &Path| path.components().any(|part| part.as_os_str() == INPUTS);
    let relative =
        |path: PathBuf| path.strip_prefix(root).map_or_else(|_| path.clone(), Path::to_owned);
    let files = files_below(&root.join(folder), &["toy", "mlir"])?;
    Ok(files.into_iter().map(relative).filter(|path| !is_input(path)).collect())
}

/// The files of these extensions in a folder and those in it, sorted.
///
/// # Errors
/// A folder cannot be read.
pub fn files_below(folder: &Path, extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = all_files_below(folder)?;
    let is_wanted = |path: &PathBuf| {
        extensions.iter().any(|&wanted| path.extension().is_some_and(|found| found == wanted))
    };
    files.retain(is_wanted);
    Ok(files)
}

/// The files in a folder and those in it, sorted.
///
/// # Errors
/// A folder cannot be read.
pub fn all_files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                pending.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn finds_toy_and_mlir_files_but_no_inputs() -> io::Result<()> {
        let root = std::env::temp_dir().join(format!("text-test-runner-{}", std::process::id()));
        for file in
            ["test/b/two.mlir", "test/a/one.toy", "test/a/notes.md", "test/a/inputs/read.toy"]
        {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap_or(&root))?;
            std::fs::write(path, "")?;
        }
        let found = tests_below(&root, Path::new("test"));
        std::fs::remove_dir_all(&root)?;
        assert_eq!(found?, [PathBuf::from("test/a/one.toy"), PathBuf::from("test/b/two.mlir")]);
        Ok(())
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error() {
        assert!(tests_below(Path::new("/nonexistent"), Path::new("test")).is_err());
    }
}
