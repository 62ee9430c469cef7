//! The ranges of the variables of enclosing loops, and the cost of a loop.

use super::interval::{Interval, of_expression};
use crate::ForOp;
use crate::loop_utils::is_outside;
use crate::operands::{MapOperands, values_of_variable};
use mlir_lite::ir::{BlockId, Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::types::TypeKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The iterations of a loop, seen from outside: values that do not change within it are terms, and
/// so is the variable that distinguishes the iterations; the variables of other loops in it are
/// known as intervals.
pub(super) struct LoopIterations<'b> {
    body: &'b Body,
    around: OpId,
    variable: ValueId,
    variables: FxHashMap<ValueId, Interval>,
    /// The maximum number of executions of the block of a loop, in one run of the outermost one.
    times: FxHashMap<BlockId, u64>,
}

impl<'b> LoopIterations<'b> {
    /// The iterations of `this`, in a run of `around`: that loop, or an enclosing one.
    pub(super) fn new(body: &'b Body, around: ForOp, this: ForOp) -> Self {
        let mut iterations = Self {
            body,
            around: around.id(),
            variable: this.induction_variable(body),
            variables: FxHashMap::default(),
            times: FxHashMap::default(),
        };
        for op in [vec![around.id()], body.own_ops_in(around.id())].concat() {
            let Some(inner) = ForOp::cast(body, op) else { continue };
            let interval = iterations.of_variable(inner);
            let step = i128::from(inner.step_value(body));
            let count = interval
                .as_ref()
                .map_or(1, |interval| (interval.most - interval.least).div_euclid(step) + 1);
            let count = u64::try_from(count.max(0)).unwrap_or(u64::MAX);
            let times = iterations.times_of(op).saturating_mul(count);
            iterations.times.insert(inner.block(body), times);
            if let Some(interval) = interval.filter(|_| op != this.id()) {
                iterations.variables.insert(inner.induction_variable(body), interval);
            }
        }
        iterations
    }

    /// The maximum number of executions of an op, in one run of the outermost loop.
    fn times_of(&self, op: OpId) -> u64 {
        let mut block = self.body.block(op).filter(|_| op != self.around);
        while let Some(around) = block {
            if let Some(&times) = self.times.get(&around) {
                return times;
            }
            let owner = self.body.block_owner(around).filter(|owner| *owner != self.around);
            block = owner.and_then(|owner| self.body.block(owner));
        }
        1
    }

    /// The maximum number of ops executed in the outermost loop. An op on a vector counts once for
    /// each element.
    pub(super) fn work(&self) -> u64 {
        let mut work = 1_u64;
        for op in self.body.own_ops_in(self.around) {
            if !self.body.has_trait(op, TraitFlags::TERMINATOR) {
                work =
                    work.saturating_add(self.times_of(op).saturating_mul(elements(self.body, op)));
            }
        }
        work
    }

    /// The intervals of the results of a map.
    pub(super) fn of_map(&self, map: &MapOperands) -> SmallVec<[Option<Interval>; 4]> {
        let simple = map.simplified(self.body);
        let map = simple.as_ref().unwrap_or(map);
        let ctx = self.body.context();
        let data = map.map.data(ctx);
        let inputs: SmallVec<[Option<Interval>; 4]> =
            map.operands.iter().map(|&operand| self.of_value(operand)).collect();
        let range = |value| values_of_variable(self.body, value);
        let of = |&result: &_| of_expression(ctx, result, data.dims as usize, &inputs, &range);
        data.results.iter().map(of).collect()
    }

    fn of_value(&self, value: ValueId) -> Option<Interval> {
        if value == self.variable || is_outside(self.body, value, self.around) {
            return Some(Interval::of_value(value));
        }
        self.variables.get(&value).cloned()
    }

    /// The interval of the variable of a loop, whose enclosing loops are known.
    fn of_variable(&self, this: ForOp) -> Option<Interval> {
        let (lower, upper) = (this.lower_bound(self.body), this.upper_bound(self.body));
        let is_one = lower.map.results(self.body.context()).len() == 1;
        let (lower, upper) = (self.bounds(&lower), self.bounds(&upper));
        let step = i128::from(this.step_value(self.body));
        let mut found: Option<Interval> = None;
        for low in &lower {
            for high in upper.iter().filter(|high| high.terms == low.terms) {
                let mut most = high.most - 1;
                if is_one && low.least == low.most && most >= low.least {
                    // The last iteration is a whole number of steps after the first.
                    most -= (most - low.least) % step;
                }
                // In a loop without iterations nothing is accessed.
                let interval = Interval {
                    terms: low.terms.clone(),
                    least: low.least,
                    most: most.max(low.least),
                };
                found = Some(match found {
                    Some(known) if known.terms == interval.terms => {
                        let least = known.least.max(interval.least);
                        Interval { least, most: known.most.min(interval.most).max(least), ..known }
                    }
                    Some(known) => known,
                    None => interval,
                });
            }
        }
        found
    }

    /// The intervals of the results of a bound: first in terms of other values, then as numbers.
    fn bounds(&self, bound: &MapOperands) -> Vec<Interval> {
        let spreads: Vec<Interval> = self.of_map(bound).into_iter().flatten().collect();
        let range = |value| values_of_variable(self.body, value);
        let in_numbers: Vec<Interval> = spreads
            .iter()
            .filter(|interval| !interval.terms.is_empty())
            .filter_map(|interval| interval.in_numbers(&range))
            .collect();
        [spreads, in_numbers].concat()
    }
}

/// The number of elements that an op computes or stores.
fn elements(body: &Body, op: OpId) -> u64 {
    let ctx = body.context();
    let types = body.results(op).chain(body.operands(op).take(1)).map(|value| body.ty(value));
    let of_vectors = types.filter(|ty| matches!(ty.kind(ctx), TypeKind::Vector { .. }));
    let lengths = of_vectors.filter_map(|ty| Some(ty.static_shape(ctx)?.iter().product::<i64>()));
    lengths.max().map_or(1, |length| u64::try_from(length).unwrap_or(1).max(1))
}
