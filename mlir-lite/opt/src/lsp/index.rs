//! The definitions of the names of a text, and their mentions.
//!
//! A value is visible in the region that defines it and in those inside; its region is found by
//! counting braces outwards. Pieces that were not touched by an edit keep their events, and pieces
//! without names are passed over as a whole, so that an answer takes a short time also in a text of
//! many megabytes.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mlir_lite::Context;
use mlir_lite_lsp::{Mention, Text};
use rustc_hash::FxHashMap;

use super::pieces::{Event, EventKind, Piece, bare};

/// The index of a text: a list of its pieces.
pub(crate) struct Index {
    ctx: Context,
    pieces: Vec<Arc<Indexed>>,
    starts: Vec<usize>,
}

/// A piece that is read when it is asked about for the first time.
struct Indexed {
    text: Arc<str>,
    piece: OnceLock<Piece>,
}

/// The place of an event: the indices of its piece, and of it in the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct EventIndex {
    pub(super) piece: usize,
    pub(super) event: usize,
}

/// Where a definition is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// In the region that begins at a brace, and in those inside.
    Region(EventIndex),
    /// In the whole part of the file.
    Part,
    /// Nowhere: an argument of a function that is only declared.
    Nowhere,
}

impl Index {
    /// Knows what `before` knows of the pieces that are the same.
    pub(super) fn new(text: &Text, before: Option<&Self>, ctx: &Context) -> Self {
        let old = before.map_or(&[][..], |before| &before.pieces);
        let same = |old: &Arc<Indexed>, new: &Arc<str>| Arc::ptr_eq(&old.text, new);
        let count = text.piece_count();
        let mut front = text.pieces().zip(old);
        let front =
            front.position(|((_, new), old)| !same(old, new)).unwrap_or(count.min(old.len()));
        let most = count.min(old.len()) - front;
        let mut back = text.pieces().rev().zip(old.iter().rev()).take(most);
        let back = back.position(|((_, new), old)| !same(old, new)).unwrap_or(most);
        let piece = |(index, (_, text)): (usize, (usize, &Arc<str>))| {
            if index < front {
                return Arc::clone(&old[index]);
            }
            if index >= count - back {
                return Arc::clone(&old[index + old.len() - count]);
            }
            Arc::new(Indexed { text: Arc::clone(text), piece: OnceLock::new() })
        };
        Self {
            ctx: ctx.clone(),
            pieces: text.pieces().enumerate().map(piece).collect(),
            starts: text.pieces().map(|(start, _)| start).collect(),
        }
    }

    /// Reads all pieces that were not read yet.
    pub(super) fn read_all(&self) {
        for index in 0..self.pieces.len() {
            self.piece(index);
        }
    }

    /// The number of pieces.
    pub(super) fn piece_count(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn piece(&self, index: usize) -> &Piece {
        let indexed = &self.pieces[index];
        indexed.piece.get_or_init(|| Piece::read(&indexed.text, &self.ctx))
    }

    fn text(&self, piece: usize) -> &str {
        &self.pieces[piece].text
    }

    /// The context with the dialects of the tool.
    pub(super) fn context(&self) -> &Context {
        &self.ctx
    }

    pub(super) fn event(&self, place: EventIndex) -> Event {
        self.piece(place.piece).events[place.event]
    }

    /// The range of an event in the text.
    pub(super) fn range(&self, place: EventIndex) -> Range<usize> {
        let range = self.event(place).range();
        let start = self.starts[place.piece];
        start + range.start..start + range.end
    }

    /// The text of an event.
    pub(super) fn name(&self, place: EventIndex) -> &str {
        &self.text(place.piece)[self.event(place).range()]
    }

    /// The text between an event and the next of its piece.
    pub(super) fn text_between(&self, place: EventIndex) -> &str {
        let events = &self.piece(place.piece).events;
        let end = events.get(place.event + 1).map(|next| next.start as usize);
        let text = self.text(place.piece);
        &text[self.event(place).range().end..end.unwrap_or(text.len())]
    }

    fn piece_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// The first event that does not begin before an offset.
    pub(super) fn from(&self, offset: usize) -> EventIndex {
        let piece = self.piece_at(offset);
        let start = self.starts[piece];
        let events = &self.piece(piece).events;
        let event = events.partition_point(|event| start + (event.start as usize) < offset);
        EventIndex { piece, event }
    }

    /// The events after a place, the one there first.
    pub(super) fn events_from(&self, place: EventIndex) -> impl Iterator<Item = EventIndex> {
        (place.piece..self.pieces.len()).flat_map(move |piece| self.of_piece_from(piece, place))
    }

    /// The events before a place, the last one first.
    pub(super) fn events_before(&self, place: EventIndex) -> impl Iterator<Item = EventIndex> {
        (0..=place.piece).rev().flat_map(move |piece| self.of_piece_before(piece, place))
    }

    fn of_piece_from(
        &self,
        piece: usize,
        place: EventIndex,
    ) -> impl Iterator<Item = EventIndex> + use<> {
        let first = if piece == place.piece { place.event } else { 0 };
        (first..self.piece(piece).events.len()).map(move |event| EventIndex { piece, event })
    }

    fn of_piece_before(
        &self,
        piece: usize,
        place: EventIndex,
    ) -> impl Iterator<Item = EventIndex> + use<> {
        let events = self.piece(piece).events.len();
        let end = if piece == place.piece { place.event.min(events) } else { events };
        (0..end).rev().map(move |event| EventIndex { piece, event })
    }

    /// The name at an offset, or the op.
    pub(super) fn at(&self, offset: usize) -> Option<EventIndex> {
        let touches = |place: &EventIndex| {
            let range = self.range(*place);
            (range.start..=range.end).contains(&offset)
        };
        let shown = |place: &EventIndex| {
            let kind = self.event(*place).kind;
            kind.is_name() || kind == EventKind::Op
        };
        let from = self.from(offset);
        let next = self.events_from(from).take(1);
        next.chain(self.events_before(from).take(2)).find(|place| shown(place) && touches(place))
    }

    /// The regions around a place, the innermost first: the places of their braces.
    pub(super) fn regions_around(&self, place: EventIndex) -> Vec<EventIndex> {
        let mut found = Vec::new();
        let mut closed = 0_usize;
        let piece = self.piece(place.piece);
        for event in (0..place.event.min(piece.events.len())).rev() {
            match piece.events[event].kind {
                EventKind::Close => closed += 1,
                EventKind::Open if closed > 0 => closed -= 1,
                EventKind::Open => found.push(EventIndex { piece: place.piece, event }),
                EventKind::Part => return found,
                _ => {}
            }
        }
        for index in (0..place.piece).rev() {
            let piece = self.piece(index);
            for &event in piece.open.iter().rev() {
                match closed {
                    0 => found.push(EventIndex { piece: index, event: event as usize }),
                    _ => closed -= 1,
                }
            }
            if piece.has_part {
                return found;
            }
            closed += piece.closes;
        }
        found
    }

    /// The brace that ends a region, or the end of the part of the file.
    pub(super) fn end_of(&self, region: EventIndex) -> EventIndex {
        let mut depth = 0_usize;
        for index in region.piece..self.pieces.len() {
            let piece = self.piece(index);
            let first = if index == region.piece { region.event } else { 0 };
            // A region that does not end in the piece.
            if first == 0 && depth > piece.closes && !piece.has_part {
                depth = depth - piece.closes + piece.open.len();
                continue;
            }
            for event in first..piece.events.len() {
                match piece.events[event].kind {
                    EventKind::Open => depth += 1,
                    EventKind::Close if depth <= 1 => return EventIndex { piece: index, event },
                    EventKind::Close => depth -= 1,
                    EventKind::Part if index > region.piece || event > region.event => {
                        return EventIndex { piece: index, event };
                    }
                    _ => {}
                }
            }
        }
        self.end()
    }

    /// Whether there is an event at a place, which may be the end of the text.
    pub(super) fn is_event(&self, place: EventIndex) -> bool {
        place.event < self.piece(place.piece).events.len()
    }

    fn end(&self) -> EventIndex {
        let piece = self.pieces.len() - 1;
        EventIndex { piece, event: self.piece(piece).events.len() }
    }

    /// The part of the file around a place.
    fn part(&self, place: EventIndex) -> Range<EventIndex> {
        let is_part = |at: &EventIndex| self.event(*at).kind == EventKind::Part;
        let has_part = |piece: usize| self.piece(piece).has_part;
        let mut before = (0..=place.piece)
            .rev()
            .filter(|&piece| has_part(piece))
            .flat_map(|piece| self.of_piece_before(piece, place));
        let mut after = (place.piece..self.pieces.len())
            .filter(|&piece| has_part(piece))
            .flat_map(|piece| self.of_piece_from(piece, place));
        let start = before.find(is_part).unwrap_or(EventIndex { piece: 0, event: 0 });
        start..after.find(is_part).unwrap_or_else(|| self.end())
    }

    /// The op whose region begins at a brace: the last one before it.
    pub(super) fn owner(&self, region: EventIndex) -> Option<EventIndex> {
        self.events_before(region).find(|&place| self.event(place).kind == EventKind::Op)
    }

    /// Where names of values and blocks that are visible at a place can be: the outermost region
    /// that is not a module's, with the op that it belongs to.
    fn body_around(&self, place: EventIndex) -> Range<EventIndex> {
        let regions = self.regions_around(place);
        let is_module = |region: &EventIndex| {
            self.owner(*region)
                .is_some_and(|op| self.name(op).trim_matches('"').ends_with("module"))
        };
        let body_of = |region| self.owner(region).unwrap_or(region)..self.end_of(region);
        match regions.iter().rev().find(|region| !is_module(region)) {
            Some(&region) => body_of(region),
            // The parentheses of a function, before its region begins.
            None => {
                let is_argument =
                    self.is_event(place) && self.event(place).kind == EventKind::RegionArgument;
                match is_argument.then(|| self.scope(place)) {
                    Some(Scope::Region(region)) => body_of(region),
                    _ => self.part(place),
                }
            }
        }
    }

    /// The mentions of a name in a range, in order.
    fn mentions<'i>(
        &'i self,
        name: &'i str,
        range: Range<EventIndex>,
    ) -> impl Iterator<Item = EventIndex> + 'i {
        (range.start.piece..=range.end.piece.min(self.pieces.len() - 1)).flat_map(move |piece| {
            let found = self.piece(piece).mentions(self.text(piece), name);
            let places = found.map(move |event| EventIndex { piece, event });
            places.filter({
                let range = range.clone();
                move |place| range.start <= *place && *place < range.end
            })
        })
    }

    /// The mentions of a name in a range that are nearest to a place: those before it, the last
    /// one first, and then those after it.
    fn nearest<'i>(
        &'i self,
        name: &'i str,
        place: EventIndex,
        range: Range<EventIndex>,
    ) -> impl Iterator<Item = EventIndex> + 'i {
        let after = place..range.end;
        let before = (range.start.piece..=place.piece).rev().flat_map(move |piece| {
            let found: Vec<usize> = self.piece(piece).mentions(self.text(piece), name).collect();
            let places = found.into_iter().rev().map(move |event| EventIndex { piece, event });
            places.filter({
                let range = range.clone();
                move |found| range.start <= *found && *found < place
            })
        });
        before.chain(self.mentions(name, after))
    }

    /// Where a definition is visible.
    pub(super) fn scope(&self, definition: EventIndex) -> Scope {
        if self.event(definition).kind == EventKind::RegionArgument {
            let ends = [EventKind::Open, EventKind::Op, EventKind::Part];
            let mut next = self.events_from(definition);
            let next = next.find(|&place| ends.contains(&self.event(place).kind));
            // A declaration has no region.
            let region = next.filter(|&place| self.event(place).kind == EventKind::Open);
            return region.map_or(Scope::Nowhere, Scope::Region);
        }
        let region = self.regions_around(definition).first().copied();
        region.map_or(Scope::Part, Scope::Region)
    }

    /// The definition of the name at a place: itself, if it is one.
    pub(super) fn definition(&self, place: EventIndex) -> Option<EventIndex> {
        match self.event(place).kind {
            EventKind::Use | EventKind::LabelUse => self.value(place),
            EventKind::AliasUse => {
                let mut found = self.mentions(self.name(place), self.part(place));
                found.find(|&found| self.event(found).kind == EventKind::Alias)
            }
            EventKind::SymbolUse | EventKind::NestedSymbolUse => self.symbol(place),
            kind => kind.is_definition().then_some(place),
        }
    }

    fn value(&self, place: EventIndex) -> Option<EventIndex> {
        let wants_label = self.event(place).kind == EventKind::LabelUse;
        let body = self.body_around(place);
        let candidates = self.nearest(self.name(place), place, body).filter(|&found| {
            let kind = self.event(found).kind;
            kind.is_definition() && (kind == EventKind::Label) == wants_label
        });
        let around = self.regions_around(place);
        self.innermost(&around, candidates.take(MOST_CANDIDATES).collect())
    }

    /// The definition that is visible in the innermost of the regions around a place; the first one
    /// of these.
    fn innermost(&self, around: &[EventIndex], candidates: Vec<EventIndex>) -> Option<EventIndex> {
        // The innermost region has the longest list of regions around it.
        let depth = |scope: Scope| match scope {
            Scope::Nowhere => None,
            Scope::Part => Some(0),
            Scope::Region(region) => {
                let at = around.iter().position(|around| *around == region)?;
                Some(around.len() - at)
            }
        };
        let visible = candidates
            .into_iter()
            .filter_map(|found| Some((depth(self.scope(found))?, std::cmp::Reverse(found))));
        visible.max().map(|(_, std::cmp::Reverse(found))| found)
    }

    fn symbol(&self, place: EventIndex) -> Option<EventIndex> {
        let part = self.part(place);
        let candidates = self.nearest(self.name(place), place, part);
        let mut found: Vec<EventIndex> = candidates
            .filter(|&found| self.event(found).kind == EventKind::Symbol)
            .take(MOST_CANDIDATES)
            .collect();
        if self.event(place).kind == EventKind::NestedSymbolUse {
            let outer = self.events_before(place).next()?;
            let outer = bare(self.name(outer)).to_owned();
            found.retain(|&found| {
                let region = self.regions_around(found).first().copied();
                let owner = region.and_then(|region| self.symbol_of(region));
                owner.is_some_and(|owner| bare(self.name(owner)) == outer)
            });
            return found.pop();
        }
        if found.len() < 2 {
            return found.pop();
        }
        // The innermost table around the reference.
        self.innermost(&self.regions_around(place), found)
    }

    /// The symbol that the op of a region defines.
    fn symbol_of(&self, region: EventIndex) -> Option<EventIndex> {
        let op = self.owner(region)?;
        let mut names = self.events_from(op).take_while(|&place| place < region);
        names.find(|&place| self.event(place).kind == EventKind::Symbol)
    }

    /// The mentions of the name at a place that mean the same, at most `limit`.
    pub(super) fn references(&self, place: EventIndex, limit: usize) -> Vec<Mention> {
        let Some(definition) = self.definition(place) else { return Vec::new() };
        let kind = self.event(definition).kind;
        let range = match kind {
            EventKind::Symbol | EventKind::Alias => self.part(definition),
            _ => self.body_around(definition),
        };
        let name = self.name(definition);
        let is_label = kind == EventKind::Label;
        let is_definition = |found: &EventIndex| {
            let found = self.event(*found).kind;
            found.is_definition() && (found == EventKind::Label) == is_label
        };
        let mention = |found: EventIndex| Mention {
            range: self.range(found),
            is_definition: self.event(found).kind.is_definition(),
        };
        // Only where a name has several definitions, it matters which one is meant.
        let all = || self.mentions(name, range.clone());
        if all().filter(is_definition).nth(1).is_none() {
            return all().take(limit).map(mention).collect();
        }
        let meant = self.meant(name, is_label, range.clone());
        let means_it = |found: &EventIndex| match self.event(*found).kind {
            EventKind::NestedSymbolUse => self.definition(*found) == Some(definition),
            _ => meant.get(found) == Some(&definition),
        };
        all().filter(means_it).take(limit).map(mention).collect()
    }

    /// For each mention of a name in a range, the definition that it means: one walk over the
    /// range, however many definitions there are.
    fn meant(
        &self,
        name: &str,
        is_label: bool,
        range: Range<EventIndex>,
    ) -> FxHashMap<EventIndex, EventIndex> {
        // The regions by number, each with the one around it; the range itself is the first.
        let mut around = vec![0];
        let mut region = 0;
        let mut argument = None;
        let mut defined = FxHashMap::<usize, EventIndex>::default();
        let mut mentioned = Vec::new();
        for place in self.events_from(range.start).take_while(|&place| place < range.end) {
            let kind = self.event(place).kind;
            match kind {
                EventKind::Open => {
                    around.push(region);
                    region = around.len() - 1;
                    if let Some(argument) = argument.take() {
                        defined.insert(region, argument);
                    }
                    continue;
                }
                EventKind::Close => {
                    region = around[region];
                    continue;
                }
                // A declaration has no region.
                EventKind::Op => argument = None,
                _ => {}
            }
            if !kind.is_name() || bare(self.name(place)) != bare(name) {
                continue;
            }
            match kind {
                EventKind::RegionArgument => {
                    argument = Some(place);
                    mentioned.push((place, None));
                }
                _ if kind.is_definition() && (kind == EventKind::Label) == is_label => {
                    let first = *defined.entry(region).or_insert(place);
                    mentioned.push((place, (first != place).then_some(region)));
                }
                _ => mentioned.push((place, Some(region))),
            }
        }
        let resolve = |(place, region): (EventIndex, Option<usize>)| {
            // A definition means itself.
            let Some(mut region) = region.filter(|_| !self.event(place).kind.is_definition())
            else {
                return Some((place, place));
            };
            loop {
                if let Some(&found) = defined.get(&region) {
                    return Some((place, found));
                }
                if region == 0 {
                    return None;
                }
                region = around[region];
            }
        };
        mentioned.into_iter().filter_map(resolve).collect()
    }

    /// Whether something of this name is defined where the name at a place is used.
    pub(super) fn is_taken(&self, place: EventIndex, name: &str) -> bool {
        let Some(definition) = self.definition(place) else { return false };
        let range = match self.event(definition).kind {
            EventKind::Symbol | EventKind::Alias => self.part(definition),
            _ => self.body_around(definition),
        };
        let mut found = self.mentions(name, range);
        found.any(|found| self.event(found).kind.is_definition() && found != definition)
    }

    /// The symbols or aliases that can be named at a place, some of them if there are many.
    pub(super) fn visible_everywhere(&self, place: EventIndex, kind: EventKind) -> Vec<EventIndex> {
        let range = self.part(place);
        let events = self.events_from(range.start).take_while(|&found| found < range.end);
        let found = events.filter(|&found| self.event(found).kind == kind);
        found.take(MOST_PROPOSALS).collect()
    }

    /// The values that are visible at a place and whose names begin with the text after `%`: the
    /// nearest ones, if there are many. Definitions in the line that begins at an offset are left
    /// out: that line is being written.
    pub(super) fn visible_values(
        &self,
        place: EventIndex,
        line: usize,
        written: &str,
    ) -> Vec<EventIndex> {
        let start = self.body_around(place).start;
        let mut found = Vec::new();
        // The number of regions that end before the place and were not left yet; and whether the
        // arguments that come next belong to a region around the place.
        let (mut closed, mut is_around) = (0_usize, false);
        for event in self.events_before(place).take_while(|&event| event >= start) {
            let is_visible = match self.event(event).kind {
                EventKind::Close => {
                    closed += 1;
                    false
                }
                EventKind::Open => {
                    is_around = closed == 0;
                    closed = closed.saturating_sub(1);
                    false
                }
                EventKind::Op => {
                    is_around = false;
                    false
                }
                EventKind::RegionArgument => is_around,
                EventKind::Result => closed == 0 && self.range(event).start < line,
                EventKind::BlockArgument => closed == 0,
                _ => false,
            };
            if is_visible && self.name(event)[1..].starts_with(written) {
                found.push(event);
                if found.len() == MOST_PROPOSALS {
                    break;
                }
            }
        }
        found
    }

    /// The blocks of the region around a place.
    pub(super) fn visible_blocks(&self, place: EventIndex) -> Vec<EventIndex> {
        let range = match self.regions_around(place).first() {
            Some(&region) => region..self.end_of(region),
            None => self.part(place),
        };
        let mut depth = 0_usize;
        let events = self.events_from(range.start).take_while(|&found| found < range.end);
        let labels = events.filter(|&found| {
            match self.event(found).kind {
                EventKind::Open => depth += 1,
                EventKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.event(found).kind == EventKind::Label && depth <= 1
        });
        labels.take(MOST_PROPOSALS).collect()
    }
}

/// The maximum number of names that are proposed.
const MOST_PROPOSALS: usize = 500;

/// The maximum number of definitions of a name that are looked at, the nearest first: a text that
/// is broken may have any number that could be meant.
const MOST_CANDIDATES: usize = 64;
