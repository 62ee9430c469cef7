//! The meaning of scalar operations: integers of any width, floats of all formats, rounded once,
//! and complex numbers.
//!
//! Folds, the interpreter, constant propagation and compile-time evaluation of dialects use these
//! functions, so an operation has the same result everywhere. This code does not depend on IR.
//!
//! | file | concept |
//! |---|---|
//! | `float.rs` | a number of a float format |
//! | `float_function.rs` | functions of floats |
//! | `erf.rs` | the error function |
//! | `wide.rs` | the formats that are wider than `f64` |
//! | `integer_function.rs` | functions of integers |
//! | `integer_range.rs` | ranges of integers, and of their functions |
//! | `saturating.rs` | those that give the nearest integer |
//! | `funnel_shift.rs` | shifts of two integers, one after the other |
//! | `complex_function.rs` | complex numbers and their functions |
//! | `complex_formulas.rs` | the formulas of these, on any parts |
//! | `function.rs` | a function of either, as data |
//! | `predicate.rs` | comparisons |
//! | `atomic_kind.rs` | how atomic updates and reductions combine two numbers |
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::attributes::ApInt;
//! use mlir_lite::scalar::{Float, FloatFunction, IntegerFunction, Undefined};
//! use mlir_lite::types::FloatKind;
//!
//! let third = FloatFunction::Div.apply(FloatKind::F16, &[Float::from(1.0), Float::from(3.0)]);
//! assert_eq!(third, Some(Float::from(0.333251953125)));
//!
//! let (five, zero) = (ApInt::from_i64(8, 5), ApInt::zero(8));
//! assert_eq!(IntegerFunction::DivSigned.apply(&five, &zero), Err(Undefined::DividesByZero));
//! ```

#![forbid(unsafe_code)]

mod atomic_kind;
mod complex_formulas;
mod complex_function;
mod erf;
mod float;
mod float_function;
mod function;
mod funnel_shift;
mod integer_function;
mod integer_range;
mod predicate;
mod saturating;
#[cfg(test)]
mod tests;
mod wide;

pub use atomic_kind::AtomicRmwKind;
pub use complex_formulas::{
    Part, PartFunction, absolute as complex_absolute, angle as complex_angle,
};
pub use complex_function::{Complex, ComplexFunction};
pub use erf::{ERF, ErrorFunction};
pub use float::{Float, FloatClass};
pub use float_function::FloatFunction;
pub use function::{NoWrap, ScalarFunction};
pub use funnel_shift::{funnel_shift_left, funnel_shift_right};
pub use integer_function::{IntegerFunction, Undefined, integer_power};
pub use integer_range::IntegerRange;
pub use predicate::{CmpFPredicate, CmpIPredicate};
pub use wide::WideFloat;
