//! `toyc check --fix`: applies the changes that certainly repair a program to its file.
//!
//! Errors of the syntax hide errors of meaning, so the result is checked again until nothing can be
//! repaired any more. Imported files are not changed.

use std::path::Path;

use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, SourceMap, apply_fixes, visible_lines,
};
use mlir_lite_opt::source;
use toy_dialect::sema::{analyze, lint};

use crate::format::{print, replace};
use crate::imports;

/// A program is checked again at most this often.
const MAX_ROUNDS: usize = 50;

/// Repairs a file, and prints what was repaired, by the positions at which it was found. Nothing
/// happens to a file that cannot be read, which checking it reports.
///
/// # Errors
/// If the file, or standard output, cannot be written.
pub(crate) fn fix(path: &Path) -> Result<(), Box<Diagnostic>> {
    let Ok((name, original)) = source::read(Some(path), &mut Diagnostics::new()) else {
        return Ok(());
    };
    let mut text = original.clone();
    let mut report = String::new();
    for _ in 0..MAX_ROUNDS {
        let sources = SourceMap::new();
        let Ok(file) = sources.add(name.clone(), text.clone()) else { break };
        let mut found = Diagnostics::new();
        if let Ok(module) = imports::parse(&file, &sources, &mut found)
            && analyze(&module, &mut found).is_ok()
        {
            lint(&module, &[], &mut found);
        }
        let (repaired, fixed) = apply_fixes(&file, found.iter());
        if fixed.is_empty() {
            break;
        }
        for diagnostic in fixed {
            let Position::Span(span) = diagnostic.position else { continue };
            let (line, column) = file.line_col(span.start - file.base());
            report += &format!("{name}:{line}:{column}: fixed: {}\n", diagnostic.message);
        }
        text = repaired;
    }
    if text == original {
        return Ok(());
    }
    let wrong = |what: &str, error: std::io::Error| {
        let message = format!("cannot write {what}: {}", source::without_number(&error));
        Box::new(Diagnostic::error(Position::Unknown, message))
    };
    replace(path, &text).map_err(|error| wrong(&format!("'{name}'"), error))?;
    print(&visible_lines(&report)).map_err(|error| wrong("standard output", error))
}
