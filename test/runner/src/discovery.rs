//! Which files are tests.

use std::io;
use std::path::{Path, PathBuf};

/// The folders below tests that hold what tests read.
const INPUTS: &str = "inputs";

/// The paths, relative to `root` and sorted, of the `.toy` and `.mlir` files below `folder`.
pub(crate) fn tests_below(root: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut tests = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                if entry.file_name() != INPUTS {
                    pending.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "toy" || extension == "mlir") {
                tests.push(path);
            }
        }
    }
    tests.sort();
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn finds_toy_and_mlir_files_but_no_inputs() -> io::Result<()> {
        let root = std::env::temp_dir().join(format!("text-test-runner-{}", std::process::id()));
        for file in ["test/b/two.mlir", "test/a/one.toy", "test/a/notes.md", "test/a/inputs/read.toy"] {
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
