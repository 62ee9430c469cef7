//! Reads sources: a file, a pipe, or standard input. At most [`MAX_SOURCE`] bytes are read, also
//! from endless ones.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Limit, Position, Reported, SourceFile, SourceMap, decode_source,
};

/// The maximum size of a source in bytes.
pub static MAX_SOURCE: Limit = Limit::new("--max-source=BYTES", 256 << 20).at_most((1 << 31) - 2);

/// The file name that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The name of standard input in messages.
const STANDARD_INPUT_NAME: &str = "<stdin>";

/// The time between two attempts to read an empty pipe.
const INTERVAL: Duration = Duration::from_millis(2);

/// How often a FIFO without a writer is polled: for a second.
const LOOKS: u32 = 500;

/// Reads a source into the map; standard input, if there is no file or it is `-`.
///
/// # Errors
/// If it cannot be read, is too large or is not UTF-8.
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

/// Adds the contents of standard input to the map.
///
/// # Errors
/// If it is not UTF-8.
pub fn load_standard_input(
    bytes: Vec<u8>,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Arc<SourceFile>, Reported> {
    let text =
        decode_source(STANDARD_INPUT_NAME, bytes).map_err(|error| diagnostics.error(*error))?;
    sources
        .add(STANDARD_INPUT_NAME, text)
        .map_err(|error| diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string())))
}

/// Reads a source: its name in messages, and its text. Standard input, if there is no file or it is
/// `-`.
///
/// # Errors
/// If it cannot be read, is too large or is not UTF-8.
pub fn read(
    file: Option<&Path>,
    diagnostics: &mut Diagnostics,
) -> Result<(String, String), Reported> {
    let (name, bytes) = match file.filter(|file| *file != Path::new(STANDARD_INPUT)) {
        Some(file) => (file.display().to_string(), read_file(file)),
        None => (STANDARD_INPUT_NAME.to_owned(), read_all(&mut io::stdin().lock())),
    };
    let bytes = bytes.map_err(|error| {
        let message = format!("cannot read '{name}': {}", without_number(&error));
        diagnostics.error(Diagnostic::error(Position::Unknown, message))
    })?;
    let text = decode_source(&name, bytes).map_err(|error| diagnostics.error(*error))?;
    Ok((name, text))
}

/// Reads a file. A FIFO is read if a process writes to it; a device, up to the limit.
///
/// # Errors
/// If it cannot be read, or is too large.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // A FIFO without a writer, and some devices, would block.
        options.custom_flags(nix::libc::O_NONBLOCK | nix::libc::O_NOCTTY);
    }
    let mut file = options.open(path)?;
    let status = file.metadata()?;
    if status.is_file() {
        if status.len() > MAX_SOURCE.get() as u64 {
            return Err(too_large());
        }
        return read_bounded(&mut file, status.len() as usize);
    }
    read_pipe(&mut file, is_fifo(&status))
}

/// Reads a file as text, as [`read_file`] does.
///
/// # Errors
/// If it cannot be read, is too large or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(read_file(path)?)
}

/// Reads a stream, such as standard input, to its end.
///
/// # Errors
/// If it cannot be read, or is too large.
pub fn read_all(from: &mut impl Read) -> io::Result<Vec<u8>> {
    read_bounded(from, 0)
}

/// As [`read_all`], with room for the bytes that are expected, so that none is moved.
fn read_bounded(from: &mut impl Read, expected: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected);
    from.take(MAX_SOURCE.get() as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_SOURCE.get() { Err(too_large()) } else { Ok(bytes) }
}

/// Reads a line, with its line break, or nothing at the end of the input.
///
/// # Errors
/// If it cannot be read, is too large or is not UTF-8.
pub fn read_line(from: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.take(MAX_SOURCE.get() as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.len() > MAX_SOURCE.get() {
        return Err(too_large());
    }
    text_of(bytes)
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8")
    })
}

/// Reads a non-blocking pipe until all its writers have closed it.
fn read_pipe(file: &mut File, is_fifo: bool) -> io::Result<Vec<u8>> {
    let most = MAX_SOURCE.get();
    let mut bytes = Vec::new();
    let mut looks = 0;
    loop {
        let left = (most - bytes.len()) as u64 + 1;
        match file.take(left).read_to_end(&mut bytes) {
            _ if bytes.len() > most => return Err(too_large()),
            // Reading from a FIFO without a writer returns no bytes, as at its end.
            Ok(_) if is_fifo && bytes.is_empty() && looks < LOOKS => looks += 1,
            Ok(_) if is_fifo && bytes.is_empty() => {
                return Err(io::Error::other("it is a FIFO without a writer"));
            }
            Ok(_) => return Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        sleep(INTERVAL);
    }
}

fn too_large() -> io::Error {
    let most = MAX_SOURCE.get();
    io::Error::other(format!("it is larger than {most} bytes; {}", MAX_SOURCE.advice()))
}

#[cfg(unix)]
fn is_fifo(status: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    status.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_fifo(_: &std::fs::Metadata) -> bool {
    false
}

/// The operating system's message for an error.
pub fn without_number(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
