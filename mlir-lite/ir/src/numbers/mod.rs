//! Integers of any width, the floating point formats, and float literals. This layer does not
//! depend on types or IR.

mod apint;
pub mod float;
mod float_kind;

pub use apint::ApInt;
pub use float_kind::{FloatKind, FloatLayout, NonFinite};
