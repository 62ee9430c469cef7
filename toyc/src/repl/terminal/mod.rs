//! A session on a terminal: a prompt, an editor for entries, replies.
//!
//! | file | concept |
//! |---|---|
//! | `helper.rs` | the callbacks of the line editor |
//! | `completion.rs` | completion and hints |
//! | `highlight.rs` | colours, and the bracket that matches |
//! | `interrupt.rs` | Ctrl-C while an entry is typed |
//! | `history.rs` | entries in a file, from one session to the next |

mod completion;
mod helper;
mod highlight;
mod history;
mod interrupt;

use std::io::{self, IsTerminal as _, Write as _};

use mlir_lite_diagnostics::visible_lines;
use mlir_lite_opt::Status;
use rustyline::error::ReadlineError;
use rustyline::history::{History as _, MemHistory};
use rustyline::{CompletionType, Config, Editor};

use super::process::InterruptsIgnored;
use super::session::{End, Reply, Session};
use helper::EntryHelper;
use history::HistoryFile;
use interrupt::Interrupts;

const PROMPT: &str = "toy> ";

const GREETING: &str = "toyc: enter Toy, such as `[1, 2] * 3`; `:help` says more, Ctrl-D leaves";

/// Entries of earlier sessions that are searched.
const MAX_HISTORY: usize = 10_000;

/// Reads and runs entries until the user leaves.
pub(super) fn converse(session: Session) -> Status {
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
        .build();
    let history = MemHistory::with_config(&config);
    let mut editor: Editor<EntryHelper, MemHistory> = Editor::with_history(config, history)?;
    editor.set_helper(Some(EntryHelper::new(session, has_colour())));
    let interrupts = Interrupts::of(&mut editor);
    let (mut file, problem) = HistoryFile::open();
    for entry in file.read(MAX_HISTORY) {
        editor.history_mut().add_owned(entry)?;
    }
    let mut out = io::stdout();
    writeln!(out, "{GREETING}")?;
    if let Some(problem) = problem {
        writeln!(out, "note: this session's history is not kept: {problem}")?;
    }
    loop {
        let text = match editor.readline(PROMPT) {
            Ok(_) if interrupts.take() => continue,
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(error) => return Err(error),
        };
        if text.trim().is_empty() {
            continue;
        }
        let text = text.trim_end();
        editor.add_history_entry(text)?;
        // Before it runs: the entry is not lost, however the run ends.
        file.append(text);
        let Some(helper) = editor.helper_mut() else { return Ok(()) };
        let reply = helper.session.enter(text);
        show(&mut out, &reply)?;
        if let Some(edited) = &reply.edited {
            editor.add_history_entry(edited.as_str())?;
            file.append(edited);
        }
        if reply.end == End::Quit {
            return Ok(());
        }
    }
}

fn show(out: &mut impl io::Write, reply: &Reply) -> io::Result<()> {
    out.write_all(&reply.printed)?;
    out.write_all(reply.report.as_bytes())?;
    out.write_all(visible_lines(&reply.shown).as_bytes())?;
    out.flush()
}

fn has_colour() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && !is_set("NO_COLOR")
        && std::env::var("TERM").is_ok_and(|term| term != "dumb")
}
