//! The files that a program imports.

use std::io;
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile, SourceMap};
use mlir_lite_opt::source::{read_text, without_number};
use rustc_hash::FxHashSet;
use toy_ast::{Import, Imported, Module, parse_program};
use toy_dialect::library::LibraryFile;

/// Parses a program: a file, and the files that it imports.
///
/// # Errors
/// If one of them is not well formed, or cannot be read; it was reported.
pub(crate) fn parse(
    file: &SourceFile,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Reported> {
    parse_with(file, sources, &read_text, diagnostics)
}

/// As [`parse`], where something else reads files.
///
/// # Errors
/// As [`parse`].
pub(crate) fn parse_with(
    file: &SourceFile,
    sources: &SourceMap,
    read: &dyn Fn(&Path) -> io::Result<String>,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Reported> {
    let mut added = FxHashSet::default();
    let identity = identity(Path::new(file.name()));
    added.insert(identity.clone());
    let mut find = |from: &SourceFile, import: &Import| {
        let path = path_of(Path::new(from.name()), import);
        let identity = self::identity(&path);
        let mut file = None;
        if added.insert(identity.clone()) {
            let text = text(&path, read).map_err(|error| without_number(&error))?;
            let name = path.display().to_string();
            file = Some(sources.add(name, text).map_err(|error| error.to_string())?);
        }
        Ok(Imported { identity, file })
    };
    parse_program(file, identity, &mut find, diagnostics)
}

/// The path of an imported file, which is relative to the folder of the file that imports it. If
/// there is no such file, it may be one of the library.
pub(crate) fn path_of(from: &Path, import: &Import) -> PathBuf {
    let path = from.parent().unwrap_or(Path::new("")).join(&*import.path);
    match LibraryFile::imported(&import.path).filter(|_| !path.exists()) {
        Some(file) => file.name().into(),
        None => path,
    }
}

/// The text of a file, which may be one of the library; `read` reads others.
pub(crate) fn text(path: &Path, read: &dyn Fn(&Path) -> io::Result<String>) -> io::Result<String> {
    match path.to_str().and_then(LibraryFile::named) {
        Some(file) => Ok(file.text.to_owned()),
        None => read(path),
    }
}

/// Whether there is such a file, on a disk or in the library.
///
/// # Errors
/// If there is none, or it cannot be looked for.
pub(crate) fn find(path: &Path) -> io::Result<()> {
    match path.to_str().and_then(LibraryFile::named) {
        Some(_) => Ok(()),
        None => std::fs::metadata(path).map(|_| ()),
    }
}

/// The identity of a file, which all paths to it share.
pub(crate) fn identity(path: &Path) -> String {
    let found = std::fs::canonicalize(path);
    found.as_deref().unwrap_or(path).display().to_string()
}
