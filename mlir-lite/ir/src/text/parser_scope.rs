//! Names during parsing: values, blocks, and forward references.
//!
//! Each isolated op is parsed into a body of its own: entering one pushes a frame with its own
//! names, leaving it pops the body. A value that is used before its definition is a placeholder
//! until then: the argument of a block that is in no region.

use crate::data::asm::Parsed;
use crate::data::types::Type;
use crate::ir::asm::UnresolvedOperand;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, ValueDef, ValueId};
use crate::text::lexer::{Token, TokenKind};
use crate::text::parser::Parser;
use crate::text::printer::print_type;
use mlir_lite_diagnostics::{Diagnostic, Reported, Span};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

/// The values that a name refers to: `count` results of one op, or one block argument.
#[derive(Copy, Clone)]
struct Definition {
    first: ValueId,
    count: u32,
    /// Offset of the name's token.
    start: u32,
}

/// How much larger than those so far a number may be to be stored in the table.
const MAX_GAP: usize = 1 << 10;

/// The values of a body by name. Most names are consecutive numbers, which have a table of their
/// own that begins at the first number, and most others are short, so that a number stands for
/// them.
#[derive(Default)]
pub(super) struct ValueNames<'s> {
    base: Option<u32>,
    numbered: Vec<Option<Definition>>,
    named: FxHashMap<Name<'s>, Definition>,
}

/// A name, in a form that is fast to hash and to compare.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Name<'s> {
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
fn number(name: &str) -> Option<u32> {
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
fn empty<K, V>(table: &mut FxHashMap<K, V>) {
    const SMALL: usize = 1 << 10;
    if table.capacity() > SMALL && table.len() < table.capacity() / 8 {
        *table = FxHashMap::default();
    } else if !table.is_empty() {
        table.clear();
    }
}

impl<'s> ValueNames<'s> {
    fn slot(&self, name: &str) -> Option<usize> {
        let base = self.base?;
        Some(number(name)?.checked_sub(base)? as usize)
    }

    #[inline]
    fn get(&self, name: &'s str) -> Option<&Definition> {
        if let Some(slot) = self.slot(name)
            && let Some(Some(definition)) = self.numbered.get(slot)
        {
            return Some(definition);
        }
        if self.named.is_empty() { None } else { self.named.get(&Name::new(name)) }
    }

    /// Adds a definition. If the name is already defined, keeps and returns the old definition.
    #[inline]
    fn insert(&mut self, name: &'s str, definition: Definition) -> Option<Definition> {
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

    fn remove(&mut self, name: &'s str) {
        let slot = self.slot(name);
        if let Some(Some(entry)) = slot.map(|slot| self.numbered.get_mut(slot))
            && entry.take().is_some()
        {
            return;
        }
        self.named.remove(&Name::new(name));
    }

    fn clear(&mut self) {
        self.base = None;
        self.numbered.clear();
        empty(&mut self.named);
    }
}

struct Forward {
    value: ValueId,
    block: BlockId,
    token: Token,
}

pub(super) struct BlockEntry {
    pub(super) block: BlockId,
    /// The position of the first reference, until the label is parsed.
    pub(super) undefined: Option<Token>,
}

/// The blocks of a region by name. Most are `^bb` and a number, which have a table of their own.
#[derive(Default)]
struct BlockNames<'s> {
    numbered: Vec<Option<BlockEntry>>,
    named: FxHashMap<Name<'s>, BlockEntry>,
}

impl<'s> BlockNames<'s> {
    /// How much larger than those so far a number may be to be stored in the table: branches lead
    /// forward.
    const MAX_GAP: usize = 1 << 6;

    fn slot(name: &str) -> Option<usize> {
        let digits = name.strip_prefix("^bb").filter(|digits| !digits.is_empty())?;
        number(digits).map(|number| number as usize)
    }

    fn get_mut(&mut self, name: &'s str) -> Option<&mut BlockEntry> {
        let is_known = |&slot: &usize| matches!(self.numbered.get(slot), Some(Some(_)));
        match Self::slot(name).filter(is_known) {
            Some(slot) => self.numbered[slot].as_mut(),
            None if self.named.is_empty() => None,
            None => self.named.get_mut(&Name::new(name)),
        }
    }

    /// Adds a name that is not known.
    fn insert(&mut self, name: &'s str, entry: BlockEntry) {
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
    fn undefined(&self) -> Option<Token> {
        let all = self.numbered.iter().flatten().chain(self.named.values());
        all.filter_map(|entry| entry.undefined).min_by_key(|token| token.start)
    }

    fn is_empty(&self) -> bool {
        self.numbered.is_empty() && self.named.is_empty()
    }

    fn clear(&mut self) {
        self.numbered.clear();
        empty(&mut self.named);
    }
}

/// The tables of a frame that was left, for reuse of their memory.
#[derive(Default)]
pub(super) struct SpareFrame<'s> {
    values: ValueNames<'s>,
    scoped: Vec<&'s str>,
    scopes: Vec<usize>,
    blocks: Vec<BlockNames<'s>>,
}

/// The state of parsing one body.
pub(super) struct Frame<'s> {
    pub(super) body: Body,
    values: ValueNames<'s>,
    forwards: FxHashMap<(&'s str, u32), Forward>,
    /// Placeholders whose value is known. An op that is still being parsed may have one as operand,
    /// if the value is defined in its own region.
    replaced: Vec<(Forward, ValueId)>,
    /// Names defined in the open regions, except for the outermost one, whose names are dropped
    /// together.
    scoped: Vec<&'s str>,
    /// Where the names of each open region begin in `scoped`.
    scopes: Vec<usize>,
    /// Block names of each open region, and after them empty tables.
    blocks: Vec<BlockNames<'s>>,
}

impl<'s> Frame<'s> {
    /// The block names of the innermost open region.
    fn block_names(&mut self) -> Option<&mut BlockNames<'s>> {
        self.blocks.get_mut(self.scopes.len().checked_sub(1)?)
    }

    /// The block with this name, if it was met.
    pub(super) fn known_block(&mut self, name: &'s str) -> Option<&mut BlockEntry> {
        self.block_names()?.get_mut(name)
    }
}

impl<'s> Parser<'s> {
    pub(super) fn frame(&mut self) -> &mut Frame<'s> {
        self.frames.last_mut().expect("ops are parsed inside of a body")
    }

    /// Enters a body, which has its own names.
    pub(super) fn push_frame(&mut self, body: Body) {
        let SpareFrame { values, scoped, scopes, blocks } =
            self.spare_frames.pop().unwrap_or_default();
        self.frames.push(Frame {
            body,
            values,
            forwards: FxHashMap::default(),
            replaced: Vec::new(),
            scoped,
            scopes,
            blocks,
        });
    }

    pub(super) fn open_scope(&mut self) {
        let frame = self.frame();
        frame.scopes.push(frame.scoped.len());
        if frame.blocks.len() < frame.scopes.len() {
            frame.blocks.push(BlockNames::default());
        }
    }

    pub(super) fn close_scope(&mut self) -> Parsed<()> {
        let frame = self.frame();
        let mut missing = None;
        if let Some(blocks) = frame.block_names().filter(|blocks| !blocks.is_empty()) {
            missing = blocks.undefined();
            blocks.clear();
        }
        let start = frame.scopes.pop().unwrap_or_default();
        for name in frame.scoped.drain(start..) {
            frame.values.remove(name);
        }
        match missing {
            Some(token) => Err(self.error(token, "reference to an undefined block")),
            None => Ok(()),
        }
    }

    /// Leaves a body. All values that are used must be defined.
    pub(super) fn close_frame(&mut self) -> Parsed<Body> {
        self.close_scope()?;
        let mut undefined: Vec<Token> =
            self.frame().forwards.values().map(|forward| forward.token).collect();
        undefined.sort_by_key(|token| token.start);
        let mut reported = None;
        for token in undefined {
            let message = format!("use of undeclared SSA value name '{}'", self.text_of(token));
            reported = Some(self.error(token, message));
        }
        match (reported, self.frames.pop()) {
            (None, Some(mut frame)) => {
                for (forward, value) in frame.replaced.drain(..) {
                    frame.body.replace_all_uses(forward.value, value);
                    frame.body.erase_block(forward.block);
                }
                let Frame { body, mut values, mut scoped, mut scopes, mut blocks, .. } = frame;
                values.clear();
                scoped.clear();
                scopes.clear();
                blocks.iter_mut().for_each(BlockNames::clear);
                self.spare_frames.push(SpareFrame { values, scoped, scopes, blocks });
                Ok(body)
            }
            (Some(reported), _) => Err(reported),
            (None, None) => Err(self.expected("an op")),
        }
    }

    pub(super) fn define(&mut self, token: Token, name: &'s str, values: &[ValueId]) -> Parsed<()> {
        let Some(&first) = values.first() else { return Ok(()) };
        let definition =
            Definition { first, count: values.len() as u32, start: token.start as u32 };
        let frame = self.frame();
        if let Some(old) = frame.values.insert(name, definition) {
            let old = self.definition_token(name, old);
            let diagnostic =
                Diagnostic::error(self.span(token), format!("redefinition of SSA value '%{name}'"))
                    .with_note_at(self.span(old), "previously defined here");
            return Err(self.report(diagnostic));
        }
        if frame.scopes.len() > 1 {
            frame.scoped.push(name);
        }
        if frame.forwards.is_empty() { Ok(()) } else { self.resolve_forwards(token, name, values) }
    }

    /// Replaces the placeholders of a name by the values.
    fn resolve_forwards(&mut self, token: Token, name: &'s str, values: &[ValueId]) -> Parsed<()> {
        for (i, &value) in values.iter().enumerate() {
            let frame = self.frame();
            let Some(forward) = frame.forwards.remove(&(name, i as u32)) else { continue };
            let (wanted, found) = (frame.body.ty(forward.value), frame.body.ty(value));
            if wanted != found {
                return Err(self.type_mismatch(forward.token, name, wanted, found, token));
            }
            frame.body.replace_all_uses(forward.value, value);
            frame.replaced.push((forward, value));
        }
        Ok(())
    }

    fn definition_token(&self, name: &str, definition: Definition) -> Token {
        let start = definition.start as usize;
        Token { kind: TokenKind::ValueId, start, end: start + 1 + name.len() }
    }

    pub(super) fn type_mismatch(
        &mut self,
        token: Token,
        name: &str,
        wanted: Type,
        found: Type,
        other: Token,
    ) -> Reported {
        let (wanted, found) = (print_type(&self.ctx, wanted), print_type(&self.ctx, found));
        let message = format!(
            "use of value '%{name}' expects different type than prior uses: '{wanted}' vs '{found}'"
        );
        let diagnostic = Diagnostic::error(self.span(token), message)
            .with_note_at(self.span(other), "prior use here");
        self.report(diagnostic)
    }

    /// `%name` or `%name#1`
    pub(super) fn operand(&mut self) -> Parsed<UnresolvedOperand<'s>> {
        if !self.is_kind(TokenKind::ValueId) {
            return Err(self.expected("SSA operand"));
        }
        let token = self.advance();
        let name = &self.text_of(token)[1..];
        let mut number = 0;
        let mut end = token.end;
        if self.is_kind(TokenKind::HashId) && self.token().start == token.end {
            let suffix = self.advance();
            end = suffix.end;
            number = match self.text_of(suffix)[1..].parse() {
                Ok(number) => number,
                Err(_) => return Err(self.error(suffix, "invalid SSA value result number")),
            };
        }
        Ok(UnresolvedOperand { name, number, position: self.span(Token { end, ..token }) })
    }

    pub(super) fn resolve(&mut self, operand: &UnresolvedOperand<'s>, ty: Type) -> Parsed<ValueId> {
        let frame = self.frame();
        if let Some(&definition) = frame.values.get(operand.name) {
            if operand.number >= definition.count {
                let token = self.token_at(operand.position);
                return Err(self.error(token, "reference to invalid result number"));
            }
            let mut value = definition.first;
            if operand.number > 0
                && let ValueDef::Result { op, index } = frame.body.value_def(value)
            {
                value = frame.body.result(op, (index + operand.number) as usize);
            }
            let found = frame.body.ty(value);
            if found != ty {
                let token = self.token_at(operand.position);
                let other = self.definition_token(operand.name, definition);
                return Err(self.type_mismatch(token, operand.name, ty, found, other));
            }
            return Ok(value);
        }
        let token = self.token_at(operand.position);
        let frame = self.frame();
        if let Some(forward) = frame.forwards.get(&(operand.name, operand.number)) {
            let (value, other) = (forward.value, forward.token);
            let found = frame.body.ty(value);
            if found != ty {
                return Err(self.type_mismatch(token, operand.name, ty, found, other));
            }
            return Ok(value);
        }
        let block = frame.body.create_detached_block(&[ty]);
        let value = frame.body.arguments(block)[0];
        frame.forwards.insert((operand.name, operand.number), Forward { value, block, token });
        Ok(value)
    }

    pub(super) fn block_by_name(&mut self) -> Parsed<BlockId> {
        if !self.is_kind(TokenKind::BlockId) {
            return Err(self.expected("block name"));
        }
        let token = self.advance();
        let name = self.text_of(token);
        let frame = self.frame();
        if let Some(entry) = frame.known_block(name) {
            return Ok(entry.block);
        }
        let block = frame.body.create_detached_block(&[]);
        self.name_block(name, BlockEntry { block, undefined: Some(token) });
        Ok(block)
    }

    /// Gives a block a name that no other one has in its region.
    pub(super) fn name_block(&mut self, name: &'s str, entry: BlockEntry) {
        if let Some(blocks) = self.frame().block_names() {
            blocks.insert(name, entry);
        }
    }

    /// The token of an operand that was parsed before.
    pub(super) fn token_at(&self, position: Span) -> Token {
        let base = self.span(Token { kind: TokenKind::ValueId, start: 0, end: 0 }).start;
        Token {
            kind: TokenKind::ValueId,
            start: (position.start - base) as usize,
            end: (position.end - base) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
