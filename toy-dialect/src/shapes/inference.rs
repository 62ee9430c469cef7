//! Shape inference: the shapes of all tensors of a function, from those of its constants and
//! parameters.
//!
//! Each op that implements [`InferShape`] is asked once, when all shapes of its operands are known:
//! the work is linear in the number of operands. Ops whose result type is known already are asked
//! too, so that wrong shapes are reported also where nothing depends on them. The result types of a
//! call come from the called function: at a call, inference may stop and continue later. Users of a
//! wrong op are not asked, so that one mistake is one error. Ops whose operands depend on a
//! parameter of unknown shape are left as they are: the function is generic. A conditional whose
//! condition is known is replaced by one of its branches, and the ops of both wait until that is
//! decided (see [`decided`](super::decided)).

use mlir_lite::ir::OpOperand;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::types::element_count;
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use toy_ast::Code;

use super::booleans::{Booleans, Kind, not_an_index};
use super::conversions::{Conversions, check_booleans, check_integers, conversions, inferred};
use super::decided::{Undecided, decide};
use super::differences::{SHAPE, changing, differing, differing_results, shown_types};
use super::ranges::{Ranges, Visit};
use crate::NAMESPACE;
use crate::accesses::{ProofCaller, mark_checked};
use crate::builtins::{BoolOp, F32Op, F64Op, I64Op, LoadOp};
use crate::messages::call_notes::with_calls;
use crate::messages::operand_locations::{place_of, written};
use crate::messages::out_of_range::place_text;
use crate::ops::control::name_of;
use crate::ops::loops::Loop;
use crate::ops::numbers;
use crate::ops::subscripts::{Kind as SubscriptKind, replaced_by_computed};
use crate::ops::{
    CaptureOp, CastOp, ExitStatusOp, ExitStatusOpRef, ForOp, GenericCallOp, IfOp, IfOpRef,
    InsertOp, InsertWhereOp, MemberSource, NonZeroOp, RESULT_NAME, ReshapeOp, SliceOp,
    StructAccessOp, UndefinedOp, WhileOp, YieldOp, YieldOpRef,
};
use crate::program::exit_status_of;
use crate::tensor::Compute;
use crate::tensor::shape::{InferShape, known_shape, shown};
use crate::types::{StructType, is_static};

/// Sizes of tensors are limited so that their size in bytes fits an integer.
const MAX_ELEMENTS: usize = isize::MAX as usize / 8;

/// The results of a call whose operands have known shapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CallResults {
    /// Their types, all shapes known, and which of the tensors in them are booleans; none if all
    /// are numbers.
    Known(Vec<Type>, Vec<Kind>),
    /// Not known before another function is done.
    Pending,
    /// Not known at all: the called function is wrong itself, which was reported.
    Unknown,
}

/// How far inference got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// To the end.
    Done,
    /// Until the results of a call are known.
    Waiting,
}

/// The state of shape inference in a function.
pub(crate) struct ShapeInference {
    /// The number of operands of unknown shape, by op.
    missing: Vec<u32>,
    members: FxHashSet<OpId>,
    ready: VecDeque<OpId>,
    /// Loops and conditionals that were reported: users of the values they carry are not reported.
    wrong: FxHashSet<OpId>,
    /// How files of unknown shape are handled.
    unknown_files: UnknownFiles,
    /// Calls that were visited although the shapes of their operands are not known.
    tried: FxHashSet<OpId>,
    /// Conditionals that may be decided. Their ops wait as if for one more operand.
    undecided: Undecided,
    /// Reshapes that are found to be right.
    reshaped: FxHashSet<ValueId>,
    /// Ranges whose length depends on loops.
    ranges: Ranges,
    /// Which values are booleans.
    booleans: Booleans,
}

/// How to handle a file that is an argument of the program which was not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnknownFiles {
    /// It is an error.
    Refused,
    /// Ops that depend on it are left unchanged.
    Accepted,
}

impl ShapeInference {
    /// Starts with the ops whose operands have known shapes. These functions are recursive.
    pub(crate) fn new(
        body: &Body,
        unknown_files: UnknownFiles,
        recursive: &FxHashSet<Ident>,
        booleans: Booleans,
    ) -> Self {
        let ctx = body.context();
        let toy = ctx.dialect_id(NAMESPACE);
        let ops: Vec<OpId> = body
            .own_ops()
            .into_iter()
            .filter(|op| toy.is_some() && body.info(*op).dialect() == toy)
            .collect();
        let mut missing = vec![0_u32; body.op_capacity()];
        let undecided = Undecided::of(body, recursive);
        for this in undecided.in_order(body) {
            body.own_ops_in(this).iter().for_each(|op| missing[op.index()] += 1);
        }
        let mut ready = VecDeque::new();
        for &op in &ops {
            let is_unknown = |operand: &ValueId| {
                let is_known = is_static(ctx, body.ty(*operand)) && !is_reshaped(body, *operand);
                !is_known && is_awaited(body, op, *operand)
            };
            let unknown = body.operands(op).filter(is_unknown).count();
            missing[op.index()] += unknown as u32;
            // The user of an undefined value gives it its shape.
            if missing[op.index()] == 0 && !UndefinedOp::is(body, op) {
                ready.push_back(op);
            }
        }
        let members = ops.into_iter().collect();
        let (wrong, tried) = (FxHashSet::default(), FxHashSet::default());
        let (reshaped, ranges) = (FxHashSet::default(), Ranges::default());
        Self {
            missing,
            members,
            ready,
            wrong,
            unknown_files,
            tried,
            undecided,
            reshaped,
            ranges,
            booleans,
        }
    }

    /// Which values are booleans.
    pub(crate) fn booleans(&self) -> &Booleans {
        &self.booleans
    }

    /// Continues with a call whose operands have unknown shapes, if there is an unvisited one: the
    /// called function is checked without them. The calls come in the order of the function.
    pub(crate) fn try_call(&mut self, body: &Body) -> bool {
        let is_new = |op: &OpId| {
            self.is_unknown(*op) && GenericCallOp::is(body, *op) && !self.tried.contains(op)
        };
        let Some(call) = body.own_ops().into_iter().find(is_new) else { return false };
        self.tried.insert(call);
        self.ready.push_back(call);
        true
    }

    /// Whether the shapes of an op's operands were not found.
    pub(crate) fn is_unknown(&self, op: OpId) -> bool {
        self.members.contains(&op) && self.missing[op.index()] > 0
    }

    /// Continues as far as possible. `call` gives the results of calls; its last arguments are
    /// whether an argument of the call is a range whose length depends on a loop, and which of the
    /// tensors in the arguments are booleans.
    pub(crate) fn run(
        &mut self,
        body: &mut Body,
        diagnostics: &mut Diagnostics,
        mut call: impl FnMut(&mut Body, GenericCallOp, bool, Vec<Kind>) -> CallResults,
    ) -> Progress {
        let ctx = body.context().clone();
        while let Some(mut op) = self.ready.pop_front() {
            if self.unknown_files == UnknownFiles::Accepted && is_unknown_file(body.op(op)) {
                continue;
            }
            match self.assign_where_true(body, &mut op).and_then(|()| self.convert(body, op)) {
                Ok(false) => {}
                Ok(true) => continue,
                Err(diagnostic) => {
                    diagnostics.error(with_calls(&ctx, body.location(op), *diagnostic));
                    continue;
                }
            }
            let types = match GenericCallOp::cast(body, op) {
                Some(this) => match call(
                    body,
                    this,
                    self.ranges.are_used_by(body, op),
                    self.booleans.of_values(body, body.operands(op)),
                ) {
                    CallResults::Known(types, kinds) => {
                        self.booleans.set_results(op, &kinds);
                        Ok(types)
                    }
                    CallResults::Unknown => continue,
                    CallResults::Pending => {
                        self.ready.push_front(op);
                        return Progress::Waiting;
                    }
                },
                None => self.types_of(body, &mut op),
            };
            match types {
                Ok(types) => {
                    for (index, ty) in types.into_iter().enumerate() {
                        let result = body.result(op, index);
                        self.set_type(body, result, ty);
                    }
                }
                Err(diagnostic) => {
                    diagnostics.error(with_calls(&ctx, body.location(op), *diagnostic));
                }
            }
        }
        Progress::Done
    }

    /// Converts operands of an op, whose types are known, to others, and rounds its result. Returns
    /// whether the op waits for that.
    fn convert(&mut self, body: &mut Body, op: OpId) -> Result<bool, Box<Diagnostic>> {
        self.booleans.check_subscripts(body.op(op))?;
        check_booleans(body.op(op))?;
        let Conversions { operands, result, divisor } = conversions(body.op(op));
        if operands.is_empty() && divisor.is_none() {
            return Ok(false);
        }
        check_integers(body.op(op), &operands, divisor)?;
        let location = body.location(op);
        let at = place_text(body.context(), location);
        let mut all = body.operand_list(op);
        let mut added = Vec::new();
        for (index, element) in operands {
            let mut b = BodyBuilder::new(body, InsertionPoint::Before(op));
            // It is not written in the source.
            let converted = conversion(&mut b, Location::UNKNOWN, all[index], (element, &at));
            all[index] = converted;
            added.extend(body.defining_op(converted));
        }
        if let Some(index) = divisor {
            let mut b = BodyBuilder::new(body, InsertionPoint::Before(op));
            let unknown = b.context().unranked_tensor_type(Type::F64);
            let location = Location::UNKNOWN;
            let checked = NonZeroOp::build(&mut b, location, all[index], at.clone(), unknown);
            all[index] = checked.result(body);
            added.push(checked.id());
        }
        body.set_operands(op, &all);
        let given = body.results(op).next();
        if let (Some(element), Some(given)) = (result, given)
            && !is_static(body.context(), body.ty(given))
        {
            let uses: Vec<OpOperand> = body.uses(given).collect();
            let mut b = BodyBuilder::new(body, InsertionPoint::After(op));
            let rounded = conversion(&mut b, location, given, (element, &at));
            for OpOperand { owner, index } in uses {
                body.set_operand(owner, index as usize, rounded);
            }
            added.extend(body.defining_op(rounded));
        }
        self.missing.resize(body.op_capacity(), 0);
        for new in added {
            self.members.insert(new);
            self.missing[new.index()] = unknown_operands(body, new);
            if self.missing[new.index()] == 0 {
                self.ready.push_back(new);
            }
        }
        self.missing[op.index()] = unknown_operands(body, op);
        Ok(true)
    }

    /// Replaces an assignment to elements whose only subscript is a boolean by one to the elements
    /// where it is true. The elements that `a[m] += v` reads are all of `a`: those where `m` is
    /// false stay.
    fn assign_where_true(&mut self, body: &mut Body, op: &mut OpId) -> Result<(), Box<Diagnostic>> {
        let Some((base, mask)) = masked(body.op(*op)) else { return Ok(()) };
        if self.booleans.kind_of(body, mask) != Kind::Boolean {
            if let Some(slice) = SliceOp::cast(body, *op) {
                slice.remove_is_assigned(body);
            }
            return Ok(());
        }
        let location = body.location(*op);
        let unknown = body.context().unranked_tensor_type(Type::F64);
        let mut b = BodyBuilder::new(body, InsertionPoint::Before(*op));
        let new = match InsertOp::cast(b.body(), *op) {
            Some(insert) => {
                let value = insert.value(b.body());
                InsertWhereOp::build(&mut b, location, base, value, mask, None, unknown).id()
            }
            None => CastOp::build(&mut b, location, base, unknown).id(),
        };
        for (old, result) in body.results(*op).zip(body.results(new)).collect::<Vec<_>>() {
            body.replace_all_uses(old, result);
        }
        self.members.remove(op);
        body.erase_op(*op);
        self.missing.resize(body.op_capacity(), 0);
        self.missing[new.index()] = 0;
        self.members.insert(new);
        *op = new;
        Ok(())
    }

    /// Checks that every mask is a boolean now that the results of all calls are known.
    ///
    /// # Errors
    /// If one is not.
    pub(crate) fn check_masks(&self, body: &Body) -> Result<(), Box<Diagnostic>> {
        for op in body.own_ops() {
            let Some(insert) = body.op(op).cast::<InsertWhereOp>() else { continue };
            let kind = self.booleans.kind_of(body, insert.mask().id());
            if kind != Kind::Boolean {
                return Err(not_an_index(insert.op(), InsertWhereOp::MASK, Kind::Mixed));
            }
        }
        Ok(())
    }

    /// The types of the results of an op, which is not a call, and may be replaced by another one.
    /// There are none if the users of its results know them.
    fn types_of(&mut self, body: &mut Body, this: &mut OpId) -> Result<Vec<Type>, Box<Diagnostic>> {
        with_computed_subscripts(body, this)?;
        let op = *this;
        match self.ranges.visit(body, op)? {
            Visit::Template(ty) => return Ok(vec![ty]),
            Visit::Replaced(value) => {
                let result = body.result(op, 0);
                let is_new = !is_static(body.context(), body.ty(result));
                let waiting = if is_new { self.awaiting(body, result) } else { Vec::new() };
                body.replace_all_uses(result, value);
                self.members.remove(&op);
                body.erase_op(op);
                self.arrive(body, waiting);
                return Ok(Vec::new());
            }
            Visit::Other => {}
        }
        let types = infer(body, op)?;
        self.control_flow(body, op)?;
        Ok(types)
    }

    /// Erases what is not needed when all shapes are known, and marks the values of a session that
    /// are booleans.
    pub(crate) fn finish(&mut self, body: &mut Body) {
        self.ranges.erase_templates(body);
        for op in body.own_ops() {
            let Some(capture) = CaptureOp::cast(body, op) else { continue };
            if self.booleans.kind_of(body, capture.input(body)) == Kind::Boolean {
                capture.set_is_boolean(body, Attribute::UNIT);
            }
        }
    }

    /// Sets the type of a value, if its shape was not known before.
    fn set_type(&mut self, body: &mut Body, value: ValueId, ty: Type) {
        if !is_static(body.context(), ty) {
            return;
        }
        if !is_static(body.context(), body.ty(value)) {
            body.set_type(value, ty);
            self.found(body, value);
        } else if is_reshaped(body, value) && self.reshaped.insert(value) {
            // The type has its shape, not its elements.
            body.set_type(value, ty);
            self.found(body, value);
        }
    }

    /// The types of the values that a loop, a conditional or a yield passes on: their shapes do not
    /// change.
    fn control_flow(&mut self, body: &mut Body, op: OpId) -> Result<(), Box<Diagnostic>> {
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
            let name = name_of(ctx, this.names, index).unwrap_or("value");
            let computed = source.map(OpRef::location);
            let place = written(end, index).or(computed).unwrap_or(view.location());
            let what = differing([found, expected].map(|ty| ty.static_shape(ctx)));
            let [found, expected] = shown_types(ctx, [found, expected]);
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
            let what = differing(types.map(|ty| ty.static_shape(ctx)));
            // The ends of a conditional without names convert what they give.
            if what != SHAPE && this.names().is_none() {
                continue;
            }
            if self.is_in_wrong(body, view.id()) {
                return Ok(());
            }
            self.wrong.insert(view.id());
            let places = [then, otherwise].map(|end| written(end.op(), index));
            // The value is defined in the branch, or assigned to the variable there.
            let is_given = |branch: usize, end: YieldOpRef<'_>| {
                let block = body.defining_block(values[branch].id());
                places[branch].is_some() || (block.is_some() && block == body.block(end.op().id()))
            };
            let at_fault = usize::from(is_given(1, otherwise) || !is_given(0, then));
            let name = name_of(ctx, this.names(), index).unwrap_or("value");
            let shapes = shown_types(ctx, types);
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

    /// Whether the type of a value is known. A reshaped tensor has the element type of its operand:
    /// only the shape is written.
    fn is_found(&self, body: &Body, value: ValueId) -> bool {
        let is_checked = !is_reshaped(body, value) || self.reshaped.contains(&value);
        is_checked && is_static(body.context(), body.ty(value))
    }

    /// A shape is known now.
    fn found(&mut self, body: &Body, value: ValueId) {
        self.arrive(body, self.awaiting(body, value));
    }

    /// The ops that wait for the shape of a value, once for each use.
    fn awaiting(&self, body: &Body, value: ValueId) -> Vec<OpId> {
        let users = body.users(value).filter(|user| self.members.contains(user));
        users.filter(|user| is_awaited(body, *user, value)).collect()
    }

    /// One of the things that these ops wait for has arrived.
    fn arrive(&mut self, body: &Body, ops: Vec<OpId>) {
        for op in ops.into_iter().filter(|op| self.members.contains(op)) {
            let count = &mut self.missing[op.index()];
            *count -= 1;
            // The user of an undefined value gives it its shape.
            if *count == 0 && !UndefinedOp::is(body, op) {
                self.ready.push_back(op);
            }
        }
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

/// The tensor and the subscript of an assignment to elements, or of the read of the same elements
/// that an assignment such as `a[m] += 1` does, if it has one subscript that is not a range.
fn masked(op: OpRef<'_>) -> Option<(ValueId, ValueId)> {
    let slice = op.cast::<SliceOp>().filter(|slice| slice.is_assigned().is_some());
    let (base, numbers, kinds) = match (slice, op.cast::<InsertOp>()) {
        (Some(slice), _) => (slice.input(), slice.numbers(), slice.kinds()),
        (None, Some(insert)) => (insert.base(), insert.numbers(), insert.kinds()),
        (None, None) => return None,
    };
    let mask = numbers.iter().next().filter(|_| numbers.len() == 1)?;
    (kinds? == [SubscriptKind::At as i64]).then(|| (base.id(), mask.id()))
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
fn is_open(body: &Body, value: ValueId) -> bool {
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
pub(super) fn passed_on(body: &Body, value: ValueId) -> Vec<ValueId> {
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
fn passes_on(body: &Body, op: OpId) -> bool {
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

/// The number of operands of unknown type.
fn unknown_operands(body: &Body, op: OpId) -> u32 {
    let ctx = body.context();
    body.operands(op).filter(|operand| !is_static(ctx, body.ty(*operand))).count() as u32
}

/// Whether an op can only be asked when the shape of this operand is known.
fn is_awaited(body: &Body, op: OpId, operand: ValueId) -> bool {
    !(passes_on(body, op) && is_open(body, operand))
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

/// Builds the conversion of a tensor, whose shape need not be known.
fn conversion(
    b: &mut BodyBuilder<'_>,
    location: Location,
    tensor: ValueId,
    (element, at): (Type, &str),
) -> ValueId {
    let unknown = b.context().unranked_tensor_type(Type::F64);
    match element {
        Type::I64 => {
            let exact = Some(Attribute::UNIT);
            I64Op::build(b, location, tensor, exact, at.to_owned(), unknown).result(b.body())
        }
        Type::F32 => F32Op::build(b, location, tensor, unknown).result(b.body()),
        Type::I1 => BoolOp::build(b, location, tensor, unknown).result(b.body()),
        _ => F64Op::build(b, location, tensor, unknown).result(b.body()),
    }
}

/// The terminator of the only block of a region of a loop or a conditional.
fn yield_of(region: RegionRef<'_>) -> Option<YieldOpRef<'_>> {
    region.entry()?.terminator()?.cast::<YieldOp>()
}

/// Whether a value has the shape that is written in its definition. The shape counts as known once
/// the reshape is found to be right: users of a wrong one are not reported.
fn is_reshaped(body: &Body, value: ValueId) -> bool {
    ReshapeOp::defining(body, value).is_some()
}

/// Infers the shapes in the body of a function, except the results of calls.
///
/// # Errors
/// If shapes do not match, or if an op of the dialect has a result of unknown shape and no
/// interface for it. All such ops are reported.
pub fn infer_shapes(body: &mut Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let mut found = Diagnostics::new();
    let mut inference = ShapeInference::new(
        body,
        UnknownFiles::Refused,
        &FxHashSet::default(),
        Booleans::default(),
    );
    inference.run(body, &mut found, |_, _, _, _| CallResults::Unknown);
    inference.finish(body);
    mark_checked(body, ProofCaller::Inference(&mut found));
    let result = found.check();
    diagnostics.extend(found);
    result
}

/// Replaces an op with subscripts that are computed when the program runs.
fn with_computed_subscripts(body: &mut Body, op: &mut OpId) -> Result<(), Box<Diagnostic>> {
    if let Some(replacement) = replaced_by_computed(body, *op)? {
        *op = replacement;
    }
    Ok(())
}

/// Finds the types of one op's results.
fn infer(body: &mut Body, op: OpId) -> Result<Vec<Type>, Box<Diagnostic>> {
    numbers::resolve(body, op)?;
    let view = body.op(op);
    let ctx = view.context();
    let Some(ty) = inferred(view) else {
        if view.num_results() == 0
            || view.is::<ForOp>()
            || view.is::<WhileOp>()
            || view.is::<IfOp>()
        {
            return Ok(Vec::new());
        }
        if view.result_types().all(|ty| is_static(ctx, ty)) {
            return Ok(Vec::new());
        }
        return Err(Box::new(
            view.op_error("unable to infer shape of operation without shape inference interface"),
        ));
    };
    let ty = ty?;
    let mut tensors = vec![ty];
    while let Some(ty) = tensors.pop() {
        if let Some(elements) = StructType::elements(ctx, ty) {
            tensors.extend(elements);
        } else if let Some(shape) = ty.static_shape(ctx)
            && element_count(shape).is_none_or(|count| count > MAX_ELEMENTS)
        {
            return Err(Box::new(
                view.error(format!("a tensor of shape {} is too large", shown(shape)))
                    .with_code(Code::TensorTooLarge.text())
                    .with_label("more elements than memory can have"),
            ));
        }
    }
    Ok(vec![ty])
}

/// Checks that results have the shapes that follow from the operands, for all ops that compute.
/// Their loops are built from the results' shapes and read the operands, so in IR that was written
/// by hand a wrong one would read out of bounds.
///
/// # Errors
/// If one has not; it was reported.
pub(crate) fn check_shapes(body: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let ctx = body.context();
    for id in body.own_ops() {
        let op = body.op(id);
        if !op.implements::<dyn InferShape>() || !op.implements::<dyn Compute>() {
            continue;
        }
        let is_known = |ty: Type| ty.static_shape(ctx).is_some();
        let [found] = body.result_types(id)[..] else { continue };
        if !is_known(found) || !op.operand_types().all(is_known) {
            continue;
        }
        let Some(ty) = inferred(op) else { continue };
        match ty {
            Ok(expected) if expected == found => {}
            Ok(expected) => {
                let what = differing([found, expected].map(|ty| ty.static_shape(ctx)));
                let [found, expected] = shown_types(ctx, [found, expected]);
                let message = format!(
                    "has a result of {what} {found}, but computes one of {what} {expected}"
                );
                diagnostics.error(op.op_error(message));
            }
            Err(wrong) => {
                diagnostics.error(*wrong);
            }
        }
    }
    diagnostics.check()
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

/// Whether an op reads a file that is an argument of the program which was not given.
pub(super) fn is_unknown_file(op: OpRef<'_>) -> bool {
    op.cast::<LoadOp>().is_some_and(|load| load.path_attr().is_none() && load.argument().is_some())
}

/// Infer the shapes of tensors.
#[pass(name = "shape-inference")]
pub struct ShapeInferencePass;

impl RunPass for ShapeInferencePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        infer_shapes(body, cx.diagnostics)
    }
}
