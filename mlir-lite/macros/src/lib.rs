//! Procedural macros of mlir-lite: op definitions.
