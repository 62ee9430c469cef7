//! `toy.floor_div` and `toy.rem`: the division that rounds down, and its remainder.
//!
//! Both start from the remainder of C's `fmod`, which is exact, as Python and NumPy do: `1 // 0.1`
//! is 9, although `1 / 0.1` is rounded to 10.

use mlir_lite::dialects::standard::{
    self, AddFOp, CmpFOp, CmpFPredicate, CopySignOp, DivFOp, FloorFOp, RemFOp, SubFOp,
};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::assembly::usual_assembly;
use super::elementwise::{WorksElementwise, broadcast};
use crate::interpret::interpreted_by_computing;
use crate::lowering::{Lower, Lowered, Rewriter};
use crate::shape::InferShape;
use crate::tensor::{Compute, Tensor, combine};

/// The quotient rounded down, element by element. By 0 it is what division gives.
#[op(
    name = "toy.floor_div",
    traits(Pure, ResultsBroadcastableShape),
    interfaces(InferShape, Compute, WorksElementwise),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct FloorDivOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// The remainder of the division that rounds down, element by element. It has the sign of the
/// divisor, also if it is 0.
#[op(
    name = "toy.rem",
    traits(Pure, ResultsBroadcastableShape),
    interfaces(InferShape, Compute, WorksElementwise),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct RemOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

usual_assembly!(FloorDivOp);
usual_assembly!(RemOp);
interpreted_by_computing!(FloorDivOp, RemOp);

impl WorksElementwise for FloorDivOpRef<'_> {}
impl WorksElementwise for RemOpRef<'_> {}

impl InferShape for FloorDivOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        broadcast(self.op(), "operator '//'")
    }
}

impl InferShape for RemOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        broadcast(self.op(), "operator '%'")
    }
}

impl Compute for FloorDivOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        combine(inputs, |[a, b]| {
            let rest = a % b;
            let steps = (a - rest) / b;
            let signs_differ = rest != 0.0 && (b < 0.0) != (rest < 0.0);
            let steps = if signs_differ { steps - 1.0 } else { steps };
            // The difference above is rounded, so the quotient may be off by a little.
            let down = steps.floor();
            let down = if steps - down > 0.5 { down + 1.0 } else { down };
            match (b == 0.0, steps == 0.0) {
                (true, _) => a / b,
                (_, true) => 0.0_f64.copysign(a / b),
                _ => down,
            }
        })
    }
}

impl Compute for RemOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        combine(inputs, |[a, b]| {
            let rest = a % b;
            let signs_differ = (b < 0.0) != (rest < 0.0);
            match (rest == 0.0, signs_differ) {
                (true, _) => 0.0_f64.copysign(b),
                (_, true) => rest + b,
                _ => rest,
            }
        })
    }
}

/// Builds ops on numbers.
struct Numbers<'b, 'r> {
    b: &'b mut Rewriter<'r>,
    at: Location,
}

impl Numbers<'_, '_> {
    fn constant(&mut self, value: f64) -> ValueId {
        standard::ConstantOp::f64(self.b, self.at, value).result(self.b.body())
    }

    fn binary<O: OpDefinition>(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let name = O::name(self.b.context());
        let state = OperationState::new(name, self.at).operands(&[x, y]).results(&[Type::F64]);
        let op = self.b.create(state);
        self.b.body().results(op).next().expect("an op on numbers has a result")
    }

    fn compare(&mut self, predicate: CmpFPredicate, x: ValueId, y: ValueId) -> ValueId {
        CmpFOp::build_inferred(self.b, self.at, predicate, x, y).result(self.b.body())
    }

    fn select(&mut self, condition: ValueId, x: ValueId, y: ValueId, ty: Type) -> ValueId {
        standard::SelectOp::build(self.b, self.at, condition, x, y, ty).result(self.b.body())
    }

    /// Whether exactly one of two numbers is below 0.
    fn signs_differ(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let zero = self.constant(0.0);
        let [x, y] = [x, y].map(|value| self.compare(CmpFPredicate::Olt, value, zero));
        standard::XOrOp::build(self.b, self.at, x, y).result(self.b.body())
    }
}

impl Lower for FloorDivOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, [x, y]| {
            let mut n = Numbers { b, at };
            let [zero, half, one] = [0.0, 0.5, 1.0].map(|value| n.constant(value));
            let rest = n.binary::<RemFOp>(x, y);
            let whole = n.binary::<SubFOp>(x, rest);
            let steps = n.binary::<DivFOp>(whole, y);
            let less = n.binary::<SubFOp>(steps, one);
            let differ = n.signs_differ(y, rest);
            let lowered = n.select(differ, less, steps, Type::F64);
            let is_exact = n.compare(CmpFPredicate::Oeq, rest, zero);
            let steps = n.select(is_exact, steps, lowered, Type::F64);
            let down = FloorFOp::build(n.b, at, steps).result(n.b.body());
            let above = n.binary::<SubFOp>(steps, down);
            let is_above = n.compare(CmpFPredicate::Ogt, above, half);
            let next = n.binary::<AddFOp>(down, one);
            let down = n.select(is_above, next, down, Type::F64);
            let quotient = n.binary::<DivFOp>(x, y);
            let signed_zero = n.binary::<CopySignOp>(zero, quotient);
            let is_zero = n.compare(CmpFPredicate::Oeq, steps, zero);
            let down = n.select(is_zero, signed_zero, down, Type::F64);
            let by_zero = n.compare(CmpFPredicate::Oeq, y, zero);
            n.select(by_zero, quotient, down, Type::F64)
        })
    }
}

impl Lower for RemOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, [x, y]| {
            let mut n = Numbers { b, at };
            let zero = n.constant(0.0);
            let rest = n.binary::<RemFOp>(x, y);
            let moved = n.binary::<AddFOp>(rest, y);
            let differ = n.signs_differ(y, rest);
            let result = n.select(differ, moved, rest, Type::F64);
            let signed_zero = n.binary::<CopySignOp>(zero, y);
            let is_zero = n.compare(CmpFPredicate::Oeq, rest, zero);
            n.select(is_zero, signed_zero, result, Type::F64)
        })
    }
}
