//! Diagnostics that a source expects, in comments (`-verify-diagnostics`).
//!
//! ```text
//! // expected-error {{message}}              on this line
//! // expected-warning@+1 {{message}}         on the next line (@-1: the one before, and so on)
//! // expected-remark@below {{message}}       on the next line that has no such comment
//! // expected-note@above {{message}}         on the last line before that has no such comment
//! // expected-error@unknown {{message}}      without a place
//! // expected-error-re {{a {{[0-9]+}} b}}    what stands in inner braces is a regular expression
//! ```
//! A message matches if it contains the text. An expected diagnostic may match several. It never
//! matches a diagnostic's help, which is advice, not a finding. A secondary position of a
//! diagnostic counts as a note.

use std::sync::Arc;

use regex_lite::Regex;

use crate::collector::{Diagnostics, Reported};
use crate::diagnostic::{Diagnostic, Position, Severity};
use crate::source_map::{SourceFile, SourceMap};
use crate::span::Span;

/// The diagnostics that a source expects.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostic, Diagnostics, ExpectedDiagnostics, SourceMap, Span};
/// let sources = SourceMap::new();
/// let file = sources.add("a.mlir", "x // expected-error {{unknown}}\n")?;
/// let mut found = Diagnostics::new();
/// found.error(Diagnostic::error(Span::at(file.base()), "unknown name 'x'"));
/// let mut differences = Diagnostics::new();
/// assert!(ExpectedDiagnostics::of(&file).compare(&sources, &found, &mut differences).is_ok());
/// # Ok::<(), mlir_lite_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Debug)]
pub struct ExpectedDiagnostics {
    name: Arc<str>,
    list: Vec<Expected>,
    malformed: Vec<Diagnostic>,
}

#[derive(Debug)]
struct Expected {
    severity: Severity,
    line: ExpectedLine,
    /// The expected text, as written in the comment.
    text: String,
    pattern: Option<Regex>,
    /// The comment, from `expected-` on.
    span: Span,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum ExpectedLine {
    Number(u32),
    Unknown,
}

impl Expected {
    fn fits(&self, line: ExpectedLine, message: &str) -> bool {
        self.line == line
            && match &self.pattern {
                Some(pattern) => pattern.is_match(message),
                None => message.contains(&self.text),
            }
    }
}

/// The treatment of diagnostics that are not expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unexpected {
    /// Each is a difference.
    IsWrong,
    /// They are not compared.
    IsLeftOut,
}

impl ExpectedDiagnostics {
    /// Reads the comments of a source.
    pub fn of(file: &SourceFile) -> Self {
        let mut expected =
            Self { name: file.name().into(), list: Vec::new(), malformed: Vec::new() };
        // Expectations for the next line without a comment.
        let mut below: Vec<usize> = Vec::new();
        let mut last_without = None;
        let mut offset = file.base();
        for (text, line) in file.text().split_inclusive('\n').zip(file.first_line()..) {
            match expected.comment(text.trim_end_matches(['\n', '\r']), line, offset, last_without)
            {
                Comment::None => {
                    last_without = Some(line);
                    for waiting in below.drain(..) {
                        expected.list[waiting].line = ExpectedLine::Number(line);
                    }
                }
                Comment::Below => below.push(expected.list.len() - 1),
                Comment::Other => {}
            }
            offset += text.len() as u32;
        }
        expected
    }

    /// Reads the comment of a line, if it has one.
    fn comment(
        &mut self,
        text: &str,
        line: u32,
        offset: u32,
        last_without: Option<u32>,
    ) -> Comment {
        let Some((at, severity, rest)) = designator(text) else { return Comment::None };
        let span = Span::new(offset + at as u32, offset + text.len() as u32);
        let (is_pattern, rest) = match rest.strip_prefix("-re") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let Some((place, rest)) = place(rest.trim_start_matches(' ')) else { return Comment::None };
        let braced = rest
            .trim_start_matches(' ')
            .strip_prefix("{{")
            .and_then(|rest| rest.strip_suffix("}}"));
        let Some(message) = braced else { return Comment::None };
        let pattern = if is_pattern { self.pattern(message, span) } else { None };
        let expected_line = match place {
            RelativeLine::Offset(by) => u32::try_from(i64::from(line) + by)
                .map_or(ExpectedLine::Number(0), ExpectedLine::Number),
            RelativeLine::Above => ExpectedLine::Number(last_without.unwrap_or(0)),
            // No line has this number; it is set once the line is found.
            RelativeLine::Below => ExpectedLine::Number(0),
            RelativeLine::Unknown => ExpectedLine::Unknown,
        };
        self.list.push(Expected {
            severity,
            line: expected_line,
            text: message.to_owned(),
            pattern,
            span,
        });
        if place == RelativeLine::Below { Comment::Below } else { Comment::Other }
    }

    /// A text whose inner `{{..}}` braces hold regular expressions.
    fn pattern(&mut self, message: &str, span: Span) -> Option<Regex> {
        let mut pattern = String::new();
        let mut rest = message;
        while let Some((literal, inner)) = rest.split_once("{{") {
            pattern.push_str(&regex_lite::escape(literal));
            let Some((expression, after)) = inner.split_once("}}") else {
                self.malformed
                    .push(Diagnostic::error(span, "found start of regex with no end '}}'"));
                return None;
            };
            pattern.push_str("(?:");
            pattern.push_str(expression);
            pattern.push(')');
            rest = after;
        }
        pattern.push_str(&regex_lite::escape(rest));
        match Regex::new(&pattern) {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                self.malformed.push(Diagnostic::error(span, format!("invalid regex: {error}")));
                None
            }
        }
    }

    /// Compares the diagnostics found with the expected ones; differences are errors in `report`.
    ///
    /// # Errors
    /// If there is a difference.
    pub fn compare(
        &self,
        sources: &SourceMap,
        found: &Diagnostics,
        report: &mut Diagnostics,
    ) -> Result<(), Reported> {
        self.check(sources, found, Unexpected::IsWrong, report)
    }

    /// As [`compare`](Self::compare), but further diagnostics may be found.
    ///
    /// # Errors
    /// If an expected one was not found.
    pub fn find(
        &self,
        sources: &SourceMap,
        found: &Diagnostics,
        report: &mut Diagnostics,
    ) -> Result<(), Reported> {
        self.check(sources, found, Unexpected::IsLeftOut, report)
    }

    fn check(
        &self,
        sources: &SourceMap,
        found: &Diagnostics,
        unexpected: Unexpected,
        report: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let mut differences = Diagnostics::new();
        differences.extend(self.malformed.iter().cloned());
        let mut produced = vec![false; self.list.len()];
        let mut check = |severity: Severity, position: &Position, message: &str| {
            let line = self.line_of(sources, position);
            let fits = |of: &Expected| line.is_some_and(|line| of.fits(line, message));
            let indices = || (0..self.list.len()).filter(|&i| fits(&self.list[i]));
            // An expectation without a match so far is preferred: its text may be a part of
            // another's.
            let same = || indices().filter(|&i| self.list[i].severity == severity);
            if let Some(i) = same().find(|&i| !produced[i]).or_else(|| same().next()) {
                produced[i] = true;
                return;
            }
            if unexpected == Unexpected::IsLeftOut {
                return;
            }
            let near = indices().map(|i| self.list[i].severity).next_back();
            let text = match near {
                Some(near) => format!("'{severity}' diagnostic emitted when expecting a '{near}'"),
                None => format!("unexpected {severity}: {message}"),
            };
            differences.error(Diagnostic::error(position.clone(), text));
        };
        for diagnostic in found {
            check(diagnostic.severity, &diagnostic.position, &diagnostic.message);
            for label in &diagnostic.labels {
                check(Severity::Note, &label.position, &label.message);
            }
            for note in &diagnostic.notes {
                // A note without a position is about the position of its diagnostic.
                let position = match note.position {
                    Position::Unknown => &diagnostic.position,
                    _ => &note.position,
                };
                check(Severity::Note, position, &note.message);
            }
        }
        for (expected, _) in self.list.iter().zip(produced).filter(|(_, produced)| !produced) {
            let message =
                format!("expected {} \"{}\" was not produced", expected.severity, expected.text);
            differences.error(Diagnostic::error(expected.span, message));
        }
        let result = differences.check();
        report.extend(differences);
        result
    }

    /// The line of this source that a diagnostic is on; none if it is in another source.
    fn line_of(&self, sources: &SourceMap, position: &Position) -> Option<ExpectedLine> {
        match position {
            Position::Unknown => Some(ExpectedLine::Unknown),
            Position::Span(span) => {
                let place = sources.line_col(span.start)?;
                (place.file.name() == &*self.name).then_some(ExpectedLine::Number(place.line))
            }
            Position::FileLineCol { file, line, .. } => {
                (*file == self.name).then_some(ExpectedLine::Number(*line))
            }
        }
    }
}

/// The kind of comment on a line.
enum Comment {
    None,
    Below,
    Other,
}

/// The line of the expected diagnostic, relative to its comment.
#[derive(Copy, Clone, PartialEq, Eq)]
enum RelativeLine {
    Offset(i64),
    Above,
    Below,
    Unknown,
}

/// The offset of the first `expected-SEVERITY`, the severity, and the text after it.
fn designator(text: &str) -> Option<(usize, Severity, &str)> {
    const BEGINNING: &str = "expected-";
    text.match_indices(BEGINNING).find_map(|(at, _)| {
        let rest = &text[at + BEGINNING.len()..];
        [Severity::Error, Severity::Note, Severity::Remark, Severity::Warning]
            .into_iter()
            .find_map(|severity| Some((at, severity, rest.strip_prefix(severity.word())?)))
    })
}

/// The location after a severity, and the text after it.
fn place(text: &str) -> Option<(RelativeLine, &str)> {
    let Some(rest) = text.strip_prefix('@') else { return Some((RelativeLine::Offset(0), text)) };
    for (word, place) in [
        ("above", RelativeLine::Above),
        ("below", RelativeLine::Below),
        ("unknown", RelativeLine::Unknown),
    ] {
        if let Some(rest) = rest.strip_prefix(word) {
            return Some((place, rest));
        }
    }
    let unsigned = rest.strip_prefix(['+', '-'])?;
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = unsigned.split_at(digits);
    let number: u32 = number.parse().ok()?;
    let offset = if rest.starts_with('-') { -i64::from(number) } else { i64::from(number) };
    Some((RelativeLine::Offset(offset), after))
}

#[cfg(test)]
mod tests;
