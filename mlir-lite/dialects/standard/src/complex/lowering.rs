//! Complex numbers in the llvm dialect: structs of two floats.

use crate::to_llvm::Rewriter;
use crate::to_llvm::descriptor::{extract, insert, poison};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm;
use mlir_lite::ir::{Location, OpAdaptor, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::scalar::CmpFPredicate;
use mlir_lite::types::Type;

pub(crate) fn parts(
    rewriter: &mut Rewriter<'_>,
    value: ValueId,
) -> Result<[ValueId; 2], MatchFailure> {
    let re = extract(rewriter, value, &[0]);
    re.zip(extract(rewriter, value, &[1]))
        .map(|(re, im)| [re, im])
        .ok_or("a complex number has two parts".into())
}

pub(crate) fn part(
    op: OpId,
    complex: ValueId,
    index: i64,
    rewriter: &mut Rewriter<'_>,
) -> MatchResult {
    let value = extract(rewriter, complex, &[index]).ok_or("a complex number has two parts")?;
    rewriter.replace_op(op, &[value]);
    Ok(())
}

/// Replaces an op by the number of these parts.
pub(crate) fn replace(
    op: OpId,
    rewriter: &mut Rewriter<'_>,
    [re, im]: [ValueId; 2],
) -> MatchResult {
    let ty = rewriter.convert_type(rewriter.body().ty(rewriter.body().result(op, 0)))?;
    let empty = poison(rewriter, ty);
    let half = insert(rewriter, empty, re, &[0]);
    let whole = insert(rewriter, half, im, &[1]);
    rewriter.replace_op(op, &[whole]);
    Ok(())
}

/// Builds operations on floats.
pub(crate) struct Arithmetic<'a, 'r> {
    pub(crate) rewriter: &'a mut Rewriter<'r>,
    pub(crate) location: Location,
}

impl Arithmetic<'_, '_> {
    pub(crate) fn add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let op = llvm::FAddOp::build(self.rewriter, self.location, a, b, None);
        op.result(self.rewriter.body())
    }

    pub(crate) fn sub(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let op = llvm::FSubOp::build(self.rewriter, self.location, a, b, None);
        op.result(self.rewriter.body())
    }

    pub(crate) fn mul(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let op = llvm::FMulOp::build(self.rewriter, self.location, a, b, None);
        op.result(self.rewriter.body())
    }

    pub(crate) fn div(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let op = llvm::FDivOp::build(self.rewriter, self.location, a, b, None);
        op.result(self.rewriter.body())
    }

    /// The absolute value of the number of these parts, as `max * sqrt(1 + (min / max)^2)`: squares
    /// may be too large for the format. Of two zeros and of two infinities, the quotient is not
    /// a number, and `min` is the result.
    pub(crate) fn absolute(&mut self, parts: [ValueId; 2]) -> Result<ValueId, MatchFailure> {
        let [a, b] = parts.map(|part| {
            let op = llvm::FAbsOp::build(self.rewriter, self.location, part, None);
            op.res(self.rewriter.body())
        });
        let greatest = llvm::MaximumOp::build(self.rewriter, self.location, a, b, None);
        let least = llvm::MinimumOp::build(self.rewriter, self.location, a, b, None);
        let (greatest, least) =
            (greatest.res(self.rewriter.body()), least.res(self.rewriter.body()));
        let ty = self.rewriter.body().ty(greatest);
        let one = self.rewriter.context().float_attr(ty, 1.0);
        let one = llvm::ConstantOp::build(self.rewriter, self.location, one, ty)
            .res(self.rewriter.body());
        let ratio = self.div(least, greatest);
        let square = self.mul(ratio, ratio);
        let sum = self.add(one, square);
        let root =
            llvm::SqrtOp::build(self.rewriter, self.location, sum, None).res(self.rewriter.body());
        let norm = self.mul(greatest, root);
        let predicate = CmpFPredicate::Uno;
        let is_nan = llvm::FCmpOp::build(
            self.rewriter,
            self.location,
            predicate,
            norm,
            norm,
            None,
            Type::I1,
        );
        let is_nan = is_nan.result(self.rewriter.body());
        let chosen =
            llvm::SelectOp::build(self.rewriter, self.location, is_nan, least, norm, None, ty);
        Ok(chosen.result(self.rewriter.body()))
    }
}

type Parts = [ValueId; 2];

pub(crate) fn binary<Op: OpDefinition>(
    patterns: &mut ConversionPatternSet,
    name: &'static str,
    compute: fn(&mut Arithmetic<'_, '_>, Parts, Parts) -> Parts,
) {
    patterns.add::<Op>(name, 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let &[a, b] = operands.values() else { return Err("expects two operands".into()) };
        let (a, b) = (parts(rewriter, a)?, parts(rewriter, b)?);
        let result = compute(&mut Arithmetic { rewriter, location }, a, b);
        replace(op.id(), rewriter, result)
    });
}

pub(crate) fn compare<Op: OpDefinition>(
    patterns: &mut ConversionPatternSet,
    name: &'static str,
    equal: bool,
) {
    patterns.add::<Op>(name, 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let &[a, b] = operands.values() else { return Err("expects two operands".into()) };
        let (a, b) = (parts(rewriter, a)?, parts(rewriter, b)?);
        let predicate = if equal { CmpFPredicate::Oeq } else { CmpFPredicate::Une };
        let mut results = Vec::new();
        for (a, b) in a.into_iter().zip(b) {
            let op = llvm::FCmpOp::build(rewriter, location, predicate, a, b, None, Type::I1);
            results.push(op.result(rewriter.body()));
        }
        if equal {
            rewriter.replace_op_with(op.id(), |b| {
                llvm::AndOp::build(b, location, results[0], results[1])
            });
        } else {
            rewriter.replace_op_with(op.id(), |b| {
                llvm::OrOp::build(b, location, results[0], results[1], None)
            });
        }
        Ok(())
    });
}
