//! Where finished text goes.
//!
//! It is written piece by piece. Where something in it has an alias, all pieces wait for the names. Where nothing has,
//! the digits of long literals are no part of the text: they are made as they are written, so that they are never in
//! memory as a whole.

use crate::text::aliases::AliasedText;
use std::io;
use std::sync::Arc;

/// Fewer bytes than this stand in the text.
const LONG: usize = 1 << 12;

/// Bytes whose hexadecimal digits are left out of a text.
pub(super) struct LongText {
    /// Where they stand in the text.
    at: usize,
    data: Arc<[u8]>,
}

impl LongText {
    /// The digits of `data` at offset `at`, if there are many.
    pub(super) fn new(at: usize, data: &Arc<[u8]>) -> Option<Self> {
        (data.len() >= LONG).then(|| Self { at, data: data.clone() })
    }
}

/// A piece of text that is finished but for what is put in when it is written.
pub(super) struct Finished {
    pub(super) text: AliasedText,
    pub(super) long: Vec<LongText>,
}

/// Takes text as it is printed.
pub(super) struct Sink<'w> {
    write: &'w mut dyn io::Write,
    result: io::Result<()>,
    /// Text that waits for the names of the aliases in it.
    waiting: Option<Vec<AliasedText>>,
}

impl<'w> Sink<'w> {
    /// Text goes to `write`, at the end if it is to wait for aliases.
    pub(super) fn new(write: &'w mut dyn io::Write, has_aliases: bool) -> Self {
        Self { write, result: Ok(()), waiting: has_aliases.then(Vec::new) }
    }

    /// After an error nothing more is written.
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

    /// What waits for aliases, if anything may have one.
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

    /// Whether all has been written.
    pub(super) fn result(self) -> io::Result<()> {
        self.result
    }
}

/// Gives the hexadecimal digits of `data` piece by piece, made in a buffer.
pub(super) fn for_digits(data: &[u8], buffer: &mut [u8], mut take: impl FnMut(&str)) {
    for chunk in data.chunks(buffer.len() / 2) {
        let digits = &mut buffer[..2 * chunk.len()];
        // The buffer has the right length, and digits are text.
        if const_hex::encode_to_slice_upper(chunk, digits).is_ok() {
            take(std::str::from_utf8(digits).unwrap_or_default());
        }
    }
}
