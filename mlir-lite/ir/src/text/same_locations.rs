//! Finds locations with the same text. They share one alias, because they are the same location
//! when parsed.
//!
//! Positions in a loaded source, with or without an extent, and positions given only as line and
//! column may be the same; so may the locations that contain them.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::data::location::{Location, LocationKind, UniquedLocation};
use rustc_hash::FxHashMap;

/// The printed parts of a location. Nested locations are replaced by the first location with the
/// same text.
#[derive(PartialEq, Eq, Hash)]
enum Written {
    Unknown,
    Place(Ident, u32, u32),
    Name(Ident, Location),
    CallSite(Location, Location),
    Fused(Box<[Location]>, Option<Attribute>),
    Other(Location),
}

/// The first location for each text.
pub(super) struct SameLocations<'c> {
    ctx: &'c Context,
    first: FxHashMap<Written, Location>,
    known: FxHashMap<Location, Location>,
}

impl<'c> SameLocations<'c> {
    pub(super) fn new(ctx: &'c Context) -> Self {
        Self { ctx, first: FxHashMap::default(), known: FxHashMap::default() }
    }

    /// The first location with the same text as this one. Does not recurse, because call sites nest
    /// as deep as calls do.
    pub(super) fn first(&mut self, root: Location) -> Location {
        let mut pending = vec![(root, false)];
        while let Some((location, are_parts_known)) = pending.pop() {
            if self.known.contains_key(&location) {
                continue;
            }
            let parts = parts(self.ctx, location);
            if !are_parts_known && !parts.is_empty() {
                pending.push((location, true));
                pending.extend(parts.into_iter().map(|part| (part, false)));
                continue;
            }
            let written = self.written(location);
            let first = *self.first.entry(written).or_insert(location);
            self.known.insert(location, first);
        }
        self.known.get(&root).copied().unwrap_or(root)
    }

    fn written(&self, location: Location) -> Written {
        let same = |part: &Location| self.known.get(part).copied().unwrap_or(*part);
        match location.kind(self.ctx) {
            LocationKind::Unknown => Written::Unknown,
            LocationKind::Position(position)
            | LocationKind::Uniqued(&UniquedLocation::Range { at: position, .. }) => {
                match self.ctx.sources().line_col(position) {
                    Some(place) => {
                        Written::Place(self.ctx.ident(place.file.name()), place.line, place.col)
                    }
                    None => Written::Unknown,
                }
            }
            LocationKind::Uniqued(UniquedLocation::FileLineCol { file, line, column }) => {
                Written::Place(*file, *line, *column)
            }
            LocationKind::Uniqued(UniquedLocation::FileRange { .. }) => Written::Other(location),
            LocationKind::Uniqued(UniquedLocation::Name { name, child }) => {
                Written::Name(*name, same(child))
            }
            LocationKind::CallSite { callee, caller } => {
                Written::CallSite(same(&callee), same(&caller))
            }
            LocationKind::Uniqued(UniquedLocation::Fused { locations, metadata }) => {
                Written::Fused(locations.iter().map(same).collect(), *metadata)
            }
        }
    }
}

/// The locations that a location contains.
fn parts(ctx: &Context, location: Location) -> Vec<Location> {
    match location.kind(ctx) {
        LocationKind::CallSite { callee, caller } => vec![callee, caller],
        LocationKind::Uniqued(UniquedLocation::Name { child, .. }) => vec![*child],
        LocationKind::Uniqued(UniquedLocation::Fused { locations, .. }) => locations.to_vec(),
        _ => vec![],
    }
}
