//! The codes of Toy's diagnostics, such as `T0007`, and their meanings.
//!
//! All of them are declared in one table ([`table`]), whichever crate reports them: a diagnostic
//! about Toy source is created by [`Code::error`] or [`Code::warning`], so that each has a code.
//! Invariant: a code keeps its number and its meaning forever; a new one takes the next number, and
//! the number of a code that is no longer reported is not reused.
//!
//! Each entry has a wrong program that leads to this code alone, and the repaired program.

mod table;

use mlir_lite_diagnostics::{Diagnostic, Position, nearest, visible_lines};

pub use table::Code;

/// The description of a code.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The code as it is written: `T0007`.
    pub text: &'static str,
    /// A short description of the error.
    pub title: &'static str,
    /// The reason for the error, and advice.
    pub explanation: &'static str,
    /// A program that leads to this code and no other.
    pub wrong: &'static str,
    /// The same program, repaired.
    pub repaired: &'static str,
}

impl Code {
    /// The code as it is written: `T0007`.
    pub const fn text(self) -> &'static str {
        self.entry().text
    }

    /// An error of this code.
    pub fn error(self, position: impl Into<Position>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(position, message).with_code(self.text())
    }

    /// A warning of this code.
    pub fn warning(self, position: impl Into<Position>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(position, message).with_code(self.text())
    }

    /// The code that a text names: `T0007`, also as `t0007`, `T7` or `7`.
    pub fn named(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['T', 't']).unwrap_or(text);
        let number: u32 = digits.parse().ok()?;
        let written = format!("T{number:04}");
        Self::ALL.iter().copied().find(|code| code.text() == written)
    }

    /// The text that `--explain` prints: title, explanation, the wrong program and the repaired
    /// one.
    pub fn explain(self) -> String {
        let Entry { text, title, explanation, wrong, repaired } = self.entry();
        let indented = |program: &str| {
            let lines = program.trim().lines();
            lines.map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect::<String>()
        };
        let (wrong, repaired, explanation) =
            (indented(wrong), indented(repaired), explanation.trim());
        let text =
            format!("{text}: {title}\n\n{explanation}\n\nWrong:\n\n{wrong}\nRight:\n\n{repaired}");
        visible_lines(&text).into_owned()
    }

    /// The message for a text that is not a code: the nearest codes, or how to list them.
    pub fn unknown(text: &str) -> String {
        let near = nearest(&text.to_ascii_uppercase(), Self::ALL.iter().map(|code| code.text()));
        let last = Self::ALL.last().map_or("", |code| code.text());
        match near {
            Some(near) => {
                let title = Self::named(near).map_or("", |code| code.entry().title);
                format!("there is no code '{text}': the nearest is {near}, {title}")
            }
            None => {
                format!("there is no code '{text}': codes are written like T0007, up to {last}")
            }
        }
    }

    /// All codes with their titles, one a line.
    pub fn list() -> String {
        let line = |code: &Self| format!("{}  {}\n", code.text(), code.entry().title);
        Self::ALL.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbered_in_order() {
        let texts: Vec<_> = Code::ALL.iter().map(|code| code.text()).collect();
        assert!(texts.is_sorted_by(|one, next| one < next), "{texts:?}");
        let is_code = |text: &&str| Code::named(text).is_some_and(|code| code.text() == *text);
        assert!(texts.iter().all(is_code), "{texts:?}");
    }

    #[test]
    fn codes_are_found_however_they_are_written() {
        for text in ["T0007", "t0007", "T7", "7", "0007"] {
            assert_eq!(Code::named(text), Some(Code::MissingSemicolon), "{text}");
        }
        for text in ["T0000", "T9999", "", "T", "E0007", "-7", "99999999999999999999"] {
            assert_eq!(Code::named(text), None, "{text}");
        }
    }

    #[test]
    fn an_explanation_shows_both_programs() {
        let text = Code::MissingSemicolon.explain();
        assert!(text.starts_with("T0007: "), "{text}");
        assert!(
            text.contains("\nWrong:\n\n    def main() {\n") && text.contains("\nRight:\n\n    def"),
            "{text}"
        );
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}
