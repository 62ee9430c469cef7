//! The proof for accesses of dimensions whose size a caller decides, and for indices that depend on
//! such sizes.
//!
//! The variables of loops are eliminated from the innermost one outwards, as in
//! [`interval`](super::interval); the least and the greatest index are linear in sizes then, which
//! are numbers from 1 on.

use mlir_lite::affine::AffineExpr;
use mlir_lite::ir::prelude::*;

use super::interval::{LinearBounds, linear_bounds, variable};
use super::{Proof, Verdict, enclosing_loops, linear_index};
use crate::ops::numbers::{Linear, Variable};
use crate::ops::subscripts::Taken;
use crate::ops::{Bounds, ForOp, Range};
use crate::sizes::{Size, is_at_least};

/// The verdict for `count` elements starting at `place`, a function of `variables`.
pub(super) fn verdict(
    body: &Body,
    op: OpId,
    variables: &[ValueId],
    (place, count, size): Taken<AffineExpr>,
) -> Verdict {
    match linear_index(body, place, variables) {
        Some(place) => verdict_of(body, op, &place, (count, size)),
        None => Verdict::Checked { indices: None },
    }
}

/// As [`verdict`], for a place that is known as a linear number.
pub(super) fn verdict_of(
    body: &Body,
    op: OpId,
    place: &Linear,
    (count, size): (i64, Size),
) -> Verdict {
    let ctx = body.context();
    let is_proved = || {
        let [least, greatest] = [false, true].map(|greatest| extreme(body, place, op, greatest));
        let end = greatest?.plus(&Linear::constant(count.max(1)), 1)?.size(ctx)?;
        let least = least?.size(ctx)?;
        Some(is_at_least(ctx, least, Size::Known(0)) && is_at_least(ctx, size, end))
    };
    match is_proved() {
        Some(true) => Verdict::Proved(Proof::Sizes),
        _ => Verdict::Checked { indices: None },
    }
}

/// The greatest value of a number where `user` uses it, or the least one, in terms of sizes.
fn extreme(body: &Body, number: &Linear, user: OpId, greatest: bool) -> Option<Linear> {
    let mut number = number.clone();
    for this in enclosing_loops(body, user) {
        let own = Variable::Loop(variable(body, this)?);
        let Some(&(_, factor)) = number.terms.iter().find(|(other, _)| *other == own) else {
            continue;
        };
        let LinearBounds { from, to, step } = bounds(body, this)?;
        let counts_up = step > 0;
        let value = match (factor > 0) == (greatest == counts_up) {
            true => to.plus(&Linear::constant(if counts_up { -1 } else { 1 }), 1)?,
            false => from,
        };
        let variable = Linear { constant: 0, terms: vec![(own, 1)] };
        number = number.plus(&variable, factor.checked_neg()?)?.plus(&value, factor)?;
    }
    Some(number)
}

fn bounds(body: &Body, this: ForOp) -> Option<LinearBounds> {
    match this.on(body).known_bounds()? {
        Bounds::Constant(Range { from, to, step }) => {
            Some(LinearBounds { from: Linear::constant(from), to: Linear::constant(to), step })
        }
        _ => linear_bounds(body, this),
    }
}
