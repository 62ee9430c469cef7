//! Applies the changes that diagnostics propose to a source text.

use crate::diagnostic::{Diagnostic, Edit};
use crate::source_map::SourceFile;

/// The text of a file with the fixes of these diagnostics, and the diagnostics that were fixed.
///
/// A fix that overlaps an earlier one, or is in another file, is left out: checking the result
/// again proposes it again, if it is still needed.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostic, SourceMap, Span, apply_fixes};
///
/// let sources = SourceMap::new();
/// let file = sources.add("a.toy", "print(1 <> 2)")?;
/// let at = |from, to| Span::new(file.base() + from, file.base() + to);
/// let found = [
///     Diagnostic::error(at(8, 10), "there is no operator `<>`").with_edit(at(8, 10), "!="),
///     Diagnostic::error(at(13, 13), "missing `;`").with_edit(at(13, 13), ";"),
///     Diagnostic::error(at(0, 5), "a mistake without a fix"),
/// ];
/// let (text, fixed) = apply_fixes(&file, &found);
/// assert_eq!(text, "print(1 != 2);");
/// assert_eq!(fixed, [&found[0], &found[1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply_fixes<'d>(
    file: &SourceFile,
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
) -> (String, Vec<&'d Diagnostic>) {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut fixed = Vec::new();
    for diagnostic in diagnostics {
        let fits = |edit: &Edit| {
            let is_inside = file.span().to(edit.span) == file.span();
            is_inside && edits.iter().all(|other| !overlap(edit, other))
        };
        if !diagnostic.fix.is_empty() && diagnostic.fix.iter().all(fits) {
            edits.extend(&diagnostic.fix);
            fixed.push(diagnostic);
        }
    }
    // Stable: what one fix adds at a place stays in order.
    edits.sort_by_key(|edit| edit.span.start);
    let (source, mut text, mut taken) = (file.text(), String::new(), 0);
    for edit in edits {
        let [from, to] = [edit.span.start, edit.span.end].map(|at| (at - file.base()) as usize);
        text.push_str(source.get(taken..from).unwrap_or_default());
        text.push_str(&edit.text);
        taken = to;
    }
    text.push_str(source.get(taken..).unwrap_or_default());
    (text, fixed)
}

/// Whether two changes touch the same characters, or add at the same place.
fn overlap(a: &Edit, b: &Edit) -> bool {
    let starts_alike = a.span.start == b.span.start;
    starts_alike || (a.span.start < b.span.end && b.span.start < a.span.end)
}
