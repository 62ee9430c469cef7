//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::textmate::Grammar;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The content of a file, whose path is relative to the root.
///
/// # Panics
/// If it cannot be read.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A file of JSON.
///
/// # Panics
/// If it is not there, or not JSON.
pub fn json(path: &str) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The TextMate grammar of a language.
///
/// # Panics
/// If it is wrong.
pub fn grammar(language: &str) -> Grammar {
    let path = format!("toyc/editors/vscode/syntaxes/{language}.tmLanguage.json");
    Grammar::new(&json(&path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files whose names end so, with their content. Those that are not text are left out.
///
/// # Panics
/// If a folder cannot be read.
pub fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                // Hidden folders, and folders of built or installed files.
                let is_ours = !name.starts_with('.') && name != "target" && name != "node_modules";
                folders.extend(is_ours.then_some(path));
            } else if name.ends_with(ending)
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// The line of a byte, from 1, and the text of the line.
pub fn line(text: &str, byte: usize) -> (usize, &str) {
    let number = text[..byte].matches('\n').count();
    (number + 1, text.split('\n').nth(number).unwrap_or_default())
}
