//! When two ops with regions are equal.
//!
//! They are if their nested ops are equal, one by one, without effects, and in regions of one block
//! each. Only small ones are compared, so that nested ops are compared a bounded number of times.

use super::{Effects, effects, is_same_but_operands};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{OpId, RegionId, ValueId};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The maximum number of nested ops of an op that is compared.
const MAX_OPS: usize = 256;

/// A hash of the nested ops; none if the op is not to be compared.
pub(super) fn hash(body: &Body, op: OpId) -> Option<u64> {
    let mut hasher = FxHasher::default();
    // Values defined in the op, by number: equal ops use the same numbers.
    let mut own: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut pending: Vec<RegionId> = body.regions(op).iter().rev().copied().collect();
    let mut count = 0;
    while let Some(region) = pending.pop() {
        let Some(block) = body.entry_block(region) else { continue };
        body.has_one_block(region).then_some(())?;
        for &argument in body.arguments(block) {
            own.insert(argument, own.len());
        }
        for inner in body.ops(block) {
            count += 1;
            let is_plain = body.child(inner).is_none() && body.num_successors(inner) == 0;
            (count <= MAX_OPS && is_plain && effects(body, inner) == Effects::Nothing)
                .then_some(())?;
            body.name(inner).hash(&mut hasher);
            for value in body.attr_slots(inner).iter().flatten() {
                value.hash(&mut hasher);
            }
            for operand in body.operands(inner) {
                own.get(&operand).copied().ok_or(operand).hash(&mut hasher);
            }
            for result in body.results(inner) {
                own.insert(result, own.len());
            }
            pending.extend(body.regions(inner).iter().rev());
        }
    }
    Some(hasher.finish())
}

/// Whether the nested ops of two ops, which are equal otherwise, are equal.
pub(super) fn are_same(body: &Body, a: OpId, b: OpId) -> bool {
    // Maps values of the first op to values of the second.
    let mut values: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        if body.regions(a).len() != body.regions(b).len() {
            return false;
        }
        for (&a, &b) in body.regions(a).iter().zip(body.regions(b)) {
            let (a, b) = match (body.entry_block(a), body.entry_block(b)) {
                (Some(a), Some(b)) => (a, b),
                (None, None) => continue,
                _ => return false,
            };
            let (a_arguments, b_arguments) = (body.arguments(a), body.arguments(b));
            let types = |arguments: &[ValueId]| -> Vec<_> {
                arguments.iter().map(|&argument| body.ty(argument)).collect()
            };
            if types(a_arguments) != types(b_arguments) {
                return false;
            }
            values.extend(a_arguments.iter().copied().zip(b_arguments.iter().copied()));
            let (mut a_ops, mut b_ops) = (body.ops(a), body.ops(b));
            loop {
                let (a, b) = match (a_ops.next(), b_ops.next()) {
                    (Some(a), Some(b)) => (a, b),
                    (None, None) => break,
                    _ => return false,
                };
                let there = |value: ValueId| values.get(&value).copied().unwrap_or(value);
                if !is_same_but_operands(body, a, b)
                    || !body.operands(a).map(there).eq(body.operands(b))
                {
                    return false;
                }
                values.extend(body.results(a).zip(body.results(b)));
                if !body.regions(a).is_empty() {
                    pending.push((a, b));
                }
            }
        }
    }
    true
}
