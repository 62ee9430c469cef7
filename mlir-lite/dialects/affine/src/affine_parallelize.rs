//! `affine-parallelize`: turns loops with independent iterations into `affine.parallel`.
//!
//! A loop may contain anything: nests of other loops, accesses to vectors, memory that an iteration
//! allocates for itself (see `independence.rs`). It has constant bounds and no carried values; its
//! iterations may run in any order and at the same time, with the same results. Reductions stay
//! loops, unless they are asked for, and exact: the order of a sum of floats is part of its result.
//!
//! For threads there are more options. A cheap loop stays a loop; one with a small trip count is
//! skipped in favour of a nested loop; and if only an inner loop is independent, as where columns
//! are added up row by row, it is cut into stripes, in each of which the outer loop runs.
//!
//! Two memrefs that are not known to be different memory may be the same here; MLIR's own pass
//! assumes that they are different.

mod independence;
pub(crate) mod interval;
mod iterations;
mod reductions;

use crate::affine_nest::move_ops;
use crate::{AffineDialect, ForBound, ForOp, ParallelOp};
pub(crate) use independence::is_independent;
use iterations::LoopIterations;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{BlockId, Body, IrMapping, OpDefinition, OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite::scalar::AtomicRmwKind;
use mlir_lite_diagnostics::Reported;
use reductions::{Reduction, reductions};

/// Options of `affine-parallelize`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct AffineParallelizeOptions {
    /// How many loops of a nest become parallel ones at most
    #[option("max-nested", default = 4294967295)]
    pub max_nested: usize,
    /// Parallelize reductions whose results do not depend on the order: not sums of floats
    #[option("parallel-reductions", default = false)]
    pub parallel_reductions: bool,
    /// Loops that run fewer ops, with those in them, stay as they are
    #[option("minimum-work", default = 0)]
    pub minimum_work: usize,
    /// A loop of fewer iterations makes room for a parallel loop in it, if that runs as many ops as
    /// are asked for
    #[option("minimum-iterations", default = 0)]
    pub minimum_iterations: usize,
    /// Cut inner loops into stripes where the ones around them are not independent
    #[option("stripes", default = false)]
    pub stripes: bool,
}

/// Convert affine.for ops into 1-D affine.parallel.
///
/// Loops with constant bounds become parallel ones if no iteration accesses what another one
/// writes.
#[pass(name = "affine-parallelize", pure, each_body, dialects(AffineDialect))]
#[derive(Clone, Debug)]
pub struct AffineParallelizePass {
    #[options]
    options: AffineParallelizeOptions,
}

/// With this trip count, some threads are busy until the end.
const MINIMUM_TRIP_COUNT: usize = 8;

/// The minimum trip count of a stripe, so that threads write separate cache lines and vectors,
const STRIPE: i64 = 64;

/// it is a multiple of this,
const LANES: i64 = 8;

/// and this is about the maximum number of stripes.
const STRIPES: i64 = 32;

/// This many elements fill two pages. The hardware prefetches within a page, so smaller stripes are
/// slower; if there are enough stripes, none is smaller.
const PAGES: i64 = 1024;

/// The number of stripes that is enough for that.
const FEW_STRIPES: i64 = 4;

impl AffineParallelizePass {
    /// One loop of each nest that runs at least this many ops, for threads that share its
    /// iterations.
    pub fn for_threads(minimum_work: usize) -> Self {
        let options = AffineParallelizeOptions {
            max_nested: 1,
            parallel_reductions: false,
            minimum_work,
            minimum_iterations: MINIMUM_TRIP_COUNT,
            stripes: true,
        };
        Self { options }
    }
}

impl RunPass for AffineParallelizePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if body.context().dialect_id("affine").is_none() {
            return Ok(());
        }
        let aliases = cx.analysis::<AliasAnalysis>(body);
        // The outermost loops come first.
        let loops: Vec<ForOp> =
            body.own_ops().into_iter().filter_map(|op| ForOp::cast(body, op)).collect();
        let mut cut = Vec::new();
        for this in loops {
            if cut.contains(&this)
                || parallel_loops_around(body, this.id()) >= self.options.max_nested
            {
                continue;
            }
            let reduced = self.reductions(body, this);
            if let Some(reduced) = reduced
                && self.is_worthwhile(body, this, &aliases)
            {
                parallelize(body, this, &reduced);
            } else if self.options.stripes {
                cut.extend(self.cut_into_stripes(body, this, &aliases));
            }
        }
        Ok(())
    }
}

fn parallel_loops_around(body: &Body, op: OpId) -> usize {
    std::iter::successors(body.parent_op(op), |op| body.parent_op(*op))
        .filter(|op| ParallelOp::is(body, *op))
        .count()
}

fn does_enough(body: &Body, this: ForOp, minimum: usize) -> bool {
    minimum == 0 || LoopIterations::new(body, this, this).work() >= minimum as u64
}

/// The trip count of a loop with constant bounds and without carried values.
fn plain_trip_count(body: &Body, this: ForOp) -> Option<u64> {
    this.constant_trip_count(body).filter(|_| body.num_results(this.id()) == 0)
}

impl AffineParallelizePass {
    /// How a loop combines the values that it carries. None if it has to stay a loop for them.
    fn reductions(&self, body: &Body, this: ForOp) -> Option<Vec<Reduction>> {
        reductions(body, this).filter(|found| found.is_empty() || self.options.parallel_reductions)
    }

    /// Whether a loop should become parallel, and no nested one is better.
    fn is_worthwhile(&self, body: &Body, this: ForOp, aliases: &AliasAnalysis) -> bool {
        let (Some(trip_count), minimum) =
            (this.constant_trip_count(body), self.options.minimum_work)
        else {
            return false;
        };
        let may_alias = |a, b| aliases.alias(body, a, b).is_may_or_must();
        if !does_enough(body, this, minimum) || !is_independent(body, this, this, &may_alias) {
            return false;
        }
        if trip_count >= self.options.minimum_iterations as u64 {
            return true;
        }
        let inner: Vec<ForOp> =
            body.ops(this.block(body)).filter_map(|op| ForOp::cast(body, op)).collect();
        let is_better = |inner: ForOp| {
            plain_trip_count(body, inner).is_some_and(|count| count > trip_count)
                && does_enough(body, inner, minimum)
                && is_independent(body, inner, inner, &may_alias)
        };
        trip_count > 1 && !inner.into_iter().any(is_better)
    }

    /// Cuts a perfect nest with an independent loop other than the outermost one: the nest is run
    /// for each stripe of that loop's iterations, which are independent of one another whatever the
    /// others do. Returns the loop that was cut, which is erased.
    fn cut_into_stripes(
        &self,
        body: &mut Body,
        root: ForOp,
        aliases: &AliasAnalysis,
    ) -> Option<ForOp> {
        let loops = root.perfectly_nested(body);
        if loops.iter().any(|this| plain_trip_count(body, *this).is_none()) {
            return None;
        }
        let is_long = |this: &&ForOp| {
            plain_trip_count(body, **this).is_some_and(|trip_count| trip_count >= 2 * STRIPE as u64)
        };
        let candidates: Vec<ForOp> = loops[1..].iter().filter(is_long).copied().collect();
        if candidates.is_empty() || !does_enough(body, root, self.options.minimum_work) {
            return None;
        }
        let may_alias = |a, b| aliases.alias(body, a, b).is_may_or_must();
        let cut =
            candidates.into_iter().find(|this| is_independent(body, root, *this, &may_alias))?;
        let Stripes { lower, upper, step, size } = Stripes::of(body, cut)?;
        let ctx = body.context().clone();
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(root.id()));
        let stripes = ParallelOp::from_to(&mut builder, (lower, upper), size);
        let block = stripes.block(body);
        let start = [body.arguments(block)[0]];
        if let Some(end) = body.terminator(block) {
            body.move_op_before(end, root.id());
        }
        let end = ctx.affine_add(ctx.affine_dim(0), ctx.affine_constant(size));
        let ends = [end, ctx.affine_constant(upper)];
        let is_cut = (upper - lower) % size != 0;
        let upper = ctx.affine_map(1, 0, if is_cut { &ends } else { &ends[..1] });
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(cut.id()));
        let (from, to) = (ForBound::Map(ctx.identity_map(1), &start), ForBound::Map(upper, &start));
        let new = ForOp::from_to(&mut builder, from, to, step);
        take_body(body, (cut.block(body), cut.id()), new.block(body));
        Some(cut)
    }
}

/// How a loop is cut.
struct Stripes {
    lower: i64,
    upper: i64,
    step: i64,
    /// The distance between the starts of two stripes.
    size: i64,
}

impl Stripes {
    /// None if numbers become too large.
    fn of(body: &Body, this: ForOp) -> Option<Self> {
        let ((lower, upper), step) = (this.constant_bounds(body)?, this.step_value(body));
        let trip_count = i64::try_from(plain_trip_count(body, this)?).ok()?;
        let wanted = (trip_count / STRIPES).max(STRIPE).max(PAGES.min(trip_count / FEW_STRIPES));
        let of_vectors = wanted.checked_add(LANES - 1)? / LANES * LANES;
        let size = of_vectors.checked_mul(step)?;
        upper.checked_sub(lower).and(upper.checked_add(size))?;
        Some(Self { lower, upper, step, size })
    }
}

/// Replaces a loop with constant bounds by an `affine.parallel` with the same bounds and body. The
/// values that it carries are combined with the initial ones after it.
fn parallelize(body: &mut Body, this: ForOp, reduced: &[Reduction]) {
    let Some(bounds) = this.constant_bounds(body) else { return };
    let (step, block) = (this.step_value(body), this.block(body));
    let kinds: Vec<AtomicRmwKind> = reduced.iter().map(|it| it.kind).collect();
    let (inits, types) = (this.inits(body).to_vec(), body.result_types(this.id()));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(this.id()));
    let parallel = ParallelOp::reducing(&mut builder, bounds, step, &kinds, &types);
    let parts = parallel.results(body).to_vec();
    let results: Vec<ValueId> = body.results(this.id()).collect();
    for (index, reduction) in reduced.iter().enumerate() {
        let mut mapping = IrMapping::new();
        mapping.map(reduction.carried, inits[index]);
        mapping.map(reduction.other, parts[index]);
        let copy = body.clone_op(reduction.op, &mut mapping);
        body.insert_op_before(this.id(), copy);
        let combined: Vec<ValueId> = body.results(copy).collect();
        body.replace_all_uses(results[index], combined[0]);
    }
    let others: Vec<ValueId> = reduced.iter().map(|it| it.other).collect();
    if let (Some(old), Some(new)) = (body.terminator(block), body.terminator(parallel.block(body)))
    {
        body.set_operands(old, &inits);
        body.set_operands(new, &others);
    }
    reduced.iter().for_each(|it| body.erase_op(it.op));
    take_body(body, (block, this.id()), parallel.block(body));
}

/// Moves the body of a loop to another one, and erases the rest.
fn take_body(body: &mut Body, (from, old): (BlockId, OpId), to: BlockId) {
    let [from_variable, to_variable] = [from, to].map(|block| body.arguments(block)[0]);
    body.replace_all_uses(from_variable, to_variable);
    move_ops(body, from, to);
    body.erase_op(old);
}

#[cfg(test)]
mod tests;
