//! Replies that are longer than the terminal.

use std::env;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Whether a text needs more rows than a terminal of `columns` and `rows` has, next to the prompt.
pub(super) fn is_long(text: &str, (columns, rows): (u16, u16)) -> bool {
    let columns = usize::from(columns).max(1);
    let rows_of = |line: &str| width(line).div_ceil(columns).max(1);
    let most = usize::from(rows).saturating_sub(1);
    most > 0 && text.lines().map(rows_of).sum::<usize>() > most
}

/// The columns of a line without its colours. Few characters of replies are wide.
fn width(line: &str) -> usize {
    let mut parts = line.split("\x1b[");
    let first = parts.next().map_or(0, |part| part.chars().count());
    let after = |part: &str| part.split_once('m').map_or(part, |(_, rest)| rest).chars().count();
    first + parts.map(after).sum::<usize>()
}

/// Shows a text in the pager that `$PAGER` names, or in `less`. Returns false if there is none.
pub(super) fn show(text: &str) -> bool {
    let mut command = match env::var_os("PAGER") {
        None => Command::new("less"),
        Some(pager) if pager.is_empty() || pager == "cat" => return false,
        Some(pager) => {
            // The shell splits the words of the variable.
            let mut shell = Command::new("/bin/sh");
            shell.arg("-c").arg(pager);
            shell
        }
    };
    if env::var_os("LESS").is_none() {
        // Colours are shown, and the text stays on the terminal.
        command.env("LESS", "RX");
    }
    let Ok(mut pager) = command.stdin(Stdio::piped()).spawn() else { return false };
    if let Some(mut stdin) = pager.stdin.take() {
        // A pager may be left before it has read everything.
        let _ = stdin.write_all(text.as_bytes());
    }
    // The shell says 127 if there is no such program.
    pager.wait().is_ok_and(|status| status.code() != Some(127))
}

#[cfg(test)]
mod tests {
    use super::is_long;

    #[test]
    fn rows_are_counted_as_they_are_shown() {
        assert!(!is_long("", (80, 3)));
        assert!(!is_long("1\n2\n", (80, 3)));
        assert!(is_long("1\n2\n3\n", (80, 3)));
        assert!(is_long(&"x".repeat(161), (80, 3)));
        assert!(!is_long(&format!("\x1b[31m{}\x1b[0m", "x".repeat(160)), (80, 3)));
    }
}
