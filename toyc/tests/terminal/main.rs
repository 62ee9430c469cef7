//! Sessions in a real pseudo-terminal: keys are typed, and the screen is read back.
//!
//! | file | concept |
//! |---|---|
//! | `screen.rs` | a terminal with `toyc` in it |
//! | `editing.rs` | typing an entry: editing, completion, several lines, colours, hints |
//! | `entries.rs` | the entries that are kept, and the messages about them |
//! | `interrupting.rs` | Ctrl-C, Ctrl-D, and entries that do not end |
//! | `history.rs` | previous entries: recalled, searched, and kept through kills |
#![cfg(unix)]

mod editing;
mod entries;
mod history;
mod interrupting;
mod screen;
