//! Complex numbers in the llvm dialect: structs of two floats.

use crate::expressions::Expr;
use crate::to_llvm::descriptor::{aggregate, extract};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::{Lowered, Rewriter};
use mlir_lite::dialects::llvm;
use mlir_lite::ir::{OpBuilder, OpId, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::scalar::CmpFPredicate;
use std::array;

pub(crate) fn parts(b: &mut Rewriter<'_>, value: ValueId) -> Result<[ValueId; 2], MatchFailure> {
    Ok([extract(b, value, &[0])?, extract(b, value, &[1])?])
}

/// The complex number whose parts are computed of those of the operands.
pub(crate) fn computed<const N: usize>(
    op: OpId,
    operands: [ValueId; N],
    b: &mut Rewriter<'_>,
    compute: for<'e> fn([[Expr<'e>; 2]; N]) -> [Expr<'e>; 2],
) -> Lowered {
    let ty = b.converted_type(b.body().result(op, 0))?;
    let mut of_all = operands.map(|operand| [operand; 2]);
    for of_one in &mut of_all {
        *of_one = parts(b, of_one[0])?;
    }
    let result = llvm_edsc(b, |e| {
        let operands = array::from_fn(|index| of_all[index].map(|part| e.expr(part)));
        compute(operands).map(Expr::id)
    });
    Ok(aggregate(b, ty, &result).into())
}

/// The absolute value of the number of these parts, as `max * sqrt(1 + (min / max)^2)`: squares
/// may be too large for the format. Of two zeros and of two infinities, the quotient is not
/// a number, and `min` is the result.
pub(crate) fn absolute(parts: [Expr<'_>; 2]) -> Expr<'_> {
    let e = parts[0].builder();
    let parts = parts.map(|part| e.op::<llvm::FAbsOp>(part));
    let (greatest, least) = (e.op::<llvm::MaximumOp>(parts), e.op::<llvm::MinimumOp>(parts));
    let one = e.float(1.0, greatest.ty());
    let ratio = least / greatest;
    let norm = greatest * e.op::<llvm::SqrtOp>(one + ratio * ratio);
    norm.cmpf(CmpFPredicate::Uno, norm).select(least, norm)
}
