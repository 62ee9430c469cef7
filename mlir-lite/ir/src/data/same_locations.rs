//! Finds locations with the same text. They share one alias, and a fused location has one of them,
//! because they are the same location when parsed.
//!
//! The context has each location once, so two of them have the same text only if positions in a
//! loaded source are involved: with or without an extent, and written as line and column, they are
//! the same, and so are the locations that contain them.

use crate::data::Context;
use crate::data::ident::Ident;
use crate::data::location::{Location, LocationKind, UniquedLocation};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::hash_map::Entry;

/// The first locations with the text of the parts of a location.
type Firsts = SmallVec<[Location; 4]>;

/// A location with parts that are replaced by others with the same text.
#[derive(PartialEq, Eq, Hash)]
enum Written {
    CallSite(Location, Location),
    Uniqued(UniquedLocation),
}

/// The first location for each text.
pub(crate) struct SameLocations<'c> {
    ctx: &'c Context,
    /// Positions of a line and a column that have no location of their own.
    places: FxHashMap<(Ident, u32, u32), Location>,
    /// Locations whose parts have others with the same text, by those.
    written: FxHashMap<Written, Location>,
    /// The locations for which another one is printed.
    others: FxHashMap<Location, Location>,
    /// The locations with parts that are the first with their text: a bit for each, by
    /// [`Location::dense_place`].
    own: [Vec<u64>; 3],
}

impl<'c> SameLocations<'c> {
    pub(crate) fn new(ctx: &'c Context) -> Self {
        Self {
            ctx,
            places: FxHashMap::default(),
            written: FxHashMap::default(),
            others: FxHashMap::default(),
            own: [const { Vec::new() }; 3],
        }
    }

    /// The first location with the same text as this one. Does not recurse, because call sites nest
    /// as deep as calls do.
    pub(crate) fn first(&mut self, root: Location) -> Location {
        if let Some(known) = self.known(root) {
            return known;
        }
        let mut pending: SmallVec<[Location; 8]> = smallvec![root];
        let mut first = root;
        while let Some(&location) = pending.last() {
            let start = pending.len();
            let (mut firsts, mut is_first) = (Firsts::new(), true);
            parts(location.kind(self.ctx), |part| match self.known(part) {
                Some(known) => {
                    firsts.push(known);
                    is_first &= known == part;
                }
                None => pending.push(part),
            });
            if pending.len() == start {
                first = if is_first { location } else { self.rewritten(location, &firsts) };
                self.remember(location, first);
                pending.pop();
            }
        }
        first
    }

    /// The result of [`SameLocations::first`] where it is known or found at once.
    fn known(&mut self, location: Location) -> Option<Location> {
        if self.is_own(location) {
            return Some(location);
        }
        match location.kind(self.ctx) {
            LocationKind::Position(at) => Some(self.place(location, at)),
            LocationKind::Uniqued(&UniquedLocation::Range { at, .. }) => {
                Some(self.place(location, at))
            }
            LocationKind::Unknown
            | LocationKind::Uniqued(
                UniquedLocation::FileLineCol { .. } | UniquedLocation::FileRange { .. },
            ) => Some(location),
            LocationKind::Uniqued(_) | LocationKind::CallSite { .. } => {
                self.others.get(&location).copied()
            }
        }
    }

    /// Whether the location is known to be the first with its text.
    #[inline]
    fn is_own(&self, location: Location) -> bool {
        location.dense_place(self.ctx).is_some_and(|(table, index)| {
            let word = self.own[table].get(index / 64).copied().unwrap_or(0);
            word >> (index % 64) & 1 == 1
        })
    }

    /// The first location for a position in a loaded source.
    fn place(&mut self, location: Location, at: u32) -> Location {
        if let Some(&known) = self.others.get(&location) {
            return known;
        }
        let ctx = self.ctx;
        let first = match ctx.sources().line_col(at) {
            Some(place) => {
                let (file, line, column) = (ctx.ident(place.file.name()), place.line, place.col);
                let written = UniquedLocation::FileLineCol { file, line, column };
                ctx.find_location(&written)
                    .unwrap_or_else(|| *self.places.entry((file, line, column)).or_insert(location))
            }
            None => Location::UNKNOWN,
        };
        self.others.insert(location, first);
        first
    }

    fn remember(&mut self, location: Location, first: Location) {
        if first != location {
            self.others.insert(location, first);
        } else if let Some((table, index)) = location.dense_place(self.ctx) {
            let bits = &mut self.own[table];
            if bits.len() <= index / 64 {
                bits.resize(index / 64 + 1, 0);
            }
            bits[index / 64] |= 1 << (index % 64);
        }
    }

    /// The location that `location` is the same as, with these parts.
    fn rewritten(&mut self, location: Location, parts: &[Location]) -> Location {
        let ctx = self.ctx;
        let written = match (location.kind(ctx), parts) {
            (LocationKind::CallSite { .. }, &[callee, caller]) => Written::CallSite(callee, caller),
            (LocationKind::Uniqued(&UniquedLocation::Name { name, .. }), &[child]) => {
                Written::Uniqued(UniquedLocation::Name { name, child })
            }
            (LocationKind::Uniqued(&UniquedLocation::Fused { metadata, .. }), parts) => {
                Written::Uniqued(UniquedLocation::Fused { locations: parts.into(), metadata })
            }
            _ => return location,
        };
        let found = match &written {
            Written::CallSite(callee, caller) => ctx.find_call_site(*callee, *caller),
            Written::Uniqued(uniqued) => ctx.find_location(uniqued),
        };
        found.unwrap_or_else(|| match self.written.entry(written) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(entry) => *entry.insert(location),
        })
    }
}

/// Calls `visit` with the locations that one contains, in the order in which they are printed.
pub(crate) fn parts(kind: LocationKind<'_>, mut visit: impl FnMut(Location)) {
    match kind {
        LocationKind::CallSite { callee, caller } => {
            visit(callee);
            visit(caller);
        }
        LocationKind::Uniqued(UniquedLocation::Name { child, .. }) => visit(*child),
        LocationKind::Uniqued(UniquedLocation::Fused { locations, .. }) => {
            locations.iter().copied().for_each(visit);
        }
        _ => {}
    }
}
