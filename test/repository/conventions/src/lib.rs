//! Holds tests that read the source of the repository: they fail where code is written as it should
//! not be.
//!
//! | file | concept |
//! |---|---|
//! | `typed.rs` | ops are known by their types, and not by names and numbers |
//! | `declared.rs` | what attributes declare is not written by hand |
//! | `growth.rs` | each public type is known to grow, or not to |
//! | `errors.rs` | what public functions return as an error is one |

use std::fs;
use std::path::{Path, PathBuf};

/// All files of Rust and Markdown below a folder, sorted.
///
/// # Panics
/// If a folder cannot be read.
pub fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    let is_ours = |name: &str| name != "target" && !name.starts_with('.');
    let is_text = |name: &str| name.ends_with(".rs") || name.ends_with(".md");
    files(folder, &is_ours, &is_text, found);
}

/// The files below a folder, sorted: of folders whose names are entered, those whose names are
/// wanted.
///
/// # Panics
/// If a folder cannot be read.
pub fn files(
    folder: &Path,
    is_entered: &dyn Fn(&str) -> bool,
    is_wanted: &dyn Fn(&str) -> bool,
    found: &mut Vec<PathBuf>,
) {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !path.is_symlink() {
            if is_entered(name) {
                files(&path, is_entered, is_wanted, found);
            }
        } else if is_wanted(name) {
            found.push(path);
        }
    }
}
