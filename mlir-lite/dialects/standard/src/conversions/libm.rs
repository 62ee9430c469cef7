//! Functions of numbers as calls of C's library.

use crate::to_llvm::NewResults;
use crate::to_llvm::library::{CallLibrary, call_library};
use crate::{
    AbsFOp, AcosOp, AcoshOp, AsinOp, AsinhOp, Atan2Op, AtanOp, AtanhOp, CbrtOp, CeilFOp, CosOp,
    CoshOp, ErfOp, ErfcOp, Exp2Op, ExpM1Op, ExpOp, FloorFOp, FmaFOp, Log1pOp, Log2Op, Log10Op,
    LogOp, PowFOp, RoundEvenOp, RoundOp, SinOp, SinhOp, SqrtOp, TanOp, TanhOp, TruncOp,
};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::ir::{OpAdaptor, OpDefinition};
use mlir_lite::rewrite::PatternName;

/// Adds the pattern that computes an op by a function of a library.
pub(super) fn add_library_call<O: OpDefinition>(
    patterns: &mut ConversionPatternSet,
    name: &'static PatternName,
    benefit: u16,
    function: &'static str,
) {
    patterns.add::<O>(name, benefit, move |op, operands, b| {
        let NewResults(results) = call_library(op, operands.values(), function, b)?;
        b.replace_op(op.id(), &results);
        Ok(())
    });
}

/// Adds the patterns that compute functions of numbers by C's library.
pub(crate) fn populate_libm_patterns(patterns: &mut ConversionPatternSet) {
    fn add<O: OpDefinition>(patterns: &mut ConversionPatternSet, function: &'static str) {
        add_library_call::<O>(
            patterns,
            const { &PatternName::of(O::NAME, "-to-libm") },
            1,
            function,
        );
    }
    fn add_call<O: CallLibrary>(patterns: &mut ConversionPatternSet) {
        add::<O>(patterns, O::FUNCTION);
    }
    add::<AbsFOp>(patterns, "fabs");
    add::<CeilFOp>(patterns, "ceil");
    add::<CosOp>(patterns, "cos");
    add::<ExpOp>(patterns, "exp");
    add::<Exp2Op>(patterns, "exp2");
    add::<FloorFOp>(patterns, "floor");
    add::<FmaFOp>(patterns, "fma");
    add::<LogOp>(patterns, "log");
    add::<Log2Op>(patterns, "log2");
    add::<Log10Op>(patterns, "log10");
    add::<PowFOp>(patterns, "pow");
    add::<RoundOp>(patterns, "round");
    add::<RoundEvenOp>(patterns, "roundeven");
    add::<SinOp>(patterns, "sin");
    add::<SqrtOp>(patterns, "sqrt");
    add::<TanOp>(patterns, "tan");
    add::<TruncOp>(patterns, "trunc");
    add_call::<AcosOp>(patterns);
    add_call::<AcoshOp>(patterns);
    add_call::<AsinOp>(patterns);
    add_call::<AsinhOp>(patterns);
    add_call::<Atan2Op>(patterns);
    add_call::<AtanOp>(patterns);
    add_call::<AtanhOp>(patterns);
    add_call::<CbrtOp>(patterns);
    add_call::<CoshOp>(patterns);
    add_call::<ErfOp>(patterns);
    add_call::<ErfcOp>(patterns);
    add_call::<ExpM1Op>(patterns);
    add_call::<Log1pOp>(patterns);
    add_call::<SinhOp>(patterns);
    add_call::<TanhOp>(patterns);
}
