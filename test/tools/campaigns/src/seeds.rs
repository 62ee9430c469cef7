//! Programs and modules of the repository, which are mutated.

use std::fs;
use std::path::Path;

/// Files of more bytes are too slow to mutate.
const LARGEST: u64 = 12_000;

/// The texts of the files of an extension below `examples/` and `test/`, in the order of their
/// paths.
pub fn texts(root: &Path, extensions: &[&str]) -> Vec<String> {
    let mut texts = Vec::new();
    for folder in ["examples", "test"] {
        let mut files =
            text_test_runner::files_below(&root.join(folder), extensions).unwrap_or_default();
        files.sort();
        files.retain(|file| fs::metadata(file).is_ok_and(|data| data.len() <= LARGEST));
        texts.extend(files.iter().filter_map(|file| fs::read_to_string(file).ok()));
    }
    texts
}

/// The same, with files split where a line begins with `// -----`.
pub fn parts(root: &Path, extension: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for text in texts(root, &[extension]) {
        let mut part = String::new();
        for line in text.lines() {
            if line.starts_with("// -----") {
                parts.push(std::mem::take(&mut part));
            } else if !line.trim_start().starts_with("//") {
                part += line;
                part.push('\n');
            }
        }
        parts.push(part);
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}
