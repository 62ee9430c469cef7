//! Ctrl-C while an entry is typed drops the entry, but no keys typed after it.
//!
//! The editor's own handling of Ctrl-C returns an error and loses the keys that it has read
//! already. So Ctrl-C ends the entry as Enter does, and records that it was not Enter.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount,
};

use super::continuation::{self, Indentation};

/// Whether an entry ended with Ctrl-C.
#[derive(Clone, Default)]
pub(super) struct Interrupts(Arc<AtomicBool>);

impl Interrupts {
    /// Those of an editor.
    pub(super) fn of(
        editor: &mut Editor<impl Helper, impl History>,
        indentation: &Indentation,
    ) -> Self {
        let this = Self::default();
        let handler = |key| {
            let (interrupts, indentation) = (this.clone(), indentation.clone());
            EventHandler::Conditional(Box::new(Key { interrupts, indentation, key }))
        };
        editor.bind_sequence(KeyEvent::ctrl('C'), handler(Ends::Interrupted));
        editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::NONE), handler(Ends::Entered));
        this
    }

    /// Whether the entry that was read last ended with Ctrl-C.
    pub(super) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Interrupted,
    Entered,
}

/// A key that ends an entry.
struct Key {
    interrupts: Interrupts,
    indentation: Indentation,
    key: Ends,
}

impl ConditionalEventHandler for Key {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, cx: &EventContext<'_>) -> Option<Cmd> {
        let is_interrupted = self.key == Ends::Interrupted;
        // Ctrl-C at a question of the editor does not end an entry: Enter resets the flag.
        self.interrupts.0.store(is_interrupted, Ordering::Relaxed);
        match self.key {
            Ends::Interrupted => Some(Cmd::AcceptLine),
            Ends::Entered => continuation::enter(cx, &self.indentation),
        }
    }
}
