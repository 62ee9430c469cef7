//! The ops of the dialect.

mod constraints;
mod definitions;
mod lists;
mod references;
mod regions;

pub use constraints::*;
pub use definitions::*;
pub use lists::*;
pub use regions::*;

pub(crate) use lists::{names_of, variadicities_of};
pub(crate) use references::{Found, definition_of, not_a_definition, not_found};

use mlir_lite::ir::prelude::*;

pub(crate) fn register(dialect: &mut DialectRegistration<'_>) {
    register_definitions(dialect);
    register_lists(dialect);
    register_constraints(dialect);
    dialect.op::<RegionOp>();
}
