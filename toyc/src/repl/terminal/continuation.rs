//! The lines of an entry after its first: their prompt, and their indentation.
//!
//! The editor knows no prompt for them, and wants text to be drawn as wide as it is. So each such
//! line begins with a margin of spaces, in place of which the prompt is drawn. What leaves the
//! editor has no margins: [`without_margins`].

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount,
};
use toy_ast::{TokenClass, classify};

use crate::repl::entry_text::{command, is_incomplete};

/// The prompt of a line after the first, as wide as that of the first.
pub(super) const PROMPT: &str = " ... ";

/// What is drawn as [`PROMPT`].
const MARGIN: &str = "     ";

/// The columns that a bracket indents.
const INDENT: usize = 2;

/// The text of an entry without margins, and without the spaces of blank lines.
pub(super) fn without_margins(text: &str) -> Cow<'_, str> {
    if !text.contains('\n') {
        return Cow::Borrowed(text);
    }
    let line = |(index, line): (usize, &str)| {
        let line = if index == 0 { line } else { line.strip_prefix(MARGIN).unwrap_or(line) };
        if line.trim().is_empty() { String::new() } else { line.to_owned() }
    };
    let lines: Vec<String> = text.split('\n').enumerate().map(line).collect();
    Cow::Owned(lines.join("\n"))
}

/// The text of an entry with margins, as the editor has it.
pub(super) fn with_margins(text: &str) -> String {
    text.replace('\n', &format!("\n{MARGIN}"))
}

/// Draws the prompts in a text that may have colours: `prompt` in place of each margin.
pub(super) fn with_prompts<'t>(text: Cow<'t, str>, prompt: &str) -> Cow<'t, str> {
    let margin = format!("\n{MARGIN}");
    if text.contains(&margin) {
        return Cow::Owned(text.replace(&margin, &format!("\n{prompt}")));
    }
    text
}

/// Binds the keys that know about margins, except for Enter: [`enter`].
pub(super) fn bind(editor: &mut Editor<impl Helper, impl History>, indentation: &Indentation) {
    let plain = |key| KeyEvent(key, Modifiers::NONE);
    for (event, key) in [
        (plain(KeyCode::Backspace), Key::Backspace),
        (KeyEvent::ctrl('H'), Key::Backspace),
        (plain(KeyCode::Char(' ')), Key::Space),
        (plain(KeyCode::Char('}')), Key::Closes('}')),
        (plain(KeyCode::Char(']')), Key::Closes(']')),
        (plain(KeyCode::Char(')')), Key::Closes(')')),
    ] {
        let handler = Handler { key, indentation: indentation.clone() };
        editor.bind_sequence(event, EventHandler::Conditional(Box::new(handler)));
    }
}

/// What keys have to remember about the indentation of a line.
#[derive(Clone, Default)]
pub(super) struct Indentation(Arc<State>);

#[derive(Default)]
struct State {
    /// How many of its spaces were not typed as well. Those that are typed are not inserted again,
    /// for those who indent themselves, and for pastes that look like typing.
    untyped: AtomicUsize,
    /// What is to take the place of the text from a byte to the cursor. The editor has no command
    /// for that but the completion of a word.
    replacement: Mutex<Option<(usize, String)>>,
}

impl Indentation {
    /// Where a replacement begins, and the replacement, if this completion is for one.
    pub(super) fn replacement(&self) -> Option<(usize, String)> {
        self.0.replacement.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn replace(&self, from: usize, text: &str) -> Cmd {
        let replacement = Some((from, text.to_owned()));
        *self.0.replacement.lock().unwrap_or_else(PoisonError::into_inner) = replacement;
        Cmd::Complete
    }
}

/// What Enter does at the end of a line where the entry goes on: a new line, with the margin and
/// the indentation. None where the entry ends.
pub(super) fn enter(context: &EventContext<'_>, indentation: &Indentation) -> Option<Cmd> {
    let text = without_margins(context.line());
    // Two blank lines end an entry whose end is not found.
    if text.ends_with("\n\n") || command(&text).is_some() || !is_incomplete(&text, &|_| false) {
        return None;
    }
    let before = context.line().get(..context.pos())?;
    let spaces = INDENT * open_lines(before);
    indentation.0.untyped.store(spaces, Ordering::Relaxed);
    Some(Cmd::Insert(1, format!("\n{MARGIN}{}", " ".repeat(spaces))))
}

/// How many lines have brackets that are still open: those of one line indent once.
fn open_lines(text: &str) -> usize {
    let mut open = Vec::new();
    for (place, class) in classify(text) {
        match (class, &text[place.clone()]) {
            (TokenClass::Bracket, "(" | "[" | "{") => {
                open.push(text[..place.start].matches('\n').count());
            }
            (TokenClass::Bracket, _) => _ = open.pop(),
            _ => {}
        }
    }
    open.dedup();
    open.len()
}

#[derive(Clone, Copy)]
enum Key {
    Backspace,
    Space,
    Closes(char),
}

struct Handler {
    key: Key,
    indentation: Indentation,
}

impl ConditionalEventHandler for Handler {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, cx: &EventContext<'_>) -> Option<Cmd> {
        let (line, at) = (cx.line(), cx.pos());
        let row = line.get(..at)?.rfind('\n')? + 1;
        let before = &line[row..at];
        let spaces = before.len() - before.trim_start_matches(' ').len();
        let is_blank = spaces == before.len();
        let indentation = spaces.saturating_sub(MARGIN.len());
        let untyped = &self.indentation.0.untyped;
        match self.key {
            Key::Backspace if is_blank => {
                untyped.store(0, Ordering::Relaxed);
                // Without an indentation, the line is joined with the one before.
                let count = if indentation > 0 { indentation.min(INDENT) } else { spaces + 1 };
                Some(self.indentation.replace(at - count, ""))
            }
            Key::Space if is_blank && at == line.len() => {
                let count = untyped.load(Ordering::Relaxed);
                untyped.store(count.saturating_sub(1), Ordering::Relaxed);
                (count > 0).then_some(Cmd::Noop)
            }
            Key::Closes(closing) if is_blank && at == line.len() && indentation >= INDENT => {
                let bracket = closing.to_string();
                Some(self.indentation.replace(at - INDENT, &bracket))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn margins_are_only_in_the_editor() {
        for text in ["a", "def f(x) {\n  return x;\n}", "a\n\nb"] {
            assert_eq!(without_margins(&with_margins(text)), text);
        }
        assert_eq!(without_margins("f(\n       \n     2)"), "f(\n\n2)");
        // What was pasted has none.
        assert_eq!(without_margins("f(\n  2)"), "f(\n  2)");
    }

    #[test]
    fn prompts_are_as_wide_as_margins() {
        let drawn = with_prompts(Cow::Borrowed("f(\n       2)"), PROMPT);
        assert_eq!(drawn, "f(\n ...   2)");
        assert_eq!(PROMPT.len(), MARGIN.len());
    }

    #[test]
    fn lines_with_open_brackets_indent() {
        for (text, lines) in [
            ("a", 0),
            ("def f(x) {", 1),
            ("f([", 1),
            ("f(\n[", 2),
            ("{\n(1", 2),
            ("{\n}", 0),
            ("# (", 0),
        ] {
            assert_eq!(open_lines(text), lines, "{text}");
        }
    }
}
