//! What is known of the variables of the loops around an access, and how much a loop does.

use super::spread::{Spread, of_expression};
use crate::ForOp;
use crate::operands::{MapOperands, values_of_variable};
use mlir_lite::ir::{BlockId, Body, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::types::TypeKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The rounds of a loop, seen from outside: values that do not change within it stand for themselves, and so does the
/// variable that the rounds are told apart by; of those of other loops in it, it is known between which values they lie.
pub(super) struct Rounds<'b> {
    body: &'b Body,
    around: OpId,
    variable: ValueId,
    variables: FxHashMap<ValueId, Spread>,
    /// How often the block of a loop runs, at most, in one run of the outermost one.
    times: FxHashMap<BlockId, u64>,
}

impl<'b> Rounds<'b> {
    /// The rounds of `this`, in a run of `around`: that loop, or one around it.
    pub(super) fn new(body: &'b Body, around: ForOp, this: ForOp) -> Self {
        let mut rounds = Self {
            body,
            around: around.id(),
            variable: this.induction_variable(body),
            variables: FxHashMap::default(),
            times: FxHashMap::default(),
        };
        for op in [vec![around.id()], body.walk_op_pre_order(around.id())].concat() {
            let Some(inner) = ForOp::cast(body, op) else { continue };
            let spread = rounds.of_variable(inner);
            let step = i128::from(inner.step_value(body));
            let count = spread
                .as_ref()
                .map_or(1, |spread| (spread.most - spread.least).div_euclid(step) + 1);
            let count = u64::try_from(count.max(0)).unwrap_or(u64::MAX);
            let times = rounds.times_of(op).saturating_mul(count);
            rounds.times.insert(inner.block(body), times);
            if let Some(spread) = spread.filter(|_| op != this.id()) {
                rounds.variables.insert(inner.induction_variable(body), spread);
            }
        }
        rounds
    }

    /// How often an op runs, at most, in one run of the outermost loop.
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

    /// How many ops run in the outermost loop, at most. An op on a vector is one for each element.
    pub(super) fn work(&self) -> u64 {
        let mut work = 1_u64;
        for op in self.body.walk_op_pre_order(self.around) {
            if !self.body.has_trait(op, TraitFlags::TERMINATOR) {
                work =
                    work.saturating_add(self.times_of(op).saturating_mul(elements(self.body, op)));
            }
        }
        work
    }

    /// Where the results of a map lie.
    pub(super) fn of_map(&self, map: &MapOperands) -> SmallVec<[Option<Spread>; 4]> {
        let simple = map.simplified(self.body);
        let map = simple.as_ref().unwrap_or(map);
        let ctx = self.body.context();
        let data = map.map.data(ctx);
        let inputs: SmallVec<[Option<Spread>; 4]> =
            map.operands.iter().map(|&operand| self.of_value(operand)).collect();
        let range = |value| values_of_variable(self.body, value);
        let of = |&result: &_| of_expression(ctx, result, data.dims as usize, &inputs, &range);
        data.results.iter().map(of).collect()
    }

    fn of_value(&self, value: ValueId) -> Option<Spread> {
        if value == self.variable || !self.is_inside(value) {
            return Some(Spread::of_value(value));
        }
        self.variables.get(&value).cloned()
    }

    /// Whether a value is defined in the outermost loop.
    pub(super) fn is_inside(&self, value: ValueId) -> bool {
        let block = self.body.defining_block(value);
        block
            .and_then(|block| self.body.block_owner(block))
            .is_some_and(|owner| owner == self.around || self.body.is_inside(owner, self.around))
    }

    /// Where the variable of a loop lies, of which the loops around it are known.
    fn of_variable(&self, this: ForOp) -> Option<Spread> {
        let (lower, upper) = (this.lower_bound(self.body), this.upper_bound(self.body));
        let is_one = lower.map.results(self.body.context()).len() == 1;
        let (lower, upper) = (self.bounds(&lower), self.bounds(&upper));
        let step = i128::from(this.step_value(self.body));
        let mut found: Option<Spread> = None;
        for low in &lower {
            for high in upper.iter().filter(|high| high.terms == low.terms) {
                let mut most = high.most - 1;
                if is_one && low.least == low.most && most >= low.least {
                    // The last round is whole steps behind the first.
                    most -= (most - low.least) % step;
                }
                // In a loop without rounds nothing is accessed.
                let spread = Spread {
                    terms: low.terms.clone(),
                    least: low.least,
                    most: most.max(low.least),
                };
                found = Some(match found {
                    Some(known) if known.terms == spread.terms => {
                        let least = known.least.max(spread.least);
                        Spread { least, most: known.most.min(spread.most).max(least), ..known }
                    }
                    Some(known) => known,
                    None => spread,
                });
            }
        }
        found
    }

    /// Where each of the results of a bound lies: first in terms of other values, then between numbers.
    fn bounds(&self, bound: &MapOperands) -> Vec<Spread> {
        let spreads: Vec<Spread> = self.of_map(bound).into_iter().flatten().collect();
        let range = |value| values_of_variable(self.body, value);
        let in_numbers: Vec<Spread> = spreads
            .iter()
            .filter(|spread| !spread.terms.is_empty())
            .filter_map(|spread| spread.in_numbers(&range))
            .collect();
        [spreads, in_numbers].concat()
    }
}

/// How many elements an op computes or stores at once.
fn elements(body: &Body, op: OpId) -> u64 {
    let ctx = body.context();
    let types = body.results(op).chain(body.operands(op).take(1)).map(|value| body.ty(value));
    let of_vectors = types.filter(|ty| matches!(ty.kind(ctx), TypeKind::Vector { .. }));
    let lengths = of_vectors.filter_map(|ty| Some(ty.static_shape(ctx)?.iter().product::<i64>()));
    lengths.max().map_or(1, |length| u64::try_from(length).unwrap_or(1).max(1))
}
