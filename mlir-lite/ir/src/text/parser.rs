//! The parser's state, and functions that all of its parts use: tokens, punctuation, aliases,
//! errors.
//!
//! Types are in `parser_type.rs`, attributes in `parser_attr.rs`, affine expressions in
//! `parser_affine.rs`, ops in `parser_op.rs`, names of symbols in `parser_symbols.rs`.

use crate::data::Context;
use crate::data::asm::Parsed;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::Definitions;
use crate::ir::asm::UnresolvedOperand;
use crate::ir::body::SpareArrays;
use crate::ir::op_def::Assembly;
use crate::ir::op_name::OpName;
use crate::numbers::few_digits;
use crate::text::lexer::{Lexer, Token, TokenKind, unescape};
use crate::text::limits::{LEVELS_OF_KNOWN, MARGIN, MAX_NESTING, RESERVE};
use crate::text::nesting::Deepest;
use crate::text::parser_alias::Alias;
use crate::text::parser_generic::LastGeneric;
use crate::text::parser_op::PendingOp;
use crate::text::parser_scope::{Frame, SpareFrame};
use crate::text::parser_symbols;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported, SourceFile, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// What a parser accepts.
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
pub(super) enum Defined {
    Before,
    Anywhere,
}

/// The parser of one source.
pub(super) struct Parser<'s> {
    pub(super) ctx: Context,
    pub(super) definitions: Arc<Definitions>,
    pub(super) options: ParseOptions,
    pub(super) diagnostics: &'s mut Diagnostics,
    pub(super) frames: Vec<Frame<'s>>,
    /// Cached op names in quotes.
    pub(super) op_names: FxHashMap<&'s str, OpName>,
    /// Cached op names of custom forms.
    pub(super) custom_names: FxHashMap<&'s str, (OpName, Assembly)>,
    /// Cached types and attributes in angle brackets, by their text. Only short texts that mean the
    /// same everywhere are cached.
    pub(super) known_types: FxHashMap<&'s str, Type>,
    /// The type that was found last in this cache, with its text. The text is empty at first.
    pub(super) last_type: (&'s str, Type),
    pub(super) known_attributes: FxHashMap<&'s str, Attribute>,
    /// Identifiers that were met: names of attributes and files. The texts are empty at first.
    known_idents: [(&'s str, Ident); 64],
    /// Cached attributes with sizes of operand and result groups.
    pub(super) known_segments: FxHashMap<SmallVec<[i32; 4]>, Attribute>,
    pub(super) last_generic: LastGeneric<'s>,
    /// Objects of ops that have been created, for reuse of their memory.
    #[allow(clippy::vec_box, reason = "what is kept is the box")]
    pub(super) spare_ops: Vec<Box<PendingOp>>,
    pub(super) spare_operands: Vec<Vec<UnresolvedOperand<'s>>>,
    pub(super) spare_frames: Vec<SpareFrame<'s>>,
    /// Memory for the next body.
    pub(super) spare_arrays: SpareArrays,
    pub(super) lexer: Lexer<'s>,
    /// The whole source, of which this parser may read a part.
    pub(super) whole: &'s str,
    token: Token,
    base: u32,
    pub(super) depth: u32,
    /// The limit of nesting for brackets, types, attributes and regions in this text.
    pub(super) max_depth: u32,
    /// From this level on, levels are recorded in `deep` and `deep_location`.
    pub(super) watched_depth: u32,
    /// The deepest position, if it is near the limit; in locations, separately.
    pub(super) deep: Option<Deepest>,
    pub(super) deep_location: Option<Deepest>,
    /// Whether a location is being parsed.
    pub(super) in_location: bool,
    pub(super) attr_aliases: FxHashMap<&'s str, Alias<Attribute>>,
    pub(super) type_aliases: FxHashMap<&'s str, Alias<Type>>,
    /// The deepest level since the definition of an alias began.
    pub(super) deepest: u32,
    /// The deepest level of locations since the definition of an alias began.
    pub(super) deepest_location: u32,
    /// The number of nested definitions of locations that are being parsed.
    pub(super) open_locations: u32,
    /// The size of the aliases' expansion in the definition that is being parsed. None outside of
    /// definitions.
    pub(super) expanded: Option<u64>,
    /// The size of the aliases' expansion elsewhere, for all parsers of the source.
    pub(super) expanded_in_all: Arc<AtomicU64>,
    /// Aliases, with their sigils, whose definitions have been parsed at their position in the
    /// text.
    pub(super) defined_aliases: FxHashSet<&'s str>,
    /// Whether an alias is defined twice, so that its meaning depends on the position of the use.
    has_repeated_aliases: bool,
    /// Locations that are written after arguments of the ops that are being parsed, by the position
    /// of the argument.
    pub(super) argument_locations: Vec<(usize, Location)>,
    /// Names of the recursive types that are being parsed.
    pub(super) open_types: Vec<String>,
    /// The source's name.
    pub(super) file_name: &'s str,
    /// Distinct attributes by their numbers in the source.
    pub(super) distinct: FxHashMap<u64, Attribute>,
    /// Whether other parsers read other pieces of the source.
    pub(super) is_piece: bool,
    /// How often the rest of the text may still be given to several threads: a
    /// bound on what is parsed in vain.
    pub(super) parallel_attempts: u32,
}

/// What a parser of a part of the source starts with.
pub(super) struct Seed<'s> {
    ctx: Context,
    options: ParseOptions,
    text: &'s str,
    file_name: &'s str,
    base: u32,
    depth: u32,
    attr_aliases: FxHashMap<&'s str, Alias<Attribute>>,
    type_aliases: FxHashMap<&'s str, Alias<Type>>,
    expanded_in_all: Arc<AtomicU64>,
}

impl<'s> Parser<'s> {
    pub(super) fn new(
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
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            expanded_in_all: Arc::default(),
        };
        let mut parser = Self::from_seed(&seed, 0..seed.text.len(), diagnostics);
        parser.parallel_attempts = 2;
        parser.is_piece = false;
        parser.find_aliases();
        parser
    }

    /// A parser of the rest of the source.
    pub(super) fn seed(&self) -> Seed<'s> {
        Seed {
            ctx: self.ctx.clone(),
            options: self.options,
            text: self.whole,
            file_name: self.file_name,
            base: self.base,
            depth: self.depth,
            attr_aliases: self.attr_aliases.clone(),
            type_aliases: self.type_aliases.clone(),
            expanded_in_all: Arc::clone(&self.expanded_in_all),
        }
    }

    /// A parser of another text, of which nothing is kept.
    pub(super) fn of_text<'t>(
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
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            expanded_in_all: Arc::default(),
        };
        let mut parser = Parser::from_seed(&seed, 0..text.len(), diagnostics);
        parser.is_piece = false;
        parser.find_aliases();
        parser
    }

    /// A parser of a part of the source, with names and aliases of its own.
    pub(super) fn from_seed(
        seed: &Seed<'s>,
        part: Range<usize>,
        diagnostics: &'s mut Diagnostics,
    ) -> Self {
        let mut lexer = Lexer::new(&seed.text[..part.end]);
        lexer.reset(part.start);
        let token = lexer.next_token();
        Self {
            ctx: seed.ctx.clone(),
            definitions: Definitions::of(&seed.ctx),
            options: seed.options,
            diagnostics,
            frames: Vec::new(),
            op_names: FxHashMap::default(),
            custom_names: FxHashMap::default(),
            known_types: FxHashMap::default(),
            last_type: ("", Type::NONE),
            known_attributes: FxHashMap::default(),
            known_idents: [("", Ident::TYPE); 64],
            known_segments: FxHashMap::default(),
            last_generic: LastGeneric::default(),
            spare_ops: Vec::new(),
            spare_operands: Vec::new(),
            spare_frames: Vec::new(),
            spare_arrays: SpareArrays::default(),
            lexer,
            whole: seed.text,
            token,
            base: seed.base,
            depth: seed.depth,
            max_depth: MAX_NESTING.get() as u32 + RESERVE,
            watched_depth: (MAX_NESTING.get() as u32).saturating_sub(MARGIN),
            deep: None,
            deep_location: None,
            in_location: false,
            attr_aliases: seed.attr_aliases.clone(),
            type_aliases: seed.type_aliases.clone(),
            deepest: seed.depth,
            deepest_location: 0,
            open_locations: 0,
            expanded: None,
            expanded_in_all: Arc::clone(&seed.expanded_in_all),
            defined_aliases: FxHashSet::default(),
            has_repeated_aliases: false,
            argument_locations: Vec::new(),
            open_types: Vec::new(),
            file_name: seed.file_name,
            distinct: FxHashMap::default(),
            is_piece: true,
            parallel_attempts: 0,
        }
    }

    pub(super) fn has_repeated_aliases(&self) -> bool {
        self.has_repeated_aliases
    }

    /// Aliases are defined at the start of a line. They are found beforehand,
    /// because locations use them before they are defined.
    fn find_aliases(&mut self) {
        let text = self.lexer.text();
        for (sigil, line) in [("#", "\n#"), ("!", "\n!")] {
            let first = text.starts_with(sigil).then_some(0);
            let others =
                memchr::memmem::find_iter(text.as_bytes(), line.as_bytes()).map(|end| end + 1);
            for start in first.into_iter().chain(others) {
                self.find_alias(start);
            }
        }
    }

    /// Notes the alias that is defined at `start`, if one is.
    fn find_alias(&mut self, start: usize) {
        let text = self.lexer.text();
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
            self.has_repeated_aliases |= self.type_aliases.contains_key(name);
            self.type_aliases.entry(name).or_insert(Alias::At(equals.end));
        } else {
            self.has_repeated_aliases |= self.attr_aliases.contains_key(name);
            self.attr_aliases.entry(name).or_insert(Alias::At(equals.end));
        }
    }

    /// The identifier of a text of the source. Consecutive ops mostly have the same few.
    pub(super) fn ident(&mut self, text: &'s str) -> Ident {
        let [first, .., last] = text.as_bytes() else { return self.ctx.ident(text) };
        let hash = usize::from(*first) * 5 + usize::from(*last) * 3 + text.len();
        let place = hash % self.known_idents.len();
        let known = self.known_idents[place];
        if known.0 == text {
            return known.1;
        }
        let ident = self.ctx.ident(text);
        self.known_idents[place] = (text, ident);
        ident
    }

    // Tokens

    pub(super) fn token(&self) -> Token {
        self.token
    }

    pub(super) fn text_of(&self, token: Token) -> &'s str {
        &self.lexer.text()[token.start..token.end]
    }

    pub(super) fn token_text(&self) -> &'s str {
        self.text_of(self.token)
    }

    /// All of the source.
    pub(super) fn source(&self) -> &'s str {
        self.lexer.text()
    }

    #[inline]
    pub(super) fn advance(&mut self) -> Token {
        let token = self.token;
        self.token = self.lexer.next_token();
        token
    }

    /// The next token's text.
    pub(super) fn advance_text(&mut self) -> &'s str {
        let token = self.advance();
        self.text_of(token)
    }

    /// Reads on from an offset of the source.
    pub(super) fn jump(&mut self, position: usize) {
        self.lexer.reset(position);
        self.token = self.lexer.next_token();
    }

    #[inline]
    pub(super) fn is_kind(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// The next token's bytes; unlike [`Self::token_text`] this need not look
    /// where characters begin.
    #[inline]
    fn token_bytes(&self) -> &'s [u8] {
        &self.lexer.text().as_bytes()[self.token.start..self.token.end]
    }

    #[inline]
    pub(super) fn is_punct(&self, text: &str) -> bool {
        self.token.kind == TokenKind::Punct && is_same_punct(self.token_bytes(), text.as_bytes())
    }

    #[inline]
    pub(super) fn is_keyword(&self, text: &str) -> bool {
        self.token.kind == TokenKind::BareId && self.token_bytes() == text.as_bytes()
    }

    #[inline]
    pub(super) fn eat_punct(&mut self, text: &str) -> bool {
        let found = self.is_punct(text);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    pub(super) fn eat_keyword(&mut self, text: &str) -> bool {
        let found = self.is_keyword(text);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    pub(super) fn expect_punct(&mut self, text: &str) -> Parsed<()> {
        if self.eat_punct(text) { Ok(()) } else { Err(self.expected_text(text)) }
    }

    #[inline]
    pub(super) fn expect_keyword(&mut self, text: &str) -> Parsed<()> {
        if self.eat_keyword(text) { Ok(()) } else { Err(self.expected_text(text)) }
    }

    /// Items with `,` between them until `close`, which is read too.
    #[inline]
    pub(super) fn list_until(
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
    pub(super) fn comma_list(
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
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= self.watched_depth {
            self.note_level()?;
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Notes the level below this one, unless it is too deep to be read.
    #[cold]
    fn note_level(&mut self) -> Parsed<()> {
        let reached = Deepest { depth: self.depth + 1, token: self.token, is_alias: false };
        if reached.depth > self.max_depth {
            return Err(self.too_deep(reached));
        }
        self.note(reached);
        Ok(())
    }

    /// What was read before has so many levels below this one.
    pub(super) fn reach(&mut self, levels: u32) {
        let depth = self.depth + levels;
        self.deepest = self.deepest.max(depth);
        if depth > self.watched_depth {
            self.note(Deepest { depth, token: self.token, is_alias: false });
        }
    }

    #[cold]
    pub(super) fn note(&mut self, reached: Deepest) {
        let known = if self.in_location { &mut self.deep_location } else { &mut self.deep };
        if known.is_none_or(|known| known.depth < reached.depth) {
            *known = Some(reached);
        }
    }

    /// Runs `parse`, and returns how many levels it has below this one.
    pub(super) fn with_levels<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<(T, u32)> {
        let deepest = std::mem::replace(&mut self.deepest, self.depth);
        let value = parse(self)?;
        let levels = self.deepest - self.depth;
        self.deepest = self.deepest.max(deepest);
        Ok((value, levels))
    }

    /// Whether a text of so many levels, those of short types left out, may be known from before:
    /// near the limit it is read again, so that its levels are noted.
    pub(super) fn may_be_known(&self, levels: u32) -> bool {
        self.depth + levels + LEVELS_OF_KNOWN < self.watched_depth
    }

    // Errors

    #[cold]
    fn expected_text(&mut self, text: &str) -> Reported {
        self.expected(&format!("'{text}'"))
    }

    pub(super) fn span(&self, token: Token) -> Span {
        Span::new(self.base + token.start as u32, self.base + token.end as u32)
    }

    pub(super) fn location_of(&self, token: Token) -> Location {
        Location::position(self.base + token.start as u32)
    }

    pub(super) fn error(&mut self, token: Token, message: impl Into<String>) -> Reported {
        let span = self.span(token);
        self.diagnostics.error(Diagnostic::error(span, message))
    }

    pub(super) fn error_at(&mut self, position: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(position, message))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.error(diagnostic)
    }

    /// `expected X, found Y` where the text ends that has been read, if the next token is on
    /// another line, else at the next token. What is missing at the end of an op is not looked for
    /// where the next op begins.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let place = self.end_of_line_before(self.token).unwrap_or(self.token);
        self.expected_at(place, what)
    }

    /// The end of the token before this one, if that is on an earlier line.
    #[cold]
    fn end_of_line_before(&self, token: Token) -> Option<Token> {
        let text = self.lexer.text();
        let mut line_end = token.start;
        loop {
            let line = text[..line_end].rfind('\n').map_or(0, |newline| newline + 1);
            // Comments are not tokens, and tokens do not extend over lines.
            let mut lexer = Lexer::new(&text[..line_end]);
            lexer.reset(line);
            let mut last = None;
            loop {
                let next = lexer.next_token();
                if next.kind == TokenKind::Eof || next.start >= line_end || next.end == next.start {
                    break;
                }
                last = Some(next.end);
            }
            match last {
                Some(_) if line_end == token.start => return None,
                Some(end) => return Some(Token { start: end, end, ..token }),
                None if line == 0 => return None,
                None => line_end = line - 1,
            }
        }
    }

    /// `expected X, found Y` at the next token.
    pub(super) fn expected_here(&mut self, what: &str) -> Reported {
        self.expected_at(self.token, what)
    }

    fn expected_at(&mut self, place: Token, what: &str) -> Reported {
        let token = self.token;
        let found = match token.kind {
            TokenKind::Eof => "the end of the file".to_string(),
            TokenKind::Error if self.token_text().starts_with('"') => {
                "a string without end".to_string()
            }
            TokenKind::Error if self.token_text() == "@" => {
                "'@' without a name: names begin with a letter or '_', others stand in quotes"
                    .to_string()
            }
            TokenKind::SuperId => parser_symbols::SUPER_IS_NO_NAME.to_string(),
            _ => format!("'{}'", excerpt(self.token_text())),
        };
        self.error(place, format!("expected {what}, found {found}"))
    }

    // Strings and numbers

    pub(super) fn string_bytes(&mut self, token: Token, text: &str) -> Parsed<Vec<u8>> {
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
    pub(super) fn string_of(&mut self, token: Token) -> Parsed<Cow<'s, [u8]>> {
        let text = self.text_of(token);
        if memchr::memchr(b'\\', text.as_bytes()).is_some() {
            return self.string_bytes(token, text).map(Cow::Owned);
        }
        Ok(Cow::Borrowed(unquoted(text).as_bytes()))
    }

    /// As [`Parser::string_of`], for a string that has to be UTF-8.
    pub(super) fn string_text(&mut self, token: Token, message: &str) -> Parsed<Cow<'s, str>> {
        let text = self.text_of(token);
        if memchr::memchr(b'\\', text.as_bytes()).is_none() {
            return Ok(Cow::Borrowed(unquoted(text)));
        }
        let bytes = self.string_bytes(token, text)?;
        String::from_utf8(bytes).map(Cow::Owned).map_err(|_| self.error(token, message))
    }

    pub(super) fn integer(&mut self) -> Parsed<i64> {
        let start = self.token;
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

/// Compares short texts, usually of one byte, without a call.
#[inline(always)]
fn is_same_punct(found: &[u8], wanted: &[u8]) -> bool {
    found.len() == wanted.len() && found[0] == wanted[0] && (found.len() == 1 || found == wanted)
}

/// A string token without its quotes.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// The beginning of a token, short enough for a message.
pub(super) fn excerpt(text: &str) -> &str {
    match text.char_indices().nth(40) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
