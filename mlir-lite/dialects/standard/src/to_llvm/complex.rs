//! Complex numbers: structs of two floats.

use super::descriptor::{extract, insert, poison};
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet};
use mlir_lite::dialects::{llvm, standard};
use mlir_lite::ir::{Ident, Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::scalar::CmpFPredicate;
use mlir_lite::types::Type;

type Rewriter<'r> = ConversionPatternRewriter<'r>;

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::CreateComplexOp>(
        "create-complex-to-llvm",
        1,
        |op, operands, rewriter| replace(op.id(), rewriter, [operands[0], operands[1]]),
    );
    patterns.add::<standard::ComplexConstantOp>(
        "complex-constant-to-llvm",
        1,
        |op, _, rewriter| {
            let location = rewriter.body().location(op.id());
            let value =
                rewriter.body().attr(op.id(), Ident::VALUE).ok_or("the constant has no value")?;
            let ty = rewriter.convert_type(rewriter.body().ty(op.complex(rewriter.body())))?;
            rewriter.replace_op_with(op.id(), |b| llvm::ConstantOp::build(b, location, value, ty));
            Ok(())
        },
    );
    patterns.add::<standard::ReOp>("re-to-llvm", 1, |op, operands, rewriter| {
        part(op.id(), operands, 0, rewriter)
    });
    patterns.add::<standard::ImOp>("im-to-llvm", 1, |op, operands, rewriter| {
        part(op.id(), operands, 1, rewriter)
    });
    patterns.add::<standard::NegCFOp>("negcf-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let parts = parts(rewriter, location, operands[0])?;
        let parts = parts.map(|x| llvm::FNegOp::build(rewriter, location, x, None).id());
        let parts = parts.map(|op| rewriter.body().result(op, 0));
        replace(op.id(), rewriter, parts)
    });
    patterns.add::<standard::AbsCFOp>("abscf-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let parts = parts(rewriter, location, operands[0])?;
        let absolute = Arithmetic { rewriter, location }.absolute(parts)?;
        rewriter.replace_op(op.id(), &[absolute]);
        Ok(())
    });
    binary::<standard::AddCFOp>(patterns, "addcf-to-llvm", |m, [a, b], [c, d]| {
        [m.add(a, c), m.add(b, d)]
    });
    binary::<standard::SubCFOp>(patterns, "subcf-to-llvm", |m, [a, b], [c, d]| {
        [m.sub(a, c), m.sub(b, d)]
    });
    // (a + bi)(c + di) = (ac - bd) + (ad + bc)i
    binary::<standard::MulCFOp>(patterns, "mulcf-to-llvm", |m, [a, b], [c, d]| {
        let (ac, bd, ad, bc) = (m.mul(a, c), m.mul(b, d), m.mul(a, d), m.mul(b, c));
        [m.sub(ac, bd), m.add(ad, bc)]
    });
    // (a + bi) / (c + di) = ((ac + bd) + (bc - ad)i) / (cc + dd)
    binary::<standard::DivCFOp>(patterns, "divcf-to-llvm", |m, [a, b], [c, d]| {
        let (cc, dd) = (m.mul(c, c), m.mul(d, d));
        let norm = m.add(cc, dd);
        let (ac, bd, bc, ad) = (m.mul(a, c), m.mul(b, d), m.mul(b, c), m.mul(a, d));
        let (re, im) = (m.add(ac, bd), m.sub(bc, ad));
        [m.div(re, norm), m.div(im, norm)]
    });
    compare::<standard::EqCFOp>(patterns, "eqcf-to-llvm", true);
    compare::<standard::NeqCFOp>(patterns, "neqcf-to-llvm", false);
}

fn parts(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    value: ValueId,
) -> Result<[ValueId; 2], MatchFailure> {
    let re = extract(rewriter, location, value, &[0]);
    re.zip(extract(rewriter, location, value, &[1]))
        .map(|(re, im)| [re, im])
        .ok_or("a complex number has two parts".into())
}

fn part(op: OpId, operands: &[ValueId], index: i64, rewriter: &mut Rewriter<'_>) -> MatchResult {
    let location = rewriter.body().location(op);
    let value = extract(rewriter, location, operands[0], &[index])
        .ok_or("a complex number has two parts")?;
    rewriter.replace_op(op, &[value]);
    Ok(())
}

/// Replaces an op by the number of these parts.
fn replace(op: OpId, rewriter: &mut Rewriter<'_>, [re, im]: [ValueId; 2]) -> MatchResult {
    let location = rewriter.body().location(op);
    let ty = rewriter.convert_type(rewriter.body().ty(rewriter.body().result(op, 0)))?;
    let empty = poison(rewriter, location, ty);
    let half = insert(rewriter, location, empty, re, &[0]);
    let whole = insert(rewriter, location, half, im, &[1]);
    rewriter.replace_op(op, &[whole]);
    Ok(())
}

/// Builds operations on floats.
struct Arithmetic<'a, 'r> {
    rewriter: &'a mut Rewriter<'r>,
    location: Location,
}

macro_rules! operations {
    ($($name:ident = $op:ty;)*) => {
        $(fn $name(&mut self, a: ValueId, b: ValueId) -> ValueId {
            let op = <$op>::build(self.rewriter, self.location, a, b, None);
            op.result(self.rewriter.body())
        })*
    };
}

impl Arithmetic<'_, '_> {
    operations! {
        add = llvm::FAddOp;
        sub = llvm::FSubOp;
        mul = llvm::FMulOp;
        div = llvm::FDivOp;
    }

    /// The absolute value of the number of these parts, as `max * sqrt(1 + (min / max)^2)`: squares may be too large for the
    /// format. Of two zeros and of two infinities, the quotient is no number, and `min` is the result.
    fn absolute(&mut self, parts: [ValueId; 2]) -> Result<ValueId, MatchFailure> {
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

fn binary<Op: OpDefinition>(
    patterns: &mut ConversionPatternSet,
    name: &'static str,
    compute: fn(&mut Arithmetic<'_, '_>, Parts, Parts) -> Parts,
) {
    patterns.add::<Op>(name, 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let (a, b) =
            (parts(rewriter, location, operands[0])?, parts(rewriter, location, operands[1])?);
        let result = compute(&mut Arithmetic { rewriter, location }, a, b);
        replace(op.id(), rewriter, result)
    });
}

fn compare<Op: OpDefinition>(patterns: &mut ConversionPatternSet, name: &'static str, equal: bool) {
    patterns.add::<Op>(name, 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let (a, b) =
            (parts(rewriter, location, operands[0])?, parts(rewriter, location, operands[1])?);
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
