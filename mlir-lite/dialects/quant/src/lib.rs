//! The quant dialect: real numbers as integers with a scale, conversions between both, ranges of
//! numbers that trial runs observe, and the passes that quantize a program.
//!
//! Casts have the form of MLIR 22, and the generic one where text of 2020 is asked for. The other
//! ops are those of 2020.
//!
//! | module | what it is |
//! |---|---|
//! | `quantized/` | the types, their checks and their text |
//! | `numbers.rs` | the formulas between real and stored numbers, for interpreter and lowering |
//! | `fake_quant.rs` | the type of a range of real numbers |
//! | `statistics.rs` | ranges that a trial run has observed |
//! | `ops/` | the ops, each with all that it does |
//! | `lowering.rs` | conversions as arithmetic on integers |
//! | `passes/` | the other passes |

mod fake_quant;
mod lowering;
mod numbers;
mod ops;
mod passes;
mod quantized;
mod statistics;
#[cfg(test)]
mod tests;

pub use fake_quant::*;
pub use lowering::{Integers, LowerQuantOpsPass, populate_quant_lowering_patterns};
pub use numbers::*;
pub use ops::*;
pub use passes::*;
pub use quantized::*;
pub use statistics::*;

use mlir_lite::ir::prelude::*;

/// `quant`
pub struct QuantDialect;

impl Dialect for QuantDialect {
    const NAMESPACE: &'static str = "quant";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Numbers as integers with a scale, and casts between them and floats");
        register_types(dialect);
        register_ops(dialect);
        dialect.context().attach(Statistics::default());
        attach_quantizable(dialect.context());
    }
}

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attr_constraints, attributes, constants, context, conversion,
    interpreter, ir, pass, rewrite, scalar, smallvec, support, text, type_constraints, types,
    verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_scf as scf;
    pub(crate) use mlir_lite_standard as standard;
}
