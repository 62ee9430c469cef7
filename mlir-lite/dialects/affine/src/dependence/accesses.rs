//! The accesses of a loop to memory that is not its own.

use super::pair::Place;
use crate::loop_utils::is_outside;
use crate::operands::MapOperands;
use crate::subscripts::Access;
use crate::{ForOp, VectorLoadOp, VectorStoreOp};
use mlir_lite::dialects::standard::{AllocOp, DeallocOp, GetGlobalMemrefOp};
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface};
use mlir_lite::ir::{Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::types::TypeKind;
use smallvec::SmallVec;

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
