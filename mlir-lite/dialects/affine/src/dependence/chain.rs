//! The loops and conditions around an op.

use crate::{ForOp, IfOp};
use mlir_lite::ir::{Body, OpDefinition, OpId, TraitFlags};

/// An op that decides whether, and how often, ops within it run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Around {
    /// A loop.
    For(ForOp),
    /// The first or the second region of a conditional.
    If(IfOp, bool),
    /// An op of which nothing is known.
    Other(OpId),
}

/// The ops around an op, the outermost first, up to its function.
pub(crate) fn chain(body: &Body, op: OpId) -> Vec<Around> {
    let mut chain = Vec::new();
    let mut inner = op;
    while let Some(outer) = body.parent_op(inner) {
        if body.info(outer).flags().contains(TraitFlags::AFFINE_SCOPE) {
            break;
        }
        chain.push(if let Some(this) = ForOp::cast(body, outer) {
            Around::For(this)
        } else if let Some(this) = IfOp::cast(body, outer) {
            let is_first = body.block(inner) == body.entry_block(this.then_region(body));
            Around::If(this, is_first)
        } else {
            Around::Other(outer)
        });
        inner = outer;
    }
    chain.reverse();
    chain
}

/// The loops of a chain.
pub(crate) fn loops(chain: &[Around]) -> Vec<ForOp> {
    let this = |around: &Around| match around {
        Around::For(this) => Some(*this),
        _ => None,
    };
    chain.iter().filter_map(this).collect()
}
