//! `toyc fmt`: formats files.
//!
//! Invariant: a file is replaced as a whole or not at all. The new text is written to a temporary
//! file that replaces it when it is complete; malformed files, and files that are formatted
//! already, are not touched.
//!
//! Not here: the style, which is [`toy_ast::format_source`]'s.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, Reported, SourceMap, visible_lines,
};
use mlir_lite_opt::standard_output::StandardOutput;
use mlir_lite_opt::{Reporting, Status, report, source};
use similar::TextDiff;
use toy_ast::format_source;

/// The action for a text that is not formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It is rewritten; text from standard input goes to standard output.
    Write,
    /// The difference is shown, and the status is 1.
    Check,
}

/// Formats files; without any, and for `-`, standard input.
pub(crate) fn run(files: &[PathBuf], mode: Mode, reporting: Reporting) -> Status {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input[..] } else { files };
    let mut status = Status::Success;
    for file in files {
        let sources = SourceMap::new();
        let mut diagnostics = Diagnostics::new();
        match format(file, mode, &sources, &mut diagnostics) {
            Ok(Formatted::Correct) => {}
            Ok(Formatted::Different) | Err(_) => status = Status::InputErrors,
        }
        report(&sources, &diagnostics, reporting);
    }
    status
}

/// The outcome for a file.
enum Formatted {
    /// It is formatted now.
    Correct,
    /// It is not formatted, and was only to be checked.
    Different,
}

fn format(
    path: &Path,
    mode: Mode,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<Formatted, Reported> {
    let file = source::load(Some(path), sources, diagnostics)?;
    let formatted = format_source(&file, diagnostics)?;
    let is_standard_input = path == Path::new("-");
    let result = match mode {
        Mode::Check if formatted == file.text() => Ok(Formatted::Correct),
        Mode::Check => {
            let name = file.name();
            let difference = TextDiff::from_lines(file.text(), formatted.as_str());
            let header = format!("{name} (formatted)");
            let text = difference.unified_diff().header(name, &header).to_string();
            print(&visible_lines(&text)).map(|()| Formatted::Different)
        }
        Mode::Write if is_standard_input => print(&formatted).map(|()| Formatted::Correct),
        Mode::Write if formatted == file.text() => Ok(Formatted::Correct),
        Mode::Write => replace(path, &formatted).map(|()| Formatted::Correct),
    };
    result.map_err(|error| {
        let name = if is_standard_input || mode == Mode::Check {
            "standard output".to_owned()
        } else {
            format!("'{}'", path.display())
        };
        diagnostics.error(Diagnostic::error(
            Position::Unknown,
            format!("cannot write {name}: {}", source::without_number(&error)),
        ))
    })
}

/// Writes to standard output; a reader that stops reading is not an error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = StandardOutput;
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Replaces the contents of a file; permissions and links to the file are kept.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    if path.metadata()?.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    toy_dialect::replace::replace(path, |file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = std::env::temp_dir().join(format!("toyc-format-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.toy");
        std::fs::write(&file, "old").unwrap();
        replace(&file, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        assert!(replace(&folder.join("absent"), "new").is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = std::env::temp_dir().join(format!("toyc-format-links-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("a.toy"), folder.join("b.toy"));
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o750)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o750);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
