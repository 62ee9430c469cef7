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
        let is_entry = file.name() == format!("<repl:{number}>")
            && file.text().trim_end() == entry
            && !entry.contains('\n');
        let before = file.text().get(..(span.start - file.base()) as usize)?;
        let at = is_entry.then(|| before.chars().count() + 1)?;
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
