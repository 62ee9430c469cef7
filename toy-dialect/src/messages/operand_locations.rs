//! Source locations of operands.
//!
//! A value has the location of the op that defines it, which may be far from the expression that
//! uses it: `n` in `0:n` is a parameter, or was computed lines before, or in another function. An
//! op whose errors are about one of its operands therefore stores the locations of these
//! expressions in its own location, as a fused location. Inlining keeps them; code that reads only
//! the op's own location finds that first.

use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{LocationKind, UniquedLocation};

/// The metadata of a fused location with those of operands.
const USES: &str = "operands";

/// The location of an op at `own`, with the locations of its last operands. Each has its operand's
/// distance from the last one as a name: equal locations in a fused one are merged, and unknown
/// ones are dropped.
pub(crate) fn with_uses(ctx: &Context, own: Location, uses: &[Location]) -> Location {
    let named = uses.iter().rev().enumerate().filter(|(_, use_)| **use_ != Location::UNKNOWN).map(
        |(distance, use_)| {
            let name = ctx.ident(&distance.to_string());
            ctx.location(UniquedLocation::Name { name, child: *use_ })
        },
    );
    let mut locations: Vec<Location> = named.collect();
    locations.extend(Some(own).filter(|own| *own != Location::UNKNOWN));
    locations.reverse();
    let metadata = Some(ctx.string_attr(USES));
    ctx.location(UniquedLocation::Fused { locations: locations.into(), metadata })
}

/// The location of an operand's expression: from the op's location if it has it, else where the
/// value is defined, else the op.
pub(crate) fn place_of(op: OpRef<'_>, operand: usize) -> Location {
    written(op, operand).unwrap_or_else(|| {
        let value = op.operand(operand);
        op.body().defining_op(value).map_or(op.location(), |id| op.body().location(id))
    })
}

/// The location of an operand's expression, if the op's location has it.
pub(crate) fn written(op: OpRef<'_>, operand: usize) -> Option<Location> {
    written_from_last(op, op.num_operands().checked_sub(operand + 1)?)
}

/// The location of the operand that had this many operands after it when the op was created, if the
/// op's location has it. Numbers are removed from the operands when they are resolved.
pub(crate) fn written_from_last(op: OpRef<'_>, distance: usize) -> Option<Location> {
    let named = uses_of(op)?;
    named.into_iter().find_map(|(other, location)| (other == distance).then_some(location))
}

/// The number of operands when the op was created, counted from the first one whose location is
/// stored.
pub(crate) fn written_operands(op: OpRef<'_>) -> usize {
    uses_of(op).into_iter().flatten().map(|(distance, _)| distance + 1).max().unwrap_or(0)
}

/// The locations of operands stored in an op's location, with the number of operands after each.
fn uses_of(op: OpRef<'_>) -> Option<Vec<(usize, Location)>> {
    let ctx = op.context();
    let mut location = op.location();
    loop {
        location = match location.kind(ctx) {
            LocationKind::CallSite { callee, .. } => callee,
            LocationKind::Uniqued(UniquedLocation::Name { child, .. }) => *child,
            LocationKind::Uniqued(UniquedLocation::Fused { locations, metadata })
                if metadata.is_some_and(|metadata| metadata.as_str(ctx) == Some(USES)) =>
            {
                let named = |location: &Location| match location.kind(ctx) {
                    LocationKind::Uniqued(UniquedLocation::Name { name, child }) => {
                        Some((name.text(ctx).parse().ok()?, *child))
                    }
                    _ => None,
                };
                return Some(locations.iter().filter_map(named).collect());
            }
            _ => return None,
        };
    }
}
