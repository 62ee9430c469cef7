//! Entries that are not typed: standard input, line by line, up to the first wrong one.

use std::io::{self, BufRead, Write as _};

use mlir_lite_diagnostics::visible_lines;
use mlir_lite_opt::Status;
use mlir_lite_opt::source;
use mlir_lite_opt::standard_output::StandardOutput;

use super::session::{End, Reply, Session};

/// Runs all entries of an input.
pub(super) fn run(session: &mut Session, mut input: impl BufRead) -> Status {
    let mut text = String::new();
    loop {
        match source::read_line(&mut input) {
            Ok(line) if line.is_empty() => break,
            Ok(line) => {
                text += line.strip_suffix('\n').map_or(&*line, |line| line.trim_end_matches('\r'))
            }
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: cannot read standard input: {error}");
                return Status::InputErrors;
            }
        }
        text.push('\n');
        if session.is_incomplete(&text) {
            continue;
        }
        let status = enter(session, &std::mem::take(&mut text));
        if status != Status::Success || session.has_ended() {
            return status;
        }
    }
    // An incomplete entry at the end is wrong.
    enter(session, &text)
}

/// Runs an entry; reports go to standard error.
pub(super) fn enter(session: &mut Session, text: &str) -> Status {
    let reply = session.enter(text);
    match show(&reply) {
        // A reader that stops reading is not an error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: cannot write to standard output: {error}");
            Status::InputErrors
        }
        _ if reply.end == End::Failed => Status::InputErrors,
        _ => Status::Success,
    }
}

fn show(reply: &Reply) -> io::Result<()> {
    let mut out = StandardOutput;
    out.write_all(&reply.printed)?;
    // An error here cannot be reported anywhere.
    let _ = io::stderr().lock().write_all(reply.report.as_bytes());
    out.write_all(visible_lines(&reply.shown).as_bytes())?;
    out.flush()
}
