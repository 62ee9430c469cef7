//! Builders: create ops where an insertion point says.

use crate::data::Context;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::{Body, OperationState};
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::ir::op_def::OpDefinition;
use smallvec::SmallVec;

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
/// the functions that create ops work with all of them.
///
/// Functions that create ops create them at the builder's [location](OpBuilder::location), and give
/// values where they can; [`located`] sets another location for a while. Only the functions of an
/// op whose names begin with `build` take a location, and give the op.
pub trait OpBuilder {
    /// The body that is built.
    fn body(&self) -> &Body;

    /// The underlying body, for changes that are not to be observed.
    fn body_mut(&mut self) -> &mut Body;

    /// Where the next op goes.
    fn insertion_point(&self) -> InsertionPoint;

    /// Sets where the next op is inserted.
    fn set_insertion_point(&mut self, point: InsertionPoint);

    /// The location of ops that are created without one.
    fn location(&self) -> Location;

    /// Sets the location of ops that are created without one.
    fn set_location(&mut self, location: Location);

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

    /// The context, as a handle that does not borrow the builder.
    fn context_handle(&self) -> Context {
        self.context().clone()
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

    /// Creates a block at the end of a region.
    #[track_caller]
    fn create_block(&mut self, region: RegionId, arguments: &[Type]) -> BlockId {
        let block = self.body_mut().create_block(region, arguments);
        self.block_created(block);
        block
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

/// Runs `build` with another location for the ops that it creates, and restores the old one.
pub fn located<B: OpBuilder + ?Sized, R>(
    builder: &mut B,
    location: Location,
    build: impl FnOnce(&mut B) -> R,
) -> R {
    let old = builder.location();
    builder.set_location(location);
    let result = build(builder);
    builder.set_location(old);
    result
}

/// The plain builder, without a listener.
///
/// It has an insertion point and a location. An op's `create` uses both, and gives the op's result,
/// or the op if it does not have exactly one:
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::builder::BodyBuilder;
/// use mlir_lite::ir::prelude::*;
///
/// /// A number.
/// #[op(name = "calc.number")]
/// struct NumberOp {
///     #[attr]
///     value: F64Attr,
///     #[result]
///     result: F64,
/// }
///
/// /// A sum.
/// #[op(name = "calc.add")]
/// struct AddOp {
///     #[operand]
///     lhs: F64,
///     #[operand]
///     rhs: F64,
///     #[result]
///     result: F64,
/// }
/// # struct Calc;
/// # impl Dialect for Calc {
/// #     const NAMESPACE: &'static str = "calc";
/// #     fn register(dialect: &mut DialectRegistration<'_>) {
/// #         dialect.op::<NumberOp>();
/// #         dialect.op::<AddOp>();
/// #     }
/// # }
///
/// let ctx = Context::new();
/// # ctx.load::<mlir_lite::builtin::BuiltinDialect>();
/// # ctx.load::<Calc>();
/// let mut module = mlir_lite::builtin::ModuleOp::create(&ctx, Location::UNKNOWN);
/// let block = mlir_lite::builtin::ModuleOp::body_block(&module);
///
/// let mut b = BodyBuilder::at_end(&mut module, block).at(ctx.file_location("sum.calc", 1, 1));
/// let one = NumberOp::create(&mut b, ctx.f64_attr(1.0));
/// let two = NumberOp::create(&mut b, ctx.f64_attr(2.0));
/// b.set_location(ctx.file_location("sum.calc", 1, 5));
/// let sum = AddOp::create(&mut b, one, two);
/// assert_eq!(b.body().ty(sum), Type::F64);
/// ```
pub struct BodyBuilder<'b> {
    body: &'b mut Body,
    point: InsertionPoint,
    location: Location,
}

impl<'b> BodyBuilder<'b> {
    /// Builds at `point`, at the location of the op there. Without an op (at the start or end of a
    /// block, or detached), the location is unknown until it is set.
    #[track_caller]
    pub fn new(body: &'b mut Body, point: InsertionPoint) -> Self {
        let location = match point {
            InsertionPoint::Before(op) | InsertionPoint::After(op) => body.location(op),
            _ => Location::UNKNOWN,
        };
        Self { body, point, location }
    }

    /// The same builder with another location.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.location = location;
        self
    }

    /// Builds at the end of `block`. The location is unknown.
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
    fn location(&self) -> Location {
        self.location
    }
    fn set_location(&mut self, location: Location) {
        self.location = location;
    }
}

/// The replacement of an op: another op with its results, or a value.
pub trait Replacement: Copy {
    /// The values in place of the op's results.
    fn values(self, body: &Body) -> SmallVec<[ValueId; 2]>;
}

impl<O: OpDefinition> Replacement for O {
    fn values(self, body: &Body) -> SmallVec<[ValueId; 2]> {
        body.results(self.id()).collect()
    }
}

impl Replacement for ValueId {
    fn values(self, _: &Body) -> SmallVec<[ValueId; 2]> {
        SmallVec::from_elem(self, 1)
    }
}
