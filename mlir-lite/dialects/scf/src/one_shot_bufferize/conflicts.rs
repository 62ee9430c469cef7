//! Where a tensor's memory may be written: no other value has it, and the old elements are not read
//! afterwards.

use super::{is_region_end, is_region_op};
use crate::{ForOp, ForallOp, WhileOp};
use mlir_lite::dialects::standard::{
    AllocTensorOp, CallOp, ConcatTensorOp, DynamicTensorFromElementsOp, EmptyTensorOp,
    InsertElementOp, PadTensorOp, ReturnOp, SelectOp, SplatOp, SubTensorInsertOp, SubTensorOp,
    TensorCastOp, TensorCollapseShapeOp, TensorExpandShapeOp, TensorFromElementsOp, TensorLoadOp,
    TensorToMemrefOp,
};
use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashSet;

/// Facts about the tensors of a body before it is rewritten.
pub(super) struct Reuse {
    /// Operands that are tensors.
    tensors: FxHashSet<(OpId, usize)>,
    /// Operands whose memory the op may change, or give away.
    taken: FxHashSet<(OpId, usize)>,
}

impl Reuse {
    pub(super) fn find(body: &Body, boundaries: bool) -> Self {
        let mut this = Self { tensors: FxHashSet::default(), taken: FxHashSet::default() };
        let mut owned = FxHashSet::default();
        for op in body.own_ops() {
            this.visit(body, op, boundaries, &mut owned);
        }
        this
    }

    pub(super) fn was_tensor(&self, op: OpId, index: usize) -> bool {
        self.tensors.contains(&(op, index))
    }

    pub(super) fn is_taken(&self, op: OpId, index: usize) -> bool {
        self.taken.contains(&(op, index))
    }

    fn visit(&mut self, body: &Body, op: OpId, boundaries: bool, owned: &mut FxHashSet<ValueId>) {
        let view = body.op(op);
        let tensors = |values: &mut dyn Iterator<Item = ValueId>| {
            values.filter(|&value| body.ty(value).is_tensor(body.context())).collect::<Vec<_>>()
        };
        for (index, value) in body.operands(op).enumerate() {
            if body.ty(value).is_tensor(body.context()) {
                self.tensors.insert((op, index));
            }
        }
        let is_end = view.is::<ReturnOp>() || is_region_end(view);
        let is_loop = view.is::<ForOp>() || view.is::<WhileOp>();
        let takes_all = is_end || is_loop || view.is::<TensorToMemrefOp>();
        let inserts = view.is::<InsertElementOp>() || view.is::<SubTensorInsertOp>();
        for (index, value) in body.operands(op).enumerate() {
            let takes = takes_all || (inserts && index == 1);
            if takes
                && self.was_tensor(op, index)
                && owned.contains(&value)
                && is_last_use(body, value, op)
            {
                self.taken.insert((op, index));
            }
        }
        let is_new = view.is::<EmptyTensorOp>()
            || view.is::<AllocTensorOp>()
            || view.is::<DynamicTensorFromElementsOp>()
            || view.is::<TensorFromElementsOp>()
            || view.is::<SplatOp>()
            || view.is::<InsertElementOp>()
            || view.is::<SubTensorInsertOp>()
            || view.is::<ForallOp>()
            || view.is::<PadTensorOp>()
            || view.is::<ConcatTensorOp>()
            || is_region_op(view)
            || (boundaries && view.is::<CallOp>());
        let is_only_name = || {
            body.operands(op).next().is_some_and(|source| {
                owned.contains(&source)
                    && body.defining_block(source) == body.block(op)
                    && body.uses(source).count() == 1
            })
        };
        let is_load_of_own = view
            .cast::<TensorLoadOp>()
            .is_some_and(|load| load.restrict().is_none() || load.writable().is_some());
        if is_new || is_load_of_own || (is_other_name(view) && is_only_name()) {
            owned.extend(tensors(&mut body.results(op)));
        }
        if is_loop {
            for block in body.regions(op).iter().filter_map(|&region| body.entry_block(region)) {
                owned.extend(tensors(&mut body.arguments(block).iter().copied()));
            }
        }
    }
}

/// Whether the op's result is its first operand in another form.
fn is_other_name(op: OpRef<'_>) -> bool {
    op.is::<TensorCastOp>() || op.is::<TensorExpandShapeOp>() || op.is::<TensorCollapseShapeOp>()
}

/// Whether an op in the block of a tensor's definition uses the tensor once, and all other uses of
/// its memory are before.
fn is_last_use(body: &Body, value: ValueId, op: OpId) -> bool {
    let Some(block) = body.block(op).filter(|&block| body.defining_block(value) == Some(block))
    else {
        return false;
    };
    let mut pending = vec![value];
    let mut seen = FxHashSet::default();
    let mut own_uses = 0;
    while let Some(alias) = pending.pop() {
        if !seen.insert(alias) {
            continue;
        }
        for user in body.uses(alias) {
            if user.owner == op && alias == value {
                own_uses += 1;
                continue;
            }
            let view = body.op(user.owner);
            if view.is::<TensorToMemrefOp>() {
                return false;
            }
            let around = body.ancestor_in_block(user.owner, block);
            if around.is_none_or(|around| around == op || !body.is_before(around, op)) {
                return false;
            }
            if view.is::<SubTensorOp>() || view.is::<SelectOp>() || is_other_name(view) {
                pending.extend(body.results(user.owner));
            }
        }
    }
    own_uses == 1
}
