//! The values that loops carry from one iteration to the next, whatever their kind.

use mlir_lite::ir::prelude::*;

use super::{ForOp, WhileOp};

/// A loop, and its carried values.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) op: OpId,
    /// The values for the first iteration.
    pub(crate) inits: Vec<ValueId>,
    /// The arguments of the blocks that take the values; all values of one block after the other.
    pub(crate) arguments: Vec<ValueId>,
    pub(crate) results: Vec<ValueId>,
    /// The terminator that yields the values.
    pub(crate) end: Option<OpId>,
    /// The names of the values in the source.
    pub(crate) names: Option<Attribute>,
}

impl Loop {
    /// An op as a loop, if it is one.
    pub(crate) fn cast(body: &Body, op: OpId) -> Option<Self> {
        if !ForOp::is(body, op) && !WhileOp::is(body, op) {
            return None;
        }
        let results: Vec<ValueId> = body.results(op).collect();
        let inits = body.operands(op).take(results.len()).collect();
        if let Some(this) = ForOp::cast(body, op) {
            let block = this.block(body)?;
            // The first argument is the loop's variable.
            let arguments = body.arguments(block).iter().skip(1).copied().collect();
            let (end, names) = (body.terminator(block), this.names(body));
            return Some(Self { op, inits, arguments, results, end, names });
        }
        let this = WhileOp::cast(body, op)?;
        let blocks = this.blocks(body)?;
        let arguments = blocks.iter().flat_map(|block| body.arguments(*block)).copied().collect();
        let (end, names) = (body.terminator(blocks[1]), this.names(body));
        Some(Self { op, inits, arguments, results, end, names })
    }

    /// The loop that passes on a value as this argument, and the number of the value.
    pub(crate) fn of_argument(body: &Body, argument: ValueId) -> Option<(Self, usize)> {
        if body.defining_op(argument).is_some() {
            return None;
        }
        let this = Self::cast(body, body.block_owner(body.defining_block(argument)?)?)?;
        let index = this.arguments.iter().position(|other| *other == argument)?;
        let count = this.results.len();
        Some((this, index % count))
    }

    /// The arguments that are this value, in the order of the blocks.
    pub(crate) fn arguments_of_value(&self, index: usize) -> impl Iterator<Item = ValueId> + '_ {
        let count = self.results.len();
        self.arguments.iter().copied().skip(index).step_by(count.max(1))
    }

    /// The arguments and the result that are this value.
    pub(crate) fn of_value(&self, index: usize) -> impl Iterator<Item = ValueId> + '_ {
        self.arguments_of_value(index).chain([self.results[index]])
    }
}
