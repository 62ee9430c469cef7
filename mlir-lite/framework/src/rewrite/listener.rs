//! Listeners: observe the changes of a rewriting driver.

use mlir_lite::ir::{BlockId, Body, OpId, ValueId};

/// Is notified of the changes that the greedy driver makes, for its patterns and on its own; see
/// [`apply_patterns_greedily_with`](crate::rewrite::apply_patterns_greedily_with). All methods are
/// optional.
pub trait RewriteListener {
    /// An op was inserted into a block, with everything nested in it.
    fn op_inserted(&mut self, _body: &Body, _op: OpId) {}

    /// An op was changed in place.
    fn op_modified(&mut self, _body: &Body, _op: OpId) {}

    /// The values are about to replace the op's results; it is erased then.
    fn op_replaced(&mut self, _body: &Body, _op: OpId, _values: &[ValueId]) {}

    /// An op is about to be erased, with everything nested in it.
    fn op_erased(&mut self, _body: &Body, _op: OpId) {}

    /// A block was created.
    fn block_created(&mut self, _body: &Body, _block: BlockId) {}
}
