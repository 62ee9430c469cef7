//! The shapes of values that loops and conditionals pass on, and what must hold for them.

use mlir_lite::ir::OpOperand;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use toy_ast::Code;

use super::{ShapeInference, is_awaited, is_reshaped};
use crate::messages::operand_locations::{place_of, written};
use crate::ops::control::name_of;
use crate::ops::loops::Loop;
use crate::ops::numbers;
use crate::ops::{
    ExitStatusOp, ExitStatusOpRef, ForOp, IfOp, IfOpRef, MemberSource, RESULT_NAME, StructAccessOp,
    UndefinedOp, WhileOp, YieldOp, YieldOpRef,
};
use crate::program::exit_status_of;
use crate::shapes::decided::decide;
use crate::shapes::differences::{SHAPE, changing, differing, differing_results, shown_types};
use crate::tensor::shape::{known_shape, shown};
use crate::types::is_static;

impl ShapeInference {
    /// The types of the values that a loop, a conditional or a yield passes on: their shapes do not
    /// change.
    pub(super) fn control_flow(
        &mut self,
        body: &mut Body,
        op: OpId,
    ) -> Result<(), Box<Diagnostic>> {
        if let Some(this) = Loop::cast(body, op) {
            for (index, &init) in this.inits.iter().enumerate() {
                let ty = body.ty(init);
                this.of_value(index).for_each(|value| self.set_type(body, value, ty));
            }
            return self.check_loop(body, &this);
        }
        if let Some(this) = ExitStatusOp::cast(body, op) {
            return check_exit_status(this.on(body));
        }
        if let Some(this) = IfOp::cast(body, op) {
            let checked = check_condition(body.op(op), this.on(body).condition());
            if checked.is_err() && self.is_in_wrong(body, op) {
                return Ok(());
            }
            self.wrong.extend(checked.is_err().then_some(op));
            let ends_recursion = self.undecided.around_recursion.contains(&op);
            if checked.is_ok() && self.undecided.remove(op) {
                // Where a branch leaves a value undefined, the other one gives it its shape.
                let is_open = |holds: &bool| yields_open(body, this, *holds);
                match decide(body, this).filter(|holds| ends_recursion || !is_open(holds)) {
                    Some(holds) => self.take_branch(body, this, holds),
                    None => self.arrive(body, body.own_ops_in(op)),
                }
            }
            return checked;
        }
        let (Some(end), Some(parent)) = (YieldOp::cast(body, op), body.parent_op(op)) else {
            return Ok(());
        };
        let yielded: Vec<ValueId> = body.operands(op).collect();
        if let Some(this) = Loop::cast(body, parent) {
            if this.end != Some(op) {
                let condition = end.on(body).values().iter().next();
                return condition.map_or(Ok(()), |value| check_condition(body.op(op), value));
            }
            // A variable that was undefined before the loop has the shape that it has in the loop.
            for (index, &value) in yielded.iter().enumerate() {
                let ty = body.ty(value);
                if is_open(body, this.inits[index]) {
                    this.of_value(index).for_each(|value| self.set_type(body, value, ty));
                    self.close(body, this.inits[index], ty);
                }
                self.close(body, value, body.ty(this.results[index]));
            }
            return self.check_loop(body, &this);
        }
        let Some(parent) = IfOp::cast(body, parent) else { return Ok(()) };
        self.check_branches(parent.on(body))?;
        let ends = parent.on(body).ends().map(OpRef::id);
        let others: Vec<OpId> = ends.filter(|other| *other != op).collect();
        for (index, (&value, result)) in yielded.iter().zip(parent.results(body)).enumerate() {
            let ty = body.ty(value);
            self.set_type(body, result, ty);
            // It may have become undefined after the other branch gave the result its shape.
            self.close(body, value, body.ty(result));
            for &other in &others {
                let other = body.operand(other, index);
                self.close(body, other, ty);
            }
        }
        Ok(())
    }

    /// Whether an op or a loop or conditional around it was reported: one mistake may make all of
    /// them wrong.
    fn is_in_wrong(&self, body: &Body, op: OpId) -> bool {
        let mut around = std::iter::successors(Some(op), |op| body.parent_op(*op));
        around.any(|op| self.wrong.contains(&op))
    }

    /// Sets the type of an undefined value, which loops and conditionals may have passed on.
    fn close(&mut self, body: &mut Body, value: ValueId, ty: Type) {
        if !is_static(body.context(), ty) {
            return;
        }
        let (mut pending, mut seen) = (vec![value], FxHashSet::default());
        while let Some(value) = pending.pop() {
            let value = through_structs(body, value);
            if !seen.insert(value) || !is_open(body, value) {
                continue;
            }
            self.set_type(body, value, ty);
            pending.extend(passed_on(body, value));
            let result = || loop_of_result(body, value);
            if let Some((this, index)) = Loop::of_argument(body, value).or_else(result) {
                this.of_value(index).for_each(|value| self.set_type(body, value, ty));
            }
        }
    }

    /// The values that pass on this one, and may become undefined with it.
    fn passing_on(&self, body: &Body, value: ValueId) -> Vec<ValueId> {
        let (mut pending, mut found) = (vec![value], Vec::new());
        while let Some(value) = pending.pop() {
            for OpOperand { owner, index } in body.uses(value) {
                let parent = body.parent_op(owner).filter(|_| YieldOp::is(body, owner));
                let Some(parent) = parent else { continue };
                let result = body.results(parent).nth(index as usize);
                let is_new = |result: &ValueId| !found.contains(result) && !is_open(body, *result);
                if let Some(result) = result.filter(is_new) {
                    found.push(result);
                    pending.push(result);
                }
            }
        }
        found
    }

    /// Ops that pass on values do not wait for the shapes of those that are undefined now.
    fn release(&mut self, body: &Body, values: Vec<ValueId>) {
        for value in values {
            if !is_static(body.context(), body.ty(value)) && is_open(body, value) {
                let users = body.users(value).filter(|user| passes_on(body, *user));
                self.arrive(body, users.collect());
            }
        }
    }

    /// Checks that what the body of a loop yields has the shapes of the loop's results, as far as
    /// they are known.
    fn check_loop(&mut self, body: &Body, this: &Loop) -> Result<(), Box<Diagnostic>> {
        let (ctx, view) = (body.context(), body.op(this.op));
        let Some(end) = this.end.map(|end| body.op(end)) else { return Ok(()) };
        for (index, value) in end.operands().enumerate() {
            let (found, expected) = (body.ty(value), body.ty(this.results[index]));
            let source = body.value(value).defining_op();
            let is_wrong = source.is_some_and(|source| self.wrong.contains(&source.id()));
            let values = [value, this.results[index]];
            if found == expected || is_wrong || !values.iter().all(|v| self.is_found(body, *v)) {
                continue;
            }
            if !self.wrong.insert(view.id()) {
                return Ok(());
            }
            self.adopt(body, this.op, index, value);
            let name = name_of(ctx, this.names, index).unwrap_or("value");
            let computed = source.map(OpRef::location);
            let place = written(end, index).or(computed).unwrap_or(view.location());
            let what = differing(ctx, [found, expected]);
            let [found, expected] = shown_types(view, [found, expected]);
            if name == RESULT_NAME {
                return Err(differing_results(ctx, what, [&expected, &found], place));
            }
            let message = format!(
                "variable '{name}' changes its {what} in a loop, from {expected} to {found}"
            );
            let note = match what {
                SHAPE => "a variable that a loop changes must have one shape in all iterations",
                _ => {
                    "a variable that a loop changes must have one element type: \
                        convert it where it is defined"
                }
            };
            return Err(changing(ctx, (what, message, note), &found, place, computed));
        }
        Ok(())
    }

    /// Checks that both branches of a conditional yield the same shapes, as far as they are known.
    /// The error is at the second branch that assigns a variable.
    fn check_branches(&mut self, this: IfOpRef<'_>) -> Result<(), Box<Diagnostic>> {
        let (ctx, view) = (this.context(), this.op());
        let body = view.body();
        let ends = yield_of(this.then_region()).zip(yield_of(this.else_region()));
        let Some((then, otherwise)) = ends else { return Ok(()) };
        let pairs = then.values().iter().zip(otherwise.values()).take(this.results().len());
        for (index, (of_then, of_otherwise)) in pairs.enumerate() {
            let values = [of_then, of_otherwise];
            let types = values.map(ValueRef::ty);
            let sources = values.map(ValueRef::defining_op);
            let is_wrong = sources.iter().flatten().any(|source| self.wrong.contains(&source.id()));
            let are_found = values.iter().all(|value| self.is_found(body, value.id()));
            if types[0] == types[1] || is_wrong || !are_found {
                continue;
            }
            let what = differing(ctx, types);
            // The ends of a conditional without names convert what they give.
            if what != SHAPE && this.names().is_none() {
                continue;
            }
            if self.is_in_wrong(body, view.id()) {
                return Ok(());
            }
            self.wrong.insert(view.id());
            let ends = [then, otherwise].map(|end| end.op().id());
            if !self.adopt(body, ends[0], index, values[1].id()) {
                self.adopt(body, ends[1], index, values[0].id());
            }
            let places = [then, otherwise].map(|end| written(end.op(), index));
            // The value is defined in the branch, or assigned to the variable there.
            let is_given = |branch: usize, end: YieldOpRef<'_>| {
                let block = body.defining_block(values[branch].id());
                places[branch].is_some() || (block.is_some() && block == body.block(end.op().id()))
            };
            let at_fault = usize::from(is_given(1, otherwise) || !is_given(0, then));
            let name = name_of(ctx, this.names(), index).unwrap_or("value");
            let shapes = shown_types(view, types);
            let (found, other) = (&shapes[at_fault], &shapes[1 - at_fault]);
            if name == RESULT_NAME {
                // A branch without a `return` passes on the result of the earlier ones.
                let second = usize::from(places[1].is_some());
                let place = places[second].unwrap_or(view.location());
                let shapes = [&shapes[1 - second], &shapes[second]].map(String::as_str);
                return Err(differing_results(ctx, what, shapes, place));
            }
            let message = format!(
                "variable '{name}' has {what} {other} in one branch and {found} in another"
            );
            let computed = sources[at_fault].map(OpRef::location);
            let place = places[at_fault].or(computed).unwrap_or(view.location());
            let note = match what {
                SHAPE => {
                    "a variable that a conditional changes must have one shape in all branches"
                }
                _ => {
                    "a variable that a conditional changes must have one element type: \
                        convert it in a branch"
                }
            };
            return Err(changing(ctx, (what, message, note), found, place, computed));
        }
        Ok(())
    }

    /// Replaces a conditional by the branch that is taken.
    fn take_branch(&mut self, body: &mut Body, this: IfOp, holds: bool) {
        let Some(block) = branch_of(body, this, holds) else { return };
        let Some(end) = body.terminator(block) else { return };
        let inside = body.own_ops_in(this.id());
        let given: Vec<(ValueId, ValueId)> =
            body.results(this.id()).zip(body.operands(end)).collect();
        let passing_on: Vec<ValueId> =
            given.iter().flat_map(|(result, _)| self.passing_on(body, *result)).collect();
        let taken: Vec<OpId> = body.ops(block).filter(|op| *op != end).collect();
        for op in taken {
            body.move_op_before(this.id(), op);
        }
        self.members.remove(&this.id());
        for dropped in body.own_ops_in(this.id()) {
            self.members.remove(&dropped);
        }
        for (result, value) in given {
            let awaiting = self.awaiting(body, result);
            body.replace_all_uses(result, value);
            let is_known = is_static(body.context(), body.ty(value))
                && (!is_reshaped(body, value) || self.reshaped.contains(&value));
            let arrived = |user: &OpId| is_known || !is_awaited(body, *user, value);
            self.arrive(body, awaiting.into_iter().filter(arrived).collect());
        }
        body.erase_op(this.id());
        self.release(body, passing_on);
        self.arrive(body, inside);
    }
}

/// The block of the branch that is taken.
fn branch_of(body: &Body, this: IfOp, holds: bool) -> Option<BlockId> {
    body.entry_block(if holds { this.then_region(body) } else { this.else_region(body) })
}

/// Whether a branch yields an undefined value.
fn yields_open(body: &Body, this: IfOp, holds: bool) -> bool {
    let end = branch_of(body, this, holds).and_then(|block| body.terminator(block));
    end.is_some_and(|end| body.operands(end).any(|value| is_open(body, value)))
}

/// Whether a value is undefined wherever it comes from: it gets its shape from the value that takes
/// its place.
pub(super) fn is_open(body: &Body, value: ValueId) -> bool {
    // The nearest ones first: of a chain of conditionals, the last one often decides.
    let (mut pending, mut seen) = (VecDeque::from([value]), FxHashSet::default());
    while let Some(value) = pending.pop_front() {
        let value = through_structs(body, value);
        if UndefinedOp::defining(body, value).is_some() || !seen.insert(value) {
            continue;
        }
        let passed_on = match Loop::of_argument(body, value) {
            Some((this, index)) => vec![this.inits[index]],
            None => passed_on(body, value),
        };
        if passed_on.is_empty() {
            return false;
        }
        pending.extend(passed_on);
    }
    true
}

/// The loop that has a value as its result, and the number of the value.
fn loop_of_result(body: &Body, value: ValueId) -> Option<(Loop, usize)> {
    let this = Loop::cast(body, body.defining_op(value)?)?;
    let index = this.results.iter().position(|result| *result == value)?;
    Some((this, index))
}

/// The values that a loop or a conditional passes on as this one.
pub(in crate::shapes) fn passed_on(body: &Body, value: ValueId) -> Vec<ValueId> {
    let of_loop = Loop::of_argument(body, value).or_else(|| loop_of_result(body, value));
    if let Some((this, index)) = of_loop {
        let yielded = this.end.and_then(|end| body.operands(end).nth(index));
        return std::iter::once(this.inits[index]).chain(yielded).collect();
    }
    let Some(this) = body.defining_op(value).and_then(|op| IfOp::cast(body, op)) else {
        return Vec::new();
    };
    let Some(index) = body.results(this.id()).position(|result| result == value) else {
        return Vec::new();
    };
    this.on(body).ends().filter_map(|end| end.operands().nth(index)).collect()
}

/// Whether an op passes on the values that are its operands.
pub(super) fn passes_on(body: &Body, op: OpId) -> bool {
    ForOp::is(body, op) || WhileOp::is(body, op) || YieldOp::is(body, op)
}

/// The member of a struct that was put there.
fn through_structs(body: &Body, value: ValueId) -> ValueId {
    let mut value = value;
    while let Some(access) = StructAccessOp::defining(body, value)
        && let MemberSource::Value(member) = access.on(body).source()
    {
        value = member;
    }
    value
}

/// Checks that a condition is a number.
fn check_condition(op: OpRef<'_>, condition: ValueRef<'_>) -> Result<(), Box<Diagnostic>> {
    let shape = known_shape(condition);
    if shape.is_empty() {
        return Ok(());
    }
    // The location of a conditional is that of its condition.
    let place = if op.is::<YieldOp>() { place_of(op, 0) } else { op.location() };
    let place = place.to_position(op.context());
    let message = format!("a condition is a number, found a tensor of shape {}", shown(shape));
    let error = Code::Condition.error(place, message).with_label("depends on a tensor");
    Err(Box::new(
        error.with_help("make a number of it: `max(c)` for any element, `min(c)` for all"),
    ))
}

/// The terminator of the only block of a region of a loop or a conditional.
fn yield_of(region: RegionRef<'_>) -> Option<YieldOpRef<'_>> {
    region.entry()?.terminator()?.cast::<YieldOp>()
}

/// Checks that the result of `main` is a number, and a valid exit status if it is known.
fn check_exit_status(op: ExitStatusOpRef<'_>) -> Result<(), Box<Diagnostic>> {
    let (message, label) = match known_shape(op.input()) {
        [] => match numbers::evaluate(op.body(), op.input().id()) {
            Ok(known) => match known.values[..] {
                [value] if exit_status_of(value).is_err() => {
                    (format!("function 'main' cannot return {value}"), "not an exit status")
                }
                _ => return Ok(()),
            },
            Err(_) => return Ok(()),
        },
        shape => (
            format!("function 'main' cannot return a tensor of shape {}", shown(shape)),
            "not a number",
        ),
    };
    let error = op.op().error(message).with_code(Code::MainReturnsValue.text()).with_label(label);
    Err(Box::new(error.with_note(
        "the result of 'main' is the exit status: it must be a whole number from 0 to 255",
    )))
}
