//! Loop-invariant code motion.
//!
//! An op directly in a loop's region moves before the loop if it has no effects, may be executed
//! even if the loop's body is not, and uses only values defined outside. Inner loops come first, so
//! that an op moves as far out as it can. Each op is visited once per enclosing loop, and again
//! when one of its operands has moved.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{BlockId, OpId, ValueDef, ValueId};
use mlir_lite::ir::interfaces::LoopLikeOpInterface;
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite_diagnostics::Reported;
use std::collections::VecDeque;

/// Hoist loop invariant instructions outside of the loop.
#[pass(name = "loop-invariant-code-motion", pure, each_body)]
pub struct LoopInvariantCodeMotionPass;

impl RunPass for LoopInvariantCodeMotionPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        move_loop_invariant_code(body);
        Ok(())
    }
}

/// Moves the loop-invariant ops of one body, without the isolated ops nested in it; returns how
/// many were moved.
pub fn move_loop_invariant_code(body: &mut Body) -> usize {
    let root = body.root();
    let loops: Vec<OpId> = body
        .own_ops_post_order_in(root)
        .into_iter()
        .filter(|&op| body.op(op).implements::<dyn LoopLikeOpInterface>())
        .collect();
    loops.into_iter().map(|op| hoist(body, op)).sum()
}

fn hoist(body: &mut Body, loop_op: OpId) -> usize {
    let view = body.op(loop_op);
    let is_loop_region =
        |index| view.ask::<dyn LoopLikeOpInterface, _>(|op| op.is_loop_region(index)) == Some(true);
    let regions = body.regions(loop_op).iter().enumerate();
    let blocks: Vec<BlockId> = regions
        .filter(|(index, _)| is_loop_region(*index))
        .flat_map(|(_, &region)| body.blocks(region))
        .collect();
    let mut pending: VecDeque<OpId> = blocks.iter().flat_map(|&block| body.ops(block)).collect();
    let mut moved = 0;
    while let Some(op) = pending.pop_front() {
        if !body.block(op).is_some_and(|block| blocks.contains(&block))
            || !can_hoist(body, op, loop_op)
        {
            continue;
        }
        body.move_op_before(loop_op, op);
        moved += 1;
        // Only users that were visited before their operand moved must be visited again: the other
        // users come later anyway.
        for index in 0..body.num_results(op) {
            pending.extend(body.users(body.result(op, index)));
        }
    }
    moved
}

fn can_hoist(body: &Body, op: OpId, loop_op: OpId) -> bool {
    body.child(op).is_none()
        && body.pre_order(op).chain([op]).all(|inner| {
            let is_terminator_inside = inner != op && body.has_trait(inner, TraitFlags::TERMINATOR);
            (is_terminator_inside || may_run_anywhere(body, inner))
                && body
                    .operands(inner)
                    .all(|operand| is_defined_outside(body, operand, op, loop_op))
        })
}

/// Whether the op alone, without its nested ops, has no effect and is defined for its operands.
fn may_run_anywhere(body: &Body, op: OpId) -> bool {
    let flags = body.info(op).flags();
    if flags.contains(TraitFlags::TERMINATOR) {
        return false;
    }
    if flags.contains(TraitFlags::CONDITIONALLY_SPECULATABLE) {
        let divisor = body.operands(op).nth(1).and_then(|divisor| constant_value(body, divisor));
        let divisor = divisor.and_then(|divisor| divisor.as_integer(body.context()));
        let minus_one = |value: &mlir_lite::attributes::ApInt| value.to_i64() == Some(-1);
        return divisor.is_some_and(|divisor| !divisor.is_zero() && !minus_one(divisor));
    }
    flags.contains(TraitFlags::PURE)
        || (flags.contains(TraitFlags::RECURSIVE_EFFECTS)
            // A loop might not terminate, or be too expensive to execute speculatively.
            && !body.op(op).implements::<dyn LoopLikeOpInterface>())
}

/// Whether the value is defined within `op`, which moves with it, or outside of the loop.
fn is_defined_outside(body: &Body, value: ValueId, op: OpId, loop_op: OpId) -> bool {
    let block = match body.value_def(value) {
        ValueDef::Result { op, .. } => body.block(op),
        ValueDef::Argument { block, .. } => Some(block),
    };
    let mut owner = block.and_then(|block| body.block_owner(block));
    while let Some(current) = owner {
        if current == op {
            return true;
        }
        if current == loop_op {
            return false;
        }
        owner = body.parent_op(current);
    }
    true
}
