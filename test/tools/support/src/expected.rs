//! Files with expected texts, and the switch that updates them.

use std::path::{Path, PathBuf};

/// The environment variable that is the switch.
const SWITCH: &str = "UPDATE_EXPECTED";

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Whether tests write the texts that they find to the files of expected texts.
pub fn is_updating() -> bool {
    std::env::var_os(SWITCH).is_some_and(|value| !value.is_empty() && value != "0")
}

/// Compares a text with the content of the file at `path`, which is relative to the root of the
/// repository. If `UPDATE_EXPECTED=1` is set, writes the text to the file instead.
///
/// # Panics
/// The texts differ, or the file cannot be read or written.
#[track_caller]
pub fn check_expected(path: &str, found: &str) {
    let file = repository().join(path);
    if is_updating() {
        std::fs::write(&file, found).unwrap_or_else(|error| panic!("{path}: {error}"));
        return;
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
    pretty_assertions::assert_eq!(
        found,
        expected,
        "{path} is out of date; `make update` writes it anew"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_with_files_below_the_root() {
        let text = std::fs::read_to_string(repository().join("Cargo.toml")).expect("it is there");
        check_expected("Cargo.toml", &text);
    }
}
