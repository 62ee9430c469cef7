//! The interface between patterns and the drivers of rewriting.

use mlir_lite::ir::{BlockId, Body, OpId, ValueId};

/// Receives the changes that patterns make.
///
/// The default implementations make the change directly. The greedy driver also updates its
/// worklist; a conversion records changes to be able to undo them, and defers replacements to the
/// end.
pub trait RewriteDriver {
    /// Whether a value may only be replaced by one of its type: the users are not changed.
    fn keeps_types(&self) -> bool {
        true
    }

    /// An op was put into a block.
    fn op_inserted(&mut self, _body: &mut Body, _op: OpId) {}

    /// A block was created.
    fn block_created(&mut self, _body: &mut Body, _block: BlockId) {}

    /// An op is about to be changed in place.
    fn before_update(&mut self, _body: &mut Body, _op: OpId) {}

    /// An op was changed in place.
    fn after_update(&mut self, _body: &mut Body, _op: OpId) {}

    /// An op is about to be moved.
    fn before_op_move(&mut self, _body: &mut Body, _op: OpId) {}

    /// An op was moved.
    fn after_op_move(&mut self, _body: &mut Body, _op: OpId) {}

    /// A block is about to be moved.
    fn before_block_move(&mut self, _body: &mut Body, _block: BlockId) {}

    /// A block was moved into another region.
    fn after_block_move(&mut self, _body: &mut Body, _block: BlockId) {}

    /// Replaces the op's results by `values` and erases the op.
    fn replace_op(&mut self, body: &mut Body, op: OpId, values: &[ValueId]) {
        for (index, &value) in values.iter().enumerate() {
            let result = body.result(op, index);
            self.replace_value(body, result, value);
        }
        self.erase_op(body, op);
    }

    /// Replaces `from` by `to`.
    fn replace_value(&mut self, body: &mut Body, from: ValueId, to: ValueId) {
        body.replace_all_uses(from, to);
    }

    /// Erases an op whose results are not used.
    fn erase_op(&mut self, body: &mut Body, op: OpId) {
        body.erase_op(op);
    }

    /// Erases a block that is not used.
    fn erase_block(&mut self, body: &mut Body, block: BlockId) {
        body.erase_block(block);
    }

    /// Splits the block of an op before it; see [`Body::split_block_at`].
    fn split_block(&mut self, body: &mut Body, op: OpId) -> (BlockId, BlockId) {
        body.split_block_at(op)
    }
}
