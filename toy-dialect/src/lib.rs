//! The toy dialect: ops, types, transformations and lowerings.
#![forbid(unsafe_code)]

pub mod sema;
