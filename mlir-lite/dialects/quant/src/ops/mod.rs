//! The ops, each with all that it does: its form, its checks, its folds, its meaning and its
//! lowering.

mod casts;
mod constraints;
mod fake_quant;
mod region;
mod statistics;

pub use casts::*;
pub use constraints::*;
pub use fake_quant::*;
pub use region::*;
pub use statistics::*;

use mlir_lite::ir::prelude::*;

pub(crate) fn register_ops(dialect: &mut DialectRegistration<'_>) {
    register_casts(dialect);
    register_fake_quant(dialect);
    register_statistics(dialect);
    register_region(dialect);
}
