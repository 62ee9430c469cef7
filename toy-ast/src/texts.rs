//! Texts in quotes: their escapes.

use mlir_lite_diagnostics::{Diagnostic, Span};

use crate::codes::Code;

/// The characters after a `\`, with the characters that they denote.
const ESCAPES: [(char, char); 4] = [('n', '\n'), ('t', '\t'), ('"', '"'), ('\\', '\\')];

/// The escapes of a text, for messages.
const LIST: &str = "the escapes are `\\n` (line break), `\\t` (tab), `\\\"` and `\\\\`";

/// The contents of a text in quotes. An escape that does not exist denotes its second character.
pub(crate) fn unquoted(quoted: &str) -> Box<str> {
    let inner = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let mut chars = inner.unwrap_or_default().chars();
    let mut text = String::with_capacity(quoted.len());
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().map(|escape| meaning(escape).unwrap_or(escape))),
            _ => text.push(c),
        }
    }
    text.into()
}

/// The character that an escape denotes.
fn meaning(escape: char) -> Option<char> {
    ESCAPES.iter().find(|(written, _)| *written == escape).map(|(_, meant)| *meant)
}

/// The error for the first escape of a text that does not exist. The text begins at `start`.
pub(crate) fn wrong_escape(text: &str, start: u32) -> Option<Diagnostic> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let (_, escape) = if c == '\\' { chars.next()? } else { continue };
        if meaning(escape).is_none() {
            let at = start + at as u32;
            let span = Span::new(at, at + 1 + escape.len_utf8() as u32);
            let shown = escape.escape_debug();
            let help = format!("{LIST}; a backslash is written `\\\\`");
            return Some(
                Code::UnknownEscape
                    .error(span, format!("there is no escape `\\{shown}` in a text"))
                    .with_label("unknown escape")
                    .with_help(help),
            );
        }
    }
    None
}

/// A text as it is written, in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match ESCAPES.iter().find(|(_, meant)| *meant == c) {
            Some((escape, _)) => quoted.extend(['\\', *escape]),
            None => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written() {
        for text in ["", "a\nb\tc", "\"\\\"", "\\n", "é\n", "{}%s\\"] {
            let written = quoted(text);
            assert_eq!(&*unquoted(&written), text);
            assert!(wrong_escape(&written, 0).is_none(), "{written}");
            assert!(!written.contains('\n'));
        }
    }

    #[test]
    fn the_first_unknown_escape_is_reported() {
        for (text, span) in [(r#""\q""#, (1, 3)), (r#""\\\n\r\q""#, (5, 7)), (r#""\é""#, (1, 4))] {
            let span = mlir_lite_diagnostics::Position::Span(Span::new(span.0, span.1));
            let wrong = wrong_escape(text, 0).expect("an unknown escape");
            assert_eq!(wrong.position, span, "{text}");
        }
    }
}
