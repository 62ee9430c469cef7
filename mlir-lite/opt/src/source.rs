//! Where a source comes from.

use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, Reported, SourceFile, SourceMap, decode_source,
};

/// The file name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// What standard input is called in messages.
const STANDARD_INPUT_NAME: &str = "<stdin>";

/// Reads a source into the map; without a file, or for `-`, standard input.
///
/// # Errors
/// If it cannot be read or is not UTF-8.
pub fn load(
    file: Option<&Path>,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Arc<SourceFile>, Reported> {
    let (name, text) = read(file, diagnostics)?;
    sources
        .add(name, text)
        .map_err(|error| diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string())))
}

/// Adds to the map what was read from standard input.
///
/// # Errors
/// If it is not UTF-8.
pub fn load_standard_input(
    bytes: Vec<u8>,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Arc<SourceFile>, Reported> {
    let text = decode_source(STANDARD_INPUT_NAME, bytes).map_err(|error| diagnostics.error(*error))?;
    sources
        .add(STANDARD_INPUT_NAME, text)
        .map_err(|error| diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string())))
}

/// Reads a source: its name in messages, and its text. Without a file, or for `-`, standard input.
///
/// # Errors
/// If it cannot be read or is not UTF-8.
pub fn read(file: Option<&Path>, diagnostics: &mut Diagnostics) -> Result<(String, String), Reported> {
    let (name, bytes) = match file.filter(|file| *file != Path::new(STANDARD_INPUT)) {
        Some(file) => (file.display().to_string(), std::fs::read(file)),
        None => (STANDARD_INPUT_NAME.to_owned(), read_standard_input()),
    };
    let bytes = bytes.map_err(|error| {
        let message = format!("cannot read '{name}': {}", without_number(&error));
        diagnostics.error(Diagnostic::error(Position::Unknown, message))
    })?;
    let text = decode_source(&name, bytes).map_err(|error| diagnostics.error(*error))?;
    Ok((name, text))
}

fn read_standard_input() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An error of the operating system in its words.
pub fn without_number(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
