//! A session on a terminal: a prompt, an editor for entries, replies.
//!
//! | file | concept |
//! |---|---|
//! | `keys.rs` | what keys do that the editor has no command for: pastes, Ctrl-C |
//! | `helper.rs` | the callbacks of the line editor |
//! | `completion.rs` | completion and hints |
//! | `continuation.rs` | the lines of an entry after its first: their prompt and indentation |
//! | `pager.rs` | long replies |
//! | `highlight.rs` | colours, and the bracket that matches |
//! | `history.rs` | entries in a file, from one session to the next |

mod completion;
mod continuation;
mod helper;
mod highlight;
pub(super) mod history;
mod keys;
mod pager;

use std::io::{self, IsTerminal as _, Write as _};

use mlir_lite_diagnostics::visible_lines;
use mlir_lite_opt::Status;
use rustyline::error::ReadlineError;
use rustyline::history::{History as _, MemHistory};
use rustyline::{ColorMode, CompletionType, Config, Editor};

use super::autosave::{Autosave, Killed};
use super::process::InterruptsIgnored;
use super::session::{End, Reply, Session};
use continuation::{Indentation, with_margins, without_margins};
use helper::EntryHelper;
use history::HistoryFile;

const PROMPT: &str = "toy> ";

const GREETING: &str = "toyc: enter Toy, such as `[1, 2] * 3`; `:help` says more, Ctrl-D leaves";

/// Entries of earlier sessions that are searched.
const MAX_HISTORY: usize = 10_000;

/// Reads and runs entries until the user leaves.
pub(super) fn converse(mut session: Session) -> Status {
    session.settings.sees_entries = true;
    session.killed = Killed::find();
    session.autosave = Autosave::begin();
    // Ctrl-C ends the running entry, but never the session.
    let _ignored = InterruptsIgnored::begin();
    match read_entries(session) {
        Ok(()) | Err(ReadlineError::Eof) => Status::Success,
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Status::Success
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot use the terminal: {error}");
            Status::InputErrors
        }
    }
}

fn read_entries(session: Session) -> Result<(), ReadlineError> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(MAX_HISTORY)?
        .history_ignore_dups(true)?
        // The prompts of lines are drawn as colours are, also without colours.
        .color_mode(ColorMode::Forced)
        .build();
    let history = MemHistory::with_config(&config);
    let mut editor: Editor<EntryHelper, MemHistory> = Editor::with_history(config, history)?;
    let indentation = Indentation::default();
    editor.set_helper(Some(EntryHelper::new(session, has_colour(), indentation.clone())));
    let interrupts = keys::bind(&mut editor, &indentation);
    let (mut file, problem) = HistoryFile::open();
    for entry in file.read(MAX_HISTORY) {
        editor.history_mut().add_owned(with_margins(&entry))?;
    }
    let mut out = io::stdout();
    writeln!(out, "{GREETING}")?;
    let killed = editor.helper().and_then(|helper| helper.session.killed.as_ref());
    if let Some(killed) = killed {
        let count = killed.entries.len();
        let entries = if count == 1 { "entry" } else { "entries" };
        writeln!(out, "note: a session was killed; `:restore` brings its {count} {entries} back")?;
    }
    if let Some(problem) = problem {
        writeln!(out, "note: this session's history is not kept: {problem}")?;
    }
    loop {
        let text = match editor.readline(PROMPT) {
            Ok(_) if interrupts.take() => continue,
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                drop_typed();
                writeln!(out, "\nerror: the entry is not UTF-8, and was dropped; enter it again")?;
                continue;
            }
            Err(error) => {
                // Ctrl-D; the terminal of a session that is killed may end, too.
                if matches!(error, ReadlineError::Eof)
                    && let Some(helper) = editor.helper()
                {
                    helper.session.leave();
                }
                return Err(error);
            }
        };
        if text.trim().is_empty() {
            continue;
        }
        let text = without_margins(&text);
        let text = text.trim_end();
        editor.add_history_entry(with_margins(text))?;
        // Before it runs: the entry is not lost, however the run ends.
        file.append(text);
        let Some(helper) = editor.helper_mut() else { return Ok(()) };
        let reply = helper.session.enter(text);
        let pages = helper.session.settings.pages;
        let size = editor.dimensions().filter(|_| pages);
        show(&mut out, &reply, size)?;
        if let Some(edited) = &reply.edited {
            editor.add_history_entry(with_margins(edited))?;
            file.append(edited);
        }
        if reply.end == End::Quit {
            if let Some(helper) = editor.helper() {
                helper.session.leave();
            }
            return Ok(());
        }
    }
}

/// Drops what is typed and not read yet, such as the rest of a paste.
fn drop_typed() {
    #[cfg(unix)]
    let _ = nix::sys::termios::tcflush(io::stdin(), nix::sys::termios::FlushArg::TCIFLUSH);
}

/// Shows a reply: on a terminal of a size, if it is longer, in a pager.
fn show(out: &mut impl io::Write, reply: &Reply, size: Option<(u16, u16)>) -> io::Result<()> {
    out.write_all(&reply.printed)?;
    let text = format!("{}{}", reply.report, visible_lines(&reply.shown));
    out.flush()?;
    let is_shown = size.is_some_and(|size| pager::is_long(&text, size) && pager::show(&text));
    if !is_shown {
        out.write_all(text.as_bytes())?;
    }
    out.flush()
}

fn has_colour() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && !is_set("NO_COLOR")
        && std::env::var("TERM").is_ok_and(|term| term != "dumb")
}
