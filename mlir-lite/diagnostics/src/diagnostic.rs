//! Diagnostics: pure data, with constructors that read as a sentence.
//!
//! A message names the problem and the expectation; `help` advises how to repair it. Rendering is
//! elsewhere.

use std::fmt;
use std::sync::Arc;

use crate::remark::Remark;
use crate::span::{BytePos, Span};
use crate::stack_trace::message_if_shown;

/// Where something is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// A range in the source map.
    Span(Span),
    /// A position in a file that may not be loaded, as in MLIR's `loc("file":1:2)`. Line and column
    /// count from 1. Renderers show the line if a file of this name is in the source map or can be
    /// read from disk.
    FileLineCol {
        /// The file's name.
        file: Arc<str>,
        /// Line, from 1.
        line: u32,
        /// Column in bytes, from 1.
        col: u32,
    },
    /// The position is not known.
    Unknown,
}

impl From<Span> for Position {
    fn from(span: Span) -> Self {
        Self::Span(span)
    }
}

impl From<BytePos> for Position {
    fn from(pos: BytePos) -> Self {
        Self::Span(pos.into())
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The input cannot be processed.
    Error,
    /// The input is accepted, and probably not meant so.
    Warning,
    /// Information that was asked for, as by `-Rpass` in other compilers.
    Remark,
    /// A further fact.
    Note,
}

impl Severity {
    /// The word for it in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A secondary position with a message of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// Where.
    pub position: Position,
    /// The text shown at the position.
    pub message: String,
}

/// A fact added to a diagnostic, with or without a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The fact.
    pub message: String,
    /// Where, or [`Position::Unknown`].
    pub position: Position,
}

/// A change of the source: a range, and the text that takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced text; empty where something is added.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

/// One message to the user.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostic, Span};
/// let diagnostic = Diagnostic::error(Span::new(40, 41), "redefinition of variable 'a'")
///     .with_label("defined again here")
///     .with_secondary(Span::new(10, 11), "first defined here")
///     .with_help("values do not change; give the new one another name");
/// assert_eq!(diagnostic.labels.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a diagnostic that is not emitted is lost"]
#[non_exhaustive]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The kind of mistake, if the language numbers them: `T0007`.
    pub code: Option<&'static str>,
    /// The error or the warning itself.
    pub message: String,
    /// The primary position.
    pub position: Position,
    /// Text at the primary position.
    pub label: Option<String>,
    /// Secondary positions.
    pub labels: Vec<Label>,
    /// Further facts.
    pub notes: Vec<Note>,
    /// Advice on how to repair it.
    pub help: Vec<String>,
    /// The changes that repair it, if the repair is certain. They belong together.
    pub fix: Vec<Edit>,
    /// Whether styles that show the source's line show it for this diagnostic.
    pub shows_source: bool,
    /// The parts of a remark of a pass, besides its text.
    pub remark: Option<Box<Remark>>,
}

/// The message, without position, notes and help: a renderer shows those.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl Diagnostic {
    /// A diagnostic without labels, notes and help. If [`show_stack_traces`] was called, a note has
    /// the stack trace.
    ///
    /// [`show_stack_traces`]: crate::show_stack_traces
    pub fn new(
        severity: Severity,
        position: impl Into<Position>,
        message: impl Into<String>,
    ) -> Self {
        let position = position.into();
        let trace = message_if_shown();
        let trace = trace.map(|message| Note { message, position: position.clone() });
        Self {
            severity,
            code: None,
            message: message.into(),
            position,
            label: None,
            labels: Vec::new(),
            notes: Vec::from_iter(trace),
            help: Vec::new(),
            fix: Vec::new(),
            shows_source: true,
            remark: None,
        }
    }

    /// An error.
    pub fn error(position: impl Into<Position>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, position, message)
    }

    /// A warning.
    pub fn warning(position: impl Into<Position>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, position, message)
    }

    /// A remark.
    pub fn remark(position: impl Into<Position>, message: impl Into<String>) -> Self {
        Self::new(Severity::Remark, position, message)
    }

    /// A remark of a pass.
    pub fn of_remark(position: impl Into<Position>, remark: Remark) -> Self {
        let mut diagnostic = Self::remark(position, remark.to_string());
        diagnostic.remark = Some(Box::new(remark));
        diagnostic
    }

    /// Sets the code.
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// The words before the message: `error`, or `error[T0007]`.
    pub(crate) fn headline(&self) -> String {
        match self.code {
            Some(code) => format!("{}[{code}]", self.severity),
            None => self.severity.word().to_owned(),
        }
    }

    /// Sets the text at the primary position.
    pub fn with_label(mut self, message: impl Into<String>) -> Self {
        self.label = Some(message.into());
        self
    }

    /// Adds a position with a text of its own.
    pub fn with_secondary(
        mut self,
        position: impl Into<Position>,
        message: impl Into<String>,
    ) -> Self {
        self.labels.push(Label { position: position.into(), message: message.into() });
        self
    }

    /// Adds a fact.
    pub fn with_note(self, message: impl Into<String>) -> Self {
        self.with_note_at(Position::Unknown, message)
    }

    /// Adds a fact about a position.
    pub fn with_note_at(
        mut self,
        position: impl Into<Position>,
        message: impl Into<String>,
    ) -> Self {
        self.notes.push(Note { message: message.into(), position: position.into() });
        self
    }

    /// Leaves out the source line. A program's own run-time errors then read the same whether or
    /// not the source is available.
    pub fn without_source(mut self) -> Self {
        self.shows_source = false;
        self
    }

    /// Adds a change of the source that, with the others, repairs it. Only where the repair is
    /// certain: tools apply it without asking.
    ///
    /// ```
    /// use mlir_lite_diagnostics::{Diagnostic, Span};
    /// let diagnostic = Diagnostic::error(Span::at(7), "missing `;`").with_edit(Span::at(7), ";");
    /// assert_eq!(diagnostic.fix[0].text, ";");
    /// ```
    pub fn with_edit(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix.push(Edit { span, text: text.into() });
        self
    }

    /// Adds advice on how to repair it.
    pub fn with_help(mut self, message: impl Into<String>) -> Self {
        self.help.push(message.into());
        self
    }
}
