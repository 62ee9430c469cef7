//! Analyses of IR.

use crate::pass::{Analyses, Analysis};
use dominance::Dominance;
use mlir_lite::ir::Body;

pub mod alias;
pub mod call_graph;
pub mod dataflow;
pub mod liveness;
pub mod memory_effects;

pub use mlir_lite::dominance;

impl Analysis for Dominance {
    const NAME: &'static str = "DominanceInfo";

    type Parameters = ();
    fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self::new(body)
    }
}
