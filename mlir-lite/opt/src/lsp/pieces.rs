//! The events in a piece of MLIR's text that can be found without reading the rest of it.
//!
//! Names are classified by the tokens around them, as the text may be broken and its dialects
//! unknown: `%a` is defined where it begins a line and `=` follows, or between the parentheses
//! after a block's name, and so on. A piece begins where an op begins, so that nothing before it
//! matters; and since no string or comment spans lines, it can be read alone. A test compares this
//! with the parser on all files of the repository.

use std::hash::{BuildHasher as _, BuildHasherDefault};
use std::ops::Range;

use mlir_lite::Context;
use mlir_lite::ir::TraitFlags;
use mlir_lite::text::{TokenKind, tokens};
use rustc_hash::FxHasher;

use crate::split::MARKER;

/// The kind of a name, a bracket or a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    /// A result of an op.
    Result,
    /// An argument of the block whose name is before it.
    BlockArgument,
    /// An argument of the region that begins next.
    RegionArgument,
    /// A use of a value.
    Use,
    /// The name of a block where it begins.
    Label,
    /// A block as a successor.
    LabelUse,
    /// A symbol where an op defines it.
    Symbol,
    /// A reference to a symbol.
    SymbolUse,
    /// A reference to a symbol in the table of the symbol before it: `@b` of `@a::@b`.
    NestedSymbolUse,
    /// The name of an attribute or a type where it is defined: `#map = ...`.
    Alias,
    /// Such a name where it is used.
    AliasUse,
    /// The name of an op.
    Op,
    /// The brace that begins a region.
    Open,
    /// The brace that ends a region.
    Close,
    /// The line between two parts of a file.
    Part,
}

impl EventKind {
    /// Whether it defines a name.
    pub(super) fn is_definition(self) -> bool {
        matches!(
            self,
            Self::Result
                | Self::BlockArgument
                | Self::RegionArgument
                | Self::Label
                | Self::Symbol
                | Self::Alias
        )
    }

    /// Whether the event is a name.
    pub(super) fn is_name(self) -> bool {
        !matches!(self, Self::Op | Self::Open | Self::Close | Self::Part)
    }
}

/// Something in a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// Its first byte in the piece.
    pub(super) start: u32,
    pub(super) len: u32,
    pub(super) kind: EventKind,
}

impl Event {
    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// The events of a piece.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// In the order of the text.
    pub(super) events: Vec<Event>,
    /// The hash of each name with the index of its event; sorted.
    names: Vec<(u64, u32)>,
    /// The regions that begin in it, after its last line between parts, and do not end in it: the
    /// indices of their events.
    pub(super) open: Vec<u32>,
    /// The number of regions that end in it, and begin before.
    pub(super) closes: usize,
    /// Whether it has a line between parts.
    pub(super) has_part: bool,
    /// Whether a symbol is defined in it.
    pub(super) has_symbol: bool,
}

impl Piece {
    /// Reads a piece.
    pub(super) fn read(text: &str, ctx: &Context) -> Self {
        let mut reader = Reader {
            ctx,
            text,
            tokens: tokens(text).map(|(kind, range)| Token { kind, range }).collect(),
            brackets: Vec::new(),
            events: Vec::new(),
            op: None,
            expects: Expects::Nothing,
        };
        reader.run();
        let events = reader.events;
        let mut piece = Self { events, ..Self::default() };
        for (index, event) in piece.events.iter().enumerate() {
            match event.kind {
                EventKind::Open => piece.open.push(index as u32),
                EventKind::Close if piece.open.pop().is_none() && !piece.has_part => {
                    piece.closes += 1;
                }
                EventKind::Part => {
                    piece.open.clear();
                    piece.has_part = true;
                }
                kind if kind.is_name() => {
                    piece.has_symbol |= kind == EventKind::Symbol;
                    piece.names.push((hash(&text[event.range()]), index as u32));
                }
                _ => {}
            }
        }
        piece.names.sort_unstable();
        piece
    }

    /// The indices of the events that mention a name, in order.
    pub(super) fn mentions<'p>(
        &'p self,
        text: &'p str,
        name: &'p str,
    ) -> impl Iterator<Item = usize> + 'p {
        let hash = hash(name);
        let first = self.names.partition_point(|&(found, _)| found < hash);
        let same = self.names[first..].iter().take_while(move |&&(found, _)| found == hash);
        let index = same.map(|&(_, index)| index as usize);
        index.filter(move |&index| bare(&text[self.events[index].range()]) == bare(name))
    }
}

/// A symbol's name without `@` and quotes: `@"a"`, `@a` and the text of `sym_name` are one name.
/// Other names keep what they begin with, so that `#a` is not `!a`.
pub(super) fn bare(name: &str) -> &str {
    let name = name.strip_prefix('@').unwrap_or(name);
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}

fn hash(name: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(bare(name))
}

/// Whether an op may begin with this line, so that a piece can.
pub(super) fn may_begin(line: &str) -> bool {
    let line = line.trim_start();
    let defines = || {
        let end = line.find('=').unwrap_or(0);
        let names = line[..end].trim_end();
        !names.is_empty() && names.bytes().all(|byte| !matches!(byte, b'(' | b')' | b'<' | b'>'))
    };
    match line.bytes().next() {
        Some(b'%') => defines(),
        Some(b'^') => true,
        Some(b'/') => line.starts_with(MARKER),
        _ => {
            let word = line.split([' ', '(', '\n']).next().unwrap_or_default();
            matches!(word, "func" | "module" | "return") || word.starts_with("func.")
        }
    }
}

struct Token {
    kind: TokenKind,
    range: Range<usize>,
}

/// An open bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Region,
    Dictionary,
    Square,
    Paren(Inside),
}

/// The kind of values between parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Arguments of a block.
    Block,
    /// Arguments of a function, where a type follows.
    Signature,
    /// Arguments of a region.
    Arguments,
    /// Anything else.
    Other,
}

/// The expected next tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expects {
    Nothing,
    /// The name of an op, after its results.
    Op,
    /// The symbol that an op defines.
    Symbol,
}

struct Reader<'t> {
    ctx: &'t Context,
    text: &'t str,
    tokens: Vec<Token>,
    brackets: Vec<Bracket>,
    events: Vec<Event>,
    /// The index of the token that is the last op's name.
    op: Option<usize>,
    expects: Expects,
}

impl<'t> Reader<'t> {
    fn run(&mut self) {
        let mut end = 0;
        for index in 0..self.tokens.len() {
            let range = self.tokens[index].range.clone();
            let gap = end..range.start;
            self.parts(gap.clone());
            let is_first = index == 0 || self.text[gap].contains('\n');
            self.token(index, is_first);
            end = range.end;
        }
        self.parts(end..self.text.len());
    }

    /// The lines between parts, which are comments.
    fn parts(&mut self, gap: Range<usize>) {
        let mut at = gap.start;
        for line in self.text[gap].split_inclusive('\n') {
            let is_start = at == 0 || self.text.as_bytes()[at - 1] == b'\n';
            if is_start && line.starts_with(MARKER) {
                self.add(EventKind::Part, at..at + MARKER.len());
                self.brackets.clear();
            }
            at += line.len();
        }
    }

    fn add(&mut self, kind: EventKind, range: Range<usize>) {
        self.events.push(Event { start: range.start as u32, len: range.len() as u32, kind });
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        Some(self.tokens.get(index)?.kind)
    }

    fn text_of(&self, index: usize) -> &'t str {
        let text = self.text;
        self.tokens.get(index).map_or("", |token| &text[token.range.clone()])
    }

    fn before(&self, index: usize) -> &'t str {
        index.checked_sub(1).map_or("", |index| self.text_of(index))
    }

    /// Whether ops are allowed here.
    fn is_in_region(&self) -> bool {
        matches!(self.brackets.last(), None | Some(Bracket::Region))
    }

    /// Whether an op can begin with a token.
    fn may_begin_op(&self, index: usize, is_first: bool) -> bool {
        // After a brace, or a block's name, on the same line.
        let follows = || {
            let last = self.events.last();
            matches!(self.before(index), "{" | "}")
                || (self.before(index) == ":"
                    && last.is_some_and(|event| {
                        matches!(event.kind, EventKind::Label | EventKind::BlockArgument)
                    }))
        };
        self.is_in_region() && (is_first || follows())
    }

    fn token(&mut self, index: usize, is_first: bool) {
        let Token { kind, ref range } = self.tokens[index];
        let range = range.clone();
        match kind {
            TokenKind::ValueId => self.value(index, is_first, range),
            TokenKind::BlockId => {
                let next = self.text_of(index + 1);
                let is_label = (is_first || self.before(index) == "{") && matches!(next, ":" | "(");
                let kind = if is_label { EventKind::Label } else { EventKind::LabelUse };
                self.add(kind, range);
            }
            TokenKind::SymbolId => self.symbol(index, range),
            TokenKind::HashId | TokenKind::BangId => self.alias(index, is_first, range),
            TokenKind::BareId | TokenKind::String => self.word(index, is_first, range),
            TokenKind::Punct => self.punctuation(index, range),
            _ => {}
        }
        let continues = matches!(kind, TokenKind::BareId)
            || (kind == TokenKind::String && self.op == Some(index));
        let defines = kind == TokenKind::Punct && self.expects == Expects::Op;
        if !continues && !defines {
            self.expects = Expects::Nothing;
        }
    }

    fn value(&mut self, index: usize, is_first: bool, range: Range<usize>) {
        // A broken op may have left brackets open; the next one begins a line.
        let begins_op = is_first && self.begins_results(index) && !self.is_in_list(index);
        if begins_op && !self.is_in_region() {
            let region = self.brackets.iter().rposition(|&bracket| bracket == Bracket::Region);
            self.brackets.truncate(region.map_or(0, |region| region + 1));
        }
        let next = self.text_of(index + 1);
        let goes_on = self.before(index) == ","
            && self.is_in_region()
            && self.events.last().is_some_and(|event| event.kind == EventKind::Result);
        let may_be_result = goes_on || self.may_begin_op(index, is_first);
        let kind = if may_be_result && self.begins_results(index) {
            EventKind::Result
        } else {
            match self.brackets.last() {
                Some(Bracket::Paren(Inside::Block)) => EventKind::BlockArgument,
                Some(Bracket::Paren(Inside::Arguments)) => EventKind::RegionArgument,
                Some(Bracket::Paren(Inside::Signature)) if next == ":" => EventKind::RegionArgument,
                Some(Bracket::Paren(_)) if next == "=" => EventKind::RegionArgument,
                // `for %i = 0 to 4`
                None | Some(Bracket::Region) if next == "=" && self.op == index.checked_sub(1) => {
                    EventKind::RegionArgument
                }
                _ => EventKind::Use,
            }
        };
        self.add(kind, range);
    }

    /// Whether a value is one of a list between parentheses, by the token before it.
    fn is_in_list(&self, index: usize) -> bool {
        matches!(self.before(index), "," | "(")
    }

    /// Whether the results of an op begin, or go on, with a value: `%a, %b:2 =`.
    fn begins_results(&self, index: usize) -> bool {
        let mut at = index;
        loop {
            if self.kind(at) != Some(TokenKind::ValueId) {
                return false;
            }
            at += 1;
            if self.text_of(at) == ":" && self.kind(at + 1) == Some(TokenKind::Integer) {
                at += 2;
            }
            match self.text_of(at) {
                "=" => return true,
                "," => at += 1,
                _ => return false,
            }
        }
    }

    fn symbol(&mut self, index: usize, range: Range<usize>) {
        let kind = if self.before(index) == "::" {
            EventKind::NestedSymbolUse
        } else if self.expects == Expects::Symbol {
            EventKind::Symbol
        } else {
            EventKind::SymbolUse
        };
        self.add(kind, range);
    }

    fn alias(&mut self, index: usize, is_first: bool, range: Range<usize>) {
        let text = &self.text[range.clone()];
        // `#dialect.attr<...>` is not an alias, and `#1` of `%a#1` is a number.
        let is_number = text[1..].starts_with(|c: char| c.is_ascii_digit());
        let follows_value = index.checked_sub(1).is_some_and(|before| {
            self.tokens[before].kind == TokenKind::ValueId
                && self.tokens[before].range.end == range.start
        });
        if text.contains('.') || (is_number && follows_value) {
            return;
        }
        let is_definition = is_first && self.text_of(index + 1) == "=";
        self.add(if is_definition { EventKind::Alias } else { EventKind::AliasUse }, range);
    }

    fn word(&mut self, index: usize, is_first: bool, range: Range<usize>) {
        let text = self.text_of(index);
        let is_string = self.kind(index) == Some(TokenKind::String);
        if is_string && self.before(index) == "=" && index >= 2 {
            // The generic form writes the symbol in a dictionary.
            if self.text_of(index - 2) == "sym_name" && range.len() > 2 {
                self.add(EventKind::Symbol, range.start + 1..range.end - 1);
            }
            if self.expects != Expects::Op {
                return;
            }
        }
        let has_results = self.expects == Expects::Op;
        let is_op = match is_string {
            true => self.text_of(index + 1) == "(",
            false => has_results || text.contains('.') || self.ctx.registered_op(text).is_some(),
        };
        if !is_op || !(has_results || self.may_begin_op(index, is_first)) {
            return;
        }
        let name = text.trim_matches('"');
        let defines = match self.ctx.registered_op(name) {
            Some(op) => self.ctx.op_info(op).flags().contains(TraitFlags::SYMBOL),
            None => !name.contains("call"),
        };
        self.expects = if defines && !has_results { Expects::Symbol } else { Expects::Nothing };
        self.op = Some(index);
        self.add(EventKind::Op, range);
    }

    fn punctuation(&mut self, index: usize, range: Range<usize>) {
        match self.text_of(index) {
            "=" if self.is_in_region()
                && self.events.last().is_some_and(|event| event.kind == EventKind::Result) =>
            {
                self.expects = Expects::Op;
            }
            "(" => {
                let inside = self.inside(index);
                self.brackets.push(Bracket::Paren(inside));
            }
            "[" => self.brackets.push(Bracket::Square),
            ")" | "]"
                if matches!(self.brackets.last(), Some(Bracket::Square | Bracket::Paren(_))) =>
            {
                self.brackets.pop();
            }
            "{" if self.is_region(index) => {
                self.brackets.push(Bracket::Region);
                self.add(EventKind::Open, range);
            }
            "{" | "{-#" => self.brackets.push(Bracket::Dictionary),
            "#-}" => self.close_to(Bracket::Dictionary),
            "}" => {
                let braces = [Bracket::Region, Bracket::Dictionary];
                let brace = self.brackets.iter().rev().find(|bracket| braces.contains(bracket));
                match brace {
                    Some(Bracket::Dictionary) => self.close_to(Bracket::Dictionary),
                    found => {
                        if found.is_some() {
                            self.close_to(Bracket::Region);
                        } else {
                            self.brackets.clear();
                        }
                        self.add(EventKind::Close, range);
                    }
                }
            }
            _ => {}
        }
    }

    fn close_to(&mut self, bracket: Bracket) {
        if let Some(at) = self.brackets.iter().rposition(|&open| open == bracket) {
            self.brackets.truncate(at);
        }
    }

    /// The kind of values after a `(`.
    fn inside(&self, index: usize) -> Inside {
        let last = index.checked_sub(1);
        let last_event = self.events.last().filter(|event| {
            last.is_some_and(|last| {
                self.tokens[last].range.start as u32 == event.start
                    || self.tokens[last].range.start as u32 + 1 == event.start
            })
        });
        match last_event.map(|event| event.kind) {
            Some(EventKind::Label) => return Inside::Block,
            Some(EventKind::Symbol) => return Inside::Signature,
            _ => {}
        }
        // `parallel (%i, %j) = (...)`, `forall (%i) in (...)`
        let mut depth = 0_usize;
        for at in index..self.tokens.len().min(index + 256) {
            match self.text_of(at) {
                "(" => depth += 1,
                ")" => {
                    depth -= 1;
                    if depth == 0 {
                        return match self.text_of(at + 1) {
                            "=" | "in" => Inside::Arguments,
                            _ => Inside::Other,
                        };
                    }
                }
                "{" | "}" => break,
                _ => {}
            }
        }
        Inside::Other
    }

    /// Whether a `{` begins a region: what follows is an op or a block.
    fn is_region(&self, index: usize) -> bool {
        let next = self.text_of(index + 2);
        match self.kind(index + 1) {
            None | Some(TokenKind::ValueId | TokenKind::BlockId) => true,
            Some(TokenKind::String) => next == "(",
            Some(TokenKind::BareId) => {
                let word = self.text_of(index + 1);
                match next {
                    "=" | "," => false,
                    // `{llvm.noalias}` is an attribute.
                    "}" => self.ctx.registered_op(word).is_some(),
                    _ => true,
                }
            }
            // An empty region, if it ends a line.
            Some(TokenKind::Punct) if self.text_of(index + 1) == "}" => {
                let between = self.tokens[index].range.end..self.tokens[index + 1].range.start;
                self.text[between].contains('\n')
            }
            Some(_) => false,
        }
    }
}
