//! Expressions: values with a reference to the builder that they share, and the operators on them.
//!
//! Operators create the ops of an [`OpSet`]: those of std in `edsc`, those of the llvm dialect in
//! `to_llvm`.

mod element;
mod expr;
mod op_set;
mod operators;
mod values;

pub use element::{Access, Element};
pub use expr::Expr;
pub(crate) use op_set::{OpSet, Operator};
pub use values::{Operand, Values};

use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{InsertionPoint, OperationState};
use std::cell::RefCell;
use std::fmt;

/// Shares a builder with expressions while `build` runs, whose operators are those of a set.
pub(crate) fn share<B: OpBuilder + ?Sized, R>(
    builder: &mut B,
    ops: &'static dyn OpSet,
    build: impl FnOnce(Edsc<'_>) -> R,
) -> R {
    build(EdscScope::with_ops(builder, ops).edsc())
}

/// A builder that is about to be shared by expressions.
pub struct EdscScope<'b, B: ?Sized = dyn OpBuilder + 'b> {
    shared: RefCell<Forward<'b, B>>,
    ops: &'static dyn OpSet,
}

impl<B: ?Sized> fmt::Debug for EdscScope<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EdscScope")
    }
}

impl<'b, B: OpBuilder + ?Sized> EdscScope<'b, B> {
    pub(crate) fn with_ops(builder: &'b mut B, ops: &'static dyn OpSet) -> Self {
        Self { shared: RefCell::new(Forward(builder)), ops }
    }

    /// Shares the builder with expressions while they are used.
    pub fn edsc(&mut self) -> Edsc<'_> {
        Edsc { builder: &self.shared, ops: self.ops }
    }
}

/// A builder that expressions share. A copy is another reference to it.
#[derive(Copy, Clone)]
pub struct Edsc<'e> {
    builder: &'e RefCell<dyn OpBuilder + 'e>,
    ops: &'static dyn OpSet,
}

const IN_USE: &str = "the builder is in use: an expression was used inside of 'emit' or 'read'";

impl fmt::Debug for Edsc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Edsc")
    }
}

impl<'e> Edsc<'e> {
    /// Runs a function on the builder, to call what takes one.
    ///
    /// # Panics
    /// If the function uses expressions of the scope: it has the builder alone meanwhile.
    #[track_caller]
    pub fn emit<R>(self, build: impl FnOnce(&mut (dyn OpBuilder + 'e)) -> R) -> R {
        match self.builder.try_borrow_mut() {
            Ok(mut builder) => build(&mut *builder),
            Err(_) => panic!("{IN_USE}"),
        }
    }

    /// Runs a function that creates an op with one result.
    #[track_caller]
    pub fn value(self, build: impl FnOnce(&mut (dyn OpBuilder + 'e)) -> ValueId) -> Expr<'e> {
        let value = self.emit(build);
        self.expr(value)
    }

    /// A value as an expression.
    pub fn expr(self, value: impl Into<ValueId>) -> Expr<'e> {
        Expr::new(self, value.into())
    }

    /// Values as expressions.
    pub fn exprs<V: Values<'e>>(self, values: &[ValueId]) -> V {
        V::of(self, values)
    }

    /// Reads the body that is built.
    ///
    /// # Panics
    /// If the function builds ops, or in [`emit`](Self::emit).
    #[track_caller]
    pub fn read<R>(self, read: impl FnOnce(&Body) -> R) -> R {
        match self.builder.try_borrow() {
            Ok(builder) => read(builder.body()),
            Err(_) => panic!("{IN_USE}"),
        }
    }

    /// The type of sizes and positions: `index`, or `i64` of the llvm dialect.
    pub(crate) fn index_type(self) -> Type {
        self.ops.index()
    }

    /// The context.
    pub fn context(self) -> Context {
        self.read(|body| body.context().clone())
    }

    /// Creates an op `O` that has the type of its first operand.
    #[track_caller]
    pub fn op<O: OpDefinition>(self, operands: impl Values<'e>) -> Expr<'e> {
        let operands = operands.list();
        let ty = operands.first().map_or(Type::NONE, |&first| self.ty(first));
        self.value_of::<O>(&operands, ty)
    }

    /// Creates an op `O` with one result.
    #[track_caller]
    pub fn op_to<O: OpDefinition>(self, operands: impl Values<'e>, ty: Type) -> Expr<'e> {
        self.value_of::<O>(&operands.list(), ty)
    }

    fn value_of<O: OpDefinition>(self, operands: &[ValueId], ty: Type) -> Expr<'e> {
        self.value(|b| {
            let op = simple::<O>(b, operands, &[ty]);
            b.body().result(op, 0)
        })
    }

    /// Creates an op `O` with any number of results.
    #[track_caller]
    pub fn operation<O: OpDefinition>(self, operands: impl Values<'e>, results: &[Type]) -> O {
        self.emit(|b| O::from_id(simple::<O>(b, &operands.list(), results)))
    }

    /// The results of an op.
    pub fn results<V: Values<'e>>(self, op: impl OpDefinition) -> V {
        let results: SmallVec<[ValueId; 4]> = self.read(|body| body.results(op.id()).collect());
        V::of(self, &results)
    }

    /// Builds at another insertion point, and goes back to the one from before.
    #[track_caller]
    pub fn at<R>(self, point: InsertionPoint, build: impl FnOnce() -> R) -> R {
        let old = self.emit(|b| {
            let old = b.insertion_point();
            b.set_insertion_point(point);
            old
        });
        let result = build();
        self.emit(|b| b.set_insertion_point(old));
        result
    }

    /// Builds at another location, and goes back to the one from before.
    #[track_caller]
    pub fn located<R>(self, location: Location, build: impl FnOnce() -> R) -> R {
        let old = self.emit(|b| {
            let old = b.location();
            b.set_location(location);
            old
        });
        let result = build();
        self.emit(|b| b.set_location(old));
        result
    }

    /// Adds a block to the end of a region. `build` fills it, given its arguments.
    #[track_caller]
    pub fn block_in<V: Values<'e>, R>(
        self,
        region: RegionId,
        arguments: &[Type],
        build: impl FnOnce(V) -> R,
    ) -> R {
        let block = self.emit(|b| b.create_block(region, arguments));
        self.at(InsertionPoint::End(block), || build(self.arguments(block)))
    }

    /// Adds an empty block to the end of the region of the insertion point.
    ///
    /// # Panics
    /// If the insertion point is not in a region.
    #[track_caller]
    pub fn append_block(self, arguments: &[Type]) -> BlockId {
        self.emit(|b| {
            let region = b.insertion_block().and_then(|block| b.body().block_region(block));
            b.create_block(region.expect("the insertion point is in a region"), arguments)
        })
    }

    /// Fills a block, given its arguments.
    #[track_caller]
    pub fn fill<V: Values<'e>, R>(self, block: BlockId, build: impl FnOnce(V) -> R) -> R {
        self.at(InsertionPoint::End(block), || build(self.arguments(block)))
    }

    fn arguments<V: Values<'e>>(self, block: BlockId) -> V {
        let arguments = self.read(|body| body.arguments(block).to_vec());
        V::of(self, &arguments)
    }

    fn ty(self, value: ValueId) -> Type {
        self.read(|body| body.ty(value))
    }
}

/// Creates an op that has operands and results only.
#[track_caller]
fn simple<O: OpDefinition>(b: &mut dyn OpBuilder, operands: &[ValueId], results: &[Type]) -> OpId {
    let state = OperationState::new(O::name(b.context()), b.location());
    b.create(state.operands(operands).results(results))
}

/// A builder of any kind, which can be a trait object.
struct Forward<'b, B: ?Sized>(&'b mut B);

impl<B: OpBuilder + ?Sized> OpBuilder for Forward<'_, B> {
    fn body(&self) -> &Body {
        self.0.body()
    }
    fn body_mut(&mut self) -> &mut Body {
        self.0.body_mut()
    }
    fn insertion_point(&self) -> InsertionPoint {
        self.0.insertion_point()
    }
    fn set_insertion_point(&mut self, point: InsertionPoint) {
        self.0.set_insertion_point(point);
    }
    fn location(&self) -> Location {
        self.0.location()
    }
    fn set_location(&mut self, location: Location) {
        self.0.set_location(location);
    }
    fn op_inserted(&mut self, op: OpId) {
        self.0.op_inserted(op);
    }
    fn block_created(&mut self, block: BlockId) {
        self.0.block_created(block);
    }
}
