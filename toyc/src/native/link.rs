//! Links an object file to a program or a shared library, with C's compiler driver.
//!
//! The driver knows where the system keeps the start-up code and C's library; the environment
//! variable `CC` names another one than `cc`. Only C's library is linked, and its mathematical
//! functions if the program needs them.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};
use mlir_lite_opt::output::write_dump;
use mlir_lite_opt::source::without_number;

use super::temporary::{RemovedBySignal, TemporaryFolder};

/// The libraries. The linker leaves out unused ones where it can.
const LIBRARIES: &[&str] =
    if cfg!(target_os = "linux") { &["-Wl,--as-needed", "-lm"] } else { &["-lm"] };

/// A program that the system loads at a random address.
const PIE: &[&str] = if cfg!(target_os = "linux") { &["-pie"] } else { &[] };

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It begins in `main`.
    Program,
    /// A shared library, which other programs load.
    Library,
    /// One object of several.
    Object,
}

/// Functions in C.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// The names of the functions.
    pub(super) functions: &'static [&'static str],
    /// The name of the file.
    pub(super) name: &'static str,
    /// The content of the file.
    pub(super) text: &'static str,
}

/// The files that a program or a library is linked from, besides its object file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs<'f> {
    /// Functions in C.
    pub(super) sources: &'f [Source],
    /// Their headers: names and contents.
    pub(super) headers: &'f [(&'f str, &'f str)],
    /// Shared libraries that are loaded from where they are now.
    pub(super) libraries: &'f [PathBuf],
}

/// Links an object file, and sources in C with their headers, to a program or a library.
///
/// # Errors
/// If there is no compiler driver, if it does not link the object, or if a file cannot be written;
/// it was reported.
pub(super) fn link(
    object: &[u8],
    kind: Kind,
    others: Inputs<'_>,
    output: &Path,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let temporary = |error: io::Error| {
        let message = format!("cannot write a temporary file: {}", without_number(&error));
        Diagnostic::error(Position::Unknown, message)
    };
    let folder = TemporaryFolder::new().map_err(|error| diagnostics.error(temporary(error)))?;
    let path = folder.path();
    let object_file = path.join("program.o");
    std::fs::write(&object_file, object).map_err(|error| diagnostics.error(temporary(error)))?;
    let mut inputs = vec![object_file];
    for (name, text) in others.headers {
        std::fs::write(path.join(name), text)
            .map_err(|error| diagnostics.error(temporary(error)))?;
    }
    for source in others.sources {
        let file = path.join(source.name);
        std::fs::write(&file, source.text).map_err(|error| diagnostics.error(temporary(error)))?;
        inputs.push(file);
    }
    let to_standard_output = output == Path::new("-");
    // A device is written as it is.
    let is_special = !to_standard_output && output.metadata().is_ok_and(|status| !status.is_file());
    let target = if is_special { argument(output) } else { path.join("program") };
    run_driver(&inputs, others.libraries, kind, &target, path, output)
        .map_err(|error| diagnostics.error(*error))?;
    if to_standard_output {
        let program =
            std::fs::read(&target).map_err(|error| diagnostics.error(temporary(error)))?;
        return write_dump(&program, Some(output), diagnostics);
    }
    if is_special {
        return Ok(());
    }
    move_into_place(&target, output).map_err(|error| {
        let what = without_number(&error);
        let message = format!("cannot write '{}': {what}", output.display());
        diagnostics.error(Diagnostic::error(Position::Unknown, message))
    })
}

/// Makes a complete file the output, perhaps on another disk. A reader of the output, also after a
/// signal has ended this process, finds the previous content or all of the new one.
fn move_into_place(complete: &Path, output: &Path) -> io::Result<()> {
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".toy.").suffix(".part");
    let beside = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let name = std::path::absolute(beside.path())?;
    let _removed = RemovedBySignal::new(&name);
    std::fs::copy(complete, beside.path())?;
    beside.persist(output).map(drop).map_err(|error| error.error)
}

/// A path as an argument of the compiler driver. A relative one might begin with `@`, which names a
/// file of further arguments, or with `-`, which begins an option.
fn argument(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) }
}

/// The arguments for a shared library, which the program finds at the same path.
fn library_arguments(library: &Path) -> Vec<OsString> {
    let library = std::path::absolute(library).unwrap_or_else(|_| argument(library));
    let mut arguments = vec![library.clone().into_os_string()];
    if let Some(folder) = library.parent() {
        let linker = OsString::from("-Xlinker");
        let folder = folder.as_os_str().to_owned();
        arguments.extend([linker.clone(), OsString::from("-rpath"), linker, folder]);
    }
    arguments
}

fn run_driver(
    inputs: &[PathBuf],
    libraries: &[PathBuf],
    kind: Kind,
    target: &Path,
    temporary: &Path,
    name: &Path,
) -> Result<(), Box<Diagnostic>> {
    let driver = std::env::var_os("CC")
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| OsString::from("cc"));
    let mut command = Command::new(&driver);
    command
        .args(["-std=gnu99", "-O2", "-ffp-contract=off", "-fPIC", "-pthread"])
        .args(inputs)
        .args(libraries.iter().flat_map(|library| library_arguments(library)))
        .arg("-o")
        .arg(target)
        // The driver passes the names of its own temporary files on to the assembler and the
        // linker.
        .env("TMPDIR", temporary)
        .stdin(Stdio::null());
    match kind {
        // The code is position-independent, whatever the driver's default is.
        Kind::Program => command.arg("-DTOY_PROGRAM").args(PIE).args(LIBRARIES),
        Kind::Library => command.arg("-shared").args(LIBRARIES),
        Kind::Object => command.args(["-r", "-nostdlib"]),
    };
    let failed = |what: String| {
        Diagnostic::error(Position::Unknown, format!("cannot link '{}': {what}", name.display()))
    };
    let driver = driver.to_string_lossy();
    let output = command.output().map_err(|error| {
        let error =
            failed(format!("'{driver}', a C compiler, does not start: {}", without_number(&error)));
        Box::new(error.with_help(
            "install one (the package gcc or clang), name one in the environment variable CC, or \
                link what \
             '-emit=obj' makes in another way",
        ))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let error = failed(format!("'{driver}' ended with {}", output.status));
    Err(Box::new(if said.trim().is_empty() {
        error
    } else {
        error.with_note(said.trim_end().to_owned())
    }))
}
