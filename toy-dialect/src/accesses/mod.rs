//! Accesses of tensors: which are proved to be in range, and which are checked at run time.
//!
//! An access is a subscript of an op that takes or replaces elements. `verdict` is the only proof:
//! it uses the constants and the bounds of loops that are known at compile time, and answers
//! `Verdict::Checked` wherever they are not sufficient. `mark_checked` asks it once all bounds in a
//! function are known, and marks the accesses to be checked; the lowering asks again before it
//! creates unchecked accesses, so that IR that was written or changed by hand is checked as well.
//!
//! A checked access has an effect, like a print: it is neither removed nor merged nor moved across
//! another effect.

mod interval;
mod report;
mod symbolic;

pub use crate::messages::out_of_range::OutOfRange;
pub use report::{AccessReport, access_report};

use interval::{Interval, has_small_bounds, interval};
use mlir_lite::affine::{AffineExpr, AffineExprKind};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Position;

use crate::builtins::{I64Op, LoadOp};
use crate::messages::call_notes::with_calls;
use crate::ops::numbers::{Linear, Variable, evaluate, range_of};
use crate::ops::subscripts::{Subscripted, SubscriptedObject, Taken};
use crate::ops::{
    CheckedSizesOp, ForOp, GatherOp, IfOp, NonZeroOp, ScatterOp, WhileOp, WholeNumberOp,
};
use crate::sizes::Size;
use crate::types::is_static;
use toy_ast::Code;

/// Why an access is in range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// Its index is a constant.
    Constant,
    /// Its index is in range for all values of the loops' variables.
    Bounds {
        /// The least index.
        least: i64,
        /// The greatest one.
        greatest: i64,
    },
    /// Its index is in range for all sizes that a caller may decide.
    Sizes,
    /// A loop around it has no iteration.
    NeverRuns,
}

/// The result of the proof for an access of a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is always in range.
    Proved(Proof),
    /// It is out of range in some iteration, for any input of the program.
    Wrong {
        /// The smallest index of all iterations.
        least: i128,
        /// The greatest one.
        greatest: i128,
    },
    /// It is not proved, so it is checked: because a conditional may prevent its execution, or
    /// because there is no proof.
    Checked {
        /// The smallest and the largest index of all iterations, if they are known.
        indices: Option<(i128, i128)>,
    },
}

/// Whether the elements that an op with subscripts means in a dimension of `size` are in range:
/// `count` elements (-1 is a single one) starting at `place`, a function of `variables`.
///
/// Indices are linear in the variables of loops. If all bounds are constants, the smallest and the
/// largest index occur in some iteration.
pub(crate) fn verdict(
    body: &Body,
    op: OpId,
    variables: &[ValueId],
    (place, count, size): Taken<AffineExpr>,
) -> Verdict {
    let unknown = Verdict::Checked { indices: None };
    let Size::Known(size) = size else {
        return symbolic::verdict(body, op, variables, (place, count, size));
    };
    if let AffineExprKind::Mod(_, divisor) = place.kind(body.context())
        && let Some(divisor @ 1..) = divisor.as_constant(body.context())
        && divisor <= size - (count.max(1) - 1)
    {
        return Verdict::Proved(Proof::Bounds { least: 0, greatest: divisor - 1 });
    }
    let Some(place) = linear_index(body, place, variables) else { return unknown };
    if place.terms.iter().any(|(variable, _)| matches!(variable, Variable::Size(_))) {
        return symbolic::verdict_of(body, op, &place, (count, Size::Known(size)));
    }
    // The indices for which all elements are in the dimension.
    let last = i128::from(size) - i128::from(count.max(1));
    let is_in_range = |place: i128| (0..=last).contains(&place);
    if place.terms.is_empty() {
        let at = i128::from(place.constant);
        return match is_in_range(at) {
            true => Verdict::Proved(Proof::Constant),
            false => Verdict::Wrong { least: at, greatest: at },
        };
    }
    if enclosing_loops(body, op)
        .any(|this| this.on(body).range().is_some_and(|range| range.count() == 0))
    {
        return Verdict::Proved(Proof::NeverRuns);
    }
    let mut outermost = None;
    for (variable, _) in &place.terms {
        let Variable::Loop(variable) = variable else { return unknown };
        let Some(this) = ForOp::of_variable(body, *variable) else { return unknown };
        if !body.is_inside(op, this.id()) {
            return unknown;
        }
        let is_outer = outermost.is_none_or(|other| body.is_inside(other, this.id()));
        outermost = if is_outer { Some(this.id()) } else { outermost };
    }
    let Some(interval) = interval(body, &place, op) else { return unknown };
    let Interval { least, greatest, is_exact } = interval;
    if least > greatest {
        return Verdict::Proved(Proof::NeverRuns);
    }
    if let (Ok(from), Ok(to)) = (i64::try_from(least), i64::try_from(greatest)) {
        if is_in_range(least) && is_in_range(greatest) {
            return Verdict::Proved(Proof::Bounds { least: from, greatest: to });
        }
        let is_possible = greatest >= 0 && least <= last;
        if !is_exact {
            return Verdict::Checked { indices: Some((least, greatest)) };
        }
        if is_possible && outermost.is_some_and(|outermost| is_conditional(body, op, outermost)) {
            return Verdict::Checked { indices: Some((least, greatest)) };
        }
    }
    // An index that does not fit 64 bits is out of range, and a run-time check would not detect it.
    Verdict::Wrong { least, greatest }
}

/// The index given by an affine expression of the variables, if it is linear.
fn linear_index(body: &Body, expression: AffineExpr, variables: &[ValueId]) -> Option<Linear> {
    let ctx = body.context();
    match expression.kind(ctx) {
        AffineExprKind::Constant(constant) => Some(Linear::constant(constant)),
        AffineExprKind::Dim(index) => {
            let variable = *variables.get(index as usize)?;
            if ForOp::of_variable(body, variable).is_some() {
                return Some(Linear::variable(variable));
            }
            match evaluate(body, variable).ok()?.values[..] {
                [value] if value.fract() == 0.0 && value.abs() < 1e15 => {
                    Some(Linear::constant(value as i64))
                }
                _ => None,
            }
        }
        AffineExprKind::Symbol(_) => Linear::of_size(ctx, Size::of(ctx, expression)),
        AffineExprKind::Add(a, b) => {
            linear_index(body, a, variables)?.plus(&linear_index(body, b, variables)?, 1)
        }
        AffineExprKind::Mul(a, b) => {
            Linear::constant(0).plus(&linear_index(body, a, variables)?, b.as_constant(ctx)?)
        }
        _ => None,
    }
}

fn parents(body: &Body, op: OpId) -> impl Iterator<Item = OpId> + '_ {
    std::iter::successors(body.parent_op(op), |op| body.parent_op(*op))
}

fn enclosing_loops(body: &Body, op: OpId) -> impl Iterator<Item = ForOp> + '_ {
    parents(body, op).filter_map(|parent| ForOp::cast(body, parent))
}

/// Whether there is a conditional or a loop with a condition between an op and a loop around it.
fn is_conditional(body: &Body, op: OpId, outermost: OpId) -> bool {
    parents(body, op)
        .take_while(|parent| *parent != outermost)
        .any(|parent| IfOp::is(body, parent) || WhileOp::is(body, parent))
}

/// The caller of the proof.
pub(crate) enum ProofCaller<'d> {
    /// Shape inference, which reports errors.
    Inference(&'d mut Diagnostics),
    /// The lowering: an error here is in IR changed by hand, and is detected at run time.
    Lowering,
}

/// Marks the accesses of a function that are to be checked at run time; removes the mark from the
/// others.
pub(crate) fn mark_checked(body: &mut Body, mut caller: ProofCaller<'_>) {
    let ctx = body.context().clone();
    if let ProofCaller::Inference(diagnostics) = &mut caller {
        check_bounds(body, diagnostics);
    }
    let mut ops = body.own_ops();
    ops.retain(|op| body.op(*op).implements::<dyn Subscripted>());
    let mut reported: Vec<(Position, &str)> = Vec::new();
    for op in ops {
        let asked = body.op(op).ask::<dyn Subscripted, _>(|op| {
            let subscripts = op.subscripts();
            Some((subscripts.accesses()?, subscripts.variables()))
        });
        let Some((accesses, variables)) = asked.flatten() else { continue };
        let mut checked = Vec::new();
        for (dimension, &(place, count, size)) in accesses.iter().enumerate() {
            match verdict(body, op, &variables, (place, count, size)) {
                Verdict::Proved(_) => {}
                Verdict::Checked { .. } => checked.push(dimension as i64),
                Verdict::Wrong { least, greatest } => {
                    checked.push(dimension as i64);
                    let size = size.in_type();
                    if let ProofCaller::Inference(diagnostics) = &mut caller {
                        let last = greatest + i128::from(count.max(1) - 1);
                        let found = body.op(op).ask::<dyn Subscripted, _>(|op| {
                            let subscripts = op.subscripts();
                            let error = subscripts.out_of_range(dimension, [least, last], size);
                            (subscripts.doing, *error)
                        });
                        let Some((doing, error)) = found else { break };
                        // `a[i] += v` takes elements and assigns to them: one mistake.
                        let is_other = |(place, other): &(Position, &str)| {
                            *place == error.position && *other != doing
                        };
                        if !reported.iter().any(is_other) {
                            reported.push((error.position.clone(), doing));
                            diagnostics.error(with_calls(&ctx, body.location(op), error));
                        }
                        break;
                    }
                }
            }
        }
        mark(body, op, checked);
    }
}

/// Reports loops that count to numbers that are not exact as floats.
fn check_bounds(body: &Body, diagnostics: &mut Diagnostics) {
    let loops = body.own_ops().into_iter().filter_map(|op| ForOp::cast(body, op));
    for this in loops.filter(|this| !has_small_bounds(body, *this)) {
        let view = body.op(this.id());
        let place = range_of(view).unwrap_or_else(|| view.location().to_position(body.context()));
        let error = Code::WrongNumber.error(place, "a loop's bound is too large");
        let error = error.with_label("above 2^53 in some iteration of the loops around it");
        diagnostics.error(with_calls(body.context(), view.location(), error));
    }
}

/// Marks the dimensions of an op that are checked.
fn mark(body: &mut Body, op: OpId, checked: Vec<i64>) {
    let edit = body.op(op).ask::<dyn Subscripted, _>(|op| {
        let subscripts = op.subscripts();
        match checked.is_empty() {
            true => op.with_checks(None, None),
            false => op.with_checks(Some(checked), Some(subscripts.place_in_source())),
        }
    });
    if let Some(edit) = edit {
        edit.apply(body);
    }
}

/// Whether a function has checked accesses, which may end the program.
pub(crate) fn has_checks(function: &Body) -> bool {
    let is_checked = |op: SubscriptedObject<'_>| !op.subscripts().checked.is_empty();
    function.walk().any(|op| {
        op.is::<GatherOp>()
            || op.is::<WholeNumberOp>()
            || op.is::<ScatterOp>()
            || op.is::<I64Op>()
            || op.is::<NonZeroOp>()
            || op.is::<CheckedSizesOp>()
            || op.ask::<dyn Subscripted, _>(&is_checked) == Some(true)
    })
}

/// Whether a module cannot be interpreted before its shapes are inferred: it has accesses whose
/// extent is not known, or files whose shape is not.
pub(crate) fn has_unresolved(module: &Body) -> bool {
    let functions = module.as_op().regions().flat_map(|region| region.ops());
    let mut functions = functions.filter_map(|link| module.child(link.id()));
    functions.any(|function| {
        let is_unresolved = |op: SubscriptedObject<'_>| op.subscripts().places.is_none();
        let is_open_file = |op: OpRef<'_>| {
            op.is::<LoadOp>() && op.result_types().any(|ty| !is_static(op.context(), ty))
        };
        function.walk().any(|op| {
            is_open_file(op) || op.ask::<dyn Subscripted, _>(&is_unresolved) == Some(true)
        })
    })
}
