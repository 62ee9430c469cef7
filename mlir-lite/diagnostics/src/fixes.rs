//! Applies the changes that diagnostics propose to a source text.

use std::collections::BTreeMap;

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
    // The accepted changes by their starts.
    let mut edits: BTreeMap<u32, &Edit> = BTreeMap::new();
    let mut fixed = Vec::new();
    for diagnostic in diagnostics {
        let fits = |edit: &Edit| {
            let before = edits.range(..edit.span.start).next_back();
            let after = edits.range(edit.span.start..).next();
            file.span().to(edit.span) == file.span()
                && before.is_none_or(|(_, before)| before.span.end <= edit.span.start)
                && after.is_none_or(|(start, _)| *start >= edit.span.end.max(edit.span.start + 1))
        };
        if !diagnostic.fix.is_empty() && diagnostic.fix.iter().all(fits) {
            edits.extend(diagnostic.fix.iter().map(|edit| (edit.span.start, edit)));
            fixed.push(diagnostic);
        }
    }
    let (source, mut text, mut taken) = (file.text(), String::new(), 0);
    for edit in edits.into_values() {
        let [from, to] = [edit.span.start, edit.span.end].map(|at| (at - file.base()) as usize);
        text.push_str(source.get(taken..from).unwrap_or_default());
        text.push_str(&edit.text);
        taken = to;
    }
    text.push_str(source.get(taken..).unwrap_or_default());
    (text, fixed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SourceMap, Span};

    #[test]
    fn of_fixes_that_touch_each_other_the_first_is_applied() {
        let sources = SourceMap::new();
        let file = sources.add("a", "0123456789").unwrap();
        let at = |from: u32, to: u32| Span::new(file.base() + from, file.base() + to);
        let fix = |edits: &[(u32, u32)]| {
            let wrong = Diagnostic::error(at(0, 0), "");
            edits.iter().fold(wrong, |d, &(from, to)| d.with_edit(at(from, to), "_"))
        };
        let applied = |fixes: &[&[(u32, u32)]]| {
            let found: Vec<_> = fixes.iter().map(|edits| fix(edits)).collect();
            apply_fixes(&file, &found).0
        };
        assert_eq!(applied(&[&[(2, 4)], &[(3, 5)], &[(4, 5)]]), "01__56789");
        assert_eq!(applied(&[&[(5, 5)], &[(5, 6)], &[(4, 5)]]), "0123__56789");
        assert_eq!(applied(&[&[(1, 2), (8, 9)], &[(0, 3)], &[(3, 3)]]), "0_2_34567_9");
        // All of a fix, or nothing.
        assert_eq!(applied(&[&[(4, 6)], &[(0, 1), (5, 7)]]), "0123_6789");
        let outside = Diagnostic::error(at(0, 0), "").with_edit(Span::at(file.base() + 11), "_");
        assert_eq!(apply_fixes(&file, [&outside]).0, "0123456789");
    }
}
