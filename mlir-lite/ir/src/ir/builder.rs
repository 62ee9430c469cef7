//! Builders: create ops where an insertion point says.

use crate::data::Context;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{BlockId, OpId, ValueId};
use crate::ir::op_def::OpDefinition;

/// Where new ops go.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum InsertionPoint {
    /// Nowhere: ops are created detached.
    Detached,
    /// At the end of a block.
    End(BlockId),
    /// Before the first op of a block.
    Start(BlockId),
    /// Before an op.
    Before(OpId),
    /// After an op. Ops that are created in sequence keep their order.
    After(OpId),
}

/// Creates ops at an insertion point.
///
/// Listeners of changes (the rewriter's worklist, the log of a conversion) implement this trait, so
/// an op's `build` function works with all of them.
pub trait OpBuilder {
    /// The body that is built.
    fn body(&self) -> &Body;

    /// The underlying body, for changes that are not to be observed.
    fn body_mut(&mut self) -> &mut Body;

    /// Where the next op goes.
    fn insertion_point(&self) -> InsertionPoint;

    /// Sets where the next op is inserted.
    fn set_insertion_point(&mut self, point: InsertionPoint);

    /// Called after each op is inserted.
    #[track_caller]
    fn op_inserted(&mut self, _op: OpId) {}

    /// Called after each block is created.
    #[track_caller]
    fn block_created(&mut self, _block: BlockId) {}

    /// The context.
    fn context(&self) -> &Context {
        self.body().context()
    }

    /// Puts a detached op at the insertion point.
    #[track_caller]
    fn insert(&mut self, op: OpId) {
        match self.insertion_point() {
            InsertionPoint::Detached => return,
            InsertionPoint::End(block) => self.body_mut().append_op(block, op),
            InsertionPoint::Start(block) => {
                self.body_mut().prepend_op(block, op);
                self.set_insertion_point(InsertionPoint::After(op));
            }
            InsertionPoint::Before(before) => self.body_mut().insert_op_before(before, op),
            InsertionPoint::After(after) => {
                self.body_mut().insert_op_after(after, op);
                self.set_insertion_point(InsertionPoint::After(op));
            }
        }
        self.op_inserted(op);
    }

    /// Creates and inserts an op.
    #[track_caller]
    fn create(&mut self, state: OperationState) -> OpId {
        let op = self.body_mut().create_op(state);
        self.insert(op);
        op
    }

    /// Creates and inserts a registered op that has only operands and results.
    #[track_caller]
    fn create_simple<O: OpDefinition>(
        &mut self,
        location: Location,
        operands: &[ValueId],
        results: &[Type],
    ) -> O
    where
        Self: Sized,
    {
        let name = O::name(self.context());
        let op = self.body_mut().create_simple_op(name, location, operands, results);
        self.insert(op);
        O::from_id(op)
    }

    /// Creates and inserts an isolated op that owns `child`.
    #[track_caller]
    fn create_isolated(&mut self, child: Body, operands: &[ValueId], results: &[Type]) -> OpId {
        let op = self.body_mut().create_isolated_op(child, operands, results);
        self.insert(op);
        op
    }

    /// The block that the insertion point is in.
    #[track_caller]
    fn insertion_block(&self) -> Option<BlockId> {
        match self.insertion_point() {
            InsertionPoint::Detached => None,
            InsertionPoint::End(block) | InsertionPoint::Start(block) => Some(block),
            InsertionPoint::Before(op) | InsertionPoint::After(op) => self.body().block(op),
        }
    }
}

/// Runs `build` with another insertion point and restores the old one.
pub fn at<B: OpBuilder + ?Sized, R>(
    builder: &mut B,
    point: InsertionPoint,
    build: impl FnOnce(&mut B) -> R,
) -> R {
    let old = builder.insertion_point();
    builder.set_insertion_point(point);
    let result = build(builder);
    builder.set_insertion_point(old);
    result
}

/// The plain builder, without a listener.
pub struct BodyBuilder<'b> {
    body: &'b mut Body,
    point: InsertionPoint,
}

impl<'b> BodyBuilder<'b> {
    /// Builds at `point`.
    pub fn new(body: &'b mut Body, point: InsertionPoint) -> Self {
        Self { body, point }
    }

    /// Builds at the end of `block`.
    #[track_caller]
    pub fn at_end(body: &'b mut Body, block: BlockId) -> Self {
        Self::new(body, InsertionPoint::End(block))
    }
}

impl OpBuilder for BodyBuilder<'_> {
    fn body(&self) -> &Body {
        self.body
    }
    fn body_mut(&mut self) -> &mut Body {
        self.body
    }
    fn insertion_point(&self) -> InsertionPoint {
        self.point
    }
    fn set_insertion_point(&mut self, point: InsertionPoint) {
        self.point = point;
    }
}
