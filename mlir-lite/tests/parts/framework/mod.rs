//! The crate `mlir-lite-framework`.

mod alias;
mod call_graph;
mod interpreter;
mod liveness;
mod pass;
