//! Whether the rounds of a loop touch nothing that another round writes.
//!
//! A round may have memory of its own, which is allocated and freed in it. Other memory that is written is told apart by
//! one dimension: its subscripts in a round, of reads and of writes, lie within so many places that those of the next
//! round lie behind them. So rows of a matrix, blocks of rows and every other element are found, whatever a round does
//! within its own; a round that reads its neighbour's element of what is written is not.

use super::rounds::Rounds;
use super::spread::Spread;
use crate::memory_origins::MemoryOrigins;
use crate::operands::MapOperands;
use crate::subscripts::Access;
use crate::{ForOp, VectorLoadOp, VectorStoreOp};
use mlir_lite::dialects::standard::{AllocOp, DeallocOp, GetGlobalMemrefOp};
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface};
use mlir_lite::ir::{Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::types::TypeKind;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// What a loop does to a memref.
#[derive(Default)]
struct Touched {
    is_written: bool,
    /// Where the subscripts of all accesses lie, by dimension.
    places: Option<SmallVec<[Option<Spread>; 4]>>,
}

impl Touched {
    fn add(&mut self, places: SmallVec<[Option<Spread>; 4]>, is_write: bool) {
        self.is_written |= is_write;
        self.places = Some(match self.places.take() {
            None => places,
            Some(known) => known.into_iter().zip(places).map(|(a, b)| together(a?, b?)).collect(),
        });
    }
}

fn together(a: Spread, b: Spread) -> Option<Spread> {
    let (least, most) = (a.least.min(b.least), a.most.max(b.most));
    (a.terms == b.terms).then_some(Spread { least, most, ..a })
}

/// Whether the rounds of `this` may run in any order, and at the same time, in a run of `around`: that loop, or one around it
/// whose other loops run in each round then. `this` carries no values.
pub(super) fn is_independent(
    body: &Body,
    around: ForOp,
    this: ForOp,
    origins: &mut MemoryOrigins,
) -> bool {
    let rounds = Rounds::new(body, around, this);
    let Some(memrefs) = touched(body, around, &rounds) else { return false };
    let (variable, step) = (this.induction_variable(body), i128::from(this.step_value(body)));
    let is_apart = |spread: &Option<Spread>| {
        spread.as_ref().is_some_and(|spread| {
            let stride = spread.factor(variable).checked_mul(step).map(i128::abs);
            stride.is_some_and(|stride| stride > spread.most - spread.least)
        })
    };
    memrefs.iter().filter(|(_, touched)| touched.is_written).all(|(&written, touched)| {
        touched.places.as_ref().is_some_and(|places| places.iter().any(is_apart))
            && memrefs
                .keys()
                .all(|&other| other == written || origins.are_distinct(body, written, other))
    })
}

/// What a loop does to the memrefs from outside of it. None if it does anything else than compute and access memory.
fn touched(body: &Body, around: ForOp, rounds: &Rounds<'_>) -> Option<BTreeMap<ValueId, Touched>> {
    let mut memrefs: BTreeMap<ValueId, Touched> = BTreeMap::new();
    let is_own =
        |memref: ValueId| rounds.is_inside(memref) && AllocOp::defining(body, memref).is_some();
    for op in body.pre_order(around.id()) {
        if let Some((memref, map, vector, is_write)) = access(body, op) {
            if is_own(memref) {
                continue;
            }
            if rounds.is_inside(memref) && GetGlobalMemrefOp::defining(body, memref).is_none() {
                return None;
            }
            let mut places = rounds.of_map(&map);
            // Under a layout, other subscripts may be the same place.
            if !matches!(
                body.ty(memref).kind(body.context()),
                TypeKind::MemRef { layout: None, .. }
            ) {
                places.iter_mut().for_each(|place| *place = None);
            }
            for (place, size) in places.iter_mut().rev().zip(vector.iter().rev()) {
                if let Some(place) = place {
                    place.most += i128::from(*size - 1);
                }
            }
            memrefs.entry(memref).or_default().add(places, is_write);
        } else if DeallocOp::is(body, op) {
            is_own(body.operand(op, 0)).then_some(())?;
        } else if !AllocOp::is(body, op) {
            for memref in memrefs_read(body, op)? {
                if is_own(memref) {
                    continue;
                }
                if rounds.is_inside(memref) {
                    return None;
                }
                let rank = body.ty(memref).shape(body.context()).map_or(0, <[i64]>::len);
                memrefs.entry(memref).or_default().add(SmallVec::from_elem(None, rank), false);
            }
        }
    }
    Some(memrefs)
}

/// The memref of an access, its subscripts, the shape of the vector that is accessed, and whether it is written.
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
    Some((memref, MapOperands::new(map.as_affine_map(ctx)?, &indices), shape.into(), is_write))
}

/// The memrefs that an op reads, which does nothing else to memory; what is in it is looked at apart.
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
