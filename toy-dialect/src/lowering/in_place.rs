//! Which assignments to elements store in the memory of the tensor that they change, instead of in
//! a copy of it.
//!
//! Tensors are values: `a[i] = v` makes a new tensor, and users of the old one keep it. If the old
//! one is not read afterwards, both may have the same memory. The analysis partitions values into
//! classes that have one memory each, as in one-shot bufferization: it starts with a class for each
//! value, and merges the classes of an insertion's tensor and result, of a loop's carried values,
//! and of the values that the branches of a conditional yield, where no value of the class is read
//! after the memory of the class was changed. Whether it was follows from the positions of the ops,
//! since the program is structured.
//!
//! A loop's carried value is in one memory if each iteration changes only elements of it. Other
//! variables are in the pairs of buffers that [`control_flow`](super::control_flow) describes.

mod order;

use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::ir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ops::loops::Loop;
use crate::ops::{
    CastOp, ConstantOp, HostTensorOp, IfOp, InsertOp, InsertWhereOp, ScatterOp, WhileOp,
};
use order::{Order, is_before_value, is_defined_in, is_repeated, order};

/// Where an insertion puts its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Placement {
    /// In the memory of the tensor that it changes.
    InPlace,
    /// In a copy of it, because this op reads the tensor after it was changed.
    CopiedFor(OpId),
    /// In a copy of it, because the memory is not the function's own: that of an argument, or of a
    /// constant.
    NotOwned,
}

/// The memory of a variable that a loop changes element by element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Carried {
    /// The memory of its value before the loop.
    InPlace,
    /// A copy of its value before the loop, because of this reason.
    Copied(Placement),
}

/// How a result of a conditional is in the memory of a value from before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chosen {
    /// The number of a branch that yields a value which is there.
    pub(super) branch: usize,
    /// Whether the value of the other branch has to be copied there.
    pub(super) copies_other: bool,
}

/// The result of the analysis of a function.
#[derive(Default)]
pub(crate) struct InPlacePlan {
    /// The insertions and scatters, in the order of the function.
    pub(crate) insertions: Vec<(OpId, Placement)>,
    /// The variables of loops that are in one memory, by the loop and their numbers.
    pub(crate) carried: FxHashMap<(OpId, usize), Carried>,
    /// The results of conditionals that are in the memory of a value from before them, by the
    /// conditional and their numbers.
    pub(super) chosen: FxHashMap<(OpId, usize), Chosen>,
}

impl InPlacePlan {
    /// Analyses a function.
    pub(crate) fn of(body: &Body) -> Self {
        let ops = body.own_ops();
        let mut analysis = Analysis::new(body);
        if !ops.iter().any(|op| changed_tensor(body, *op).is_some()) {
            return analysis.plan;
        }
        for cast in ops.iter().filter_map(|op| CastOp::cast(body, *op)) {
            analysis.same_value(cast.input(body), cast.output(body));
        }
        for &op in &ops {
            if let Some((base, result)) = changed_tensor(body, op) {
                let placement = analysis.insertion(op, base, result);
                analysis.plan.insertions.push((op, placement));
            }
        }
        // Inner ones first.
        for &op in ops.iter().rev() {
            if let Some(this) = Loop::cast(body, op) {
                analysis.variables(&this);
            } else if let Some(this) = IfOp::cast(body, op) {
                analysis.conditional(this);
            }
        }
        analysis.plan
    }

    /// The value from outside of an op that has the memory of a value in it, if that memory is from
    /// outside.
    pub(super) fn value_before(&self, body: &Body, value: ValueId, op: OpId) -> Option<ValueId> {
        let mut value = value;
        while is_defined_in(body, value, op) {
            value = match body.defining_op(value) {
                Some(defining) => self.source(body, defining, value)?,
                None => {
                    let (this, number) = Loop::of_argument(body, value)?;
                    self.init_in_place(body, this.op, number)?
                }
            };
        }
        Some(value)
    }

    /// The value whose memory a result of an op has.
    fn source(&self, body: &Body, op: OpId, result: ValueId) -> Option<ValueId> {
        if let Some((base, _)) = changed_tensor(body, op) {
            return Some(base);
        }
        if let Some(cast) = CastOp::cast(body, op) {
            return Some(cast.input(body));
        }
        let number = body.results(op).position(|other| other == result)?;
        match self.chosen.get(&(op, number)) {
            Some(chosen) => {
                let end = ends(body, IfOp::cast(body, op)?)?[chosen.branch];
                body.operands(end).nth(number)
            }
            None => self.init_in_place(body, op, number),
        }
    }

    /// The value before a loop of a variable that is in its memory.
    fn init_in_place(&self, body: &Body, op: OpId, number: usize) -> Option<ValueId> {
        let is_in_place = self.carried.get(&(op, number)) == Some(&Carried::InPlace);
        body.operands(op).nth(number).filter(|_| is_in_place)
    }
}

/// The tensor that an op changes elements of, and its result.
fn changed_tensor(body: &Body, op: OpId) -> Option<(ValueId, ValueId)> {
    let insert = InsertOp::cast(body, op).map(|op| (op.base(body), op.result(body)));
    let insert_where = || InsertWhereOp::cast(body, op).map(|op| (op.base(body), op.result(body)));
    let scatter = || ScatterOp::cast(body, op).map(|op| (op.base(body), op.result(body)));
    insert.or_else(insert_where).or_else(scatter)
}

/// Values that have one memory.
#[derive(Default)]
struct Class {
    members: Vec<ValueId>,
    /// The value whose definition brings the memory.
    root: Option<ValueId>,
    /// The ops that read a value of the class, each with the value, but for `passed`.
    reads: Vec<(OpId, ValueId)>,
    /// Those that come before the last of the writes, if these are in one block.
    passed: Vec<(OpId, ValueId)>,
    /// The ops that change the memory, in the order in which they were found.
    writes: Vec<OpId>,
}

/// The state of the analysis.
struct Analysis<'b> {
    body: &'b Body,
    class_of: FxHashMap<ValueId, usize>,
    classes: Vec<Class>,
    plan: InPlacePlan,
}

impl<'b> Analysis<'b> {
    fn new(body: &'b Body) -> Self {
        let (class_of, classes) = (FxHashMap::default(), Vec::new());
        Self { body, class_of, classes, plan: InPlacePlan::default() }
    }

    /// The number of a value's class.
    fn class(&mut self, value: ValueId) -> usize {
        if let Some(&class) = self.class_of.get(&value) {
            return class;
        }
        let reads = readers(self.body, value).into_iter().map(|reader| (reader, value)).collect();
        let (members, root) = (vec![value], Some(value));
        self.classes.push(Class { members, root, reads, ..Class::default() });
        self.class_of.insert(value, self.classes.len() - 1);
        self.classes.len() - 1
    }

    /// Puts two values of one meaning in a class: no op changes the memory between them.
    fn same_value(&mut self, value: ValueId, other: ValueId) {
        let [first, second] = [value, other].map(|value| self.class(value));
        self.classes[second].root = None;
        self.merge(first, second);
    }

    /// Merges the second class, which has no root any more or is the only one with one.
    fn merge(&mut self, first: usize, second: usize) {
        if first == second {
            return;
        }
        let merged = std::mem::take(&mut self.classes[second]);
        for member in &merged.members {
            self.class_of.insert(*member, first);
        }
        let class = &mut self.classes[first];
        class.members.extend(merged.members);
        class.root = class.root.or(merged.root);
        class.reads.extend(merged.reads);
        class.reads.extend(merged.passed);
        class.writes.extend(merged.writes);
    }

    /// An op that would read a value of one of the classes after an op of the other one changed it,
    /// if they had one memory.
    fn conflict(&self, first: usize, second: usize) -> Option<OpId> {
        let [first, second] = [first, second].map(|class| &self.classes[class]);
        let between = |readers: &Class, writers: &Class| {
            let reads = readers.reads.iter().chain(&readers.passed);
            let mut pairs =
                reads.flat_map(|read| writers.writes.iter().map(move |write| (*read, *write)));
            pairs.find(|&(read, write)| is_read_after(self.body, read, write))
        };
        let found = between(first, second).or_else(|| between(second, first));
        found.map(|((reader, _), _)| reader)
    }

    /// Whether the memory of a class may be changed.
    fn is_owned(&self, class: usize) -> bool {
        self.classes[class].root.is_some_and(|root| has_own_memory(self.body, root))
    }

    /// Decides where an insertion puts its result.
    fn insertion(&mut self, op: OpId, base: ValueId, result: ValueId) -> Placement {
        let (of_base, of_result) = (self.class(base), self.class(result));
        if !self.is_owned(of_base) {
            return Placement::NotOwned;
        }
        let body = self.body;
        let class = &self.classes[of_base];
        let in_one_block = class
            .writes
            .last()
            .is_none_or(|last| body.block(*last) == body.block(op) && body.is_before(*last, op));
        // Reads before an earlier change in the same block are before this one, too. The earlier
        // changes are before the result is defined.
        let passed = if in_one_block { &[] } else { &class.passed[..] };
        let mut reads = class.reads.iter().chain(passed).copied();
        let conflict = reads.find(|&read| is_read_after(body, read, op));
        if let Some((reader, _)) = conflict {
            return Placement::CopiedFor(reader);
        }
        self.classes[of_result].root = None;
        let class = &mut self.classes[of_base];
        class.writes.push(op);
        let reads = std::mem::take(&mut class.reads);
        let is_passed = |read: &(OpId, ValueId)| {
            let block = body.block(op);
            let in_block = block.and_then(|block| body.ancestor_in_block(read.0, block));
            in_block.is_some_and(|reader| reader == op || body.is_before(reader, op))
        };
        let (passed, reads) = reads.into_iter().partition::<Vec<_>, _>(is_passed);
        class.passed.extend(passed);
        class.reads = reads;
        self.merge(of_base, of_result);
        Placement::InPlace
    }

    /// Decides which of the variables of a loop are in one memory.
    fn variables(&mut self, this: &Loop) {
        let Some(end) = this.end else { return };
        let yielded = self.body.operand_list(end);
        for (number, (&init, &yielded)) in this.inits.iter().zip(&yielded).enumerate() {
            let of_yielded = self.class(yielded);
            // The argument of the body comes after that of a condition.
            let arguments: Vec<ValueId> = this.arguments_of_value(number).collect();
            let of_argument = arguments.last().map(|argument| self.class(*argument));
            if of_argument != Some(of_yielded) || self.classes[of_yielded].writes.is_empty() {
                continue;
            }
            let values: Vec<ValueId> = this.of_value(number).collect();
            if !self.tie(of_yielded, values.iter()) {
                continue;
            }
            let of_init = self.class(init);
            let carried = match self.conflict(of_init, of_yielded) {
                _ if !self.is_owned(of_init) => Carried::Copied(Placement::NotOwned),
                Some(reader) => Carried::Copied(Placement::CopiedFor(reader)),
                None => {
                    self.classes[of_yielded].root = None;
                    self.merge(of_init, of_yielded);
                    Carried::InPlace
                }
            };
            self.plan.carried.insert((this.op, number), carried);
        }
    }

    /// Puts values whose own memory is not needed then in a class, if nothing is read too late.
    fn tie<'v>(&mut self, class: usize, values: impl Iterator<Item = &'v ValueId>) -> bool {
        let mut others = FxHashSet::default();
        for &value in values {
            let other = self.class(value);
            if other == class || !others.insert(other) {
                continue;
            }
            if self.classes[other].root != Some(value) {
                return false;
            }
        }
        let mut others: Vec<usize> = others.into_iter().collect();
        others.sort_unstable();
        for (number, &other) in others.iter().enumerate() {
            let mut before = others[..number].iter().chain([&class]);
            if before.any(|earlier| self.conflict(*earlier, other).is_some()) {
                return false;
            }
        }
        for other in others {
            self.classes[other].root = None;
            self.merge(class, other);
        }
        true
    }

    /// Decides which of the results of a conditional are in memory from before it.
    fn conditional(&mut self, this: IfOp) {
        let body = self.body;
        let Some(ends) = ends(body, this) else { return };
        for number in 0..body.num_results(this.id()) {
            let yielded = ends.map(|end| body.operand_list(end).get(number).copied());
            let [Some(of_then), Some(of_otherwise)] = yielded else { continue };
            let yielded = [of_then, of_otherwise];
            let is_one_class = self.class(of_then) == self.class(of_otherwise);
            let chosen = match is_one_class {
                true => self.tie_result(this, number, of_then).then_some(0),
                false => [0, 1].into_iter().find(|&branch| {
                    // A branch that leaves a variable as it is.
                    !is_defined_in(body, yielded[branch], this.id())
                        && self.copy_other(this, number, yielded[branch], ends[1 - branch])
                }),
            };
            if let Some(branch) = chosen {
                let chosen = Chosen { branch, copies_other: !is_one_class };
                self.plan.chosen.insert((this.id(), number), chosen);
            }
        }
    }

    /// Puts a result in the class of a value that a branch yields, if that is from before the
    /// conditional and changed in memory.
    fn tie_result(&mut self, this: IfOp, number: usize, yielded: ValueId) -> bool {
        let class = self.class(yielded);
        let result = self.body.result(this.id(), number);
        !self.classes[class].writes.is_empty()
            && self.plan.value_before(self.body, yielded, this.id()).is_some()
            && self.tie(class, std::iter::once(&result))
    }

    /// Puts a result in the class of the value that one branch yields, if the other one may change
    /// that memory where it ends: what it yields is copied there.
    fn copy_other(&mut self, this: IfOp, number: usize, yielded: ValueId, end: OpId) -> bool {
        let (body, class) = (self.body, self.class(yielded));
        if body.ty(yielded).static_shape(body.context()).is_none_or(<[i64]>::is_empty)
            || !self.is_owned(class)
        {
            return false;
        }
        // Two results of one conditional are two tensors, also where this branch yields one for
        // both.
        let is_other_result = |member: &ValueId| body.defining_op(*member) == Some(this.id());
        let this_class = &self.classes[class];
        if this_class.members.iter().any(is_other_result) {
            return false;
        }
        let mut reads = this_class.reads.iter().chain(&this_class.passed);
        if reads.any(|read| is_read_after(body, *read, end)) {
            return false;
        }
        self.classes[class].writes.push(end);
        let is_tied = self.tie_result(this, number, yielded);
        if !is_tied {
            self.classes[class].writes.pop();
        }
        is_tied
    }
}

/// The terminators of the branches of a conditional.
pub(super) fn ends(body: &Body, this: IfOp) -> Option<[OpId; 2]> {
    let end = |region| body.terminator(body.entry_block(region)?);
    Some([end(this.then_region(body))?, end(this.else_region(body))?])
}

/// The ops that read a value. The arguments of a loop's condition are passed on to the body at the
/// end of the condition.
fn readers(body: &Body, value: ValueId) -> Vec<OpId> {
    let mut readers: Vec<OpId> = body.users(value).collect();
    let block = body.defining_block(value).filter(|_| body.defining_op(value).is_none());
    let owner = block.and_then(|block| body.block_owner(block));
    if let (Some(block), Some(this)) = (block, owner.and_then(|owner| WhileOp::cast(body, owner)))
        && body.entry_block(this.condition(body)) == Some(block)
    {
        readers.extend(body.terminator(block));
    }
    readers
}

/// Whether an op reads a value after another one may have changed the value's memory.
fn is_read_after(body: &Body, (reader, value): (OpId, ValueId), write: OpId) -> bool {
    if is_repeated(body, value, [write, reader]) {
        return true;
    }
    if is_before_value(body, write, value) {
        return false;
    }
    match order(body, reader, write) {
        // An insertion reads its tensor before it changes it, but other operands meanwhile.
        Order::Same => {
            let base = changed_tensor(body, write).map(|(base, _)| base);
            base != Some(value) || body.operands(write).filter(|other| *other == value).count() > 1
        }
        Order::Before | Order::Around | Order::Exclusive => false,
        Order::After | Order::Inside => true,
    }
}

/// Whether a function may change the memory that the definition of a value brings.
fn has_own_memory(body: &Body, value: ValueId) -> bool {
    match body.defining_op(value) {
        Some(op) => {
            // A cast is a parameter.
            !UnrealizedConversionCastOp::is(body, op)
                && !HostTensorOp::is(body, op)
                && ConstantOp::cast(body, op)
                    .is_none_or(|constant| constant.is_stored_by_elements(body))
        }
        None => {
            let block = body.defining_block(value);
            let owner = block.and_then(|block| body.block_owner(block));
            owner.is_some_and(|owner| owner != body.root())
        }
    }
}

/// Marks the insertions that store in place.
pub(super) fn mark(body: &mut Body, plan: &InPlacePlan) {
    for &(op, placement) in &plan.insertions {
        let is_in_place = placement == Placement::InPlace;
        if let Some(insert) = InsertOp::cast(body, op) {
            match is_in_place {
                true => insert.set_in_place(body, Attribute::UNIT),
                false => insert.remove_in_place(body),
            }
        } else if let Some(scatter) = ScatterOp::cast(body, op) {
            match is_in_place {
                true => scatter.set_in_place(body, Attribute::UNIT),
                false => scatter.remove_in_place(body),
            }
        } else if let Some(insert) = InsertWhereOp::cast(body, op) {
            match is_in_place {
                true => insert.set_in_place(body, Attribute::UNIT),
                false => insert.remove_in_place(body),
            }
        }
    }
}
