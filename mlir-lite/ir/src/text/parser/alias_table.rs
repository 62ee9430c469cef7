//! The aliases of a source: where they are defined, their values, and the size of their expansion.

use crate::data::attributes::Attribute;
use crate::data::types::Type;
use crate::text::lexer::Lexer;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The position of an alias's definition, or its value.
#[derive(Copy, Clone)]
pub(in crate::text) enum Alias<T> {
    At(usize),
    Open,
    Known(T, Extent),
}

/// The size of the text that an alias expands to, with all aliases in it expanded.
#[derive(Copy, Clone, Default)]
pub(in crate::text) struct Extent {
    /// Levels of nesting.
    pub(in crate::text) depth: u32,
    pub(in crate::text) bytes: u64,
    /// For a location, its levels, which are not levels of nesting.
    pub(in crate::text) locations: u32,
}

/// The aliases of a source.
#[derive(Clone, Default)]
pub(in crate::text) struct AliasTable<'s> {
    pub(in crate::text) attributes: FxHashMap<&'s str, Alias<Attribute>>,
    pub(in crate::text) types: FxHashMap<&'s str, Alias<Type>>,
    /// Aliases, with their sigils, whose definitions have been parsed at their position in the
    /// text.
    pub(in crate::text) defined: FxHashSet<&'s str>,
    /// Whether an alias is defined twice, so that its meaning depends on the position of the use.
    pub(in crate::text) are_repeated: bool,
    /// The size of the aliases' expansion in the definition that is being parsed. None outside of
    /// definitions.
    pub(in crate::text) expanded: Option<u64>,
    /// The size of the aliases' expansion elsewhere, for all parsers of the source.
    pub(in crate::text) expanded_in_all: Arc<AtomicU64>,
}

impl<'s> AliasTable<'s> {
    /// Finds the aliases of a text, which are defined at the start of a line. They are found
    /// beforehand, because locations use them before they are defined.
    pub(in crate::text) fn of(text: &'s str) -> Self {
        let mut table = Self::default();
        for (sigil, line) in [("#", "\n#"), ("!", "\n!")] {
            let first = text.starts_with(sigil).then_some(0);
            let others =
                memchr::memmem::find_iter(text.as_bytes(), line.as_bytes()).map(|end| end + 1);
            for start in first.into_iter().chain(others) {
                table.note(text, start);
            }
        }
        table
    }

    /// The aliases for a parser of a part of the source.
    pub(in crate::text) fn for_part(&self) -> Self {
        Self {
            attributes: self.attributes.clone(),
            types: self.types.clone(),
            expanded_in_all: Arc::clone(&self.expanded_in_all),
            ..Self::default()
        }
    }

    /// Notes the alias that is defined at `start`, if one is.
    fn note(&mut self, text: &'s str, start: usize) {
        let mut lexer = Lexer::new(text);
        lexer.reset(start);
        let name = lexer.next_token();
        let equals = lexer.next_token();
        if &text[equals.start..equals.end] != "=" {
            return;
        }
        let is_type = text[start..].starts_with('!');
        let name = &text[name.start + 1..name.end];
        if is_type {
            self.are_repeated |= self.types.contains_key(name);
            self.types.entry(name).or_insert(Alias::At(equals.end));
        } else {
            self.are_repeated |= self.attributes.contains_key(name);
            self.attributes.entry(name).or_insert(Alias::At(equals.end));
        }
    }
}
