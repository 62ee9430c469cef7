//! `poly`: a small language of polynomials, as a dialect of mlir-lite.
//!
//! A `!poly.poly<N>` has N coefficients of 32 bits, that of `x^0` first. Arithmetic is that of
//! polynomials modulo `x^N - 1`: a product wraps around. Coefficients wrap as `i32` do.
//!
//! The language has a type, seven ops with verifiers, folds and rules, and a lowering to affine
//! loops over memory. A pass on `std` replaces multiplications. The dialect `noisy` has numbers
//! with noise, and a pass that reduces it by a data-flow analysis. `poly-opt` is the tool.
//! `docs/polynomials.md` compares the code with that of the C++ tutorial it follows.

mod arithmetic;
mod lower;
mod mul_to_add;
pub mod noisy;
mod ops;
mod pipeline;
mod polynomial;
mod reduce_noise;

pub use lower::PolyToAffinePass;
pub use mul_to_add::MulToAddPass;
pub use noisy::NoisyDialect;
pub use ops::{AddOp, ConstantOp, EvalOp, FromTensorOp, MulOp, SubOp, ToTensorOp};
pub use pipeline::{add_lowering, load_dialects, register_passes};
pub use polynomial::PolyType;
pub use reduce_noise::{Noise, NoiseAnalysis, ReduceNoisePass};

use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;

/// `poly`
pub struct PolyDialect;

impl Dialect for PolyDialect {
    const NAMESPACE: &'static str = "poly";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Polynomials with integer coefficients, modulo x^N - 1.");
        dialect.ty::<PolyType>();
        dialect.op::<ConstantOp>();
        dialect.op::<FromTensorOp>();
        dialect.op::<ToTensorOp>();
        dialect.op::<AddOp>();
        dialect.op::<SubOp>();
        dialect.op::<MulOp>();
        dialect.op::<EvalOp>();
        dialect.constants::<ConstantOp>();
        dialect.constants_of::<StdDialect>();
    }
}
