//! Memory of which no other op learns than those that read and write it.

use mlir_lite::ir::TraitFlags;
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface, ViewLikeOpInterface};
use mlir_lite::ir::prelude::*;

/// Whether the memory and its views are only read and written: they are not freed, passed to blocks
/// and regions, returned, or stored in other memory.
pub(crate) fn is_local(body: &Body, memory: ValueId) -> bool {
    let ctx = body.context();
    let mut pending = vec![memory];
    while let Some(value) = pending.pop() {
        for user in body.users(value) {
            let (view, info) = (body.op(user), body.info(user));
            if view.ask::<dyn ViewLikeOpInterface, _>(|op| op.view_source()).is_some() {
                pending.extend(view.results().filter(|&result| body.ty(result).is_memref(ctx)));
                continue;
            }
            let effects = info.interface::<dyn MemoryEffectOpInterface>();
            let frees = effects.is_some_and(|known| {
                let effects = known.ask(view, |op| op.effects());
                effects.iter().any(|effect| effect.kind == EffectKind::Free)
            });
            let keeps = view.result_types().chain(view.operand_types()).any(|ty| {
                ty.is_memref(ctx) && ty.element_type(ctx).is_some_and(|ty| ty.is_memref(ctx))
            });
            let is_unknown = view.def().is_none() || !body.regions(user).is_empty();
            let ends = info.flags().contains(TraitFlags::TERMINATOR);
            if frees || keeps || is_unknown || ends {
                return false;
            }
            if view.result_types().any(|ty| ty.is_memref(ctx)) {
                return false;
            }
        }
    }
    true
}
