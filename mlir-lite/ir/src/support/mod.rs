//! Data structures that the IR is stored in. Nothing here knows what an op is.

pub(crate) mod fma;
pub(crate) mod parallel;
#[doc(hidden)]
pub mod pool;
pub(crate) mod power;
pub(crate) mod uniquer;
