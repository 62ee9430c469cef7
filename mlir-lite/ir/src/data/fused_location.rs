//! Locations of ops that take the place of several.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::location::{Location, LocationKind, UniquedLocation};
use crate::data::same_locations::SameLocations;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Known locations in the order in which they were added, each once.
#[derive(Default)]
struct DistinctLocations {
    order: SmallVec<[Location; 8]>,
    /// The same as a set, once there are many.
    known: FxHashSet<Location>,
}

impl DistinctLocations {
    fn insert(&mut self, location: Location) {
        if location != Location::UNKNOWN && self.is_new(location) {
            self.order.push(location);
        }
    }

    fn is_new(&mut self, location: Location) -> bool {
        const FEW: usize = 8;
        if self.order.len() < FEW {
            return !self.order.contains(&location);
        }
        if self.known.is_empty() {
            self.known.extend(self.order.iter().copied());
        }
        self.known.insert(location)
    }
}

impl Context {
    /// A location for an op that stands for several. Fused locations with the same metadata are
    /// flattened, duplicates and unknown locations are dropped. A single remaining location is
    /// returned as it is, unless there is metadata.
    pub fn fused_location(&self, locations: &[Location], metadata: Option<Attribute>) -> Location {
        self.fused_of_distinct(self.distinct_locations(locations, metadata), metadata)
    }

    /// Like [`Context::fused_location`], for an op that replaces others, but keeps only the first
    /// of many locations. Otherwise, in a long chain of rewrites, each op would have the locations
    /// of all before it.
    #[doc(hidden)]
    pub fn fused_location_of_replaced(&self, locations: &[Location]) -> Location {
        const MAX: usize = 64;
        let mut distinct = self.distinct_locations(locations, None);
        distinct.truncate(MAX);
        self.fused_of_distinct(distinct, None)
    }

    fn distinct_locations(
        &self,
        locations: &[Location],
        metadata: Option<Attribute>,
    ) -> SmallVec<[Location; 8]> {
        let mut distinct = DistinctLocations::default();
        for &location in locations {
            match location.kind(self) {
                LocationKind::Uniqued(UniquedLocation::Fused { locations, metadata: other })
                    if *other == metadata =>
                {
                    locations.iter().for_each(|&location| distinct.insert(location));
                }
                _ => distinct.insert(location),
            }
        }
        let mut order = distinct.order;
        if order.len() > 1 && self.may_have_the_same_text(&order) {
            let mut same = SameLocations::new(self);
            let mut texts = FxHashSet::default();
            order.retain(|location| {
                let first = same.first(*location);
                first != Location::UNKNOWN && texts.insert(first)
            });
        }
        order
    }

    /// Whether distinct locations may be printed alike. Positions in one file are not, and neither
    /// are those that are written as lines and columns.
    fn may_have_the_same_text(&self, distinct: &[Location]) -> bool {
        let all = |is_one: fn(&LocationKind<'_>) -> bool| {
            distinct.iter().all(|location| is_one(&location.kind(self)))
        };
        let are_positions = all(|kind| matches!(kind, LocationKind::Position(_)));
        let are_written = all(|kind| {
            use UniquedLocation::{FileLineCol, FileRange};
            matches!(kind, LocationKind::Uniqued(FileLineCol { .. } | FileRange { .. }))
        });
        !(are_written || are_positions && self.sources().len() <= 1)
    }

    fn fused_of_distinct(
        &self,
        mut distinct: SmallVec<[Location; 8]>,
        metadata: Option<Attribute>,
    ) -> Location {
        match (&distinct[..], metadata) {
            ([], None) => return Location::UNKNOWN,
            (&[location], None) => return location,
            ([], Some(_)) => distinct.push(Location::UNKNOWN),
            _ => {}
        }
        self.location(UniquedLocation::Fused { locations: distinct.into_vec().into(), metadata })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mlir_lite_diagnostics::Span;

    #[test]
    fn fused_locations_are_flat_and_distinct() {
        let ctx = Context::new();
        let at = Location::position;
        let fused = ctx.fused_location(&[at(1), at(2)], None);
        assert_eq!(ctx.fused_location(&[fused, at(2), Location::UNKNOWN, at(1)], None), fused);
        assert_eq!(ctx.fused_location(&[at(1), at(1)], None), at(1));
        assert_eq!(ctx.fused_location(&[], None), Location::UNKNOWN);
        let named = ctx.fused_location(&[fused], Some(Attribute::UNIT));
        assert_ne!(named, fused);
        assert_eq!(ctx.fused_location(&[named], None), named);
    }

    /// They are one location when the text is read back.
    #[test]
    fn locations_that_print_alike_are_fused_once() {
        let ctx = Context::new();
        let file = ctx.sources().add("a.toy", "one\ntwo\n".to_owned()).unwrap();
        let at = |offset| Location::position(file.base() + offset);
        let range = |from, to| {
            ctx.range_location(file.base() + from, Span::new(file.base() + from, file.base() + to))
        };
        let written = ctx.file_location("a.toy", 2, 1);
        let distinct = ctx.fused_location(&[at(0), range(4, 7)], None);
        for same in [at(4), range(4, 5), range(4, 7), written] {
            assert_eq!(ctx.fused_location(&[same, range(4, 7)], None), same);
            assert_eq!(ctx.fused_location(&[at(0), range(4, 7), same], None), distinct);
            let (inner, outer) = (ctx.name_location("n", same), ctx.name_location("n", at(4)));
            assert_eq!(ctx.fused_location(&[inner, outer], None), inner);
            let call = |location| ctx.call_site_location(location, at(0));
            assert_eq!(ctx.fused_location(&[call(same), call(at(4))], None), call(same));
        }
        assert_ne!(ctx.fused_location(&[at(0), at(4)], None), at(0));
        let again = ctx.sources().add("a.toy", "one\ntwo\n".to_owned()).unwrap();
        let again = Location::position(again.base());
        assert_eq!(ctx.fused_location(&[at(0), again], None), at(0));
    }

    #[test]
    #[cfg_attr(miri, ignore = "a chain that is long enough to be cut takes Miri many minutes")]
    fn a_chain_of_rewrites_has_the_locations_of_its_begin() {
        let ctx = Context::new();
        let fused: Vec<Location> = (1..=1000)
            .scan(Location::UNKNOWN, |fused, number| {
                *fused = ctx.fused_location_of_replaced(&[*fused, Location::position(number)]);
                Some(*fused)
            })
            .collect();
        assert_eq!(fused.last(), fused.get(63));
        assert_ne!(fused[63], fused[62]);
    }
}
