//! Two accesses: whether they depend on each other, and at which distance.

use super::chain::{Around, chain, loops};
use super::points::{Linear, Points};
use crate::ForOp;
use crate::loop_utils::is_outside;
use crate::operands::MapOperands;
use mlir_lite::ir::{Body, OpDefinition, OpId, ValueId};
use mlir_lite_presburger::{Budget, Conjunct, Extreme, Int, Set};
use smallvec::SmallVec;

/// The work for one question about two accesses.
const WORK: u64 = 1_000_000;

/// The work for all questions about the accesses of a nest. Where it ends, they depend on each
/// other.
const NEST_BUDGET: u64 = 8 * WORK;

/// The budget of all questions about the accesses of a nest.
pub(crate) fn budget_of_nest() -> Budget {
    Budget::new(NEST_BUDGET)
}

/// An access to elements of a memref.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The op that accesses.
    pub(crate) op: OpId,
    /// The subscripts; none if they may be any.
    pub(crate) subscripts: Option<MapOperands>,
    /// The shape of the vector that is accessed.
    pub(crate) vector: SmallVec<[i64; 2]>,
}

/// The least and the largest distance between the values of the variable of a loop; none if there
/// is no limit.
pub(crate) type Distance = (Option<i64>, Option<i64>);

/// The pairs of iterations in which two accesses are of the same element, the source and the
/// target.
pub(crate) struct Pair {
    /// The first dimensions are the variables of the source's loops, then come the target's.
    same_element: Conjunct,
    loops_of_source: usize,
    /// The loops that are around both, the outermost first, without those that do not count.
    pub(crate) common: Vec<ForOp>,
}

impl Pair {
    /// The pairs in one iteration of the loops around `within`, or in any iterations of all loops.
    pub(crate) fn new(body: &Body, source: &Place, target: &Place, within: Option<OpId>) -> Self {
        let chains = [source, target].map(|place| chain(body, place.op));
        let is_inside = |this: &ForOp| {
            within.is_none_or(|within| {
                this.id() == within || !is_outside(body, this.induction_variable(body), within)
            })
        };
        let loops = chains.each_ref().map(|chain| {
            let mut loops = loops(chain);
            loops.retain(is_inside);
            loops
        });
        let common: Vec<ForOp> =
            loops[0].iter().zip(&loops[1]).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect();
        let count = loops[0].len() + loops[1].len();
        let mut points = Points::new(body, count);
        let mut column = 0;
        for (iteration, loops) in loops.iter().enumerate() {
            for this in loops {
                points.name(iteration, this.induction_variable(body), column);
                column += 1;
            }
        }
        // Values that are the same in both iterations: those from outside of all ops that run
        // several times.
        let outermost: Vec<OpId> =
            chains.iter().filter_map(|chain| first(body, chain, within)).collect();
        let is_shared =
            |value: ValueId| outermost.iter().all(|&outermost| is_outside(body, value, outermost));
        for (iteration, chain) in chains.iter().enumerate() {
            points.require_iteration(iteration, chain, &is_shared);
        }
        let places = [source, target];
        if let [Some(of_source), Some(of_target)] = places.map(|place| place.subscripts.as_ref()) {
            let of_source = points.functions(0, of_source, &is_shared);
            let of_target = points.functions(1, of_target, &is_shared);
            let rank = of_source.len();
            for (dim, (a, b)) in of_source.into_iter().zip(of_target).enumerate() {
                let (Some(a), Some(b)) = (a, b) else { continue };
                let [of_a, of_b] = places.map(|place| extent(&place.vector, dim, rank));
                let apart = b.plus(&a, -1);
                if (of_a, of_b) == (1, 1) {
                    points.require_zero(&apart);
                } else {
                    // The vectors have an element in common.
                    points.require(&Linear::constant(of_a - 1).plus(&apart, -1));
                    points.require(&apart.plus(&Linear::constant(of_b - 1), 1));
                }
            }
        }
        Self { same_element: points.set, loops_of_source: loops[0].len(), common }
    }

    /// The row of the distance of a common loop.
    fn distance_row(&self, depth: usize) -> Vec<Int> {
        let mut row = vec![Int::ZERO; self.same_element.columns() + 1];
        row[depth] = -&Int::ONE;
        row[self.loops_of_source + depth] = Int::ONE;
        row
    }

    /// The pairs where the target's iteration is the same in the common loops outside of `depth`,
    /// and a later one in this, if it is a common loop.
    pub(crate) fn carried_at(&self, depth: usize) -> Conjunct {
        let mut this = self.same_element.clone();
        for outer in 0..depth.min(self.common.len()) {
            this.add_equality(self.distance_row(outer));
        }
        if depth < self.common.len() {
            this.add_inequality(self.later(depth));
        }
        this
    }

    /// The pairs where the target's iteration of one loop is a later one, whatever those of the
    /// loops around it are.
    pub(crate) fn later_at(&self, depth: usize) -> Conjunct {
        let mut this = self.same_element.clone();
        this.add_inequality(self.later(depth));
        this
    }

    fn later(&self, depth: usize) -> Vec<Int> {
        let mut row = self.distance_row(depth);
        let constant = row.len() - 1;
        row[constant] = -&Int::ONE;
        row
    }

    /// Keeps the pairs whose iterations of a loop are the same.
    pub(crate) fn require_equal(&self, pairs: &mut Conjunct, depth: usize) {
        pairs.add_equality(self.distance_row(depth));
    }

    /// Whether some of the pairs have a distance below 0 in a loop.
    pub(crate) fn may_go_back(&self, pairs: &Conjunct, depth: usize, work: &mut Budget) -> bool {
        let mut pairs = pairs.clone();
        let mut row = self.distance_row(depth);
        for number in &mut row {
            *number = -&*number;
        }
        let constant = row.len() - 1;
        row[constant] = -&Int::ONE;
        pairs.add_inequality(row);
        may_exist(&pairs, work)
    }

    /// The least and the largest distances of some pairs.
    pub(crate) fn distances(&self, pairs: &Conjunct, work: &mut Budget) -> Vec<Distance> {
        let set = Set::from(pairs.clone());
        let limit = |extreme: Result<Extreme, _>| match extreme {
            Ok(Extreme::Value(value)) => value.to_i64(),
            _ => None,
        };
        let dims = set.space().dims;
        let mut distance = |depth| {
            let mut row = vec![Int::ZERO; dims + 1];
            row[depth] = -&Int::ONE;
            row[self.loops_of_source + depth] = Int::ONE;
            let least = limit(within(work, |part| set.least(&row, part)));
            (least, limit(within(work, |part| set.largest(&row, part))))
        };
        (0..self.common.len()).map(&mut distance).collect()
    }
}

/// Whether an op comes before another one in each iteration in which both run.
pub(crate) fn comes_before(body: &Body, first: OpId, second: OpId) -> bool {
    let outwards = |op| std::iter::successors(Some(op), |&op| body.parent_op(op));
    let pairs = outwards(first).flat_map(|a| outwards(second).map(move |b| (a, b)));
    let mut in_one_block = pairs.filter(|(a, b)| body.block(*a) == body.block(*b));
    in_one_block.next().is_some_and(|(a, b)| a != b && body.is_before(a, b))
}

/// Whether there may be pairs: also if that is unknown.
pub(crate) fn may_exist(pairs: &Conjunct, work: &mut Budget) -> bool {
    within(work, |part| pairs.is_empty(part)) != Ok(true)
}

/// The answer to one question, which takes a part of the work.
fn within<R>(work: &mut Budget, question: impl FnOnce(&mut Budget) -> R) -> R {
    let mut part = work.part(WORK);
    let answer = question(&mut part);
    work.returned(&part);
    answer
}

/// The number of elements of a vector in a dimension of the memref.
fn extent(vector: &[i64], dim: usize, rank: usize) -> i64 {
    (dim + vector.len()).checked_sub(rank).map_or(1, |at| vector[at])
}

/// The outermost op of a chain that runs several times, and is not around `within`.
fn first(body: &Body, chain: &[Around], within: Option<OpId>) -> Option<OpId> {
    let op = |around: &Around| match *around {
        Around::For(this) => Some(this.id()),
        Around::If(..) => None,
        Around::Other(op) => Some(op),
    };
    let is_around = |op: OpId| {
        within.is_some_and(|within| {
            let mut parents =
                std::iter::successors(body.parent_op(within), |&op| body.parent_op(op));
            parents.any(|parent| parent == op)
        })
    };
    chain.iter().filter_map(op).find(|&op| !is_around(op))
}
