//! Locations: where an op comes from, as a 32-bit handle.
//!
//! Most locations are positions in a loaded source and hold nothing but the
//! position: lines and columns are computed when they are printed.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::call_sites;
use crate::data::ident::Ident;
use mlir_lite_diagnostics::{Position, Span};
use std::ops::Range;

/// A location.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(u32);

/// Handles from here on are numbers of uniqued locations; smaller ones are positions.
const UNIQUED: u32 = 1 << 31;

/// Handles from here on are numbers of call sites.
const CALL_SITES: u32 = 3 << 30;

/// The kinds of locations.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LocationKind<'c> {
    /// Not known.
    Unknown,
    /// A position in the context's source map.
    Position(u32),
    /// One of the locations that the context uniques.
    Uniqued(&'c UniquedLocation),
    /// `callsite(callee at caller)`. Stored separately, because each inlined op has one and they
    /// are smaller than other locations.
    CallSite {
        /// The location in the inlined function.
        callee: Location,
        /// The call.
        caller: Location,
    },
}

/// The kinds of location that need more than a position.
#[derive(PartialEq, Eq, Hash, Debug)]
pub enum UniquedLocation {
    /// A range in the source map. Prints as the position `at`; diagnostics show the whole range.
    Range {
        /// The position that is printed in dumps.
        at: u32,
        /// Extent.
        span: Span,
    },
    /// `"file":line:column`, in a file that need not be loaded.
    FileLineCol {
        /// The file's name.
        file: Ident,
        /// Line, from 1.
        line: u32,
        /// Column in bytes, from 1.
        column: u32,
    },
    /// `"file":line:column to end_line:end_column`
    FileRange {
        /// The file's name.
        file: Ident,
        /// Line and column of the start.
        start: (u32, u32),
        /// Line and column where it ends.
        end: (u32, u32),
    },
    /// `"name"(child)`
    Name {
        /// The name.
        name: Ident,
        /// The location that is named. May be unknown.
        child: Location,
    },
    /// `fused<metadata>[a, b]`
    Fused {
        /// The locations.
        locations: Box<[Location]>,
        /// Metadata, such as the name of the pass that fused them.
        metadata: Option<Attribute>,
    },
}

impl Location {
    /// `loc(unknown)`
    pub const UNKNOWN: Self = Self(0);

    /// A position in the context's source map.
    pub fn position(position: u32) -> Self {
        assert!(position < UNIQUED, "source maps end below 2^31");
        Self(position)
    }

    /// Returns the kind of the location.
    pub fn kind(self, ctx: &Context) -> LocationKind<'_> {
        match self.0 {
            0 => LocationKind::Unknown,
            position if position < UNIQUED => LocationKind::Position(position),
            handle if handle < CALL_SITES => {
                LocationKind::Uniqued(ctx.data().locations.get(handle - UNIQUED))
            }
            handle => {
                let (callee, caller) = ctx.data().call_sites.get(handle - CALL_SITES);
                LocationKind::CallSite { callee, caller }
            }
        }
    }

    /// Where to keep something about a location with parts: one of three dense tables, and an index
    /// there.
    pub(crate) fn dense_place(self, ctx: &Context) -> Option<(usize, usize)> {
        if let Some(number) = self.0.checked_sub(CALL_SITES) {
            let (table, index) = ctx.data().call_sites.dense_place(number);
            return Some((1 + table, index));
        }
        let number = self.0.checked_sub(UNIQUED)?;
        Some((0, ctx.data().locations.dense_index(number)))
    }

    /// The position that a diagnostic with this location shows: for a call site, the position in
    /// the callee; for a fused location, the first position.
    pub fn to_position(self, ctx: &Context) -> Position {
        let mut location = self;
        loop {
            location = match location.kind(ctx) {
                LocationKind::Unknown => return Position::Unknown,
                LocationKind::Position(position) => return Position::Span(Span::at(position)),
                LocationKind::Uniqued(UniquedLocation::Range { span, .. }) => {
                    return Position::Span(*span);
                }
                LocationKind::Uniqued(UniquedLocation::FileLineCol { file, line, column }) => {
                    return Position::FileLineCol {
                        file: file.text(ctx).into(),
                        line: *line,
                        col: *column,
                    };
                }
                LocationKind::Uniqued(UniquedLocation::FileRange {
                    file,
                    start: (line, col),
                    ..
                }) => {
                    return Position::FileLineCol {
                        file: file.text(ctx).into(),
                        line: *line,
                        col: *col,
                    };
                }
                LocationKind::Uniqued(UniquedLocation::Name { child, .. }) => *child,
                LocationKind::CallSite { callee, .. } => callee,
                LocationKind::Uniqued(UniquedLocation::Fused { locations, .. }) => {
                    match locations.iter().find(|l| **l != Self::UNKNOWN) {
                        Some(first) => *first,
                        None => return Position::Unknown,
                    }
                }
            };
        }
    }

    /// The calls through which this location was inlined, innermost first.
    ///
    /// A function with inlined calls may be inlined itself, so call sites nest in the callee as
    /// well as in the caller.
    pub fn call_chain(self, ctx: &Context) -> Vec<Location> {
        let mut chain = Vec::new();
        // Locations to visit, each with whether it is a caller.
        let mut pending = vec![(self, false)];
        while let Some((location, is_call)) = pending.pop() {
            if is_call {
                chain.push(location);
            }
            if let LocationKind::CallSite { callee, caller } = location.kind(ctx) {
                pending.push((caller, true));
                pending.push((callee, false));
            }
        }
        chain
    }
}

impl Context {
    /// The handle of `location`.
    pub fn location(&self, location: UniquedLocation) -> Location {
        handle(UNIQUED..CALL_SITES, self.data().locations.intern(location))
    }

    /// The handle of `location`, if it has one.
    pub(crate) fn find_location(&self, location: &UniquedLocation) -> Option<Location> {
        let number = self.data().locations.number_of(location)?;
        Some(handle(UNIQUED..CALL_SITES, number))
    }

    /// As [`Context::call_site_location`], if that location has a handle.
    pub(crate) fn find_call_site(&self, callee: Location, caller: Location) -> Option<Location> {
        let number = self.data().call_sites.find(callee, caller)?;
        Some(handle(CALL_SITES..u32::MAX, number))
    }

    /// A range that prints as the position `at`.
    pub fn range_location(&self, at: u32, span: Span) -> Location {
        self.location(UniquedLocation::Range { at, span })
    }

    /// `"file":line:column`
    pub fn file_location(&self, file: &str, line: u32, column: u32) -> Location {
        self.location_in_file(self.ident(file), line, column)
    }

    /// As [`Context::file_location`], of a file with a known name.
    pub(crate) fn location_in_file(&self, file: Ident, line: u32, column: u32) -> Location {
        self.location(UniquedLocation::FileLineCol { file, line, column })
    }

    /// `"file":line:column to end_line:end_column`. If the range is empty, this is
    /// [`Context::file_location`].
    pub fn file_range_location(&self, file: &str, start: (u32, u32), end: (u32, u32)) -> Location {
        if start == end {
            return self.file_location(file, start.0, start.1);
        }
        self.location(UniquedLocation::FileRange { file: self.ident(file), start, end })
    }

    /// `"name"("file":line:column)`: a name for what is at another location.
    pub fn name_location(&self, name: &str, child: Location) -> Location {
        self.location(UniquedLocation::Name { name: self.ident(name), child })
    }

    /// The location of an op that was at `callee` before the call at `caller` was inlined.
    pub fn call_site_location(&self, callee: Location, caller: Location) -> Location {
        handle(CALL_SITES..u32::MAX, self.data().call_sites.intern(callee, caller))
    }
}

/// The locations of the ops in a function and of its block arguments.
#[doc(hidden)]
pub type CalleeLocations = call_sites::CalleeLocations<Location>;

/// The locations of the ops that one call inlines.
#[doc(hidden)]
pub struct CallSiteLocations<'a> {
    callees: &'a CalleeLocations,
    caller: Location,
    /// The number of the first callee's call site, if the others are consecutive.
    first: Option<u32>,
    /// The index of the callee location that comes next if ops are visited in source order.
    next: usize,
}

impl<'a> CallSiteLocations<'a> {
    /// For a call at `caller` of a function with ops at `callees`.
    #[doc(hidden)]
    pub fn new(ctx: &Context, callees: &'a CalleeLocations, caller: Location) -> Self {
        Self { callees, caller, first: ctx.data().call_sites.intern_all(callees, caller), next: 0 }
    }

    /// The location of an op that was at `callee`.
    #[doc(hidden)]
    pub fn of(&mut self, ctx: &Context, callee: Location) -> Location {
        let is_next = self.callees.get(self.next) == Some(&callee);
        let place = if is_next { Ok(self.next) } else { self.callees.binary_search(&callee) };
        match (self.first, place) {
            (Some(first), Ok(place)) => {
                self.next = place + 1;
                handle(CALL_SITES..u32::MAX, first + place as u32)
            }
            _ => ctx.call_site_location(callee, self.caller),
        }
    }
}

/// The location with a number, among those whose handles are in a range.
fn handle(handles: Range<u32>, number: u32) -> Location {
    assert!(number < handles.end - handles.start, "a context has at most 2^29 locations of a kind");
    Location(handles.start + number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn call_chains_go_through_callees_and_callers() {
        let ctx = Context::new();
        let at = Location::position;
        let inner = ctx.call_site_location(at(1), at(2));
        assert_eq!(ctx.call_site_location(inner, at(3)).call_chain(&ctx), [at(2), at(3)]);
        let outer = ctx.call_site_location(at(2), at(3));
        assert_eq!(ctx.call_site_location(at(1), outer).call_chain(&ctx), [outer, at(3)]);
        assert_eq!(at(1).call_chain(&ctx), []);
    }
}
