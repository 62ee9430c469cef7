//! `units`: a small language of numbers with units, as a dialect of mlir-lite.
//!
//! It has a type (`!units.quantity<m>`), an enum, four ops with a verifier,
//! folds and a pattern, and a lowering to std. `docs/tutorial.md` explains it
//! line by line; `units-opt` is its tool.

mod quantity;

pub use quantity::{QuantityType, Unit};

mod ops;

pub use ops::{AddOp, ConstantOp, ConvertOp, ScaleOp};

use mlir_lite::ir::prelude::*;

/// `units`
pub struct UnitsDialect;

impl Dialect for UnitsDialect {
    const NAMESPACE: &'static str = "units";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Numbers with units of measurement.");
        dialect.enumeration::<Unit>();
        dialect.ty::<QuantityType>();
        dialect.op::<ConstantOp>();
        dialect.op::<AddOp>();
        dialect.op::<ScaleOp>();
        dialect.op::<ConvertOp>();
        dialect.constants::<ConstantOp>();
    }
}

mod lower;

pub use lower::UnitsToStdPass;
