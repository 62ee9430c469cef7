//! The crate `mlir-lite-framework`.

mod call_graph;
mod interpreter;
mod liveness;
mod pass;
