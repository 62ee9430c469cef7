//! The parser: its state, and functions that all of its parts use: lists, levels, errors.
//!
//! | file | concept |
//! |---|---|
//! | `tokens.rs` | the position in the source |
//! | `levels.rs` | how deep the position is nested |
//! | `names.rs` | names of values and blocks, by scope |
//! | `alias_table.rs` | aliases |
//! | `caches.rs` | results that often recur |
//! | `ty.rs`, `attr.rs`, `elements.rs`, `affine.rs`, `location.rs`, `symbols.rs` | the grammar |
//! | `dialect.rs`, `alias.rs` | types, attributes and aliases that are written by their names |
//! | `op.rs`, `generic.rs`, `scope.rs` | ops, regions and what is defined in them |
//! | `asm.rs`, `op_asm.rs` | the API for dialects |
//! | `nesting.rs` | the limit of levels |
//! | `parallel.rs` | several threads |
//!
//! The first five are the state, each for itself; the others are functions of [`Parser`], which
//! call each other as the grammar does.

mod affine;
mod alias;
mod alias_table;
mod asm;
pub(in crate::text) mod attr;
mod caches;
mod dialect;
mod elements;
mod generic;
mod levels;
mod location;
mod names;
mod nesting;
mod op;
pub(in crate::text) mod op_asm;
mod parallel;
mod scope;
mod symbols;
mod tokens;
mod ty;

use crate::data::Context;
use crate::data::asm::Parsed;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::ir::Definitions;
use crate::ir::op_name::OpName;
use crate::numbers::few_digits;
use crate::text::forward::forward;
use crate::text::lexer::{Token, TokenKind, unescape};
use crate::text::parser::alias_table::AliasTable;
use crate::text::parser::caches::Caches;
use crate::text::parser::levels::Levels;
use crate::text::parser::names::Names;
use crate::text::parser::tokens::Tokens;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported, SourceFile, Span};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Options of a parser.
#[derive(Copy, Clone, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// Whether ops of dialects that are not loaded are accepted.
    pub allow_unregistered: bool,
    /// Whether the location of an op, or of an argument, is its position in the source, whatever
    /// `loc` says: an editor looks things up by their positions.
    pub positions_as_locations: bool,
}

impl ParseOptions {
    /// The same with another [`allow_unregistered`](Self::allow_unregistered).
    #[must_use]
    pub fn with_allow_unregistered(mut self, allow_unregistered: bool) -> Self {
        self.allow_unregistered = allow_unregistered;
        self
    }

    /// The same with another [`positions_as_locations`](Self::positions_as_locations).
    #[must_use]
    pub fn with_positions_as_locations(mut self, positions_as_locations: bool) -> Self {
        self.positions_as_locations = positions_as_locations;
        self
    }
}

/// Where an alias may be defined relative to its use. Only aliases of locations may be used before
/// their definition.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(in crate::text) enum Defined {
    Before,
    Anywhere,
}

/// The parser of one source.
pub(in crate::text) struct Parser<'s> {
    pub(in crate::text) ctx: Context,
    pub(in crate::text) definitions: Arc<Definitions>,
    pub(in crate::text) options: ParseOptions,
    pub(in crate::text) diagnostics: &'s mut Diagnostics,
    /// The position in the source.
    pub(in crate::text) tokens: Tokens<'s>,
    pub(in crate::text) levels: Levels,
    pub(in crate::text) aliases: AliasTable<'s>,
    pub(in crate::text) names: Names<'s>,
    pub(in crate::text) caches: Caches<'s>,
    /// Names of the recursive types that are being parsed.
    pub(in crate::text) open_types: Vec<String>,
    /// Distinct attributes by their numbers in the source.
    pub(in crate::text) distinct: FxHashMap<u64, Attribute>,
    /// The source's name.
    pub(in crate::text) file_name: &'s str,
    /// An op that lets names of its dialect be written without prefix at the position.
    pub(in crate::text) own_dialect: Option<OpName>,
    /// Whether other parsers read other pieces of the source.
    pub(in crate::text) is_piece: bool,
    /// How often the rest of the text may still be given to several threads: a
    /// bound on what is parsed in vain.
    pub(in crate::text) parallel_attempts: u32,
}

/// The state with which a parser of a part of the source starts.
pub(in crate::text) struct Seed<'s> {
    ctx: Context,
    options: ParseOptions,
    text: &'s str,
    file_name: &'s str,
    base: u32,
    depth: u32,
    own_dialect: Option<OpName>,
    aliases: AliasTable<'s>,
}

impl<'s> Parser<'s> {
    pub(in crate::text) fn new(
        ctx: &Context,
        file: &'s SourceFile,
        options: ParseOptions,
        diagnostics: &'s mut Diagnostics,
    ) -> Self {
        let seed = Seed {
            ctx: ctx.clone(),
            options,
            text: file.text(),
            file_name: file.name(),
            base: file.base(),
            depth: 0,
            own_dialect: None,
            aliases: AliasTable::of(file.text()),
        };
        Self { parallel_attempts: 2, is_piece: false, ..Self::of_whole(seed, diagnostics) }
    }

    /// A parser of the rest of the source.
    pub(in crate::text) fn seed(&self) -> Seed<'s> {
        Seed {
            ctx: self.ctx.clone(),
            options: self.options,
            text: self.tokens.whole,
            file_name: self.file_name,
            base: self.tokens.base,
            depth: self.levels.depth,
            own_dialect: self.own_dialect,
            aliases: self.aliases.for_part(),
        }
    }

    /// A parser of another text, of which nothing is kept.
    pub(in crate::text) fn of_text<'t>(
        &self,
        text: &'t str,
        diagnostics: &'t mut Diagnostics,
    ) -> Parser<'t> {
        let seed = Seed {
            ctx: self.ctx.clone(),
            options: ParseOptions::default().with_allow_unregistered(true),
            text,
            file_name: "",
            base: 0,
            depth: 0,
            own_dialect: None,
            aliases: AliasTable::of(text),
        };
        Parser { is_piece: false, ..Parser::of_whole(seed, diagnostics) }
    }

    /// A parser of the whole source, which takes the aliases of the seed.
    fn of_whole(mut seed: Seed<'s>, diagnostics: &'s mut Diagnostics) -> Self {
        let aliases = std::mem::take(&mut seed.aliases);
        Self::with_aliases(&seed, 0..seed.text.len(), aliases, diagnostics)
    }

    /// A parser of a part of the source, with names and aliases of its own.
    pub(in crate::text) fn from_seed(
        seed: &Seed<'s>,
        part: Range<usize>,
        diagnostics: &'s mut Diagnostics,
    ) -> Self {
        Self::with_aliases(seed, part, seed.aliases.for_part(), diagnostics)
    }

    fn with_aliases(
        seed: &Seed<'s>,
        part: Range<usize>,
        aliases: AliasTable<'s>,
        diagnostics: &'s mut Diagnostics,
    ) -> Self {
        Self {
            ctx: seed.ctx.clone(),
            definitions: Definitions::of(&seed.ctx),
            options: seed.options,
            diagnostics,
            tokens: Tokens::new(seed.text, part, seed.base),
            levels: Levels::new(seed.depth),
            aliases,
            names: Names::default(),
            caches: Caches::default(),
            open_types: Vec::new(),
            distinct: FxHashMap::default(),
            file_name: seed.file_name,
            own_dialect: seed.own_dialect,
            is_piece: true,
            parallel_attempts: 0,
        }
    }

    /// The identifier of a text of the source.
    pub(in crate::text) fn ident(&mut self, text: &'s str) -> Ident {
        self.caches.ident(&self.ctx, text)
    }

    forward! { shared tokens:
        pub(in crate::text) fn is_kind(kind: TokenKind) -> bool;
        pub(in crate::text) fn is_keyword(text: &str) -> bool;
        pub(in crate::text) fn is_punct(text: &str) -> bool;
        pub(in crate::text) fn span(token: Token) -> Span;
        pub(in crate::text) fn text_of(token: Token) -> &'s str;
        pub(in crate::text) fn token() -> Token;
        pub(in crate::text) fn token_text() -> &'s str;
    }

    forward! { mutable tokens:
        pub(in crate::text) fn advance() -> Token;
        pub(in crate::text) fn advance_text() -> &'s str;
        pub(in crate::text) fn eat_keyword(text: &str) -> bool;
        pub(in crate::text) fn eat_punct(text: &str) -> bool;
    }

    #[inline]
    pub(in crate::text) fn expect_punct(&mut self, text: &str) -> Parsed<()> {
        if self.eat_punct(text) { Ok(()) } else { Err(self.expected_text(text)) }
    }

    #[inline]
    pub(in crate::text) fn expect_keyword(&mut self, text: &str) -> Parsed<()> {
        if self.eat_keyword(text) { Ok(()) } else { Err(self.expected_text(text)) }
    }

    /// Items with `,` between them until `close`, which is read too.
    #[inline]
    pub(in crate::text) fn list_until(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.eat_punct(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat_punct(close) {
                return Ok(());
            }
            if !self.eat_punct(",") {
                return Err(self.expected(&format!("',' or '{close}'")));
            }
        }
    }

    /// Items with `,` between them, at least one.
    pub(in crate::text) fn comma_list(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        loop {
            item(self)?;
            if !self.eat_punct(",") {
                return Ok(());
            }
        }
    }

    /// Runs `parse` one level deeper.
    pub(in crate::text) fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        if self.levels.is_watched()
            && let Some(reached) = self.levels.note_next(self.token())
        {
            return Err(self.too_deep(reached));
        }
        self.levels.enter();
        let result = parse(self);
        self.levels.leave();
        result
    }

    /// Records that the text that was read before has `levels` levels below this one.
    pub(in crate::text) fn reach_levels(&mut self, levels: u32) {
        self.levels.reach(levels, self.tokens.token());
    }

    /// Runs `parse`, and returns how many levels it has below this one.
    pub(in crate::text) fn with_levels<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, u32)> {
        let deepest = std::mem::replace(&mut self.levels.deepest, self.levels.depth);
        let value = parse(self)?;
        let levels = self.levels.deepest - self.levels.depth;
        self.levels.deepest = self.levels.deepest.max(deepest);
        Ok((value, levels))
    }

    // Errors

    #[cold]
    fn expected_text(&mut self, text: &str) -> Reported {
        self.expected(&format!("'{text}'"))
    }

    pub(in crate::text) fn error(&mut self, token: Token, message: impl Into<String>) -> Reported {
        let span = self.span(token);
        self.diagnostics.error(Diagnostic::error(span, message))
    }

    pub(in crate::text) fn error_at(
        &mut self,
        position: Span,
        message: impl Into<String>,
    ) -> Reported {
        self.report(Diagnostic::error(position, message))
    }

    pub(in crate::text) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.error(diagnostic)
    }

    /// `expected X, found Y` where the text ends that has been read, if the next token is on
    /// another line, else at the next token. A token that is missing at the end of an op is not
    /// looked for where the next op begins.
    pub(in crate::text) fn expected(&mut self, what: &str) -> Reported {
        let place = self.tokens.end_of_line_before(self.token()).unwrap_or(self.token());
        self.expected_at(place, what)
    }

    /// `expected X, found Y` at the next token.
    pub(in crate::text) fn expected_here(&mut self, what: &str) -> Reported {
        self.expected_at(self.token(), what)
    }

    fn expected_at(&mut self, place: Token, what: &str) -> Reported {
        let token = self.token();
        let found = match token.kind {
            TokenKind::Eof => "the end of the file".to_string(),
            TokenKind::Error if self.token_text().starts_with('"') => {
                "a string without end".to_string()
            }
            TokenKind::Error if self.token_text() == "@" => {
                "'@' without a name: names begin with a letter or '_', others are written in quotes"
                    .to_string()
            }
            TokenKind::SuperId => symbols::SUPER_IS_NO_NAME.to_string(),
            _ => format!("'{}'", excerpt(self.token_text())),
        };
        self.error(place, format!("expected {what}, found {found}"))
    }

    // Strings and numbers

    pub(in crate::text) fn string_bytes(&mut self, token: Token, text: &str) -> Parsed<Vec<u8>> {
        unescape(text).map_err(|offset| {
            let at = Token { start: token.start + offset, end: token.end, ..token };
            self.error(
                at,
                "unknown escape in string literal: expected \\\", \\\\, \\n, \\t or two \
                    hexadecimal digits",
            )
        })
    }

    /// The bytes of a string token: those of the source, if nothing is escaped.
    pub(in crate::text) fn string_of(&mut self, token: Token) -> Parsed<Cow<'s, [u8]>> {
        let text = self.text_of(token);
        if memchr::memchr(b'\\', text.as_bytes()).is_some() {
            return self.string_bytes(token, text).map(Cow::Owned);
        }
        Ok(Cow::Borrowed(unquoted(text).as_bytes()))
    }

    /// As [`Parser::string_of`], for a string that has to be UTF-8.
    pub(in crate::text) fn string_text(
        &mut self,
        token: Token,
        message: &str,
    ) -> Parsed<Cow<'s, str>> {
        let text = self.text_of(token);
        if memchr::memchr(b'\\', text.as_bytes()).is_none() {
            return Ok(Cow::Borrowed(unquoted(text)));
        }
        let bytes = self.string_bytes(token, text)?;
        String::from_utf8(bytes).map(Cow::Owned).map_err(|_| self.error(token, message))
    }

    pub(in crate::text) fn integer(&mut self) -> Parsed<i64> {
        let start = self.token();
        let negative = self.eat_punct("-");
        if !self.is_kind(TokenKind::Integer) {
            return Err(self.expected("integer"));
        }
        let token = self.advance();
        let text = self.text_of(token);
        let parsed = match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            None => few_digits(text).or_else(|| text.parse::<u64>().ok()),
        };
        let value = match (parsed, negative) {
            (Some(value), true) if value <= 1 << 63 => Some((value as i64).wrapping_neg()),
            (Some(value), false) => i64::try_from(value).ok(),
            _ => None,
        };
        value.ok_or_else(|| {
            let whole = Token { end: token.end, ..start };
            self.error(whole, "integer does not fit into 64 bits")
        })
    }
}

/// A string token without its quotes.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// The beginning of a token, short enough for a message.
pub(in crate::text) fn excerpt(text: &str) -> &str {
    match text.char_indices().nth(40) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
