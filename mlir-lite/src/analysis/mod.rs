//! Analyses of IR.

pub mod dominance;
