//! Writes dumps to files or to standard output.
//!
//! Nothing is written before everything that can fail has succeeded: if there are errors, no output
//! file is touched.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

use crate::source::without_number;
use crate::standard_output::{self, StandardOutput};

/// Writes a finished dump to a file, or to standard output (no file, or `-`). A reader that closes
/// the pipe early (`tool ... | head -1`) is not an error.
///
/// # Errors
/// If the output cannot be written.
pub fn write_dump(
    text: &[u8],
    output: Option<&Path>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    write_with(output, diagnostics, |out| out.write_all(text))
}

/// As [`write_dump`], for a dump that is written piece by piece once it can no longer fail.
///
/// # Errors
/// If the output cannot be written.
pub fn write_with(
    output: Option<&Path>,
    diagnostics: &mut Diagnostics,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> Result<(), Reported> {
    let output = output.filter(|file| *file != Path::new("-"));
    let written = match output {
        Some(file) => File::create(file).and_then(|mut file| write(&mut file)),
        None => to_standard_output(write),
    };
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let name = output.map_or_else(
                || "standard output".to_owned(),
                |file| format!("'{}'", file.display()),
            );
            let message = format!("cannot write {name}: {}", without_number(&error));
            Err(diagnostics.error(Diagnostic::error(Position::Unknown, message)))
        }
        _ => Ok(()),
    }
}

/// Refuses an output that is one of the inputs, by whatever path, symbolic or hard link: the input
/// would be lost.
///
/// # Errors
/// If it is one.
pub fn refuse_inputs<'p>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'p Path>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let standard = Path::new("-");
    if output == standard {
        return Ok(());
    }
    // Where the system has a name for standard input, the file that it is redirected from is known.
    let file_of = |input: &Path| {
        if input == standard { Path::new("/dev/stdin").into() } else { input.to_owned() }
    };
    let Some(input) = inputs.into_iter().find(|input| is_same_file(&file_of(input), output)) else {
        return Ok(());
    };
    let message = match input {
        _ if input == output => format!("the output '{}' is the input", output.display()),
        _ if input == standard => format!("the output '{}' is standard input", output.display()),
        _ => format!("the output '{}' is the input '{}'", output.display(), input.display()),
    };
    let error = Diagnostic::error(Position::Unknown, message);
    Err(diagnostics.error(error.with_help("name another file with '-o FILE'")))
}

/// Whether two paths lead to one file whose contents could be lost.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let (Ok(a), Ok(b)) = (std::fs::metadata(one), std::fs::metadata(other)) else { return false };
    if !a.is_file() || !b.is_file() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    }
    #[cfg(not(unix))]
    {
        matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
    }
}

fn to_standard_output(write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
    if standard_output::is_closed() {
        return write(&mut StandardOutput);
    }
    let mut out = io::stdout().lock();
    write(&mut out)?;
    out.flush()
}
