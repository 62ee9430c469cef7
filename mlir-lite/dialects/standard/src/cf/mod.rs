//! Branches between blocks.
//!
//! | file | what it is |
//! |---|---|
//! | `branch.rs` | branches on nothing and on a condition, and assertions |
//! | `switch.rs` | the branch to one of many blocks |
//! | `rules.rs` | what their rewrite rules share |

pub(crate) mod branch;
pub(crate) mod rules;
pub(crate) mod switch;
pub(crate) mod type_conversion;

pub use branch::*;
#[doc(hidden)]
pub use rules::{condition_is_known, users_among};
pub use switch::*;
pub use type_conversion::{populate_branch_type_conversion, populate_select_type_conversion};

use mlir_lite::ir::prelude::*;

pub(crate) fn register_cf(dialect: &mut DialectRegistration<'_>) {
    register_branch(dialect);
    register_switch(dialect);
}
