//! The levels of nesting at the position of a parser.

use crate::text::lexer::Token;
use crate::text::limits::{LEVELS_OF_KNOWN, MARGIN, MAX_NESTING, RESERVE};

/// Where a text is deepest.
#[derive(Copy, Clone, Debug)]
pub(in crate::text) struct Deepest {
    pub(in crate::text) depth: u32,
    pub(in crate::text) token: Token,
    /// Whether the token is an alias whose definition has these levels.
    pub(in crate::text) is_alias: bool,
}

/// The level of brackets, types, attributes and regions, and the deepest ones.
pub(in crate::text) struct Levels {
    /// The level of the next token.
    pub(in crate::text) depth: u32,
    /// The limit of levels in this text.
    pub(in crate::text) max_depth: u32,
    /// From this level on, levels are recorded in `deep` and `deep_location`.
    pub(in crate::text) watched_depth: u32,
    /// The deepest position, if it is near the limit; in locations, separately.
    pub(in crate::text) deep: Option<Deepest>,
    pub(in crate::text) deep_location: Option<Deepest>,
    /// Whether a location is being parsed.
    pub(in crate::text) in_location: bool,
    /// The deepest level since the definition of an alias began.
    pub(in crate::text) deepest: u32,
    /// The deepest level of locations since the definition of an alias began.
    pub(in crate::text) deepest_location: u32,
    /// The number of nested definitions of locations that are being parsed.
    pub(in crate::text) open_locations: u32,
}

impl Levels {
    /// The levels of a text that begins at level `depth`.
    pub(in crate::text) fn new(depth: u32) -> Self {
        Self {
            depth,
            max_depth: MAX_NESTING.get() as u32 + RESERVE,
            watched_depth: (MAX_NESTING.get() as u32).saturating_sub(MARGIN),
            deep: None,
            deep_location: None,
            in_location: false,
            deepest: depth,
            deepest_location: 0,
            open_locations: 0,
        }
    }

    /// Whether the level below this one is recorded.
    #[inline]
    pub(in crate::text) fn is_watched(&self) -> bool {
        self.depth >= self.watched_depth
    }

    /// Goes one level deeper.
    #[inline]
    pub(in crate::text) fn enter(&mut self) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    /// Goes back to the level above.
    #[inline]
    pub(in crate::text) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Records the level below this one; returns it if it is too deep to be read.
    #[cold]
    pub(in crate::text) fn note_next(&mut self, token: Token) -> Option<Deepest> {
        let reached = Deepest { depth: self.depth + 1, token, is_alias: false };
        if reached.depth > self.max_depth {
            return Some(reached);
        }
        self.note(reached);
        None
    }

    /// Records that a text that was read before, at `token`, has `levels` levels below this one.
    pub(in crate::text) fn reach(&mut self, levels: u32, token: Token) {
        let depth = self.depth + levels;
        self.deepest = self.deepest.max(depth);
        if depth > self.watched_depth {
            self.note(Deepest { depth, token, is_alias: false });
        }
    }

    #[cold]
    pub(in crate::text) fn note(&mut self, reached: Deepest) {
        let known = if self.in_location { &mut self.deep_location } else { &mut self.deep };
        if known.is_none_or(|known| known.depth < reached.depth) {
            *known = Some(reached);
        }
    }

    /// Whether a text of `levels` levels, those of short types left out, may be known from before:
    /// near the limit it is read again, so that its levels are noted.
    pub(in crate::text) fn may_be_known(&self, levels: u32) -> bool {
        self.depth + levels + LEVELS_OF_KNOWN < self.watched_depth
    }
}
