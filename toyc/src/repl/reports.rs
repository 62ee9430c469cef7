//! Reports as they are shown. On a terminal, an entry of one line is right above its report, which
//! does not show it again: each message is one line then, and notes and advice follow it.

use std::fmt::Write as _;

use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, RenderStyle, Renderer, Severity, visible_lines,
};

use super::session::Session;

impl Session {
    /// A report as it is shown.
    pub(super) fn rendered(&self, diagnostics: &Diagnostics) -> String {
        let renderer = Renderer::new(&self.sources, self.settings.style);
        let mut report = Vec::new();
        for diagnostic in diagnostics.iter() {
            match self.in_one_line(diagnostic) {
                Some(text) => report.extend_from_slice(text.as_bytes()),
                // Writing into memory does not fail.
                None => _ = renderer.render(diagnostic, &mut report),
            }
        }
        String::from_utf8_lossy(&report).into_owned()
    }

    /// The message, with its column in the entry, if the entry is one line that can be seen.
    fn in_one_line(&self, diagnostic: &Diagnostic) -> Option<String> {
        let RenderStyle::Fancy { colour } = self.settings.style else { return None };
        let (number, entry) = self.history.back().filter(|_| self.settings.sees_entries)?;
        let Position::Span(span) = diagnostic.position else { return None };
        let file = self.sources.file_at(span.start)?;
        if file.name() != format!("<repl:{number}>") || entry.contains('\n') {
            return None;
        }
        let at = column(entry, file.text(), (span.start - file.base()) as usize)?;
        let code = diagnostic.code.map_or(String::new(), |code| format!("[{code}]"));
        let mut word = format!("{}{code}", diagnostic.severity);
        if colour {
            let number = if diagnostic.severity == Severity::Error { 31 } else { 33 };
            word = format!("\x1b[{number}m{word}\x1b[0m");
        }
        let mut text = format!("{word} in column {at}: {}\n", visible_lines(&diagnostic.message));
        for note in &diagnostic.notes {
            let _ = writeln!(text, "note: {}", visible_lines(&note.message));
        }
        for help in &diagnostic.help {
            let _ = writeln!(text, "help: {}", visible_lines(help));
        }
        Some(text)
    }
}

/// The column, from 1, of an offset of a text in its entry: with each `;` that is supplied, and
/// without the spaces at its end. None if it is another text.
fn column(entry: &str, text: &str, offset: usize) -> Option<usize> {
    let mut entered = entry.chars().peekable();
    let (mut column, mut found) = (1, None);
    for (at, c) in text.trim_end().char_indices() {
        if at >= offset {
            found = found.or(Some(column));
        }
        if entered.next_if_eq(&c).is_some() {
            column += 1;
        } else if c != ';' {
            return None;
        }
    }
    entered.next().is_none().then(|| found.unwrap_or(column))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::column;

    #[test]
    fn columns_are_those_of_what_was_entered() {
        assert_eq!(column("a + b", "a + b", 4), Some(5));
        assert_eq!(column("f { a } b", "f { a; } b", 9), Some(9));
        assert_eq!(column("\u{e9} b", "\u{e9} b", 3), Some(3));
        assert_eq!(column("a", "a\n", 2), Some(2));
        assert_eq!(column("a", "b", 0), None);
        assert_eq!(column("a b", "a", 0), None);
    }
}
