//! Replaces minima and maxima of numbers by comparisons.
//!
//! A processor's instruction for the smaller of two numbers gives its second operand if one is NaN
//! or both are zeros, so LLVM surrounds it by many others, each of which waits for the one before.
//! Here it is used twice, with the operands in both orders. The results are the same bits unless it
//! gave the second operand each time: then both operands are there, and the bits of both combined
//! are the zero of the right sign, or a NaN.

use mlir_lite::dialects::standard::{BitcastOp, CmpFPredicate, MaximumFOp, MinimumFOp};
use mlir_lite::edsc::{Expr, Operand};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use crate::loop_builder::before;

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
            let is_number = matches!(body.ty(result), Type::F32 | Type::F64);
            if !is_number || order == CmpFPredicate::Ogt && has_constant {
                continue;
            }
            let replacement = before(body, op, |e| expanded([e.expr(x), e.expr(y)], order).id());
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
fn expanded<'e>([x, y]: [Expr<'e>; 2], order: CmpFPredicate) -> Expr<'e> {
    // A minimum of zeros is below 0 if one of them is; a maximum, if both are.
    let (sign, bits) = match x.ty() {
        Type::F32 => (i64::from(i32::MIN), Type::I32),
        _ => (i64::MIN, Type::I64),
    };
    let sign = (order == CmpFPredicate::Ogt).then(|| sign.value(x.builder(), bits));
    let negated = |number: Expr<'e>| sign.map_or(number, |sign| number ^ sign);
    let [first, second] =
        [[x, y], [y, x]].map(|[x, y]| negated(x.cmpf(order, y).select(x, y).to::<BitcastOp>(bits)));
    negated(first | second).to::<BitcastOp>(x.ty())
}
