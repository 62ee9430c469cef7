//! How long and how deep the loops of a body are.
//!
//! Passes that change only long loops, or only deep nests, ask before they look at each access: in
//! most bodies of a program there is nothing for them.

use crate::ForOp;
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{Analyses, Analysis};

/// The sizes of all loops of a body.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LoopSizes {
    /// The largest trip count; unknown ones are large.
    pub(crate) longest: i64,
    /// The largest number of loops that are in one another.
    pub(crate) deepest: usize,
}

impl Analysis for LoopSizes {
    const NAME: &'static str = "LoopSizes";
    type Parameters = ();

    fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        let mut sizes = Self::default();
        if body.context().dialect_id("affine").is_none() {
            return sizes;
        }
        for this in body.own_ops().into_iter().filter_map(|op| ForOp::cast(body, op)) {
            let around = std::iter::successors(Some(this.id()), |op| body.parent_op(*op));
            let count = this.constant_trip_count(body);
            let count = count.and_then(|count| i64::try_from(count).ok()).unwrap_or(i64::MAX);
            sizes.longest = sizes.longest.max(count);
            sizes.deepest = sizes.deepest.max(around.filter(|op| ForOp::is(body, *op)).count());
        }
        sizes
    }
}
