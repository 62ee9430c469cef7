//! The part of a source line that is shown, and the marker below it.
//!
//! A line that is too long for a terminal is cut to a window around the column; `...` marks the
//! rest. Tabs before the marker are repeated in the marker's line, so that it lines up whatever the
//! terminal's tab width is.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::place::TextRange;
use crate::visible::{is_hidden, visible};

/// Lines up to this many bytes are shown whole.
const MAX_WHOLE_LINE: usize = CONTEXT_BEFORE + CONTEXT_AFTER;
/// Bytes shown before and after the column in a line that is cut.
const CONTEXT_BEFORE: usize = 60;
const CONTEXT_AFTER: usize = 100;
const ELLIPSIS: &str = "...";

/// Two lines of text, without line ends.
pub(super) struct Excerpt {
    pub source: String,
    /// Spaces, then `^` at the first byte and `~` for the rest of the range on this line.
    pub marker: String,
}

/// Whether a line is too long to be shown whole.
pub(super) fn is_cut(line: &str) -> bool {
    line.len() > MAX_WHOLE_LINE
}

/// The line in which the range begins.
pub(super) fn excerpt(text: &TextRange) -> Excerpt {
    let (line, col) = text.file.line_col(text.start);
    let whole = text.file.line_text(line).unwrap_or_default();
    let at = floor_char(whole, col as usize - 1);
    let end = floor_char(whole, at + (text.end - text.start) as usize).max(at);

    let (from, to) = if is_cut(whole) {
        (
            floor_char(whole, at.saturating_sub(CONTEXT_BEFORE)),
            floor_char(whole, at.saturating_add(CONTEXT_AFTER)),
        )
    } else {
        (0, whole.len())
    };
    let before = if from > 0 { ELLIPSIS } else { "" };
    let after = if to < whole.len() { ELLIPSIS } else { "" };
    let source = format!("{before}{}{after}", visible(&whole[from..to]));

    let mut marker = " ".repeat(before.len());
    for c in whole[from..at].chars() {
        if c == '\t' {
            marker.push('\t');
        } else {
            let width = if is_hidden(c) {
                visible(c.encode_utf8(&mut [0; 4])).len()
            } else {
                c.width().unwrap_or(0)
            };
            marker.extend(std::iter::repeat_n(' ', width));
        }
    }
    marker.push('^');
    let marked = visible(&whole[at..end.min(to).max(at)]).width();
    marker.extend(std::iter::repeat_n('~', marked.saturating_sub(1)));
    Excerpt { source, marker }
}

/// The nearest char boundary at or before `index`, at most the end.
pub(super) fn floor_char(text: &str, index: usize) -> usize {
    let index = index.min(text.len());
    (0..=index).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source_map::SourceFile;
    use pretty_assertions::assert_eq;
    use std::sync::Arc;

    fn shown(text: &str, start: u32, end: u32) -> String {
        let file = Arc::new(SourceFile::new("f".into(), text.into(), 0));
        let excerpt = excerpt(&TextRange { file, start, end });
        format!("{}\n{}", excerpt.source, excerpt.marker)
    }

    #[test]
    fn a_range_is_underlined_to_the_end_of_its_line() {
        assert_eq!(shown("ab cde f\nx", 3, 6), "ab cde f\n   ^~~");
        assert_eq!(shown("ab cde f\nxyz", 7, 12), "ab cde f\n       ^");
    }

    #[test]
    fn tabs_are_kept() {
        assert_eq!(shown("\ta\tb", 3, 4), "\ta\tb\n\t \t^");
    }

    #[test]
    fn other_alphabets_count_by_width() {
        assert_eq!(shown("漢字 x", 7, 8), "漢字 x\n     ^");
        assert_eq!(shown("a漢字", 1, 7), "a漢字\n ^~~~");
        assert_eq!(shown("# äö x", 7, 8), "# äö x\n     ^");
        assert_eq!(shown("äö", 1, 2), "äö\n^");
    }

    #[test]
    fn hidden_characters_are_shown() {
        assert_eq!(
            shown("a\u{1b}[1mb\u{202e} c", 10, 11),
            "a\\u{1b}[1mb\\u{202e} c\n                    ^"
        );
        assert_eq!(shown("a \u{7f}x", 2, 4), "a \\u{7f}x\n  ^~~~~~~");
    }

    #[test]
    fn the_end_of_a_line_and_of_the_text() {
        assert_eq!(shown("ab\r\n", 2, 2), "ab\n  ^");
        assert_eq!(shown("ab\r\n", 4, 4), "\n^");
        assert_eq!(shown("", 0, 0), "\n^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_column() {
        let line = format!("{}X{}", "a".repeat(1000), "b".repeat(1000));
        let source = format!("...{}X{}...", "a".repeat(60), "b".repeat(99));
        assert_eq!(shown(&line, 1000, 1001), format!("{source}\n{}^", " ".repeat(63)));
        assert_eq!(shown(&line, 0, 2), format!("{}...\n^~", "a".repeat(100)));
    }
}
