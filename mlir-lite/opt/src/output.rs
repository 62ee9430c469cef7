//! Where a dump goes.
//!
//! A dump is complete in memory before any of it is written: where there are errors, no output file is touched.

use std::io::{self, Write as _};
use std::path::Path;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

use crate::source::without_number;

/// Writes a finished dump to a file, or to standard output (no file, or `-`). A reader that has read enough
/// (`tool ... | head -1`) is no error.
///
/// # Errors
/// If the output cannot be written.
pub fn write_dump(text: &[u8], output: Option<&Path>, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let written = match output.filter(|file| *file != Path::new("-")) {
        Some(file) => std::fs::write(file, text),
        None => to_standard_output(text),
    };
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let name =
                output.map_or_else(|| "standard output".to_owned(), |file| format!("'{}'", file.display()));
            let message = format!("cannot write {name}: {}", without_number(&error));
            Err(diagnostics.error(Diagnostic::error(Position::Unknown, message)))
        }
        _ => Ok(()),
    }
}

fn to_standard_output(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}
