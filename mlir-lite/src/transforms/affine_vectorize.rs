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

use crate::dialects::affine::subscripts::SubscriptTable;
use crate::ir::Body;
use crate::pass::{Pass, PassContext, PassScope};
use crate::transforms::affine_nest::Nest;
use crate::transforms::memory::MemoryClasses;
use mlir_lite_diagnostics::Reported;

/// Elements of a vector.
const LANES: i64 = 8;

/// Vectorizes the loop nests of one isolated op.
#[derive(Copy, Clone, Debug, Default)]
pub struct AffineVectorizePass;

impl Pass for AffineVectorizePass {
    fn name(&self) -> &'static str {
        "AffineVectorize"
    }

    fn argument(&self) -> &'static str {
        "affine-vectorize"
    }

    fn scope(&self) -> PassScope {
        PassScope::EachBody
    }

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
    nests.iter().filter(|nest| transposes::vectorize(body, nest) || lanes::vectorize(body, nest)).count()
}
