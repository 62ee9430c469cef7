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

mod control_flow;
mod file_sizes;
mod starts;

use mlir_lite::ir::OpOperand;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::types::element_count;
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use toy_ast::Code;

pub(super) use control_flow::passed_on;
pub(super) use starts::{Start, may_adopt_elements, ops_with_starts};

use control_flow::{is_open, passes_on};
use file_sizes::check_file_sizes;

use crate::NAMESPACE;
use crate::accesses::{ProofCaller, mark_checked};
use crate::builtins::{BoolOp, F32Op, F64Op, I64Op, LoadOp, PlotOp};
use crate::messages::call_notes::with_calls;
use crate::messages::out_of_range::place_text;
use crate::ops::numbers;
use crate::ops::numbers::CompileTimeOperands;
use crate::ops::subscripts::{Kind as SubscriptKind, replaced_by_computed};
use crate::ops::{
    CaptureOp, CastOp, ForOp, GenericCallOp, IfOp, InsertOp, InsertWhereOp, NonZeroOp, ReshapeOp,
    SliceOp, UndefinedOp, WhileOp,
};
use crate::shapes::booleans::{Booleans, Kind, not_an_index};
use crate::shapes::conversions::{
    Conversions, check_booleans, check_integers, conversions, inferred,
};
use crate::shapes::decided::{Decides, Undecided};
use crate::shapes::differences::{differing, shown_types};
use crate::shapes::ranges::{Ranges, Visit};
use crate::sizes::{
    Condition, REQUIRED, Requirement, Size, first_file_size, is_at_least, is_symbolic,
};
use crate::tensor::Compute;
use crate::tensor::known_sizes::needs_known_sizes;
use crate::tensor::shape::{InferShape, shown};
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

/// A condition on sizes that are not known.
struct Needed {
    condition: Condition,
    /// The place in the source.
    at: String,
    /// The op that needs it.
    by: OpId,
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
    /// The numbers in which variables start that would have other element types.
    starts: Vec<Start>,
    /// The conditions on sizes that are not known.
    conditions: Vec<Needed>,
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
        decides: Decides,
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
        let undecided = Undecided::of(body, recursive, decides);
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
            starts: Vec::new(),
            conditions: Vec::new(),
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
        self.booleans.check_bits(body.op(op))?;
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
        self.require(body.op(op));
        self.control_flow(body, op)?;
        Ok(types)
    }

    /// Notes what the sizes that a caller decides have to be for an op.
    fn require(&mut self, op: OpRef<'_>) {
        let ctx = op.context();
        if !op.operand_types().chain(op.result_types()).any(|ty| is_symbolic(ctx, ty)) {
            return;
        }
        let required = op.ask::<dyn InferShape, _>(|op| op.required()).unwrap_or_default();
        let one = Size::Known(1);
        let sizes = op.ask::<dyn CompileTimeOperands, _>(|op| op.takes_symbolic_sizes());
        let sizes = sizes.filter(|takes| *takes).map(|_| numbers::known_sizes_among(op));
        let positive = sizes.into_iter().flatten().filter(|size| !is_at_least(ctx, *size, one));
        let at = place_text(ctx, op.location());
        for condition in required.into_iter().chain(positive.map(Condition::AtLeastOne)) {
            self.conditions.push(Needed { condition, at: at.clone(), by: op.id() });
        }
    }

    /// Erases what is not needed when all shapes are known, and marks the values of a session that
    /// are booleans. The conditions on sizes that a caller decides become an attribute of the
    /// function; those on sizes of files are checked when it runs.
    pub(crate) fn finish(&mut self, body: &mut Body) {
        let ctx = body.context().clone();
        let first = first_file_size(body.as_op());
        let is_of_file = |it: &Needed| first.is_some_and(|first| it.condition.is_from(&ctx, first));
        let conditions = std::mem::take(&mut self.conditions);
        let (of_files, of_caller): (Vec<_>, Vec<_>) = conditions.into_iter().partition(is_of_file);
        if !of_caller.is_empty() {
            let root = body.root();
            let needed = of_caller.iter().map(|needed| (needed.condition, &*needed.at));
            let conditions = Requirement::attribute(&ctx, needed);
            body.set_attr(root, ctx.ident(REQUIRED), conditions);
        }
        if let Some(first) = first {
            check_file_sizes(body, of_files, first);
        }
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

/// The number of operands of unknown type.
fn unknown_operands(body: &Body, op: OpId) -> u32 {
    let ctx = body.context();
    body.operands(op).filter(|operand| !is_static(ctx, body.ty(*operand))).count() as u32
}

/// Whether an op can only be asked when the shape of this operand is known.
fn is_awaited(body: &Body, op: OpId, operand: ValueId) -> bool {
    !(passes_on(body, op) && is_open(body, operand))
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
        Decides::Shapes,
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
    // The commands of a picture are written when the program is compiled.
    if view.is::<PlotOp>() && view.operand_types().any(|ty| is_symbolic(ctx, ty)) {
        return Err(needs_known_sizes(view));
    }
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
                let what = differing(ctx, [found, expected]);
                let [found, expected] = shown_types(op, [found, expected]);
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

/// Whether an op reads a file that is an argument of the program which was not given.
pub(in crate::shapes) fn is_unknown_file(op: OpRef<'_>) -> bool {
    op.cast::<LoadOp>().is_some_and(|load| {
        let is_argument = load.path_attr().is_none() && load.argument().is_some();
        is_argument && load.sizes().is_none()
    })
}

/// Infer the shapes of tensors.
#[pass(name = "shape-inference")]
pub struct ShapeInferencePass;

impl RunPass for ShapeInferencePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        infer_shapes(body, cx.diagnostics)
    }
}
