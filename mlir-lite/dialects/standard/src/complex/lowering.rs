//! Complex numbers in the llvm dialect: structs of two floats.

use crate::expressions::Expr;
use crate::to_llvm::Llvm;
use crate::to_llvm::descriptor::{aggregate, extract};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::{Lowered, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::{Adaptor, OpAdaptor, OpBuilder, OpId, OpModel, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::scalar::{CmpFPredicate, ComplexFunction, Part, PartFunction, ScalarFunction};
use smallvec::SmallVec;
use std::marker::PhantomData;

pub(crate) fn parts(b: &mut Rewriter<'_>, value: ValueId) -> Result<[ValueId; 2], MatchFailure> {
    Ok([extract(b, value, &[0])?, extract(b, value, &[1])?])
}

/// A number that is computed of the parts of a complex number.
pub(crate) fn part(
    complex: ValueId,
    b: &mut Rewriter<'_>,
    compute: for<'e> fn([Expr<'e>; 2]) -> Expr<'e>,
) -> Lowered {
    let parts = parts(b, complex)?;
    Ok(llvm_edsc(b, |e| compute(parts.map(|part| e.expr(part))).id()).into())
}

/// Lowers functions of complex numbers by their formulas.
pub(crate) struct ByParts<O>(PhantomData<O>);

impl<O: ScalarOp> OpModel for ByParts<O> {
    type Op = O;
}

impl<O: ScalarOp> LowerTo<Llvm> for ByParts<O> {
    fn lower(
        op: <Self as OpModel>::Op,
        operands: Adaptor<'_, Self>,
        b: &mut Rewriter<'_>,
    ) -> Lowered {
        let ScalarFunction::Complex(function) = O::FUNCTION else {
            return Err("a function of complex numbers is expected".into());
        };
        let mut numbers = SmallVec::<[[ValueId; 2]; 2]>::new();
        for &operand in operands.values() {
            numbers.push(parts(b, operand)?);
        }
        of_parts(op.id(), &numbers, function, b)
    }
}

/// The value of a function of the numbers of these parts.
pub(crate) fn of_parts(
    op: OpId,
    numbers: &[[ValueId; 2]],
    function: ComplexFunction,
    b: &mut Rewriter<'_>,
) -> Lowered {
    let ty = b.converted_type(b.body().result(op, 0))?;
    let result = llvm_edsc(b, |e| {
        let numbers: SmallVec<[[Expr<'_>; 2]; 2]> =
            numbers.iter().map(|number| number.map(|part| e.expr(part))).collect();
        function.of_parts(&numbers).map(|parts| parts.map(Expr::id))
    });
    let result = result.ok_or("it has another number of operands")?;
    Ok(aggregate(b, ty, &result).into())
}

/// Parts are computed by ops of the llvm dialect, and by those of std where it has none; these are
/// lowered in turn.
impl Part for Expr<'_> {
    fn number(self, value: f64) -> Self {
        self.builder().float(value, self.ty())
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn times(self, other: Self) -> Self {
        self * other
    }

    fn over(self, other: Self) -> Self {
        self / other
    }

    fn negative(self) -> Self {
        -self
    }

    fn call(self, function: PartFunction, others: &[Self]) -> Self {
        let e = self.builder();
        let all: Vec<Self> = std::iter::once(&self).chain(others).copied().collect();
        match function {
            PartFunction::Abs => e.op::<llvm::FAbsOp>(all),
            PartFunction::Maximum => e.op::<llvm::MaximumOp>(all),
            PartFunction::Minimum => e.op::<llvm::MinimumOp>(all),
            PartFunction::CopySign => e.op::<llvm::CopySignOp>(all),
            PartFunction::Sqrt => e.op::<llvm::SqrtOp>(all),
            PartFunction::Exp => e.op::<llvm::ExpOp>(all),
            PartFunction::ExpM1 => e.op::<crate::ExpM1Op>(all),
            PartFunction::Log => e.op::<llvm::LogOp>(all),
            PartFunction::Log1p => e.op::<crate::Log1pOp>(all),
            PartFunction::Atan2 => e.op::<crate::Atan2Op>(all),
            PartFunction::Sin => e.op::<llvm::SinOp>(all),
            PartFunction::Cos => e.op::<llvm::CosOp>(all),
            PartFunction::Tan => e.op::<crate::TanOp>(all),
            PartFunction::Sinh => e.op::<crate::SinhOp>(all),
            PartFunction::Cosh => e.op::<crate::CoshOp>(all),
            PartFunction::Tanh => e.op::<crate::TanhOp>(all),
        }
    }

    fn choose(self, predicate: CmpFPredicate, other: Self, [then, otherwise]: [Self; 2]) -> Self {
        self.cmpf(predicate, other).select(then, otherwise)
    }
}
