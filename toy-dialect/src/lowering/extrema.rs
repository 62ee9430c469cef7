//! Replaces minima and maxima of numbers by comparisons.
//!
//! A processor's instruction for the smaller of two numbers gives its second operand if one is NaN
//! or both are zeros, so LLVM surrounds it by many others, each of which waits for the one before.
//! Here it is used twice, with the operands in both orders. The results are the same bits unless it
//! gave the second operand each time: then both operands are there, and the bits of both combined
//! are the zero of the right sign, or a NaN.

use mlir_lite::dialects::standard::{
    BitcastOp, CmpFPredicate, ConstantOp, MaximumFOp, MinimumFOp, OrOp, XOrOp,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::scalars::Scalars;

/// Replace minima and maxima of numbers by comparisons.
#[pass(name = "toy-expand-extrema", report_name = "ToyExpandExtrema", each_body)]
pub struct ExpandExtremaPass {
    /// Number of minima and maxima replaced
    #[statistic("replaced")]
    REPLACED: Statistic,
}

impl RunPass for ExpandExtremaPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            let extremum = MinimumFOp::cast(body, op)
                .map(|op| (op.lhs(body), op.rhs(body), op.result(body), CmpFPredicate::Olt))
                .or_else(|| {
                    let op = MaximumFOp::cast(body, op)?;
                    Some((op.lhs(body), op.rhs(body), op.result(body), CmpFPredicate::Ogt))
                });
            let Some((x, y, result, order)) = extremum else { continue };
            // For a maximum with a constant, LLVM needs less.
            let has_constant = [x, y].into_iter().any(|operand| is_constant(body, operand));
            if body.ty(result) != Type::F64 || order == CmpFPredicate::Ogt && has_constant {
                continue;
            }
            let location = body.location(op);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
            let replacement = expanded(&mut builder, location, [x, y], order);
            body.replace_all_uses(result, replacement);
            body.erase_op(op);
            cx.count(Self::REPLACED, 1);
        }
        Ok(())
    }
}

fn is_constant(body: &Body, value: ValueId) -> bool {
    body.defining_op(value).is_some_and(|op| body.op(op).has_trait(TraitFlags::CONSTANT_LIKE))
}

/// The number that is in this order to the other one.
fn expanded(
    b: &mut BodyBuilder<'_>,
    location: Location,
    [x, y]: [ValueId; 2],
    order: CmpFPredicate,
) -> ValueId {
    // A minimum of zeros is below 0 if one of them is; a maximum, if both are.
    let sign = (order == CmpFPredicate::Ogt).then(|| {
        let sign = b.context().i64_attr(i64::MIN);
        ConstantOp::build(b, location, sign, Type::I64).result(b.body())
    });
    let negated = |b: &mut BodyBuilder<'_>, bits: ValueId| match sign {
        Some(sign) => XOrOp::build(b, location, bits, sign).result(b.body()),
        None => bits,
    };
    let [first, second] = [[x, y], [y, x]].map(|[x, y]| {
        let mut n = Scalars::new(b, location);
        let is_first = n.compare(order, x, y);
        let number = n.select(is_first, x, y);
        let bits = BitcastOp::build(b, location, number, Type::I64).result(b.body());
        negated(b, bits)
    });
    let both = OrOp::build(b, location, first, second).result(b.body());
    let both = negated(b, both);
    BitcastOp::build(b, location, both, Type::F64).result(b.body())
}
