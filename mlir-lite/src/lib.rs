//! A multi-level IR framework that speaks MLIR's text.
