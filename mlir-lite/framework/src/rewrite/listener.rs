//! Being told of what a driver of rewriting does.

use mlir_lite::ir::{BlockId, Body, OpId, ValueId};

/// Is told of the changes that the greedy driver makes, for its patterns and of
/// its own accord; see
/// [`apply_patterns_greedily_with`](crate::rewrite::apply_patterns_greedily_with).
/// All of it may be left out.
pub trait RewriteListener {
    /// An op was put into a block, with all that is in it.
    fn op_inserted(&mut self, _body: &Body, _op: OpId) {}

    /// An op was changed in place.
    fn op_modified(&mut self, _body: &Body, _op: OpId) {}

    /// The values are about to take the place of the op's results; it is erased
    /// then.
    fn op_replaced(&mut self, _body: &Body, _op: OpId, _values: &[ValueId]) {}

    /// An op is about to be erased, with all that is in it.
    fn op_erased(&mut self, _body: &Body, _op: OpId) {}

    /// A block was created.
    fn block_created(&mut self, _body: &Body, _block: BlockId) {}
}
