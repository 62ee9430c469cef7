//! Edits of operands.

use mlir_lite::ir::{Body, OpId};

use super::replacement::visible;

/// Removes an operand of an op that may have any number of them.
pub(crate) fn drop_operand(body: &mut Body, op: OpId, index: usize) {
    let own = body.num_operands(op) - body.num_forwarded_operands(op);
    if index < own {
        body.splice_operands(op, index..index + 1, &[]);
    }
}

/// An operand becomes the first value of its type.
pub(crate) fn simplify(body: &mut Body, op: OpId, index: usize) {
    let value = body.operand(op, index);
    if let Some(other) = visible(body, op, value) {
        body.set_operand(op, index, other);
    }
}
