//! Whether the iterations of a loop are independent: none accesses what another one writes.
//!
//! An iteration may have memory of its own, which is allocated and freed in it. Accesses to other
//! memory that is written are separated by one dimension: the subscripts of one iteration, of reads
//! and of writes, lie in an interval, and the interval of the next iteration lies after it. So rows
//! of a matrix, blocks of rows and every other element are recognised, whatever an iteration does
//! within its own part. Where no dimension separates them, their dependences are computed; a loop
//! whose iterations read a neighbour's written element is not independent.

use super::interval::Interval;
use super::iterations::LoopIterations;
use crate::ForOp;
use crate::dependence::{Places, carries_dependence, outer_accesses};
use mlir_lite::ir::{Body, ValueId};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The accesses of a loop to a memref.
#[derive(Default)]
struct Touched {
    is_written: bool,
    /// The intervals of the subscripts of all accesses, by dimension.
    intervals: Option<SmallVec<[Option<Interval>; 4]>>,
    places: Places,
}

impl Touched {
    fn add(&mut self, intervals: SmallVec<[Option<Interval>; 4]>, is_write: bool) {
        self.is_written |= is_write;
        self.intervals = Some(match self.intervals.take() {
            None => intervals,
            Some(known) => {
                known.into_iter().zip(intervals).map(|(a, b)| together(a?, b?)).collect()
            }
        });
    }
}

fn together(a: Interval, b: Interval) -> Option<Interval> {
    let (least, most) = (a.least.min(b.least), a.most.max(b.most));
    (a.terms == b.terms).then_some(Interval { least, most, ..a })
}

/// Whether the iterations of `this` may run in any order, and at the same time, in a run of
/// `around`: that loop, or an enclosing one whose other loops then run in each iteration. Values
/// that `this` carries are not looked at. `may_alias` says which memrefs may be the same memory.
pub(crate) fn is_independent(
    body: &Body,
    around: ForOp,
    this: ForOp,
    may_alias: &dyn Fn(ValueId, ValueId) -> bool,
) -> bool {
    let iterations = LoopIterations::new(body, around, this);
    let Some(memrefs) = touched(body, around, &iterations) else { return false };
    let (variable, step) = (this.induction_variable(body), i128::from(this.step_value(body)));
    let is_apart = |interval: &Option<Interval>| {
        interval.as_ref().is_some_and(|interval| {
            let stride = interval.factor(variable).checked_mul(step).map(i128::abs);
            stride.is_some_and(|stride| stride > interval.most - interval.least)
        })
    };
    memrefs.iter().filter(|(_, touched)| touched.is_written).all(|(&written, touched)| {
        let intervals = touched.intervals.as_ref();
        (intervals.is_some_and(|intervals| intervals.iter().any(is_apart))
            || !carries_dependence(body, around, this, &touched.places))
            && memrefs.keys().all(|&other| other == written || !may_alias(written, other))
    })
}

/// The accesses of a loop by memref. None if it does anything other than compute and access memory.
fn touched(
    body: &Body,
    around: ForOp,
    iterations: &LoopIterations<'_>,
) -> Option<BTreeMap<ValueId, Touched>> {
    let mut memrefs: BTreeMap<ValueId, Touched> = BTreeMap::new();
    for access in outer_accesses(body, around)? {
        let mut intervals = match &access.place.subscripts {
            Some(map) => iterations.of_map(map),
            None => {
                let rank = body.ty(access.memref).shape(body.context()).map_or(0, <[i64]>::len);
                SmallVec::from_elem(None, rank)
            }
        };
        for (place, size) in intervals.iter_mut().rev().zip(access.place.vector.iter().rev()) {
            if let Some(place) = place {
                place.most += i128::from(*size - 1);
            }
        }
        let of_memref = memrefs.entry(access.memref).or_default();
        of_memref.add(intervals, access.is_write);
        of_memref.places.add(body, access.place, access.is_write);
    }
    Some(memrefs)
}
