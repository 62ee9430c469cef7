//! Analyses of IR.

pub mod call_graph;
pub mod dominance;
pub mod liveness;
