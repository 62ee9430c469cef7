//! Arithmetic on numbers, and on vectors and tensors of numbers.
//!
//! | file | what it is |
//! |---|---|
//! | `constant.rs` | constants |
//! | `float.rs` | sums, products and the like of floats |
//! | `integer.rs` | the same of integers |
//! | `rounded_division.rs` | integer division that rounds up or down |
//! | `bitwise.rs` | shifts and bit by bit |
//! | `extended.rs` | results of which both halves are given |
//! | `compare.rs` | comparisons |
//! | `select.rs` | one of two values |
//! | `integer_casts.rs` | conversions between widths of integers |
//! | `scaling.rs` | conversions of floats that share a scale |
//! | `float_casts.rs` | conversions from, to and between floats |
//! | `casts.rs` | what conversions share |
//! | `poison.rs` | values that are not defined |
//! | `fold.rs` | what these ops share when they fold |
//! | `rules.rs` | what their rewrite rules share |

pub(crate) mod bitwise;
pub(crate) mod casts;
pub(crate) mod compare;
pub(crate) mod constant;
pub(crate) mod extended;
pub(crate) mod float;
pub(crate) mod float_casts;
pub(crate) mod fold;
pub(crate) mod integer;
pub(crate) mod integer_casts;
pub(crate) mod poison;
pub(crate) mod rounded_division;
pub(crate) mod rules;
pub(crate) mod scaling;
pub(crate) mod select;

pub use bitwise::*;
pub use compare::*;
pub use constant::*;
pub use extended::*;
pub use float::*;
pub use float_casts::*;
pub use integer::*;
pub use integer_casts::*;
pub use poison::*;
pub use rounded_division::*;
pub use scaling::*;
pub use select::*;

use mlir_lite::ir::prelude::*;

pub(crate) fn register_arith(dialect: &mut DialectRegistration<'_>) {
    register_constant(dialect);
    register_poison(dialect);
    register_float(dialect);
    register_integer(dialect);
    register_rounded_division(dialect);
    register_bitwise(dialect);
    register_extended(dialect);
    register_compare(dialect);
    register_select(dialect);
    register_integer_casts(dialect);
    register_float_casts(dialect);
    register_scaling(dialect);
}
