//! When structured programs run ops and define values, as far as their text says it.

use mlir_lite::ir::prelude::*;

use crate::ops::{ForOp, IfOp, WhileOp};

/// The order of two ops in one iteration of the loops around both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Same,
    /// The first one comes before the second.
    Before,
    After,
    /// The second one is in a region of the first.
    Around,
    /// The first one is in a region of the second.
    Inside,
    /// Only one of them runs.
    Exclusive,
}

/// The order of two ops.
pub(super) fn order(body: &Body, first: OpId, second: OpId) -> Order {
    let mut from_first = first;
    loop {
        let common = body
            .block(from_first)
            .and_then(|block| body.ancestor_in_block(second, block))
            .map(|from_second| (from_first, from_second));
        let Some((own, other)) = common else {
            let Some(parent) = body.parent_op(from_first) else { return Order::Before };
            from_first = parent;
            continue;
        };
        return match (own == other, own == first, other == second) {
            (true, true, true) => Order::Same,
            (true, true, false) => Order::Around,
            (true, false, true) => Order::Inside,
            (true, false, false) => {
                of_regions(body, own, region_in(body, first, own), region_in(body, second, own))
            }
            (false, ..) if body.is_before(own, other) => Order::Before,
            (false, ..) => Order::After,
        };
    }
}

/// The order of two regions of an op.
fn of_regions(body: &Body, op: OpId, first: Option<usize>, second: Option<usize>) -> Order {
    match IfOp::is(body, op) {
        true => Order::Exclusive,
        // The condition of a loop runs before its body.
        false if first < second => Order::Before,
        false => Order::After,
    }
}

/// The number of the region of `ancestor` that an op is in.
fn region_in(body: &Body, op: OpId, ancestor: OpId) -> Option<usize> {
    let regions = body.regions(ancestor);
    let is_in = |region: &RegionId| {
        body.entry_block(*region).is_some_and(|block| body.ancestor_in_block(op, block).is_some())
    };
    regions.iter().position(is_in)
}

/// Whether an op always runs before a value is defined, or defines it, or never runs where the
/// value is defined; in one iteration of the loops around both.
pub(super) fn is_before_value(body: &Body, op: OpId, value: ValueId) -> bool {
    if let Some(defining) = body.defining_op(value) {
        let order = order(body, op, defining);
        return matches!(order, Order::Same | Order::Before | Order::Inside | Order::Exclusive);
    }
    let block = body.defining_block(value);
    let owner = block.and_then(|block| body.block_owner(block));
    let (Some(block), Some(owner)) = (block, owner) else { return false };
    match order(body, op, owner) {
        Order::Inside => {
            let of_block = body
                .regions(owner)
                .iter()
                .position(|&region| body.entry_block(region) == Some(block));
            region_in(body, op, owner) < of_block
        }
        order => matches!(order, Order::Before | Order::Exclusive),
    }
}

/// Whether a loop around both ops has the value from outside, so that one iteration has the value
/// that another one has.
pub(super) fn is_repeated(body: &Body, value: ValueId, ops: [OpId; 2]) -> bool {
    let is_loop = |op: &OpId| ForOp::is(body, *op) || WhileOp::is(body, *op);
    let around = std::iter::successors(body.parent_op(ops[0]), |op| body.parent_op(*op));
    around.filter(is_loop).any(|this| {
        let is_around_both = ops[1] != this && body.is_inside(ops[1], this);
        is_around_both && !is_defined_in(body, value, this)
    })
}

/// Whether a value is defined in a region of an op.
pub(super) fn is_defined_in(body: &Body, value: ValueId, op: OpId) -> bool {
    let block = body.defining_block(value);
    let owner = block.and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| body.is_inside(owner, op))
}
