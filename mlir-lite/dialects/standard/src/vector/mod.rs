//! Vectors.
//!
//! | file | what it is |
//! |---|---|
//! | `access.rs` | loads and stores |
//! | `shuffle.rs` | elements chosen from two vectors |

pub(crate) mod access;
pub(crate) mod shuffle;

pub use access::*;
pub use shuffle::*;

use mlir_lite::ir::prelude::*;

pub(crate) fn register_vector(dialect: &mut DialectRegistration<'_>) {
    register_access(dialect);
    register_shuffle(dialect);
}
