//! Byte positions and ranges in a [`SourceMap`](crate::SourceMap).
//!
//! Positions are global: a file's base plus the byte offset in it. Bases start at 1, so 0 never
//! names a byte; a position alone says which file it lies in. Nothing here knows the files.

/// A global byte position. 0 never occurs in a source map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BytePos(pub u32);

/// A range of global byte positions, end exclusive; an empty range is the point before `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`, exclusive.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty range at `pos`.
    pub const fn at(pos: u32) -> Self {
        Self { start: pos, end: pos }
    }

    /// The smallest range that covers both.
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the range covers no byte.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

impl From<BytePos> for Span {
    fn from(pos: BytePos) -> Self {
        Self::at(pos.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_covers_both_in_either_order() {
        let (a, b) = (Span::new(3, 5), Span::new(9, 12));
        assert_eq!(a.to(b), Span::new(3, 12));
        assert_eq!(b.to(a), Span::new(3, 12));
    }

    #[test]
    fn empty_ranges() {
        assert!(Span::at(7).is_empty());
        assert_eq!(Span::new(3, 5).len(), 2);
    }
}
