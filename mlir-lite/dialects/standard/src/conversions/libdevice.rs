//! Functions of numbers as calls of libdevice, NVIDIA's library for devices: those that its
//! processors have no instruction for.

use super::libm::add_library_call;
use crate::{
    AcosOp, AcoshOp, AsinOp, AsinhOp, Atan2Op, AtanOp, AtanhOp, CbrtOp, CosOp, CoshOp, ErfOp,
    Exp2Op, ExpM1Op, ExpOp, Log1pOp, Log2Op, Log10Op, LogOp, PowFOp, RoundOp, RsqrtOp, SinOp,
    SinhOp, TanOp, TanhOp,
};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::ir::OpDefinition;
use mlir_lite::rewrite::PatternName;

/// Adds the patterns that compute functions of numbers by libdevice. They come before those that
/// make intrinsics of them.
pub fn populate_libdevice_patterns(patterns: &mut ConversionPatternSet) {
    fn add<O: OpDefinition>(patterns: &mut ConversionPatternSet, function: &'static str) {
        let name = const { &PatternName::of(O::NAME, "-to-libdevice") };
        add_library_call::<O>(patterns, name, 2, function);
    }
    add::<AcosOp>(patterns, "__nv_acos");
    add::<AcoshOp>(patterns, "__nv_acosh");
    add::<AsinOp>(patterns, "__nv_asin");
    add::<AsinhOp>(patterns, "__nv_asinh");
    add::<Atan2Op>(patterns, "__nv_atan2");
    add::<AtanOp>(patterns, "__nv_atan");
    add::<AtanhOp>(patterns, "__nv_atanh");
    add::<CbrtOp>(patterns, "__nv_cbrt");
    add::<CosOp>(patterns, "__nv_cos");
    add::<CoshOp>(patterns, "__nv_cosh");
    add::<ErfOp>(patterns, "__nv_erf");
    add::<Exp2Op>(patterns, "__nv_exp2");
    add::<ExpM1Op>(patterns, "__nv_expm1");
    add::<ExpOp>(patterns, "__nv_exp");
    add::<Log10Op>(patterns, "__nv_log10");
    add::<Log1pOp>(patterns, "__nv_log1p");
    add::<Log2Op>(patterns, "__nv_log2");
    add::<LogOp>(patterns, "__nv_log");
    add::<PowFOp>(patterns, "__nv_pow");
    add::<RoundOp>(patterns, "__nv_round");
    add::<RsqrtOp>(patterns, "__nv_rsqrt");
    add::<SinOp>(patterns, "__nv_sin");
    add::<SinhOp>(patterns, "__nv_sinh");
    add::<TanOp>(patterns, "__nv_tan");
    add::<TanhOp>(patterns, "__nv_tanh");
}
