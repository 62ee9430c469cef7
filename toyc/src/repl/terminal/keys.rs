//! Keys that have no command of the editor.
//!
//! All keys come through one handler, as a paste is made of keys, too: it is collected, and
//! inserted as a whole with the margins of its lines.
//!
//! The editor's own handling of Ctrl-C returns an error and loses the keys that it has read
//! already. So Ctrl-C ends the entry as Enter does, and records that it was not Enter.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount,
};

use super::continuation::{self, Indentation, PROMPT, with_margins};

/// Whether an entry ended with Ctrl-C.
#[derive(Clone, Default)]
pub(super) struct Interrupts(Arc<AtomicBool>);

impl Interrupts {
    /// Whether the entry that was read last ended with Ctrl-C.
    pub(super) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Binds the keys of an editor.
pub(super) fn bind(
    editor: &mut Editor<impl Helper, impl History>,
    indentation: &Indentation,
) -> Interrupts {
    let interrupts = Interrupts::default();
    let keys = Keys {
        interrupts: interrupts.clone(),
        indentation: indentation.clone(),
        paste: Mutex::default(),
    };
    editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(keys)));
    interrupts
}

struct Keys {
    interrupts: Interrupts,
    indentation: Indentation,
    /// The pasted text so far, while a paste arrives.
    paste: Mutex<Option<String>>,
}

impl ConditionalEventHandler for Keys {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, cx: &EventContext<'_>) -> Option<Cmd> {
        let key = *event.get(0)?;
        if let Some(command) = self.pasted(key) {
            return Some(command);
        }
        match key {
            KeyEvent(KeyCode::Char('C'), Modifiers::CTRL) => {
                // Ctrl-C at a question of the editor does not end an entry: Enter resets the flag.
                self.interrupts.0.store(true, Ordering::Relaxed);
                Some(Cmd::AcceptLine)
            }
            KeyEvent(KeyCode::Enter, Modifiers::NONE) => {
                self.interrupts.0.store(false, Ordering::Relaxed);
                continuation::enter(cx, &self.indentation)
            }
            _ => continuation::key(key, cx, &self.indentation),
        }
    }
}

impl Keys {
    /// The command for a key in a paste: none until the last one, which inserts all of it. None for
    /// a key that is typed.
    fn pasted(&self, key: KeyEvent) -> Option<Cmd> {
        let mut paste = self.paste.lock().unwrap_or_else(PoisonError::into_inner);
        match key {
            KeyEvent(KeyCode::BracketedPasteStart, _) => *paste = Some(String::new()),
            KeyEvent(KeyCode::BracketedPasteEnd, _) => {
                let text = paste.take()?;
                let text = with_margins(&entry_of(&text));
                // The editor has no command that inserts nothing.
                return Some(if text.is_empty() { Cmd::Noop } else { Cmd::Insert(1, text) });
            }
            // If the end of a paste is lost.
            KeyEvent(KeyCode::Char('C'), Modifiers::CTRL) => {
                *paste = None;
                return None;
            }
            KeyEvent(code, modifiers) => {
                let text = paste.as_mut()?;
                match (code, modifiers) {
                    (KeyCode::Char(c), Modifiers::NONE) => text.push(c),
                    (KeyCode::Tab, _) => text.push('\t'),
                    (KeyCode::Enter, _) => text.push('\n'),
                    // The second half of an end of a line, or all of it.
                    (KeyCode::Char('J'), Modifiers::CTRL) if !text.ends_with('\r') => {
                        text.push('\n');
                    }
                    _ => {}
                }
            }
        }
        Some(Cmd::Noop)
    }
}

/// The entry of a pasted text: without the last ends of lines, so that Enter enters it. Of a
/// session with prompts, only the entries at the prompts.
fn entry_of(text: &str) -> String {
    let first = "toy> ";
    let mut text = text.trim_end_matches('\n').to_owned();
    if text.trim_start().starts_with(first) {
        let entered = |line: &str| {
            let rest = line.trim_start().strip_prefix(first).or_else(|| line.strip_prefix(PROMPT));
            rest.or_else(|| (line == PROMPT.trim_end()).then_some("")).map(str::to_owned)
        };
        let lines: Vec<String> = text.lines().filter_map(entered).collect();
        text = lines.join("\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn prompts_of_a_pasted_session_are_left_out() {
        assert_eq!(entry_of("a\n  b\n\n"), "a\n  b");
        assert_eq!(
            entry_of("toy> def f(x) {\n ...   return x;\n ... }\ntoy> f(1)\nnumber 1\n"),
            "def f(x) {\n  return x;\n}\nf(1)"
        );
        assert_eq!(entry_of("a\ntoy> b"), "a\ntoy> b");
    }
}
