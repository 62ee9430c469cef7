//! `affine-vectorize`: vectorizes loop nests that a code generator would not.
//!
//! * Partial results (`lanes.rs`): an inner loop of a few vectors that accumulates into as many
//!   elements of a buffer, in each iteration of the enclosing loop. The elements stay in registers
//!   while that one runs.
//! * Transposes (`transposes.rs`): nests whose accesses are contiguous in one loop for some memrefs
//!   and in the other for others. Squares of elements are transposed in registers, so that all
//!   elements read from or written to a cache line are used at once. If the result is larger than
//!   the caches and aligned, it is written by nontemporal stores.
//!
//! Both do the same for each element as before, in the same order. Loops whose accesses are
//! contiguous in the inner loop only are left to the code generator, which vectorises them.

mod lanes;
mod straight_line;
#[cfg(test)]
mod tests;
mod transposes;

use crate::AffineDialect;
use crate::affine_nest::Nest;
use crate::loop_sizes::LoopSizes;
use crate::subscripts::SubscriptTable;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::vector::VectorDialect;
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// No vector has fewer elements: the widest floats have 128 bits.
const MIN_TRIP_COUNT: i64 = lanes::BITS / 128;

/// Put affine loop nests on vectors.
///
/// Partial results of reductions stay in registers, and transposes turn squares of elements
/// around in registers. Loops that go along memory are left to the code generator, which
/// vectorizes them.
#[pass(name = "affine-vectorize", pure, each_body, dialects(AffineDialect, VectorDialect))]
#[derive(Copy, Clone, Debug)]
pub struct AffineVectorizePass;

impl RunPass for AffineVectorizePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let sizes = cx.analysis::<LoopSizes>(body);
        if sizes.deepest < 2 || sizes.longest < MIN_TRIP_COUNT {
            return Ok(());
        }
        let aliases = cx.analysis::<AliasAnalysis>(body);
        vectorize(body, &aliases);
        Ok(())
    }
}

/// Vectorizes the nests of a body; returns their number.
fn vectorize(body: &mut Body, aliases: &AliasAnalysis) -> usize {
    if body.context().dialect_id("affine").is_none() {
        return 0;
    }
    let mut nests = Nest::all(body, &mut SubscriptTable::default(), aliases);
    let is_plain = |&(lower, _, step): &(i64, i64, i64)| lower == 0 && step == 1;
    nests.retain(|nest| nest.constant_space().is_some_and(|space| space.iter().all(is_plain)));
    nests
        .iter()
        .filter(|nest| transposes::vectorize(body, nest, aliases) || lanes::vectorize(body, nest))
        .count()
}
