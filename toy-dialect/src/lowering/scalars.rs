//! Builds ops on numbers in lowered code.

use mlir_lite::dialects::standard::{AndOp, CmpFOp, CmpFPredicate, ConstantOp, OrOp, SelectOp};
use mlir_lite::ir::prelude::*;

/// Builds ops on numbers at a location, and gives their results.
pub(crate) struct Scalars<'b, B: OpBuilder + ?Sized> {
    pub(crate) b: &'b mut B,
    pub(crate) at: Location,
}

impl<'b, B: OpBuilder + ?Sized> Scalars<'b, B> {
    pub(crate) fn new(b: &'b mut B, at: Location) -> Self {
        Self { b, at }
    }

    /// A constant.
    pub(crate) fn float(&mut self, value: f64) -> ValueId {
        ConstantOp::f64(self.b, value)
    }

    /// An op on floats whose result is one.
    pub(crate) fn op<O: OpDefinition>(&mut self, operands: &[ValueId]) -> ValueId {
        let name = O::name(self.b.context());
        let state = OperationState::new(name, self.at).operands(operands).results(&[Type::F64]);
        let op = self.b.create(state);
        self.b.body().results(op).next().expect("an op on numbers has a result")
    }

    /// Whether two floats compare so.
    pub(crate) fn compare(&mut self, predicate: CmpFPredicate, x: ValueId, y: ValueId) -> ValueId {
        CmpFOp::build_inferred(self.b, self.at, predicate, x, y).result(self.b.body())
    }

    /// Whether both conditions hold.
    pub(crate) fn both(&mut self, x: ValueId, y: ValueId) -> ValueId {
        AndOp::build(self.b, self.at, x, y).result(self.b.body())
    }

    /// Whether one of the conditions holds.
    pub(crate) fn either(&mut self, x: ValueId, y: ValueId) -> ValueId {
        OrOp::build(self.b, self.at, x, y).result(self.b.body())
    }

    /// The first value if a condition holds, else the second.
    pub(crate) fn select(&mut self, condition: ValueId, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.b.body().ty(x);
        SelectOp::build(self.b, self.at, condition, x, y, ty).result(self.b.body())
    }
}
