//! The last uses of tensors in a function.
//!
//! A tensor whose last user has run is dropped, so that a program needs memory for the tensors that
//! are alive, and an op that changes elements of a tensor which has no later reader can change them
//! in place. Other values take no memory of their own.

use mlir_lite::ir::{Body, OpId, ValueId};
use mlir_lite_macros::op_interface;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Ops that run each of their regions at most once, and at most one of them: a conditional. A value
/// whose last use is in such an op dies at its last use in the region that is run.
#[op_interface]
pub trait RunsOneRegion {}

/// The tensors that no op uses after a given one.
#[derive(Default)]
pub(super) struct LastUses {
    dying: FxHashMap<OpId, SmallVec<[Dying; 2]>>,
}

/// A tensor that dies at an op.
#[derive(Clone, Copy)]
pub(super) struct Dying {
    pub(super) value: ValueId,
    /// True for an operand of the op that is not used in the op's regions.
    pub(super) is_operand_only: bool,
}

impl LastUses {
    /// Those in the body of a function. Linear in the number of uses, times the depth of regions.
    pub(super) fn of(body: &Body) -> Self {
        let mut found = Self::default();
        let ctx = body.context();
        let is_tensor = |value: &ValueId| body.ty(*value).is_tensor(ctx);
        for op in std::iter::once(body.root()).chain(body.own_ops()) {
            if op != body.root() {
                for value in body.results(op).filter(is_tensor) {
                    found.add(body, value, Some(op));
                }
            }
            for region in body.regions(op).iter().copied() {
                for block in body.blocks(region) {
                    for value in body.arguments(block).iter().copied().filter(is_tensor) {
                        found.add(body, value, None);
                    }
                }
            }
        }
        found
    }

    /// The tensors that die at an op.
    pub(super) fn at(&self, op: OpId) -> &[Dying] {
        self.dying.get(&op).map_or(&[], |values| &values[..])
    }

    /// Whether no value dies before its function returns.
    pub(super) fn is_empty(&self) -> bool {
        self.dying.is_empty()
    }

    /// Adds the last uses of a value: in its block, and below a conditional in each region that
    /// uses it.
    fn add(&mut self, body: &Body, value: ValueId, defined_by: Option<OpId>) {
        let Some(block) = body.defining_block(value) else { return };
        let users: Vec<OpId> = body.users(value).collect();
        if users.is_empty() {
            // An argument is defined when its block begins.
            if let Some(op) = defined_by.or_else(|| body.ops(block).next()) {
                let dying = Dying { value, is_operand_only: false };
                self.dying.entry(op).or_default().push(dying);
            }
            return;
        }
        let mut pending = vec![(block, users)];
        while let Some((block, users)) = pending.pop() {
            let ancestors = users.iter().map(|user| body.ancestor_in_block(*user, block));
            // A use in another block of the region may run later.
            let Some(ancestors) = ancestors.collect::<Option<Vec<OpId>>>() else { return };
            let later = |a, b| if body.is_before(a, b) { b } else { a };
            let Some(last) = ancestors.iter().copied().reduce(later) else { continue };
            let mut of_last = users.iter().zip(&ancestors).filter(|(_, own)| **own == last);
            let is_operand_only = of_last.all(|(user, _)| *user == last);
            self.dying.entry(last).or_default().push(Dying { value, is_operand_only });
            if users.contains(&last) || !body.op(last).implements::<dyn RunsOneRegion>() {
                continue;
            }
            for block in body.regions(last).iter().filter_map(|region| body.entry_block(*region)) {
                let is_below = |user: &OpId| body.ancestor_in_block(*user, block).is_some();
                pending.push((block, users.iter().copied().filter(is_below).collect()));
            }
        }
    }
}
