//! The names in bodies: of values and blocks.

use crate::data::location::Location;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, ValueId};
use crate::text::lexer::Token;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

/// The values that a name refers to: `count` results of one op, or one block argument.
#[derive(Copy, Clone)]
pub(in crate::text) struct Definition {
    pub(in crate::text) first: ValueId,
    pub(in crate::text) count: u32,
    /// Offset of the name's token.
    pub(in crate::text) start: u32,
}

/// How much larger than those so far a number may be to be stored in the table.
const MAX_GAP: usize = 1 << 10;

/// The values of a body by name. Most names are consecutive numbers, which have a table of their
/// own that begins at the first number, and most others are short, so that a number stands for
/// them.
#[derive(Default)]
pub(in crate::text) struct ValueNames<'s> {
    pub(in crate::text) base: Option<u32>,
    pub(in crate::text) numbered: Vec<Option<Definition>>,
    pub(in crate::text) named: FxHashMap<Name<'s>, Definition>,
}

/// A name, in a form that is fast to hash and to compare.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(in crate::text) enum Name<'s> {
    /// The bytes of a name of at most 8, and their number.
    Short(u64, u8),
    Long(&'s str),
}

impl<'s> Name<'s> {
    fn new(name: &'s str) -> Self {
        let bytes = name.as_bytes();
        let short = match *bytes {
            [] => 0,
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_le_bytes([a, b])),
            [a, b, c] => u64::from(u32::from_le_bytes([a, b, c, 0])),
            // The first four bytes and the last four, which overlap in names of less than eight.
            [a, b, c, d, ..] if bytes.len() <= 8 => {
                let last = bytes.last_chunk().copied().unwrap_or_default();
                let first = u32::from_le_bytes([a, b, c, d]);
                u64::from(first) | u64::from(u32::from_le_bytes(last)) << 32
            }
            _ => return Self::Long(name),
        };
        Self::Short(short, bytes.len() as u8)
    }
}

impl Hash for Name<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Short(bytes, _) => state.write_u64(*bytes),
            Self::Long(name) => name.hash(state),
        }
    }
}

/// The number that a name is, in the form in which numbers are printed.
pub(in crate::text) fn number(name: &str) -> Option<u32> {
    let bytes = name.as_bytes();
    if bytes.len() > 9 || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut number = 0;
    for &byte in bytes {
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number * 10 + u32::from(byte - b'0');
    }
    Some(number)
}

/// Empties a table for reuse. Emptying a large one takes as long as filling it, so that of one
/// large function is not kept for small ones.
pub(in crate::text) fn empty<K, V>(table: &mut FxHashMap<K, V>) {
    const SMALL: usize = 1 << 10;
    if table.capacity() > SMALL && table.len() < table.capacity() / 8 {
        *table = FxHashMap::default();
    } else if !table.is_empty() {
        table.clear();
    }
}

impl<'s> ValueNames<'s> {
    pub(in crate::text) fn slot(&self, name: &str) -> Option<usize> {
        let base = self.base?;
        Some(number(name)?.checked_sub(base)? as usize)
    }

    #[inline]
    pub(in crate::text) fn get(&self, name: &'s str) -> Option<&Definition> {
        if let Some(slot) = self.slot(name)
            && let Some(Some(definition)) = self.numbered.get(slot)
        {
            return Some(definition);
        }
        if self.named.is_empty() { None } else { self.named.get(&Name::new(name)) }
    }

    /// Adds a definition. If the name is already defined, keeps and returns the old definition.
    #[inline]
    pub(in crate::text) fn insert(
        &mut self,
        name: &'s str,
        definition: Definition,
    ) -> Option<Definition> {
        if self.base.is_none() {
            self.base = number(name);
        }
        let slot = self.slot(name).filter(|&slot| slot < self.numbered.len() + MAX_GAP);
        let Some(slot) = slot else { return self.insert_named(name, definition) };
        if slot == self.numbered.len() {
            self.numbered.push(None);
        } else if slot > self.numbered.len() {
            self.numbered.resize(slot + 1, None);
        }
        // A number that was too large earlier may be among the names.
        let other =
            if self.named.is_empty() { None } else { self.named.get(&Name::new(name)).copied() };
        let entry = &mut self.numbered[slot];
        let old = entry.or(other);
        if old.is_none() {
            *entry = Some(definition);
        }
        old
    }

    fn insert_named(&mut self, name: &'s str, definition: Definition) -> Option<Definition> {
        match self.named.entry(Name::new(name)) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(entry) => {
                entry.insert(definition);
                None
            }
        }
    }

    pub(in crate::text) fn remove(&mut self, name: &'s str) {
        let slot = self.slot(name);
        if let Some(Some(entry)) = slot.map(|slot| self.numbered.get_mut(slot))
            && entry.take().is_some()
        {
            return;
        }
        self.named.remove(&Name::new(name));
    }

    pub(in crate::text) fn clear(&mut self) {
        self.base = None;
        self.numbered.clear();
        empty(&mut self.named);
    }
}

pub(in crate::text) struct Forward {
    pub(in crate::text) value: ValueId,
    pub(in crate::text) block: BlockId,
    pub(in crate::text) token: Token,
}

pub(in crate::text) struct BlockEntry {
    pub(in crate::text) block: BlockId,
    /// The position of the first reference, until the label is parsed.
    pub(in crate::text) undefined: Option<Token>,
}

/// The blocks of a region by name. Most are `^bb` and a number, which have a table of their own.
#[derive(Default)]
pub(in crate::text) struct BlockNames<'s> {
    pub(in crate::text) numbered: Vec<Option<BlockEntry>>,
    pub(in crate::text) named: FxHashMap<Name<'s>, BlockEntry>,
}

impl<'s> BlockNames<'s> {
    /// How much larger than those so far a number may be to be stored in the table: branches lead
    /// forward.
    const MAX_GAP: usize = 1 << 6;

    pub(in crate::text) fn slot(name: &str) -> Option<usize> {
        let digits = name.strip_prefix("^bb").filter(|digits| !digits.is_empty())?;
        number(digits).map(|number| number as usize)
    }

    pub(in crate::text) fn get_mut(&mut self, name: &'s str) -> Option<&mut BlockEntry> {
        let is_known = |&slot: &usize| matches!(self.numbered.get(slot), Some(Some(_)));
        match Self::slot(name).filter(is_known) {
            Some(slot) => self.numbered[slot].as_mut(),
            None if self.named.is_empty() => None,
            None => self.named.get_mut(&Name::new(name)),
        }
    }

    /// Adds a name that is not known.
    pub(in crate::text) fn insert(&mut self, name: &'s str, entry: BlockEntry) {
        match Self::slot(name).filter(|&slot| slot < self.numbered.len() + Self::MAX_GAP) {
            Some(slot) => {
                let len = self.numbered.len().max(slot + 1);
                self.numbered.resize_with(len, || None);
                self.numbered[slot] = Some(entry);
            }
            None => {
                self.named.insert(Name::new(name), entry);
            }
        }
    }

    /// The first reference to a block that has no label so far.
    pub(in crate::text) fn undefined(&self) -> Option<Token> {
        let all = self.numbered.iter().flatten().chain(self.named.values());
        all.filter_map(|entry| entry.undefined).min_by_key(|token| token.start)
    }

    pub(in crate::text) fn is_empty(&self) -> bool {
        self.numbered.is_empty() && self.named.is_empty()
    }

    pub(in crate::text) fn clear(&mut self) {
        self.numbered.clear();
        empty(&mut self.named);
    }
}

/// The tables of a frame that was left, for reuse of their memory.
#[derive(Default)]
pub(in crate::text) struct SpareFrame<'s> {
    pub(in crate::text) values: ValueNames<'s>,
    pub(in crate::text) scoped: Vec<&'s str>,
    pub(in crate::text) scopes: Vec<usize>,
    pub(in crate::text) blocks: Vec<BlockNames<'s>>,
}

/// The state of parsing one body.
pub(in crate::text) struct Frame<'s> {
    pub(in crate::text) body: Body,
    pub(in crate::text) values: ValueNames<'s>,
    pub(in crate::text) forwards: FxHashMap<(&'s str, u32), Forward>,
    /// Placeholders whose value is known. An op that is still being parsed may have one as operand,
    /// if the value is defined in its own region.
    pub(in crate::text) replaced: Vec<(Forward, ValueId)>,
    /// Names defined in the open regions, except for the outermost one, whose names are dropped
    /// together.
    pub(in crate::text) scoped: Vec<&'s str>,
    /// Where the names of each open region begin in `scoped`.
    pub(in crate::text) scopes: Vec<usize>,
    /// Block names of each open region, and after them empty tables.
    pub(in crate::text) blocks: Vec<BlockNames<'s>>,
}

impl<'s> Frame<'s> {
    /// The block names of the innermost open region.
    pub(in crate::text) fn block_names(&mut self) -> Option<&mut BlockNames<'s>> {
        self.blocks.get_mut(self.scopes.len().checked_sub(1)?)
    }

    /// The block with this name, if it was met.
    pub(in crate::text) fn known_block(&mut self, name: &'s str) -> Option<&mut BlockEntry> {
        self.block_names()?.get_mut(name)
    }
}

/// The names in the bodies that are being parsed.
#[derive(Default)]
pub(in crate::text) struct Names<'s> {
    /// The bodies, the outermost first.
    pub(in crate::text) frames: Vec<Frame<'s>>,
    pub(in crate::text) spare_frames: Vec<SpareFrame<'s>>,
    /// Locations that are written after arguments of the ops that are being parsed, by the position
    /// of the argument.
    pub(in crate::text) argument_locations: Vec<(usize, Location)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lexer::TokenKind;

    #[test]
    fn only_equal_names_are_equal() {
        let names = ["", "a", "aa", "aaa", "aaaa", "aaaaa", "aaaaaaaa", "aaaaaaaaa", "abcd"];
        let more = ["abcdabcd", "abcabcd", "abcdbcd", "ab", "ba", "abc", "acb", "0", "1", "01"];
        let all: Vec<&str> = names.into_iter().chain(more).collect();
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                assert_eq!(Name::new(a) == Name::new(b), i == j, "{a} and {b}");
            }
        }
    }

    /// Numbers far ahead, and texts that only look like numbers, are names like any other.
    #[test]
    fn blocks_are_found_by_any_name() {
        let names =
            ["^bb1", "^bb3", "^bb900", "^bb2", "^bb01", "^bb", "^bb-1", "^bbx", "^b1", "^1"];
        let names = names.into_iter().chain(["^bb4294967296", "^bb999999999", "^bb0", "^bb60"]);
        let names: Vec<&str> = names.collect();
        let mut blocks = BlockNames::default();
        for (at, name) in names.iter().enumerate() {
            assert!(blocks.get_mut(name).is_none(), "{name}");
            let token = Token { kind: TokenKind::BlockId, start: 100 - at, end: 100 };
            blocks.insert(name, BlockEntry { block: BlockId::DANGLING, undefined: Some(token) });
        }
        for (at, name) in names.iter().enumerate().rev() {
            assert_eq!(blocks.undefined().map(|token| 100 - token.start), Some(at), "{name}");
            let entry = blocks.get_mut(name).and_then(|entry| entry.undefined.take());
            assert_eq!(entry.map(|token| 100 - token.start), Some(at), "{name}");
        }
        assert!(blocks.undefined().is_none() && !blocks.is_empty());
        blocks.clear();
        assert!(blocks.is_empty() && blocks.get_mut("^bb1").is_none());
    }
}
