//! `toy.floor_div` and `toy.rem`: the division that rounds down, and its remainder.
//!
//! Both start from the remainder of C's `fmod`, which is exact, as Python and NumPy do: `1 // 0.1`
//! is 9, although `1 / 0.1` is rounded to 10.

use mlir_lite::dialects::standard::{
    self, AddFOp, CmpFPredicate, CopySignOp, DivFOp, FloorFOp, RemFOp, SubFOp,
};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::elementwise::{WorksElementwise, broadcasting};
use crate::lowering::{Lower, Lowered, Rewriter, Scalars};
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

broadcasting!(FloorDivOp, "operator '//'");
broadcasting!(RemOp, "operator '%'");

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

/// Whether exactly one of two numbers is below 0.
fn signs_differ(n: &mut Scalars<'_, Rewriter<'_>>, x: ValueId, y: ValueId) -> ValueId {
    let zero = n.float(0.0);
    let [x, y] = [x, y].map(|value| n.compare(CmpFPredicate::Olt, value, zero));
    standard::XOrOp::build(n.b, n.at, x, y).result(n.b.body())
}

impl Lower for FloorDivOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, [x, y]| {
            let mut n = Scalars::new(b, at);
            let [zero, half, one] = [0.0, 0.5, 1.0].map(|value| n.float(value));
            let rest = n.op::<RemFOp>(&[x, y]);
            let whole = n.op::<SubFOp>(&[x, rest]);
            let steps = n.op::<DivFOp>(&[whole, y]);
            let less = n.op::<SubFOp>(&[steps, one]);
            let differ = signs_differ(&mut n, y, rest);
            let lowered = n.select(differ, less, steps);
            let is_exact = n.compare(CmpFPredicate::Oeq, rest, zero);
            let steps = n.select(is_exact, steps, lowered);
            let down = n.op::<FloorFOp>(&[steps]);
            let above = n.op::<SubFOp>(&[steps, down]);
            let is_above = n.compare(CmpFPredicate::Ogt, above, half);
            let next = n.op::<AddFOp>(&[down, one]);
            let down = n.select(is_above, next, down);
            let quotient = n.op::<DivFOp>(&[x, y]);
            let signed_zero = n.op::<CopySignOp>(&[zero, quotient]);
            let is_zero = n.compare(CmpFPredicate::Oeq, steps, zero);
            let down = n.select(is_zero, signed_zero, down);
            let by_zero = n.compare(CmpFPredicate::Oeq, y, zero);
            n.select(by_zero, quotient, down)
        })
    }
}

impl Lower for RemOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, [x, y]| {
            let mut n = Scalars::new(b, at);
            let zero = n.float(0.0);
            let rest = n.op::<RemFOp>(&[x, y]);
            let moved = n.op::<AddFOp>(&[rest, y]);
            let differ = signs_differ(&mut n, y, rest);
            let result = n.select(differ, moved, rest);
            let signed_zero = n.op::<CopySignOp>(&[zero, y]);
            let is_zero = n.compare(CmpFPredicate::Oeq, rest, zero);
            n.select(is_zero, signed_zero, result)
        })
    }
}
