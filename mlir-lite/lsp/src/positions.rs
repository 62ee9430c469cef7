//! Positions in a text as the protocol counts them: lines, and columns in units that server and
//! editor agree on.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};

use crate::text::Text;

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which each editor understands.
    Utf16,
}

impl Encoding {
    /// The best of those that an editor offers.
    pub(crate) fn chosen(offered: Option<&[PositionEncodingKind]>) -> Self {
        match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            true => Self::Utf8,
            false => Self::Utf16,
        }
    }

    /// Its name.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The column of a byte of a line.
    pub(crate) fn column(self, line: &str, byte: usize) -> u32 {
        let before = &line[..floor(line, byte)];
        let column = match self {
            Self::Utf8 => before.len(),
            Self::Utf16 if before.is_ascii() => before.len(),
            Self::Utf16 => before.chars().map(char::len_utf16).sum(),
        };
        column as u32
    }

    /// The byte of a column of a line; the line's end if the line is shorter.
    fn byte(self, line: &str, column: u32) -> usize {
        let column = column as usize;
        if self == Self::Utf8 || line.is_ascii() {
            return floor(line, column);
        }
        let mut units = 0;
        for (byte, c) in line.char_indices() {
            units += c.len_utf16();
            if units > column {
                return byte;
            }
        }
        line.len()
    }

    /// The offset of a position; one after a line's end is the line's end.
    pub(crate) fn offset(self, text: &Text, position: Position) -> usize {
        let line = position.line as usize;
        if line >= text.line_count() {
            return text.len();
        }
        text.line_start(line) + self.byte(text.line(line), position.character)
    }

    /// The position of an offset.
    pub(crate) fn position(self, text: &Text, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = text.line_of(offset);
        let byte = offset - text.line_start(line);
        Position::new(line as u32, self.column(text.line(line), byte))
    }

    /// A range of positions.
    pub(crate) fn range(self, text: &Text, range: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(text, range.start), self.position(text, range.end))
    }

    /// A range of offsets; empty if it ends before it begins.
    pub(crate) fn offsets(self, text: &Text, range: lsp_types::Range) -> Range<usize> {
        let start = self.offset(text, range.start);
        start..self.offset(text, range.end).max(start)
    }
}

/// The last end of a character at or before a byte.
fn floor(line: &str, byte: usize) -> usize {
    let mut byte = byte.min(line.len());
    while !line.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use lsp_types::Position;
    use pretty_assertions::assert_eq;

    use super::Encoding;
    use crate::text::Text;

    #[test]
    fn columns_count_what_was_agreed_on() {
        let text = Text::new("ab\r\né𝄞x\n", |_| true);
        let x = text.to_string().find('x').expect("there is one");
        assert_eq!(Encoding::Utf8.position(&text, x), Position::new(1, 6));
        assert_eq!(Encoding::Utf16.position(&text, x), Position::new(1, 3));
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (offset, _) in text.to_string().char_indices() {
                let position = encoding.position(&text, offset);
                let is_end_of_line = matches!(offset, 2 | 3);
                if !is_end_of_line {
                    assert_eq!(encoding.offset(&text, position), offset);
                }
            }
            // Positions that are not there.
            assert_eq!(encoding.offset(&text, Position::new(0, 99)), 2);
            assert_eq!(encoding.offset(&text, Position::new(99, 0)), text.len());
        }
        // Within a character.
        assert_eq!(Encoding::Utf16.offset(&text, Position::new(1, 2)), 6);
        assert_eq!(Encoding::Utf8.offset(&text, Position::new(1, 1)), 4);
    }
}
