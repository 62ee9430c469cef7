//! Which values may be dimensions and symbols of affine maps.

use crate::dialects::affine::{ApplyOp, ForOp};
use crate::ir::TraitFlags;
use crate::ir::prelude::*;

/// Whether `value` may be a symbol of an affine op: defined at the top level
/// of the surrounding `AffineScope` op, a constant, or an affine function of
/// such values.
pub fn is_valid_symbol(body: &Body, value: ValueId) -> bool {
    all_sources(body, value, is_symbol_source)
}

/// Whether `value` may be a dimension of an affine op: a loop variable or
/// whatever may be a symbol, or an affine function of such values.
pub fn is_valid_dim(body: &Body, value: ValueId) -> bool {
    all_sources(body, value, |body, value| is_symbol_source(body, value) || is_loop_argument(body, value))
}

/// Whether `accept` holds for all values that `value` is made of by
/// `affine.apply`.
fn all_sources(body: &Body, value: ValueId, accept: fn(&Body, ValueId) -> bool) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if body.ty(value) != Type::INDEX {
            return false;
        }
        if accept(body, value) || !seen.insert(value) {
            continue;
        }
        match ApplyOp::defining(body, value) {
            Some(apply) => pending.extend(body.operands(apply.id())),
            None => return false,
        }
    }
    true
}

fn is_symbol_source(body: &Body, value: ValueId) -> bool {
    is_top_level(body, value) || is_constant(body, value) || is_top_level_size(body, value)
}

/// Whether the value is defined directly in a region of an `AffineScope` op.
fn is_top_level(body: &Body, value: ValueId) -> bool {
    let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| body.has_trait(owner, TraitFlags::AFFINE_SCOPE))
}

fn is_constant(body: &Body, value: ValueId) -> bool {
    body.defining_op(value).is_some_and(|op| body.has_trait(op, TraitFlags::CONSTANT_LIKE))
}

/// The size of a memref or tensor that is itself defined at the top level.
fn is_top_level_size(body: &Body, value: ValueId) -> bool {
    let Some(op) = body.defining_op(value) else { return false };
    body.info(op).name() == "std.dim" && body.operands(op).next().is_some_and(|of| is_top_level(body, of))
}

/// Whether the value is an argument of an affine loop's body.
pub fn is_loop_argument(body: &Body, value: ValueId) -> bool {
    if body.defining_op(value).is_some() {
        return false;
    }
    let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| ForOp::is(body, owner))
}

/// Reports operands that are not what their places in a map need: of
/// `operands`, the first `dims` are dimensions, the others symbols.
pub(super) fn verify_map_operands(
    op: OpRef<'_>,
    operands: &[ValueId],
    dims: u32,
    diagnostics: &mut Diagnostics,
) {
    for (i, &operand) in operands.iter().enumerate() {
        let dim = i < dims as usize;
        let valid = if dim { is_valid_dim(op.body(), operand) } else { is_valid_symbol(op.body(), operand) };
        if !valid {
            let role = if dim { "a dimension id" } else { "a symbol" };
            diagnostics.error(op.op_error(format_args!("operand cannot be used as {role}")));
            return;
        }
    }
}
