//! Receives finished text.
//!
//! Text is written in parts. If it has aliases, all parts wait for their names. If it has none, the
//! digits of long literals are not part of the text: they are generated as they are written, so
//! that they are never in memory as a whole.

use crate::text::aliases::AliasedText;
use std::io;
use std::sync::Arc;

/// Digits of fewer bytes than this are part of the text.
const LONG: usize = 1 << 12;

/// Bytes whose hexadecimal digits are not part of a text.
pub(super) struct LongText {
    /// Their offset in the text.
    at: usize,
    data: Arc<[u8]>,
}

impl LongText {
    /// The digits of `data` at offset `at`, if there are many.
    pub(super) fn new(at: usize, data: &Arc<[u8]>) -> Option<Self> {
        (data.len() >= LONG).then(|| Self { at, data: data.clone() })
    }
}

/// A finished part of the text, except for the parts that are inserted when it is written.
pub(super) struct Finished {
    pub(super) text: AliasedText,
    pub(super) long: Vec<LongText>,
}

/// Takes text as it is printed.
pub(super) struct Sink<'w> {
    write: &'w mut dyn io::Write,
    result: io::Result<()>,
    /// Parts that wait for the names of their aliases.
    waiting: Option<Vec<AliasedText>>,
}

impl<'w> Sink<'w> {
    /// Text is written to `write`, at the end if it may have aliases.
    pub(super) fn new(write: &'w mut dyn io::Write, has_aliases: bool) -> Self {
        Self { write, result: Ok(()), waiting: has_aliases.then(Vec::new) }
    }

    /// Takes a part. After an error, nothing more is written.
    pub(super) fn take(&mut self, piece: Finished) {
        if let Some(waiting) = &mut self.waiting {
            return waiting.push(piece.text);
        }
        let text = &piece.text.text;
        let mut done = 0;
        for long in &piece.long {
            self.put(&text[done..long.at]);
            self.put_digits(&long.data);
            done = long.at;
        }
        self.put(&text[done..]);
    }

    /// The parts that wait for names of aliases, if there can be any.
    pub(super) fn take_waiting(&mut self) -> Option<Vec<AliasedText>> {
        self.waiting.take()
    }

    /// Writes text that is complete.
    pub(super) fn put(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = self.write.write_all(text.as_bytes());
        }
    }

    fn put_digits(&mut self, data: &[u8]) {
        let mut buffer = vec![0; 1 << 16];
        for_digits(data, &mut buffer, |digits| self.put(digits));
    }

    /// The first error, if any.
    pub(super) fn result(self) -> io::Result<()> {
        self.result
    }
}

/// Generates the hexadecimal digits of `data` in a buffer, part by part.
pub(super) fn for_digits(data: &[u8], buffer: &mut [u8], mut take: impl FnMut(&str)) {
    for chunk in data.chunks(buffer.len() / 2) {
        let digits = &mut buffer[..2 * chunk.len()];
        // The buffer has the right length, and digits are UTF-8.
        if const_hex::encode_to_slice_upper(chunk, digits).is_ok() {
            take(std::str::from_utf8(digits).unwrap_or_default());
        }
    }
}
