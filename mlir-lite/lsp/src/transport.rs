//! Messages on standard input and output: a header with the length, then JSON.
//!
//! A message that cannot be read is answered by an error, and reading continues at the next header:
//! an editor that writes a wrong one does not lose its server.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message};

/// Longer messages are refused: an editor sends a text of at most 2 GiB, and Toy reads less.
const MAX_LENGTH: u64 = 1 << 30;

/// Longer lines of a header are refused.
const MAX_LINE: u64 = 4096;

/// Why a message was not read.
#[derive(Debug, PartialEq)]
enum Wrong {
    /// The header is wrong, or the message is too long: the next header is searched.
    Header(String),
    /// The text after the header is not a message.
    Body(String),
}

/// The threads that read and write.
pub(crate) struct Threads(JoinHandle<()>, JoinHandle<io::Result<()>>);

impl Threads {
    /// Waits until all is written.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn join(self) -> io::Result<()> {
        let failed = || io::Error::other("a thread of the transport ended");
        self.0.join().map_err(|_| failed())?;
        self.1.join().map_err(|_| failed())?
    }
}

/// A connection on standard input and output.
pub(crate) fn stdio() -> (Connection, Threads) {
    let (server, editor) = Connection::memory();
    let out = Arc::new(Mutex::new(io::stdout()));
    let (Connection { sender, receiver }, errors) = (editor, Arc::clone(&out));
    let reader = thread::spawn(move || {
        let mut input = io::BufReader::new(io::stdin());
        let mut is_lost = false;
        while let Some(read) = read(&mut input, is_lost) {
            is_lost = matches!(read, Err(Wrong::Header(_)));
            match read {
                Ok(message) => {
                    let is_last =
                        matches!(&message, Message::Notification(it) if it.method == "exit");
                    if sender.send(message).is_err() || is_last {
                        break;
                    }
                }
                Err(Wrong::Header(message) | Wrong::Body(message)) => {
                    let mut out = errors.lock().unwrap_or_else(PoisonError::into_inner);
                    if write_text(&mut *out, &refusal(&message)).is_err() {
                        break;
                    }
                }
            }
        }
    });
    let writer = thread::spawn(move || {
        for message in receiver {
            let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
            message.write(&mut *out)?;
        }
        Ok(())
    });
    (server, Threads(reader, writer))
}

/// The answer to a text that is not a message: its id is not known.
fn refusal(message: &str) -> String {
    let error = serde_json::json!({"code": -32700, "message": message});
    serde_json::json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string()
}

fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// The next message; none at the end of the input. After a wrong header, `is_lost`, lines are
/// skipped up to the next one that is a length.
fn read(input: &mut impl BufRead, mut is_lost: bool) -> Option<Result<Message, Wrong>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).ok()?;
        if line.is_empty() {
            return None;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']);
        // JSON has no line breaks of its own, so a header may follow on the line of a lost body.
        let place = text.to_ascii_lowercase().rfind("content-length:");
        if let Some(place) = place.filter(|place| *place == 0 || is_lost) {
            let number = text[place..].split_once(':').map_or("", |(_, number)| number.trim());
            match number.parse::<u64>() {
                Ok(number) if number <= MAX_LENGTH => (length, is_lost) = (Some(number), false),
                _ if is_lost => {}
                _ => return Some(Err(Wrong::Header(format!("{number} bytes are not read")))),
            }
        } else if text.is_empty() && !is_lost {
            break;
        } else if !is_lost && !text.contains(": ") {
            return Some(Err(Wrong::Header("a header is a name, `: ` and a value".to_owned())));
        }
    }
    let Some(length) = length else {
        return Some(Err(Wrong::Header("there is no Content-Length".to_owned())));
    };
    let mut body = Vec::new();
    let read = input.by_ref().take(length).read_to_end(&mut body);
    if read.is_err() || (body.len() as u64) < length {
        return None;
    }
    let wrong = |error: &dyn std::fmt::Display| Wrong::Body(format!("not a message: {error}"));
    let text = String::from_utf8(body).map_err(|error| wrong(&error));
    Some(text.and_then(|text| serde_json::from_str(&text).map_err(|error| wrong(&error))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages of an input: methods, and errors.
    fn all(text: &[u8]) -> Vec<Result<String, Wrong>> {
        let (mut input, mut found, mut is_lost) = (text, Vec::new(), false);
        while let Some(next) = read(&mut input, is_lost) {
            is_lost = matches!(next, Err(Wrong::Header(_)));
            found.push(next.map(|message| match message {
                Message::Notification(it) => it.method,
                other => format!("{other:?}"),
            }));
        }
        found
    }

    fn message(method: &str) -> String {
        let body = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\"}}");
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn reading_goes_on_after_what_is_no_message() {
        let (a, b) = (message("a"), message("b"));
        for wrong in [
            "Content-Length: 99999999999999999999\r\n\r\n{}",
            "Content-Length: 18446744073709551615\r\n\r\n{}",
            "Content-Length: 4611686018427387904\r\n\r\n{}\n",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 5\r\n\r\n{\"a\":",
            "content-length: 2\r\n\r\n[]",
            "Content-Length: 2\r\nContent-Type: x\r\n\r\n{}",
            "Content-Length: 2\r\n\r\n\u{e9}",
            "nonsense\r\n",
            "Content-Type: x\r\n\r\n",
        ] {
            let found = all(format!("{a}{wrong}{b}").as_bytes());
            assert!(
                matches!(&found[..], [Ok(a), Err(_), Ok(b)] if a == "a" && b == "b"),
                "{wrong}: {found:?}"
            );
        }
        assert_eq!(all(b"Content-Length: 1000000\r\n\r\n{"), []);
        assert_eq!(all(&[b'x'; 100_000][..]).len(), 1);
    }
}
