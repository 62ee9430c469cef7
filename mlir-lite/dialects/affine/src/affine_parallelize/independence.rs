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
use crate::dependence::{Place, Places, carries_dependence};
use crate::loop_utils::is_outside;
use crate::operands::MapOperands;
use crate::subscripts::Access;
use crate::{ForOp, VectorLoadOp, VectorStoreOp};
use mlir_lite::dialects::standard::{AllocOp, DeallocOp, GetGlobalMemrefOp};
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface};
use mlir_lite::ir::{Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::types::TypeKind;
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

/// An access of a loop to memory that is not its own.
pub(crate) struct OuterAccess {
    pub(crate) memref: ValueId,
    pub(crate) place: Place,
    pub(crate) is_write: bool,
}

/// The accesses of a loop to outer memrefs, in order. None if it does anything other than compute
/// and access memory.
pub(crate) fn outer_accesses(body: &Body, around: ForOp) -> Option<Vec<OuterAccess>> {
    let mut accesses = Vec::new();
    let is_inside = |memref| !is_outside(body, memref, around.id());
    let is_own = |memref: ValueId| is_inside(memref) && AllocOp::defining(body, memref).is_some();
    for op in body.pre_order(around.id()) {
        if let Some((memref, map, vector, is_write)) = access(body, op) {
            if is_own(memref) {
                continue;
            }
            if is_inside(memref) && GetGlobalMemrefOp::defining(body, memref).is_none() {
                return None;
            }
            // With a layout, different subscripts may be the same element.
            let kind = body.ty(memref).kind(body.context());
            let is_plain = matches!(kind, TypeKind::MemRef { layout: None, .. });
            let subscripts = is_plain.then_some(map);
            let place = Place { op, subscripts, vector };
            accesses.push(OuterAccess { memref, place, is_write });
        } else if DeallocOp::is(body, op) {
            is_own(body.operand(op, 0)).then_some(())?;
        } else if !AllocOp::is(body, op) {
            for memref in memrefs_read(body, op)? {
                if is_own(memref) {
                    continue;
                }
                if is_inside(memref) {
                    return None;
                }
                let (subscripts, vector) = (None, SmallVec::new());
                let place = Place { op, subscripts, vector };
                accesses.push(OuterAccess { memref, place, is_write: false });
            }
        }
    }
    Some(accesses)
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

/// The memref of an access, its subscripts, the shape of the accessed vector, and whether it is a
/// write.
fn access(body: &Body, op: OpId) -> Option<(ValueId, MapOperands, SmallVec<[i64; 2]>, bool)> {
    let ctx = body.context();
    if let Some(access) = Access::cast(body, op) {
        return Some((
            access.memref(body),
            access.map_operands(body),
            SmallVec::new(),
            access.is_store(),
        ));
    }
    let (memref, indices, map, vector, is_write) = if let Some(load) = VectorLoadOp::cast(body, op)
    {
        (load.memref(body), load.indices(body), load.map(body), load.result(body), false)
    } else {
        let store = VectorStoreOp::cast(body, op)?;
        (store.memref(body), store.indices(body), store.map(body), store.value(body), true)
    };
    let shape = body.ty(vector).static_shape(ctx)?;
    Some((memref, MapOperands::new(map, &indices), shape.into(), is_write))
}

/// The memrefs that an op reads, if it has no other effects on memory; nested ops are checked
/// separately.
fn memrefs_read(body: &Body, op: OpId) -> Option<SmallVec<[ValueId; 2]>> {
    let info = body.info(op);
    let flags = info.flags();
    let is_structure = flags.contains(TraitFlags::PURE)
        || flags.contains(TraitFlags::RECURSIVE_EFFECTS)
        || flags.contains(TraitFlags::RETURN_LIKE);
    if body.child(op).is_some() {
        return None;
    }
    match info.interface::<dyn MemoryEffectOpInterface>() {
        Some(interface) => {
            let effects = interface.ask(body.op(op), |op| op.effects());
            effects
                .iter()
                .map(|effect| effect.value.filter(|_| effect.kind == EffectKind::Read))
                .collect()
        }
        None if is_structure => Some(SmallVec::new()),
        None => None,
    }
}
