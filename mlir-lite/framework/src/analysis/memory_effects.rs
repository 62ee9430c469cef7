//! The effects of ops on memory, by value.

use mlir_lite::Context;
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface, Resource};
use mlir_lite::ir::{Body, OpId, TraitFlags, ValueId};
use mlir_lite::types::{Type, TypeKind};

/// Whether the value is the result of an op that allocates it.
pub fn is_allocation(body: &Body, value: ValueId) -> bool {
    let Some(op) = body.defining_op(value) else { return false };
    let effects = body.op(op).ask::<dyn MemoryEffectOpInterface, _>(|op| op.effects());
    effects.is_some_and(|effects| {
        effects
            .iter()
            .any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(value))
    })
}

/// Visits all effects that the op, with its nested ops, may have on memory: the kind and the
/// memref, none for any memory that has escaped.
pub fn visit_effects(body: &Body, op: OpId, visit: &mut impl FnMut(EffectKind, Option<ValueId>)) {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        let info = body.info(op);
        let flags = info.flags();
        if flags.contains(TraitFlags::PURE) {
            continue;
        }
        for &region in body.regions(op) {
            for block in body.blocks(region) {
                pending.extend(body.ops(block));
            }
        }
        if let Some(interface) = info.interface::<dyn MemoryEffectOpInterface>() {
            let effects = interface.ask(body.op(op), |op| op.effects());
            for effect in effects.iter().filter(|effect| effect.resource == Resource::MEMORY) {
                visit(effect.kind, effect.value);
            }
        } else if !flags.contains(TraitFlags::RECURSIVE_EFFECTS)
            && !flags.contains(TraitFlags::RETURN_LIKE)
        {
            visit(EffectKind::Write, None);
            for operand in body.operands(op) {
                if may_hold_address(body.context(), body.ty(operand)) {
                    visit(EffectKind::Write, Some(operand));
                }
            }
        }
    }
}

/// Whether values of the type may be the address of memory, or contain one. Numbers and tensors do
/// not.
pub fn may_hold_address(ctx: &Context, ty: Type) -> bool {
    match ty.kind(ctx) {
        TypeKind::Integer { .. }
        | TypeKind::Index
        | TypeKind::Float(_)
        | TypeKind::None
        | TypeKind::Complex(_) => false,
        TypeKind::Vector { element, .. }
        | TypeKind::RankedTensor { element, .. }
        | TypeKind::UnrankedTensor(element) => may_hold_address(ctx, *element),
        TypeKind::Tuple(types) => types.iter().any(|&ty| may_hold_address(ctx, ty)),
        _ => true,
    }
}
