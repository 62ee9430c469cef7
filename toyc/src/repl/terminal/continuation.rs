//! The lines of an entry after its first: their prompt, and their indentation.
//!
//! The editor knows no prompt for them, and wants text to be drawn as wide as it is. So each such
//! line begins with a margin of spaces, in place of which the prompt is drawn. Text that leaves the
//! editor has no margins: [`without_margins`].

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustyline::{Cmd, EventContext, KeyCode, KeyEvent, Modifiers};
use toy_ast::{TokenClass, classify};

use crate::repl::entry_text::{command, is_incomplete};

/// The prompt of a line after the first, as wide as that of the first.
pub(super) const PROMPT: &str = " ... ";

/// The text that is drawn as [`PROMPT`].
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

/// The state of keys that concerns the margins and the indentation of lines.
#[derive(Clone, Default)]
pub(super) struct Indentation(Arc<State>);

#[derive(Default)]
struct State {
    /// How many of its spaces were not typed as well. Spaces that the user types are not inserted
    /// again, for users who indent lines themselves, and for pastes that look like typing.
    untyped: AtomicUsize,
    /// A change of the entry. The editor lets only the completion of a word change it anywhere.
    change: Mutex<Option<Change>>,
}

/// A text in place of a range of the entry, and where the cursor is then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    pub(super) cursor: usize,
}

impl Change {
    fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { cursor: range.start + text.len(), range, text }
    }

    fn to(cursor: usize) -> Self {
        Self { range: cursor..cursor, text: String::new(), cursor }
    }
}

impl Indentation {
    /// Whether a completion is for a change of the entry.
    pub(super) fn has_change(&self) -> bool {
        self.change().is_some()
    }

    /// The change that a completion is for.
    pub(super) fn take_change(&self) -> Option<Change> {
        self.change().take()
    }

    fn change(&self) -> MutexGuard<'_, Option<Change>> {
        self.0.change.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a change.
    fn make(&self, change: Change) -> Cmd {
        *self.change() = Some(change);
        Cmd::Complete
    }
}

/// The command for Enter at the end of a line where the entry goes on: a new line, with the margin
/// and the indentation. None where the entry ends.
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

/// The command for a key that has to know about margins. None for one with its usual command.
pub(super) fn key(key: KeyEvent, cx: &EventContext<'_>, indentation: &Indentation) -> Option<Cmd> {
    let (line, at) = (cx.line(), cx.pos());
    if !line.contains('\n') {
        return None;
    }
    let untyped = &indentation.0.untyped;
    if key == KeyEvent(KeyCode::Char(' '), Modifiers::NONE) && at == line.len() {
        let (row, _) = row_at(line, at);
        if !line[row..].trim_start_matches(' ').is_empty() {
            return None;
        }
        let count = untyped.load(Ordering::Relaxed);
        untyped.store(count.saturating_sub(1), Ordering::Relaxed);
        return (count > 0).then_some(Cmd::Noop);
    }
    let change = change(line, at, key)?;
    untyped.store(0, Ordering::Relaxed);
    Some(match change.range.is_empty() && change.text.is_empty() && change.cursor == at {
        true => Cmd::Noop,
        false => indentation.make(change),
    })
}

/// Where the row of an offset begins, and where its text begins: after the margin.
fn row_at(line: &str, at: usize) -> (usize, usize) {
    let row = line[..at].rfind('\n').map_or(0, |end| end + 1);
    let margin = if row > 0 && line[row..].starts_with(MARGIN) { MARGIN.len() } else { 0 };
    (row, row + margin)
}

/// How a key with the cursor at an offset of an entry of several lines changes it.
fn change(line: &str, at: usize, key: KeyEvent) -> Option<Change> {
    let (row, text) = row_at(line, at);
    let before = &line[text.min(at)..at];
    let spaces = before.len() - before.trim_start_matches(' ').len();
    let is_blank = spaces == before.len();
    let next = line[at..].starts_with('\n').then(|| row_at(line, at + 1).1);
    match (key.0, key.1) {
        // Without an indentation, the line is joined with the one before.
        (KeyCode::Backspace, Modifiers::NONE) | (KeyCode::Char('H'), Modifiers::CTRL)
            if row > 0 && is_blank =>
        {
            let start = if spaces > 0 { at - spaces.min(INDENT) } else { row - 1 };
            Some(Change::new(start..at.max(text), ""))
        }
        // The line is joined with the next.
        (KeyCode::Delete, Modifiers::NONE) | (KeyCode::Char('D' | 'K'), Modifiers::CTRL) => {
            let next = next?;
            let blank = line[next..].len() - line[next..].trim_start_matches(' ').len();
            Some(Change::new(at..next + blank, ""))
        }
        (KeyCode::Char('}'), Modifiers::NONE) => closes(line, at, spaces, is_blank, "}"),
        (KeyCode::Char(']'), Modifiers::NONE) => closes(line, at, spaces, is_blank, "]"),
        (KeyCode::Char(')'), Modifiers::NONE) => closes(line, at, spaces, is_blank, ")"),
        // First to the text of the line, then to where it begins.
        (KeyCode::Home, Modifiers::NONE) | (KeyCode::Char('A'), Modifiers::CTRL) if row > 0 => {
            let indented = text + line[text..].len() - line[text..].trim_start_matches(' ').len();
            Some(Change::to(if at == indented { text } else { indented }))
        }
        (KeyCode::Char('U'), Modifiers::CTRL) if row > 0 => Some(Change::new(text.min(at)..at, "")),
        // Over the margin.
        (KeyCode::Left, Modifiers::NONE) | (KeyCode::Char('B'), Modifiers::CTRL)
            if row > 0 && at <= text =>
        {
            Some(Change::to(row - 1))
        }
        (KeyCode::Right, Modifiers::NONE) | (KeyCode::Char('F'), Modifiers::CTRL) => {
            next.map(Change::to)
        }
        // The cursor came into a margin from a line above that is shorter.
        (KeyCode::Char(c), Modifiers::NONE) if !c.is_control() && at < text => {
            Some(Change::new(text..text, c))
        }
        _ => None,
    }
}

/// A closing bracket at the end of the entry, on a line of its own, removes an indentation.
fn closes(
    line: &str,
    at: usize,
    spaces: usize,
    is_blank: bool,
    bracket: &'static str,
) -> Option<Change> {
    let is_undone = is_blank && at == line.len() && spaces >= INDENT && row_at(line, at).0 > 0;
    is_undone.then(|| Change::new(at - INDENT..at, bracket))
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
        // Pasted text has none.
        assert_eq!(without_margins("f(\n  2)"), "f(\n  2)");
    }

    #[test]
    fn prompts_are_as_wide_as_margins() {
        let drawn = with_prompts(Cow::Borrowed("f(\n       2)"), PROMPT);
        assert_eq!(drawn, "f(\n ...   2)");
        assert_eq!(PROMPT.len(), MARGIN.len());
    }

    /// The entry after a key at the cursor, `|`.
    fn after(entry: &str, code: KeyCode) -> String {
        let at = entry.find('|').expect("a cursor");
        let mut line = entry.replace('|', "");
        let key = KeyEvent(code, Modifiers::NONE);
        let Some(Change { range, text, cursor }) = change(&line, at, key) else {
            return "as always".to_owned();
        };
        line.replace_range(range, &text);
        line.insert(cursor, '|');
        line
    }

    #[test]
    fn keys_know_about_margins() {
        for (key, before, expected) in [
            (KeyCode::Home, "f(\n       1 + 2|)", "f(\n       |1 + 2)"),
            (KeyCode::Home, "f(\n       |1 + 2)", "f(\n     |  1 + 2)"),
            (KeyCode::Home, "f(\n     |", "f(\n     |"),
            (KeyCode::Home, "f(1|\n     2)", "as always"),
            (KeyCode::Left, "f(\n     |1)", "f(|\n     1)"),
            (KeyCode::Left, "f(\n   |  1)", "f(|\n     1)"),
            (KeyCode::Left, "f(\n     1|)", "as always"),
            (KeyCode::Right, "f(|\n     1)", "f(\n     |1)"),
            (KeyCode::Right, "f|(\n     1)", "as always"),
            (KeyCode::Backspace, "f(\n     |1)", "f(|1)"),
            (KeyCode::Backspace, "f(\n       |1)", "f(\n     |1)"),
            (KeyCode::Delete, "f(|\n       1)", "f(|1)"),
            (KeyCode::Char('}'), "f {\n       |", "f {\n     }|"),
            (KeyCode::Char('}'), "f {\n     |", "as always"),
            (KeyCode::Char('x'), "a {\n |    ", "a {\n     x|"),
        ] {
            assert_eq!(after(before, key), expected, "{key:?} in {before:?}");
        }
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
