//! In-place updates of the buffers that a loop carries.
//!
//! A loop carries a pair of buffers for each tensor: an iteration reads one and fills the other,
//! and the next iteration has them exchanged. If the nest that fills the second buffer is the last
//! one to read the first, and each of its iterations reads only the element that it writes, it may
//! write to the first one: the update is in place, and the loop carries no memory for the tensor.

use mlir_lite::dialects::affine::subscripts::Access;
use mlir_lite::dialects::affine::{ForBound, ForOp};
use mlir_lite::dialects::standard::{AllocOp, DeallocOp};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::buffers::{is_in_place, perfect_nest, users_of_memory};

/// Update the buffers that loops carry in place, where iterations read only what they write.
#[pass(name = "toy-update-in-place", report_name = "ToyUpdateInPlace", each_body)]
pub struct UpdateInPlacePass {
    /// Number of tensors that loops update in place
    #[statistic("updated in place")]
    UPDATED: Statistic,
}

impl RunPass for UpdateInPlacePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let loops = body.own_ops().into_iter().filter_map(|op| ForOp::cast(body, op));
        for this in loops.collect::<Vec<_>>() {
            let pairs = updated_pairs(body, this);
            if !pairs.is_empty() {
                cx.count(Self::UPDATED, pairs.len() as u64);
                update_in_place(body, this, &pairs);
            }
        }
        Ok(())
    }
}

/// Two carried buffers, by their numbers: each iteration reads `current` and fills `next`.
#[derive(Clone, Copy, Debug)]
struct Pair {
    current: usize,
    next: usize,
}

/// The pairs that the loop exchanges, and may update in place.
fn updated_pairs(body: &Body, this: ForOp) -> Vec<Pair> {
    let block = this.block(body);
    let Some(end) = body.terminator(block) else { return Vec::new() };
    let carried = &body.arguments(block)[1..];
    let yielded = body.operand_list(end);
    let mut pairs = Vec::new();
    for current in 0..carried.len() {
        let next = carried.iter().position(|&argument| argument == yielded[current]);
        let Some(next) = next.filter(|&next| next != current) else { continue };
        let is_exchanged = yielded[next] == carried[current]
            && yielded.iter().filter(|&&value| value == carried[next]).count() == 1
            && yielded.iter().filter(|&&value| value == carried[current]).count() == 1;
        let result = body.result(this.id(), next);
        let pair = Pair { current, next };
        if is_exchanged
            && body.users(result).next().is_none()
            && has_own_buffers(body, this, pair)
            && is_updated(body, block, end, carried[current], carried[next])
        {
            pairs.push(pair);
        }
    }
    pairs
}

/// Whether a pair begins with two buffers that the loop alone uses from here on: the first is
/// filled before it, and the second is only allocated.
fn has_own_buffers(body: &Body, this: ForOp, pair: Pair) -> bool {
    let block = body.block(this.id());
    let inits = inits(body, this);
    let is_own = |memref: ValueId, may_be_filled: bool| {
        let is_of_block =
            AllocOp::defining(body, memref).is_some_and(|alloc| body.block(alloc.id()) == block);
        let is_before = |user: OpId| {
            let ancestor = block.and_then(|block| body.ancestor_in_block(user, block));
            ancestor.is_some_and(|ancestor| body.is_before(ancestor, this.id()))
        };
        is_of_block
            && inits.iter().filter(|&&init| init == memref).count() == 1
            && body.users(memref).all(|user| {
                user == this.id()
                    || DeallocOp::is(body, user) && !is_before(user)
                    || may_be_filled
                        && is_before(user)
                        && body
                            .results(user)
                            .all(|result| !body.ty(result).is_memref(body.context()))
                        && body.successors(user).next().is_none()
            })
    };
    is_own(inits[pair.current], true) && is_own(inits[pair.next], false)
}

/// The values that a loop carries into its first iteration.
fn inits(body: &Body, this: ForOp) -> Vec<ValueId> {
    let count = body.arguments(this.block(body)).len() - 1;
    let operands = body.operand_list(this.id());
    operands[operands.len() - count..].to_vec()
}

/// Whether a nest of the block fills `next` element by element, and nothing reads `current` after
/// it or accesses `next` before it.
fn is_updated(body: &Body, block: BlockId, end: OpId, current: ValueId, next: ValueId) -> bool {
    let users_in_block = |memref: ValueId| {
        let (users, has_names) = users_of_memory(body, memref);
        let users = users.into_iter().filter(|user| *user != end);
        let in_block: Option<Vec<OpId>> =
            users.map(|user| body.ancestor_in_block(user, block)).collect();
        in_block.filter(|_| !has_names)
    };
    let (Some(of_current), Some(of_next)) = (users_in_block(current), users_in_block(next)) else {
        return false;
    };
    let first = of_next.iter().copied().reduce(|a, b| if body.is_before(b, a) { b } else { a });
    let Some(nest) = first else { return false };
    of_current.iter().all(|&user| user == nest || body.is_before(user, nest))
        && is_filled(body, nest, next)
        && is_in_place(body, nest, current, next)
}

/// Whether a nest writes each element of the memory, before it reads it.
fn is_filled(body: &Body, nest: OpId, memref: ValueId) -> bool {
    let Some((_, innermost)) = perfect_nest(body, nest) else { return false };
    let first = body
        .ops(innermost)
        .find_map(|op| Access::cast(body, op).filter(|access| access.memref(body) == memref));
    let elements = body.ty(memref).static_shape(body.context()).map(|shape| {
        shape.iter().fold(1u64, |product, size| product.saturating_mul(size.unsigned_abs()))
    });
    let Some(root) = ForOp::cast(body, nest) else { return false };
    let iterations = root.perfectly_nested(body).iter().try_fold(1u64, |product, this| {
        Some(product.saturating_mul(this.constant_trip_count(body)?))
    });
    first.is_some_and(Access::is_store) && iterations.is_some() && iterations == elements
}

/// Replaces the loop by one that does not carry the pairs: they are in the memory that it began
/// with.
fn update_in_place(body: &mut Body, this: ForOp, pairs: &[Pair]) {
    let block = this.block(body);
    let Some(end) = body.terminator(block) else { return };
    let old_arguments = body.arguments(block).to_vec();
    let inits = inits(body, this);
    for pair in pairs {
        let memory = inits[pair.current];
        for argument in [pair.current, pair.next] {
            body.replace_all_uses(old_arguments[argument + 1], memory);
        }
        let result = body.result(this.id(), pair.current);
        body.replace_all_uses(result, memory);
    }
    let is_kept =
        |number: &usize| pairs.iter().all(|pair| pair.current != *number && pair.next != *number);
    let kept: Vec<usize> = (0..inits.len()).filter(is_kept).collect();
    let kept_inits: Vec<ValueId> = kept.iter().map(|&number| inits[number]).collect();
    let kept_yielded: Vec<ValueId> = kept.iter().map(|&number| body.operand(end, number)).collect();
    body.set_operands(end, &kept_yielded);

    let (lower, upper) = (this.lower_bound(body), this.upper_bound(body));
    let step = this.step_value(body);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(this.id()));
    let bounds =
        (ForBound::Map(lower.map, &lower.operands), ForBound::Map(upper.map, &upper.operands));
    let (new, new_block) = ForOp::with_body(&mut builder, bounds, step, &kept_inits);
    if let Some(first) = body.first_op(block) {
        body.move_ops_from(first, new_block);
    }
    let new_arguments = body.arguments(new_block).to_vec();
    body.replace_all_uses(old_arguments[0], new_arguments[0]);
    for (place, &number) in kept.iter().enumerate() {
        body.replace_all_uses(old_arguments[number + 1], new_arguments[place + 1]);
        let (old, new) = (body.result(this.id(), number), body.result(new.id(), place));
        body.replace_all_uses(old, new);
    }
    body.erase_op(this.id());
    for pair in pairs {
        let unused = inits[pair.next];
        let frees: Vec<OpId> = body.users(unused).collect();
        body.erase_ops(frees);
        if let Some(alloc) = AllocOp::defining(body, unused) {
            body.erase_op(alloc.id());
        }
    }
}
