//! The callbacks of the line editor.

use std::borrow::Cow;
use std::cell::Cell;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::SearchDirection;
use rustyline::line_buffer::LineBuffer;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Changeset, Context, Helper};

use super::completion::{EntryHint, Offer, hint, offer};
use super::continuation::{Change, Indentation, PROMPT, with_prompts, without_margins};
use super::highlight::coloured;
use crate::repl::session::Session;

/// The number of recent entries that are searched for hints.
const RECENT: usize = 500;

/// The session, and the display of its entries.
pub(super) struct EntryHelper {
    pub(super) session: Session,
    has_colour: bool,
    /// Whether the entry is still being typed, so that brackets match.
    is_open: Cell<bool>,
    searched: Cell<Searched>,
    files: FilenameCompleter,
    indentation: Indentation,
}

/// The result of the last search for a hint: each key press repeats the search.
#[derive(Default)]
struct Searched {
    /// The line for which it was, and the number of entries.
    line: String,
    end: usize,
    /// From this entry on, none gives a hint for the line, nor for an extension of it.
    next: usize,
}

impl EntryHelper {
    pub(super) fn new(session: Session, has_colour: bool, indentation: Indentation) -> Self {
        Self {
            session,
            has_colour,
            is_open: Cell::new(true),
            searched: Cell::default(),
            files: FilenameCompleter::new(),
            indentation,
        }
    }

    /// The rest of the last single-line entry that begins with `line`.
    fn rest_of_recent(&self, line: &str, context: &Context<'_>) -> Option<String> {
        if line.is_empty() {
            return None;
        }
        let (history, end) = (context.history(), context.history_index());
        let before = self.searched.take();
        let goes_on =
            before.end == end && !before.line.is_empty() && line.starts_with(&before.line);
        let first = end.saturating_sub(RECENT);
        let unknown = first..if goes_on { before.next } else { end };
        let found = unknown.rev().find_map(|index| {
            let found = history.get(index, SearchDirection::Reverse).ok().flatten()?;
            let rest = found.entry.strip_prefix(line)?;
            (!rest.is_empty() && !rest.contains('\n')).then(|| (index, rest.to_owned()))
        });
        let next = found.as_ref().map_or(first, |(index, _)| index + 1);
        self.searched.set(Searched { line: line.to_owned(), end, next });
        found.map(|(_, rest)| rest)
    }

    fn dimmed<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.has_colour {
            Cow::Owned(format!("\x1b[90m{text}\x1b[0m"))
        } else {
            Cow::Borrowed(text)
        }
    }
}

impl Helper for EntryHelper {}

impl Validator for EntryHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = without_margins(context.input());
        // Two blank lines end an entry whose end is not found.
        let is_given_up = text.ends_with("\n\n");
        Ok(if !is_given_up && self.session.is_incomplete(&text) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Completer for EntryHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if self.indentation.has_change() {
            return Ok((cursor, vec![Pair { display: String::new(), replacement: String::new() }]));
        }
        match offer(&self.session, line, cursor) {
            Offer::Files => self.files.complete_path(line, cursor),
            Offer::Words(start, words) => {
                let pair = |word: String| Pair { display: word.clone(), replacement: word };
                Ok((start, words.into_iter().map(pair).collect()))
            }
        }
    }

    fn update(&self, line: &mut LineBuffer, start: usize, elected: &str, changes: &mut Changeset) {
        match self.indentation.take_change() {
            Some(Change { range, text, cursor }) => {
                line.replace(range, &text, changes);
                line.set_pos(cursor);
            }
            None => {
                let end = line.pos();
                line.replace(start..end, elected, changes);
            }
        }
    }
}

impl Hint for EntryHint {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.taken.as_deref()
    }
}

impl Hinter for EntryHelper {
    type Hint = EntryHint;

    fn hint(&self, line: &str, cursor: usize, context: &Context<'_>) -> Option<EntryHint> {
        if cursor < line.len() || line.contains('\n') {
            return None;
        }
        hint(&self.session, line).or_else(|| {
            let shown = self.rest_of_recent(line, context)?;
            Some(EntryHint { taken: Some(shown.clone()), shown })
        })
    }
}

impl Highlighter for EntryHelper {
    fn highlight<'l>(&self, line: &'l str, cursor: usize) -> Cow<'l, str> {
        if self.has_colour {
            let text = coloured(line, self.is_open.get().then_some(cursor));
            with_prompts(Cow::Owned(text), &self.dimmed(PROMPT))
        } else {
            with_prompts(Cow::Borrowed(line), PROMPT)
        }
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        _default: bool,
    ) -> Cow<'b, str> {
        if self.has_colour {
            Cow::Owned(format!("\x1b[1m{prompt}\x1b[0m"))
        } else {
            Cow::Borrowed(prompt)
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        self.dimmed(hint)
    }

    fn highlight_char(&self, line: &str, _cursor: usize, kind: CmdKind) -> bool {
        self.is_open.set(!matches!(kind, CmdKind::ForcedRefresh));
        // Lines after the first have prompts.
        self.has_colour || line.contains('\n')
    }
}
