//! The outline of a whole text for an editor: colours, types beside names, parts that can be
//! folded, and the list of symbols.

use std::ops::Range;

use mlir_lite::text::{TokenKind as Token, tokens as read_tokens};
use mlir_lite_lsp::{Hint, Symbol, SymbolKind, Text, TokenKind};

use super::analysis::Analysis;
use super::describe;
use super::index::{EventIndex, Index};
use super::pieces::EventKind;

/// The maximum number of symbols that are listed: writing them takes longer than finding them.
const MOST_SYMBOLS: usize = 1000;

/// The maximum number of parts that can be folded.
const MOST_FOLDS: usize = 2000;

/// The tokens of the lines of a range, with their kinds.
pub(super) fn tokens(
    index: &Index,
    text: &Text,
    range: Range<usize>,
) -> Vec<(Range<usize>, TokenKind)> {
    let start = text.line_start(text.line_of(range.start));
    let end = text.line_start(text.line_of(range.end) + 1).max(range.end);
    let slice = text.slice(start..end);
    let mut events = index.events_from(index.from(start)).peekable();
    let mut found = Vec::new();
    let mut last = 0;
    let add_comments = |found: &mut Vec<(Range<usize>, TokenKind)>, gap: Range<usize>| {
        let mut at = gap.start;
        for line in slice[gap].split_inclusive('\n') {
            if let Some(comment) = line.find("//") {
                let end = at + line.trim_end().len();
                found.push((start + at + comment..start + end, TokenKind::Comment));
            }
            at += line.len();
        }
    };
    for (kind, place) in read_tokens(&slice) {
        add_comments(&mut found, last..place.start);
        last = place.end;
        let at = start + place.start;
        while events.next_if(|&event| index.range(event).start < at).is_some() {}
        let event = events.peek().filter(|&&event| index.range(event).start == at);
        let event = event.map(|&event| index.event(event).kind);
        let word = &slice[place.clone()];
        let kind = match (event, kind) {
            (Some(EventKind::Op), _) => TokenKind::Function,
            (Some(EventKind::BlockArgument | EventKind::RegionArgument), _) => TokenKind::Parameter,
            (_, Token::ValueId) => TokenKind::Variable,
            (_, Token::SymbolId) => TokenKind::Function,
            (_, Token::BlockId | Token::HashId) => TokenKind::Label,
            (_, Token::BangId) => TokenKind::Type,
            (_, Token::Integer | Token::Float) => TokenKind::Number,
            (_, Token::String) => TokenKind::String,
            (_, Token::BareId) if is_type(word) => TokenKind::Type,
            (_, Token::BareId) => TokenKind::Keyword,
            _ => continue,
        };
        found.push((at..start + place.end, kind));
    }
    add_comments(&mut found, last..slice.len());
    found
}

/// Whether a word is the name of a type of the language.
fn is_type(word: &str) -> bool {
    const TYPES: [&str; 8] =
        ["index", "none", "tensor", "memref", "vector", "complex", "tuple", "bf16"];
    let digits = word.trim_start_matches(['i', 'f', 's', 'u']);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    TYPES.contains(&word) || (is_number && digits.len() < word.len()) || word.starts_with("f8")
}

/// The types of the values that are defined in a range, where their lines do not say them.
pub(super) fn hints(
    index: &Index,
    analysis: &Analysis,
    text: &Text,
    range: Range<usize>,
) -> Vec<Hint> {
    let events = index.events_from(index.from(range.start));
    let within = events.take_while(|&event| index.range(event).start < range.end);
    let defined = within.filter(|&event| {
        matches!(index.event(event).kind, EventKind::Result | EventKind::RegionArgument)
    });
    // The place by which the IR is asked for the type, and the number of the result.
    let asked = |event: EventIndex| match index.event(event).kind {
        EventKind::Result => {
            let (op, number) = describe::result(index, event)?;
            Some((event, index.range(op).start, number))
        }
        _ => Some((event, index.range(event).start, 0)),
    };
    let asked: Vec<_> = defined.take(MOST_HINTS).filter_map(asked).collect();
    let types = analysis.types(asked.iter().map(|&(_, offset, _)| offset));
    let hint = |(event, offset, number): (EventIndex, usize, usize)| {
        let ty = types.get(&offset)?.get(number)?;
        let place = index.range(event);
        let line = text.line(text.line_of(place.start));
        let rest = line.rsplit(": ").next().unwrap_or_default();
        // An op that ends in its type says it.
        let is_said = rest.contains(ty) || line.contains(&format!(": {ty}"));
        (!is_said).then(|| Hint { offset: place.end, text: format!(": {ty}") })
    };
    asked.into_iter().filter_map(hint).collect()
}

/// The maximum number of values that get a hint at once.
const MOST_HINTS: usize = 500;

/// The regions of several lines, in a long text the first ones.
pub(super) fn folds(index: &Index) -> Vec<Range<usize>> {
    let mut folds = Vec::new();
    let mut open: Vec<EventIndex> = Vec::new();
    for place in index.events_from(EventIndex { piece: 0, event: 0 }) {
        match index.event(place).kind {
            EventKind::Open => open.push(place),
            EventKind::Close => {
                if let Some(start) = open.pop() {
                    folds.push(index.range(start).start..index.range(place).start);
                }
            }
            EventKind::Part => open.clear(),
            _ => {}
        }
        if folds.len() == MOST_FOLDS {
            break;
        }
    }
    // Regions that end after those.
    folds.extend(open.into_iter().filter_map(|start| {
        let end = index.end_of(start);
        let is_brace = index.is_event(end) && index.event(end).kind == EventKind::Close;
        is_brace.then(|| index.range(start).start..index.range(end).start)
    }));
    folds.sort_by_key(|range| range.start);
    // The line with the closing brace stays visible.
    folds.into_iter().map(|range| range.start..range.end.saturating_sub(1)).collect()
}

/// The symbols, each with those of its region; in a long text the first ones.
pub(super) fn symbols(index: &Index, text: &Text) -> Vec<Symbol> {
    let mut outline = Outline::of(index, text);
    for piece in 0..index.piece_count() {
        if outline.skips(piece) {
            continue;
        }
        for event in 0..index.piece(piece).events.len() {
            if !outline.event(EventIndex { piece, event }) {
                return outline.finish();
            }
        }
    }
    outline.finish()
}

/// The symbols of a text as it is walked over.
struct Outline<'t> {
    index: &'t Index,
    text: &'t Text,
    done: Vec<Symbol>,
    /// Symbols whose regions are open, each with the number of regions around it.
    open: Vec<(usize, Symbol)>,
    /// The number of regions that are open.
    depth: usize,
    count: usize,
    /// The last op, and its symbol if its region has not begun.
    op: Option<EventIndex>,
    symbol: Option<Symbol>,
}

impl<'t> Outline<'t> {
    fn of(index: &'t Index, text: &'t Text) -> Self {
        let (done, open) = (Vec::new(), Vec::new());
        Self { index, text, done, open, depth: 0, count: 0, op: None, symbol: None }
    }

    /// Passes over a piece without symbols, in which no symbol's region ends.
    fn skips(&mut self, piece: usize) -> bool {
        let piece = self.index.piece(piece);
        let lowest = self.depth.checked_sub(piece.closes);
        let stays_open =
            |lowest| self.open.last().is_none_or(|(around, _): &(usize, Symbol)| lowest > *around);
        let is_dull = !piece.has_symbol && !piece.has_part && self.symbol.is_none();
        let Some(lowest) = lowest.filter(|&lowest| is_dull && stays_open(lowest)) else {
            return false;
        };
        self.depth = lowest + piece.open.len();
        true
    }

    /// Takes note of an event; false if there are enough symbols.
    fn event(&mut self, place: EventIndex) -> bool {
        let range = self.index.range(place);
        match self.index.event(place).kind {
            EventKind::Op => {
                // An op without a region ends before the next.
                self.open_symbol();
                if self.open.last().is_some_and(|(around, _)| *around == self.depth) {
                    self.close(0);
                }
                self.op = Some(place);
            }
            EventKind::Symbol if self.count == MOST_SYMBOLS => return false,
            EventKind::Symbol => {
                self.count += 1;
                self.symbol = Some(self.symbol_at(place, range));
            }
            EventKind::Open => {
                self.open_symbol();
                self.depth += 1;
            }
            EventKind::Close => {
                self.depth = self.depth.saturating_sub(1);
                if self.open.last().is_some_and(|(around, _)| *around == self.depth) {
                    self.close(range.end);
                }
            }
            EventKind::Part => {
                while !self.open.is_empty() {
                    self.close(range.start);
                }
                self.depth = 0;
            }
            _ => {}
        }
        true
    }

    fn symbol_at(&self, place: EventIndex, range: Range<usize>) -> Symbol {
        let op_name = self.op.map_or("", |op| self.index.name(op).trim_matches('"'));
        let kind = match () {
            () if op_name.ends_with("module") => SymbolKind::Module,
            () if op_name.contains("func") => SymbolKind::Function,
            () => SymbolKind::Variable,
        };
        let name = self.index.name(place);
        let line = self.text.line(self.text.line_of(range.end));
        let rest = line.split(name).nth(1).unwrap_or_default();
        let detail = rest.trim_end_matches('{').trim().chars().take(80).collect();
        Symbol {
            name: super::pieces::bare(name).to_owned(),
            detail,
            kind,
            range: self.op.map_or(range.start, |op| self.index.range(op).start)..range.end,
            name_range: range,
            children: Vec::new(),
        }
    }

    fn open_symbol(&mut self) {
        if let Some(symbol) = self.symbol.take() {
            self.open.push((self.depth, symbol));
        }
    }

    /// Ends the region of the innermost symbol.
    fn close(&mut self, end: usize) {
        let Some((_, mut symbol)) = self.open.pop() else { return };
        symbol.range.end = end.max(symbol.range.end);
        match self.open.last_mut() {
            Some((_, parent)) => parent.children.push(symbol),
            None => self.done.push(symbol),
        }
    }

    fn finish(mut self) -> Vec<Symbol> {
        self.open_symbol();
        while !self.open.is_empty() {
            self.close(0);
        }
        self.done
    }
}
