//! Transformations of any dialect's ops.

pub mod canonicalize;
pub mod inline;
pub mod symbol_privatize;
