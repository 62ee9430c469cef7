//! `affine-vectorize`: loop nests on vectors, where a code generator would not find them.
//!
//! * Partial results (`lanes.rs`): an inner loop of a few vectors that adds to as many elements of a buffer, in each round of
//!   the loop around it. The elements stay in registers for as long as that one runs.
//! * Transposes (`transposes.rs`): nests that go along memory in both loops. Squares of elements are turned around in
//!   registers, so that all of what is read from memory at once is used at once, and so is what is written. Where the result
//!   is larger than the caches and aligned, it is written past them.
//!
//! Both do for each element what was done before, in the same order. Loops that go along memory in the inner loop alone are
//! left to the code generator, which vectorises them.

mod lanes;
mod straight;
#[cfg(test)]
mod tests;
mod transposes;

use crate::AffineDialect;
use crate::affine_nest::Nest;
use crate::memory::MemoryClasses;
use crate::subscripts::SubscriptTable;
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Elements of a vector.
const LANES: i64 = 8;

/// Put affine loop nests on vectors.
///
/// Partial results of reductions stay in registers, and transposes turn squares of elements
/// around in registers. Loops that go along memory are left to the code generator, which
/// vectorizes them.
#[pass(name = "affine-vectorize", each_body, dialects(AffineDialect))]
#[derive(Copy, Clone, Debug)]
pub struct AffineVectorizePass;

impl RunPass for AffineVectorizePass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        vectorize(body);
        Ok(())
    }
}

/// Vectorizes the nests of a body; gives how many there were.
fn vectorize(body: &mut Body) -> usize {
    if body.context().dialect_id("affine").is_none() {
        return 0;
    }
    let (mut subscripts, mut classes) = (SubscriptTable::default(), MemoryClasses::default());
    let mut nests = Nest::all(body, &mut subscripts, &mut classes);
    let is_plain = |&(lower, _, step): &(i64, i64, i64)| lower == 0 && step == 1;
    nests.retain(|nest| nest.space.iter().all(is_plain));
    nests
        .iter()
        .filter(|nest| transposes::vectorize(body, nest) || lanes::vectorize(body, nest))
        .count()
}
