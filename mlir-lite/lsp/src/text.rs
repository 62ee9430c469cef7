//! The text of a document that is being edited.
//!
//! A text is a list of pieces. Each piece ends where a line ends, so an edit replaces a few pieces
//! and leaves the others as they are: what a language has found out about a piece stays true. Texts
//! share their pieces, so a copy for another thread is cheap.

use std::ops::Range;
use std::sync::Arc;

/// A piece holds about this many bytes.
const PIECE: usize = 32 * 1024;

/// A text.
///
/// ```
/// use mlir_lite_lsp::Text;
///
/// let mut text = Text::new("one\ntwo\n", |_| true);
/// text.replace(4..7, "2");
/// assert_eq!(text.to_string(), "one\n2\n");
/// assert_eq!(text.line_of(4), 1);
/// ```
#[derive(Clone)]
pub struct Text {
    pieces: Vec<Piece>,
    /// The offset at which each piece begins, and the end of the text.
    starts: Vec<usize>,
    /// The line at which each piece begins, and that of the end of the text.
    lines: Vec<usize>,
    may_begin: fn(&str) -> bool,
}

#[derive(Clone)]
struct Piece {
    text: Arc<str>,
    /// Where its lines begin, but the first.
    lines: Arc<[u32]>,
}

impl Text {
    /// A text of this content. `may_begin` says whether a line is a good one to begin a piece with.
    pub fn new(content: &str, may_begin: fn(&str) -> bool) -> Self {
        let pieces = split(content, may_begin);
        let mut text = Self { pieces, starts: Vec::new(), lines: Vec::new(), may_begin };
        text.count();
        text
    }

    /// Computes where the pieces begin.
    fn count(&mut self) {
        let (mut start, mut line) = (0, 0);
        self.starts.clear();
        self.lines.clear();
        for piece in &self.pieces {
            self.starts.push(start);
            self.lines.push(line);
            start += piece.text.len();
            line += piece.lines.len();
        }
        self.starts.push(start);
        self.lines.push(line);
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        *self.starts.last().unwrap_or(&0)
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pieces, each with the offset at which it begins.
    pub fn pieces(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<str>)> {
        self.starts.iter().copied().zip(self.pieces.iter().map(|piece| &piece.text))
    }

    /// The number of pieces; at least one.
    pub fn piece_count(&self) -> usize {
        self.pieces.len()
    }

    /// The index of the piece that an offset is in; that of the last piece at the end of the text.
    pub fn piece_at(&self, offset: usize) -> usize {
        let after = self.starts.partition_point(|&start| start <= offset);
        after.saturating_sub(1).min(self.pieces.len() - 1)
    }

    /// A piece, and the offset at which it begins.
    pub fn piece(&self, index: usize) -> (usize, &str) {
        (self.starts[index], &self.pieces[index].text)
    }

    /// Replaces a range of bytes, which begins and ends between characters.
    pub fn replace(&mut self, range: Range<usize>, new: &str) {
        let first = self.piece_at(range.start);
        let mut last = self.piece_at(range.end).max(first);
        let head = &self.pieces[first].text[..range.start - self.starts[first]];
        let tail = &self.pieces[last].text[range.end - self.starts[last]..];
        let mut merged = format!("{head}{new}{tail}");
        // Only the last piece may end within a line.
        while !merged.ends_with('\n') && last + 1 < self.pieces.len() {
            last += 1;
            merged.push_str(&self.pieces[last].text);
        }
        if merged.is_empty() && self.pieces.len() > last - first + 1 {
            self.pieces.drain(first..=last);
        } else {
            self.pieces.splice(first..=last, split(&merged, self.may_begin));
        }
        self.count();
    }

    /// The text of a range.
    pub fn slice(&self, range: Range<usize>) -> String {
        let mut text = String::with_capacity(range.len());
        for index in self.piece_at(range.start)..self.pieces.len() {
            let (start, piece) = self.piece(index);
            if start >= range.end {
                break;
            }
            let from = range.start.max(start) - start;
            text.push_str(&piece[from..range.end.min(start + piece.len()) - start]);
        }
        text
    }

    /// The number of lines: one more than there are ends of lines.
    pub fn line_count(&self) -> usize {
        self.lines.last().unwrap_or(&0) + 1
    }

    /// The line of an offset, from 0.
    pub fn line_of(&self, offset: usize) -> usize {
        let index = self.piece_at(offset);
        let (start, piece) = self.piece(index);
        let at = (offset - start).min(piece.len()) as u32;
        self.lines[index] + self.pieces[index].lines.partition_point(|&line| line <= at)
    }

    /// The offset at which a line begins; the end of the text if there is no such line.
    pub fn line_start(&self, line: usize) -> usize {
        if line >= self.line_count() {
            return self.len();
        }
        // The last piece that does not begin after the line.
        let after = self.lines[..self.pieces.len()].partition_point(|&first| first <= line);
        let index = after.saturating_sub(1);
        match (line - self.lines[index]).checked_sub(1) {
            None => self.starts[index],
            Some(skipped) => {
                let within = self.pieces[index].lines.get(skipped);
                within.map_or(self.len(), |&within| self.starts[index] + within as usize)
            }
        }
    }

    /// The text of a line without its end; empty if there is no such line.
    pub fn line(&self, line: usize) -> &str {
        // A line is in one piece.
        let start = self.line_start(line);
        let (piece_start, piece) = self.piece(self.piece_at(start));
        let text = piece.get(start - piece_start..).unwrap_or_default();
        let text = text.split_once('\n').map_or(text, |(text, _)| text);
        text.strip_suffix('\r').unwrap_or(text)
    }
}

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces.iter().try_for_each(|piece| f.write_str(&piece.text))
    }
}

/// Pieces of a text; one that is empty for an empty text.
fn split(content: &str, may_begin: fn(&str) -> bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut lines = Vec::new();
    let (mut start, mut offset) = (0, 0);
    for line in content.split_inclusive('\n') {
        if offset - start >= PIECE && may_begin(line) {
            let lines = std::mem::take(&mut lines).into();
            pieces.push(Piece { text: content[start..offset].into(), lines });
            start = offset;
        }
        offset += line.len();
        if line.ends_with('\n') {
            lines.push((offset - start) as u32);
        }
    }
    if start < content.len() || pieces.is_empty() {
        pieces.push(Piece { text: content[start..].into(), lines: lines.into() });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::Text;

    /// Compares a text with a string after each of many edits at places that a generator chooses.
    #[test]
    fn edits_have_the_effect_that_they_have_on_a_string() {
        let mut state = 7_u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let line = |n: usize| format!("{}\n", "x".repeat(n % 90));
        let mut expected: String = (0..3000).map(line).collect();
        let mut text = Text::new(&expected, |line| line.len() % 3 != 0);
        assert!(text.piece_count() > 2);
        for step in 0..400 {
            let start = below(expected.len() + 1);
            let most = if step % 10 == 0 { 50_000 } else { 40 };
            let end = (start + below(most)).min(expected.len());
            let new = match step % 4 {
                0 => String::new(),
                1 => "a\nb".repeat(below(4)),
                2 => line(below(5000)),
                _ => "y".repeat(below(100_000) * usize::from(step % 40 == 3)),
            };
            expected.replace_range(start..end, &new);
            text.replace(start..end, &new);
            assert_eq!(text.to_string(), expected);
            assert_eq!(text.len(), expected.len());
            let at = below(expected.len() + 1);
            let before = expected[..at].matches('\n').count();
            assert_eq!(text.line_of(at), before);
            let first = expected[..at].rfind('\n').map_or(0, |end| end + 1);
            assert_eq!(text.line_start(before), first);
            assert_eq!(text.line_count(), expected.matches('\n').count() + 1);
            let whole = expected[first..].lines().next().unwrap_or("");
            assert_eq!(text.line(before), whole);
        }
    }

    #[test]
    fn a_text_may_become_empty_and_grow_again() {
        let mut text = Text::new("a\nb\n", |_| true);
        text.replace(0..4, "");
        assert_eq!((text.len(), text.line_count(), text.line_start(0)), (0, 1, 0));
        text.replace(0..0, "c");
        assert_eq!((text.to_string(), text.line(0)), ("c".to_owned(), "c"));
        assert_eq!(text.line_start(9), 1);
    }
}
