//! The crate `mlir-lite-passes`.

mod cse;
mod inline;
mod inspect;
mod sccp;
