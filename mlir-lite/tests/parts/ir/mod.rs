//! The crate `mlir-lite-ir`.

mod symbol_resolution;
mod verify;
