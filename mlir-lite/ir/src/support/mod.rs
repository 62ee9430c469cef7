//! Data structures in which the IR is stored. This code does not depend on ops.

pub(crate) mod context_number;
mod fingerprint;
pub(crate) mod fma;
pub(crate) mod parallel;
#[doc(hidden)]
pub mod pool;
pub(crate) mod power;
#[doc(hidden)]
pub mod recording;
pub(crate) mod uniquer;

#[doc(hidden)]
pub use fingerprint::fingerprint;
