//! The values that a number which is linear in the variables of loops has in all iterations.
//!
//! The bounds of a loop may be linear in the variables of outer loops. So variables are eliminated
//! from the innermost loop outwards: the greatest value of `2 * i - j`, where `j` counts from `i`,
//! is that of `2 * i - i`. This is exact if all bounds are constants. Otherwise the interval may
//! contain values of iterations that do not exist.

use mlir_lite::ir::prelude::*;

use super::{enclosing_loops, linear_index};
use crate::messages::out_of_range::OutOfRange;
use crate::ops::numbers::{Linear, Variable};
use crate::ops::{Bounds, ForOp, Range};

/// The values of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    /// The least one. It is above the greatest one if a loop has no iteration.
    pub(super) least: i128,
    /// The greatest one.
    pub(super) greatest: i128,
    /// Whether both occur.
    pub(super) is_exact: bool,
}

/// The values of a number where `user`, which is in the loops of its variables, uses it. None if
/// they are not known.
pub(super) fn interval(body: &Body, number: &Linear, user: OpId) -> Option<Interval> {
    let loops = Loops::around(body, user)?;
    loops.interval(number)
}

/// Whether the bounds of all loops around an op, and its own if it is one, are numbers that floats
/// represent exactly, so that counting never overflows.
pub(super) fn has_small_bounds(body: &Body, this: ForOp) -> bool {
    Loops::around(body, this.id()).is_none_or(|loops| loops.are_small(this).unwrap_or(true))
}

/// The bounds of a loop as functions of outer variables.
pub(super) struct LinearBounds {
    pub(super) from: Linear,
    pub(super) to: Linear,
    pub(super) step: i64,
}

/// The loops around an op whose bounds are linear, with the values of constant ranges that make
/// loops in them run.
struct Loops<'b> {
    body: &'b Body,
    /// The least and the greatest value of a variable that counts constants.
    ends: Vec<(ValueId, [i64; 2])>,
    linear: Vec<(ValueId, LinearBounds)>,
    /// Whether a loop may have no iteration.
    may_be_empty: bool,
}

impl<'b> Loops<'b> {
    /// None if a loop has no iteration, or if its numbers are too large.
    fn around(body: &'b Body, user: OpId) -> Option<Self> {
        let mut loops: Vec<ForOp> = enclosing_loops(body, user).collect();
        loops.reverse();
        let mut this = Self { body, ends: Vec::new(), linear: Vec::new(), may_be_empty: false };
        for each in loops {
            let Some(variable) = variable(body, each) else { continue };
            match each.on(body).known_bounds() {
                Some(Bounds::Constant(range)) => {
                    let [first, last] = Range::ends(range)?;
                    this.ends.push((variable, [first.min(last), first.max(last)]));
                }
                Some(Bounds::Linear { .. }) => {
                    this.may_be_empty = true;
                    match this.are_small(each) {
                        // It depends on a loop whose numbers are not known.
                        None => continue,
                        Some(false) => return None,
                        Some(true) => {}
                    }
                    let bounds = linear_bounds(body, each)?;
                    this.must_run(&bounds);
                    this.linear.push((variable, bounds));
                }
                _ => this.may_be_empty = true,
            }
        }
        Some(this)
    }

    /// Whether the bounds of a loop are exact as floats; none if they are not known.
    fn are_small(&self, this: ForOp) -> Option<bool> {
        let LinearBounds { from, to, .. } = linear_bounds(self.body, this)?;
        let mut are_small = true;
        for bound in [&from, &to] {
            let Interval { least, greatest, .. } = self.interval(bound)?;
            let largest = OutOfRange::LARGEST as i128;
            are_small &= least >= -largest && greatest <= largest;
        }
        Some(are_small)
    }

    /// Leaves out values of an outer variable with which a loop has no iteration.
    fn must_run(&mut self, bounds: &LinearBounds) {
        let (lower, upper) = match bounds.step > 0 {
            true => (&bounds.from, &bounds.to),
            false => (&bounds.to, &bounds.from),
        };
        let Some(Linear { constant, terms }) = upper.clone().plus(lower, -1) else { return };
        let [(Variable::Loop(variable), factor)] = terms[..] else { return };
        let Some((_, [least, greatest])) =
            self.ends.iter_mut().find(|(other, _)| *other == variable)
        else {
            return;
        };
        // It runs if `factor * variable > -constant`.
        let most = (i128::from(constant) - 1).div_euclid(i128::from(factor).abs());
        let clamped = |number: i128| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        match factor > 0 {
            true => *least = clamped(-most).max(*least),
            false => *greatest = clamped(most).min(*greatest),
        }
    }

    fn interval(&self, number: &Linear) -> Option<Interval> {
        let is_exact = !self.may_be_empty;
        let [least, greatest] = [false, true].map(|greatest| self.extreme(number, greatest));
        Some(Interval { least: least?, greatest: greatest?, is_exact })
    }

    /// The greatest value, or the least one.
    fn extreme(&self, number: &Linear, greatest: bool) -> Option<i128> {
        let mut constant = i128::from(number.constant);
        let mut terms: Vec<(ValueId, i128)> = of_loops(number)?;
        // The variables of inner loops come last.
        for (variable, bounds) in self.linear.iter().rev() {
            let Some(index) = terms.iter().position(|(other, _)| other == variable) else {
                continue;
            };
            let (_, factor) = terms.swap_remove(index);
            let counts_up = bounds.step > 0;
            let takes_last = (factor > 0) == (greatest == counts_up);
            let (end, beyond) = match takes_last {
                true => (&bounds.to, if counts_up { -1 } else { 1 }),
                false => (&bounds.from, 0),
            };
            let shift = i128::from(end.constant) + beyond;
            constant = constant.checked_add(shift.checked_mul(factor)?)?;
            for (other, by) in of_loops(end)? {
                let by = by.checked_mul(factor)?;
                match terms.iter_mut().find(|(own, _)| *own == other) {
                    Some((_, own)) => *own = own.checked_add(by)?,
                    None => terms.push((other, by)),
                }
            }
            terms.retain(|(_, factor)| *factor != 0);
        }
        for (variable, factor) in terms {
            let (_, [least, most]) = self.ends.iter().find(|(other, _)| *other == variable)?;
            let end = if (factor > 0) == greatest { most } else { least };
            constant = constant.checked_add(i128::from(*end).checked_mul(factor)?)?;
        }
        Some(constant)
    }
}

/// The loop variables in a number with their factors; none if a size is in it.
fn of_loops(number: &Linear) -> Option<Vec<(ValueId, i128)>> {
    let term = |&(variable, factor): &(Variable, i64)| match variable {
        Variable::Loop(variable) => Some((variable, i128::from(factor))),
        Variable::Size(_) => None,
    };
    number.terms.iter().map(term).collect()
}

/// The variable of a loop.
pub(super) fn variable(body: &Body, this: ForOp) -> Option<ValueId> {
    body.arguments(this.block(body)?).first().copied()
}

/// The bounds of a loop if they depend on outer loops.
pub(super) fn linear_bounds(body: &Body, this: ForOp) -> Option<LinearBounds> {
    let Some(Bounds::Linear { map, variables, step }) = this.on(body).known_bounds() else {
        return None;
    };
    let &[from, to] = map.results(body.context()) else { return None };
    let bound = |bound| linear_index(body, bound, &variables);
    Some(LinearBounds { from: bound(from)?, to: bound(to)?, step })
}
