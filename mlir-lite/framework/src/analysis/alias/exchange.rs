//! Values that a loop carries and only exchanges.
//!
//! Each iteration of such a loop has the values that it began with, in another order. If those are
//! different memory from one another, so are the carried values of one iteration, and so are the
//! results of the loop.

use super::Known;
use super::objects::{Carried, viewed};
use crate::analysis::memory_effects::may_hold_address;
use mlir_lite::ir::interfaces::LoopLikeOpInterface;
use mlir_lite::ir::{Body, ValueId};
use smallvec::SmallVec;

/// The maximum length of chains of loops, each of which begins with the values of another one, that
/// are followed.
const DEPTH: usize = 16;

impl Known {
    /// Whether two values are certainly different memory, whenever both are in use.
    pub(super) fn are_distinct(&mut self, body: &Body, a: ValueId, b: ValueId) -> bool {
        self.are_distinct_within(body, a, b, DEPTH)
    }

    fn are_distinct_within(&mut self, body: &Body, a: ValueId, b: ValueId, depth: usize) -> bool {
        let (a, b) = (viewed(body, a), viewed(body, b));
        if a == b {
            return false;
        }
        if self.have_distinct_objects(body, a, b) {
            return true;
        }
        // Two that one loop carries, both in an iteration or both after the loop.
        let (Some(first), Some(second)) = (Carried::of(body, a), Carried::of(body, b)) else {
            return false;
        };
        if first.this != second.this || first.is_result != second.is_result || depth == 0 {
            return false;
        }
        let at = (first.this, depth);
        if let Some(known) = self.exchanges.get(&at) {
            return *known;
        }
        let is_exchange = self.exchanges_distinct(body, first, depth);
        self.exchanges.insert(at, is_exchange);
        is_exchange
    }

    /// Whether a loop only exchanges the memory that it carries, which is different memory.
    fn exchanges_distinct(&mut self, body: &Body, carried: Carried, depth: usize) -> bool {
        let Some(inits) = exchanged(body, carried) else { return false };
        inits.iter().enumerate().all(|(number, &init)| {
            inits[..number]
                .iter()
                .all(|&before| self.are_distinct_within(body, before, init, depth - 1))
        })
    }
}

/// The first values of the memory that the loop carries, if it only exchanges it: it yields each
/// carried value that may be memory once, in any order.
fn exchanged(body: &Body, carried: Carried) -> Option<SmallVec<[ValueId; 4]>> {
    let (inits, arguments, yielded) =
        body.op(carried.this).ask::<dyn LoopLikeOpInterface, _>(|op| {
            (op.inits(), op.region_iter_args(), op.yielded_values())
        })?;
    if inits.len() != arguments.len() || inits.len() != yielded.len() {
        return None;
    }
    let is_memory = |&index: &usize| may_hold_address(body.context(), body.ty(inits[index]));
    let memory: SmallVec<[usize; 4]> = (0..inits.len()).filter(is_memory).collect();
    let mut taken: SmallVec<[usize; 4]> = SmallVec::new();
    for &index in &memory {
        let source = memory.iter().find(|&&source| arguments[source] == yielded[index])?;
        if taken.contains(source) {
            return None;
        }
        taken.push(*source);
    }
    Some(memory.into_iter().map(|index| inits[index]).collect())
}
