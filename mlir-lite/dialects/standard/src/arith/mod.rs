//! Arithmetic on numbers, and on vectors and tensors of numbers.
//!
//! | file | what it is |
//! |---|---|
//! | `float.rs` | sums, products and the like of floats |
//! | `integer.rs` | the same of integers |
//! | `bitwise.rs` | shifts and bit by bit |
//! | `extended.rs` | results of which both halves are given |
//! | `fold.rs` | what these ops share when they fold |

mod bitwise;
mod extended;
mod float;
pub(super) mod fold;
mod integer;

pub use bitwise::*;
pub use extended::*;
pub use float::*;
pub use integer::*;

use mlir_lite::ir::prelude::*;

pub(super) fn register_arith(dialect: &mut DialectRegistration<'_>) {
    register_float(dialect);
    register_integer(dialect);
    register_bitwise(dialect);
    register_extended(dialect);
}
