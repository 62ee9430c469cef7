//! Makes text from outside safe to show.
//!
//! Sources, paths and symbol names may contain characters that a terminal interprets instead of
//! showing them: escape sequences change colours, move the cursor or retitle the window, and
//! bidirectional controls change the order in which the rest of a line is shown. Such characters
//! are shown by their numbers, as `\u{1b}`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character changes how other text is shown, or ends the line: control characters other
/// than the tab, line and paragraph separators, and bidirectional controls.
///
/// ```
/// use mlir_lite_diagnostics::is_hidden;
/// assert!(is_hidden('\u{1b}') && is_hidden('\u{202e}') && is_hidden('\n'));
/// assert!(!is_hidden('\t') && !is_hidden('é') && !is_hidden('\u{200d}'));
/// ```
#[doc(hidden)]
pub fn is_hidden(c: char) -> bool {
    c != '\t' && (c.is_control() || is_bidi_control(c) || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// Whether a character controls the direction of text (Unicode Standard Annex 9).
fn is_bidi_control(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// A text on one line, with hidden characters shown by their numbers.
///
/// ```
/// use mlir_lite_diagnostics::visible;
/// assert_eq!(visible("a\u{1b}[31m\nb"), r"a\u{1b}[31m\u{a}b");
/// assert_eq!(visible("é\tx"), "é\tx");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, is_hidden)
}

/// As [`visible`], but keeps the line breaks of the text.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| c != '\n' && is_hidden(c))
}

fn escape(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) {
            // Writing to memory does not fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}
