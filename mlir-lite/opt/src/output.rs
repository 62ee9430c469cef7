//! Where a dump goes.
//!
//! Nothing is written before all that can go wrong has gone well: where there are errors, no output file is touched.

use std::fs::File;
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
    write_with(output, diagnostics, |out| out.write_all(text))
}

/// As [`write_dump`], for a dump that is written piece by piece once nothing can go wrong with it any more.
///
/// # Errors
/// If the output cannot be written.
pub fn write_with(
    output: Option<&Path>,
    diagnostics: &mut Diagnostics,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> Result<(), Reported> {
    let written = match output.filter(|file| *file != Path::new("-")) {
        Some(file) => File::create(file).and_then(|mut file| write(&mut file)),
        None => to_standard_output(write),
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

fn to_standard_output(write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    write(&mut out)?;
    out.flush()
}
