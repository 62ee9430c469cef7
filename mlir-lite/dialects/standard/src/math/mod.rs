//! Functions of numbers.
//!
//! Constants are folded as the interpreter computes them: in `f64`, rounded to the format. For
//! functions without one correct result, this is the result of this machine's library.
//!
//! | file | what it is |
//! |---|---|
//! | `roots_and_rounding.rs` | roots, rounding, signs, powers, products with a sum: what LLVM has |
//! | `exponential.rs` | exponential functions and logarithms |
//! | `trigonometric.rs` | functions of angles, and hyperbolic ones |
//! | `integer.rs` | functions of integers, and integer powers |
//! | `integer_power.rs` | the function that integer powers call |
//! | `predicates.rs` | what a float is |

mod exponential;
mod integer;
mod integer_power;
mod predicates;
mod roots_and_rounding;
mod trigonometric;

pub use exponential::*;
pub use integer::*;
pub use predicates::*;
pub use roots_and_rounding::*;
pub use trigonometric::*;

use mlir_lite::ir::prelude::*;

pub(crate) fn register_math(dialect: &mut DialectRegistration<'_>) {
    register_roots_and_rounding(dialect);
    register_exponential(dialect);
    register_trigonometric(dialect);
    register_integer(dialect);
    register_predicates(dialect);
}
