//! The bounds of `toy.for`: numbers, functions of the variables of outer loops, or numbers that are
//! known at run time only.

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::interpreter::Trap;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use std::sync::Arc;
use toy_ast::Code;

use super::{ForOp, ForOpRef, WholeNumberOp};
use crate::messages::operand_locations::place_of;
use crate::messages::out_of_range::{OutOfRange, place_text};
use crate::ops::numbers::{
    Linear, Resolution, ResolveOperands, Unknown, evaluate, linear, not_known, one_number,
    resolved_numbers, whole_numbers,
};
use crate::tensor::Tensor;
use crate::tensor::elements::{ElementTypes, Takes};
use crate::tensor::shape::shown;

/// The attribute with the map that gives the bounds from the variables of outer loops.
pub(super) const BOUNDS: &str = "bounds";

/// The attribute with the step of a loop whose bounds are not constants.
pub(super) const STEP: &str = "step";

/// The place of the step among the numbers of a loop.
pub(super) const STEP_NUMBER: usize = 2;

/// The message for a loop that would not get on.
pub(super) const STEP_IS_0: &str = "the step of a loop must not be 0";

/// The numbers that a loop counts: from the first one in steps up to, without, the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    /// The first number.
    pub(crate) from: i64,
    /// The end, which is not counted.
    pub(crate) to: i64,
    /// The difference between two numbers, not 0.
    pub(crate) step: i64,
}

impl Range {
    /// How many there are.
    pub(crate) fn count(self) -> i64 {
        let Self { from, to, step } = self;
        let distance = if step > 0 { to.saturating_sub(from) } else { from.saturating_sub(to) };
        let length = step.saturating_abs();
        let rounded = distance / length + i64::from(distance % length != 0);
        if distance > 0 { rounded } else { 0 }
    }

    /// The number of an iteration.
    pub(crate) fn at(self, iteration: i64) -> i64 {
        self.from.saturating_add(iteration.saturating_mul(self.step))
    }

    /// The first and the last number, if there are any.
    pub(crate) fn ends(self) -> Option<[i64; 2]> {
        let last = self.count().checked_sub(1).filter(|last| *last >= 0)?;
        Some([self.from, self.at(last)])
    }

    /// The range of these numbers; none if they are malformed.
    fn of_numbers(numbers: &[i64]) -> Option<Self> {
        match *numbers {
            [from, to] => Some(Self { from, to, step: 1 }),
            [from, to, step] if step != 0 => Some(Self { from, to, step }),
            _ => None,
        }
    }
}

/// The bounds of a loop, once they are known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Bounds {
    /// Constants.
    Constant(Range),
    /// The two results of a map of the variables of outer loops.
    Linear {
        /// The first number, and the end.
        map: AffineMap,
        /// The variables.
        variables: Vec<ValueId>,
        /// Not 0.
        step: i64,
    },
    /// Tensors with a whole number each.
    Computed {
        /// The first number.
        from: ValueId,
        /// The end, which is not counted.
        to: ValueId,
        /// Not 0.
        step: i64,
    },
}

impl<'b> ForOpRef<'b> {
    /// The bounds, once shapes are inferred.
    pub(crate) fn known_bounds(self) -> Option<Bounds> {
        if let Some(range) = self.range() {
            return Some(Bounds::Constant(range));
        }
        let step = self.step()?;
        let operands: Vec<ValueId> = self.bound_operands().map(ValueRef::id).collect();
        if let Some(map) = self.bounds() {
            return Some(Bounds::Linear { map, variables: operands, step });
        }
        match operands[..] {
            [from, to] => Some(Bounds::Computed { from, to, step }),
            _ => None,
        }
    }

    /// The numbers that it counts, if they are constants.
    pub(crate) fn range(self) -> Option<Range> {
        Range::of_numbers(&resolved_numbers(self.op())?)
    }

    /// Why a loop with this number of operands for its bounds is malformed.
    pub(super) fn wrong_bounds(self, operands: usize) -> Option<&'static str> {
        const OPERANDS: &str = "expects an operand for each result, two bounds and maybe a step";
        let (is_constant, step) = (resolved_numbers(self.op()).is_some(), self.step());
        if step == Some(0) || is_constant && self.range().is_none() {
            return Some("expects two bounds and maybe a step, not 0");
        }
        let fits = match (is_constant, self.bounds(), step) {
            (true, None, None) => operands == 0,
            (false, Some(map), Some(_)) => {
                let data = map.data(self.context());
                let is_map = data.results.len() == 2;
                is_map && data.dims as usize == operands
            }
            (false, None, Some(_)) => operands == 2,
            (false, None, None) => matches!(operands, 2 | 3),
            _ => false,
        };
        (!fits).then_some(OPERANDS)
    }

    /// The numbers that it counts, where its operands for the bounds are these tensors, and the
    /// sizes that types name by symbols have these values.
    pub(super) fn range_at_run_time(
        self,
        operands: &[Arc<Tensor>],
        sizes: &[i64],
    ) -> Result<Range, Trap> {
        if let Some(range) = self.range() {
            return Ok(range);
        }
        if let Some(list) = operands.iter().find(|operand| operand.len() != 1) {
            return Err(Trap::new(one_number(WHAT, &list.shape)));
        }
        let first = self.results().len();
        let mut numbers = Vec::with_capacity(operands.len());
        for (index, operand) in operands.iter().enumerate() {
            let at = || place_text(self.context(), place_of(self.op(), first + index));
            let number = OutOfRange::bound_of(operand.elements.f64_at(0), at);
            numbers.push(number.map_err(|wrong| Trap::reported(wrong.diagnostic()))?);
        }
        if let Some(map) = self.bounds() {
            let bound = |bound: &AffineExpr| bound.evaluate(self.context(), &numbers, sizes);
            let bounds = map.results(self.context()).iter().map(bound);
            numbers = bounds.collect::<Option<_>>().ok_or_else(Trap::malformed)?;
        }
        numbers.truncate(STEP_NUMBER + usize::from(self.step().is_none()));
        numbers.extend(self.step());
        if numbers.get(STEP_NUMBER) == Some(&0) {
            return Err(Trap::new(STEP_IS_0));
        }
        Range::of_numbers(&numbers).ok_or_else(Trap::malformed)
    }

    /// The bounds that are not constants, if the loop is not resolved and one is not.
    fn varying(self) -> Result<Option<Varying>, Box<Diagnostic>> {
        let (op, body, first) = (self.op(), self.op().body(), self.results().len());
        let operands: Vec<ValueId> = self.bound_operands().map(ValueRef::id).collect();
        let (&[from, to], step) = operands
            .split_at_checked(2)
            .map_or_else(|| (&[][..], &[][..]), |(bounds, step)| (bounds, step))
        else {
            return Ok(None);
        };
        if resolved_numbers(op).is_some() {
            return Ok(None);
        }
        let is_known = |number: &ValueId| evaluate(body, *number).is_ok();
        if operands.iter().all(is_known) {
            return Ok(None);
        }
        let step = match step {
            [step] => self.constant_step(first + STEP_NUMBER, *step)?,
            _ => 1,
        };
        let mut known = Vec::new();
        for (index, bound) in (first..).zip([from, to]) {
            match linear(body, bound) {
                Ok(bound) => known.push(bound),
                // A sum with a fraction may be a whole number.
                Err(reason @ (Unknown::Fraction | Unknown::TooLarge | Unknown::List))
                    if reason == Unknown::List || evaluate(body, bound).is_ok() =>
                {
                    return Err(not_known(op, WHAT, &[(index, reason)]));
                }
                Err(_) => {}
            }
            let shape = body.ty(bound).static_shape(self.context());
            if let Some(shape) = shape.filter(|shape| !shape.is_empty()) {
                let place = place_of(op, index).to_position(self.context());
                let message =
                    format!("{WHAT} must be one number, found a tensor of shape {}", shown(shape));
                let error = Code::WrongNumber.error(place, message);
                return Err(Box::new(error.with_label("this is a list")));
            }
        }
        Ok(Some(match <[Linear; 2]>::try_from(known) {
            Ok(bounds) => Varying::Linear { bounds, step },
            Err(_) => Varying::Computed { bounds: [from, to], step },
        }))
    }

    /// The step of a loop, which is known at compile time.
    fn constant_step(self, index: usize, step: ValueId) -> Result<i64, Box<Diagnostic>> {
        const WHAT: &str = "a loop's step";
        let op = self.op();
        let wrong =
            |reason: Unknown| -> Box<Diagnostic> { not_known(op, WHAT, &[(index, reason)]) };
        let value = evaluate(op.body(), step).map_err(wrong)?;
        let numbers = whole_numbers(value.values).map_err(|number| wrong(number.into()))?;
        match numbers[..] {
            [0] => {
                let place = place_of(op, index).to_position(self.context());
                let error = Code::WrongNumber.error(place, STEP_IS_0);
                Err(Box::new(error.with_label("this is wrong")))
            }
            [step] => Ok(step),
            _ => Err(wrong(Unknown::List)),
        }
    }
}

/// The description of a bound in messages.
const WHAT: &str = "a loop's bound";

/// Bounds that are not constants.
enum Varying {
    /// Functions of the variables of outer loops.
    Linear { bounds: [Linear; 2], step: i64 },
    /// Known at run time.
    Computed { bounds: [ValueId; 2], step: i64 },
}

impl ElementTypes for ForOp {
    fn takes(op: ForOpRef<'_>, operand: usize) -> Takes {
        if operand < op.results().len() { Takes::Any } else { Takes::F64 }
    }
}

impl ResolveOperands for ForOp {
    fn first_number(op: ForOpRef<'_>) -> usize {
        op.results().len()
    }

    fn resolve(op: ForOpRef<'_>) -> Result<Resolution, Box<Diagnostic>> {
        if op.step().is_some() {
            return Ok(Resolution::Done);
        }
        let (this, first) = (op.handle(), Self::first_number(op));
        Ok(match op.varying()? {
            None => Resolution::Constants,
            Some(Varying::Linear { bounds, step }) => {
                let (map, variables) = Linear::map_of(op.context(), &bounds);
                Resolution::Edit(OpEdit::new(move |body| {
                    this.set_bound_operands(body, first, &variables);
                    this.set_bounds(body, map);
                    this.set_step(body, step);
                }))
            }
            Some(Varying::Computed { bounds, step }) => {
                let at = |bound: usize| place_of(op.op(), first + bound);
                let places = [at(0), at(1)];
                Resolution::Edit(OpEdit::new(move |body| {
                    let mut checked = bounds;
                    for (place, bound) in places.into_iter().zip(&mut checked) {
                        let at = place_text(body.context(), place);
                        let before = InsertionPoint::Before(this.id());
                        let mut builder = BodyBuilder::new(body, before);
                        let check = WholeNumberOp::build(&mut builder, place, *bound, at);
                        *bound = check.result(body);
                    }
                    this.set_bound_operands(body, first, &checked);
                    this.set_step(body, step);
                }))
            }
        })
    }
}

impl ForOp {
    fn set_bound_operands(self, body: &mut Body, first: usize, bounds: &[ValueId]) {
        let mut operands: Vec<ValueId> = body.operands(self.id()).take(first).collect();
        operands.extend(bounds);
        body.set_operands(self.id(), &operands);
    }
}
