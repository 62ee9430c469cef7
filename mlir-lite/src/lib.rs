//! A multi-level IR framework that speaks MLIR's text.

#[cfg(feature = "llvm")]
pub mod llvm;
