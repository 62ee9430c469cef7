//! Lowers loops of toy to loops of affine and scf and conditionals of toy to scf, over memory.
//!
//! A loop carries a number, or a pair of buffers: an iteration reads the first and fills the
//! second, and the next one has them exchanged. So no iteration allocates or copies, unless it
//! yields a value that was computed elsewhere. A conditional gives a number, or a buffer that both
//! branches fill. Tensors of which only elements are changed stay in one memory, which a loop does
//! not carry: see [`in_place`](super::in_place).
//!
//! The ops are replaced before their nested ops are lowered: casts connect memory with the
//! remaining tensors. When those are lowered, [`close`] stores the yielded values in their memory.

use mlir_lite::dialects::affine::{self, build_loop_nest};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{AllocOp, DeallocOp};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;

use super::counted_loops::Counted;
use super::in_place::{self, Carried, InPlacePlan};
use super::loops::{alignment, float_of_index, is_not_zero};
use crate::ops::subscripts::Subscripted;
use crate::ops::{ForOp, IfOp, WhileOp, YieldOp};

/// A region that was replaced, whose terminator still yields memory.
pub(super) struct Open {
    end: OpId,
    /// Where each value goes.
    targets: Vec<Target>,
}

/// The destination of a yielded value.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// It is yielded as a number.
    Number,
    /// This buffer, which is yielded in exchange for the other.
    Exchanged { next: ValueId, current: ValueId },
    /// Into this buffer.
    Buffer(ValueId),
    /// It is there already.
    InPlace,
    /// It is copied into the memory of the value with this number that another terminator yields,
    /// which may be in use before.
    Copied { end: OpId, number: usize },
}

/// Replaces the loops and conditionals of a function, outermost first.
pub(super) fn lower(body: &mut Body, plan: &InPlacePlan) -> Vec<Open> {
    let mut open = Vec::new();
    let is_control =
        |op: &OpId| ForOp::is(body, *op) || WhileOp::is(body, *op) || IfOp::is(body, *op);
    let ops: Vec<OpId> = body.own_ops().into_iter().filter(is_control).collect();
    for op in ops {
        if let Some(this) = ForOp::cast(body, op) {
            lower_for(body, this, plan, &mut open);
        } else if let Some(this) = WhileOp::cast(body, op) {
            lower_while(body, this, plan, &mut open);
        } else if let Some(this) = IfOp::cast(body, op) {
            lower_if(body, this, plan, &mut open);
        }
    }
    open
}

/// Stores the yielded values in their destinations, when everything is in memory. A value that was
/// computed in memory of its own, in the region, is computed there instead; others are copied.
pub(super) fn close(body: &mut Body, open: Vec<Open>) {
    for Open { end, targets } in &open {
        for (index, target) in targets.iter().enumerate() {
            let Target::Copied { end: other, number } = *target else { continue };
            let (from, to) = (body.operand(*end, index), body.operand(other, number));
            copy(body, *end, from, to);
        }
    }
    // Inner ones first: an outer one may take the buffer that an inner one fills.
    for Open { end, targets } in open.into_iter().rev() {
        let yielded = body.operand_list(end);
        let mut values = Vec::with_capacity(targets.len());
        let mut own = Vec::new();
        for (index, (&memref, target)) in yielded.iter().zip(&targets).enumerate() {
            let buffer = match *target {
                Target::Number => {
                    let (location, before) = (body.location(end), before_frees(body, end));
                    let mut builder =
                        BodyBuilder::new(body, InsertionPoint::Before(before)).at(location);
                    let load = affine::LoadOp::at(&mut builder, memref, &[]);
                    values.push(load);
                    continue;
                }
                Target::Exchanged { next, current } => {
                    values.extend([next, current]);
                    next
                }
                Target::Buffer(buffer) => buffer,
                Target::InPlace | Target::Copied { .. } => continue,
            };
            match AllocOp::defining(body, memref) {
                Some(alloc)
                    if body.block(alloc.id()) == body.block(end)
                        && !yielded[..index].contains(&memref) =>
                {
                    own.push((alloc, memref, buffer));
                }
                _ => copy(body, end, memref, buffer),
            }
        }
        body.set_operands(end, &values);
        for (alloc, memref, buffer) in own {
            let frees: Vec<OpId> =
                body.users(memref).filter(|user| DeallocOp::is(body, *user)).collect();
            body.erase_ops(frees);
            body.replace_all_uses(memref, buffer);
            body.erase_op(alloc.id());
        }
    }
}

/// The first of the deallocations before a terminator, or the terminator.
fn before_frees(body: &Body, end: OpId) -> OpId {
    let mut before = end;
    while let Some(previous) = body.previous_op(before).filter(|op| DeallocOp::is(body, *op)) {
        before = previous;
    }
    before
}

fn copy(body: &mut Body, end: OpId, from: ValueId, to: ValueId) {
    let (location, before) = (body.location(end), before_frees(body, end));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(before)).at(location);
    build_copy(&mut builder, from, to);
}

fn build_copy(builder: &mut BodyBuilder<'_>, from: ValueId, to: ValueId) {
    let sizes = builder.body().ty(to).shape(builder.context()).unwrap_or_default().to_vec();
    build_loop_nest(builder, &sizes, |builder, ivs| {
        let value = affine::LoadOp::at(builder, from, ivs);
        affine::StoreOp::at(builder, value, to, ivs);
    });
}

/// What a loop carries.
struct Carrying {
    /// The types of its tensors.
    types: Vec<Type>,
    /// The memory of each tensor that stays in one.
    fixed: Vec<Option<ValueId>>,
    /// The values for the first iteration of the loop that takes its place.
    inits: Vec<ValueId>,
}

/// Builds the code around a loop or a conditional.
pub(super) struct Frame<'b> {
    pub(super) builder: BodyBuilder<'b>,
    pub(super) location: Location,
}

impl Frame<'_> {
    fn cast(&mut self, value: ValueId, ty: Type) -> ValueId {
        let cast =
            UnrealizedConversionCastOp::build(&mut self.builder, self.location, &[value], &[ty]);
        let result = self.builder.body().results(cast.id()).next();
        result.expect("a cast to one type has one result")
    }

    /// The memory that will hold a tensor.
    fn memory_of(&mut self, tensor: ValueId) -> ValueId {
        let ty = self.memory_type(self.builder.body().ty(tensor));
        self.cast(tensor, ty)
    }

    fn memory_type(&self, tensor: Type) -> Type {
        let ctx = self.builder.context();
        ctx.memref_type(tensor.static_shape(ctx).unwrap_or_default(), Type::F64)
    }

    fn is_number(&self, tensor: Type) -> bool {
        tensor.static_shape(self.builder.context()).is_some_and(<[i64]>::is_empty)
    }

    /// Memory of the block, allocated at its start and freed before its terminator, or at its end
    /// if it has none yet.
    fn allocate(&mut self, ty: Type) -> ValueId {
        let Some(block) = self.builder.insertion_block() else { return self.memory_in_place(ty) };
        let here = self.builder.insertion_point();
        self.builder.set_insertion_point(InsertionPoint::Start(block));
        let memref = self.memory_in_place(ty);
        let last = self.builder.body().terminator(block);
        self.builder
            .set_insertion_point(last.map_or(InsertionPoint::End(block), InsertionPoint::Before));
        DeallocOp::build(&mut self.builder, self.location, memref);
        self.builder.set_insertion_point(here);
        memref
    }

    fn memory_in_place(&mut self, ty: Type) -> ValueId {
        let aligned = alignment(self.builder.context(), ty);
        let alloc = AllocOp::build(&mut self.builder, self.location, &[], &[], aligned, ty);
        alloc.memref(self.builder.body())
    }

    /// A number as a tensor.
    fn tensor_of_number(&mut self, number: ValueId) -> ValueId {
        let ctx = self.builder.context().clone();
        let memref = self.allocate(ctx.memref_type(&[], Type::F64));
        affine::StoreOp::at(&mut self.builder, number, memref, &[]);
        self.cast(memref, ctx.tensor_type(&[], Type::F64))
    }

    /// What a loop carries for its tensors: numbers, and two buffers for each other tensor that is
    /// not in one memory, the first of which has its elements.
    fn carry(&mut self, op: OpId, plan: &InPlacePlan) -> Carrying {
        let count = self.builder.body().num_results(op);
        // The bounds of a loop come after them.
        let tensors: Vec<ValueId> = self.builder.body().operands(op).take(count).collect();
        let types: Vec<Type> =
            tensors.iter().map(|tensor| self.builder.body().ty(*tensor)).collect();
        let (mut inits, mut fixed) = (Vec::new(), Vec::new());
        for (number, (&tensor, &ty)) in tensors.iter().zip(&types).enumerate() {
            let carried = plan.carried.get(&(op, number));
            if self.is_number(ty) {
                inits.push(self.number_of_tensor(tensor));
                fixed.push(None);
                continue;
            }
            let source = self.memory_of(tensor);
            if carried == Some(&Carried::InPlace) {
                fixed.push(Some(source));
                continue;
            }
            let memory = self.memory_type(ty);
            let first = self.allocate(memory);
            let second = carried.is_none().then(|| self.allocate(memory));
            build_copy(&mut self.builder, source, first);
            if let Some(second) = second {
                inits.extend([first, second]);
            }
            fixed.push(second.is_none().then_some(first));
        }
        Carrying { types, fixed, inits }
    }

    /// Replaces tensors by what a loop carries for them; returns where the next values go.
    fn replace_carried(
        &mut self,
        tensors: &[ValueId],
        carrying: &Carrying,
        carried: &[ValueId],
    ) -> Vec<Target> {
        let mut carried = carried.iter().copied();
        let mut targets = Vec::with_capacity(tensors.len());
        for ((&old, &ty), &memory) in tensors.iter().zip(&carrying.types).zip(&carrying.fixed) {
            if let Some(memory) = memory {
                targets.push(Target::InPlace);
                let tensor = self.cast(memory, ty);
                self.builder.body_mut().replace_all_uses(old, tensor);
                continue;
            }
            let Some(current) = carried.next() else { break };
            let tensor = if self.is_number(ty) {
                targets.push(Target::Number);
                self.tensor_of_number(current)
            } else {
                let Some(next) = carried.next() else { break };
                targets.push(Target::Exchanged { next, current });
                self.cast(current, ty)
            };
            self.builder.body_mut().replace_all_uses(old, tensor);
        }
        targets
    }

    /// A tensor of rank 0 as a number.
    pub(super) fn number_of_tensor(&mut self, tensor: ValueId) -> ValueId {
        let memref = self.memory_of(tensor);
        affine::LoadOp::at(&mut self.builder, memref, &[])
    }
}

/// Replaces the `toy.yield` of a block by a terminator of another dialect that yields memory.
fn replace_yield(
    body: &mut Body,
    block: BlockId,
    build: impl FnOnce(&mut BodyBuilder<'_>, Location, &[ValueId]) -> OpId,
) -> Option<OpId> {
    let end = body.terminator(block).filter(|end| YieldOp::is(body, *end))?;
    let (location, values) = (body.location(end), body.operand_list(end));
    let mut frame =
        Frame { builder: BodyBuilder::new(body, InsertionPoint::Before(end)), location };
    let memory: Vec<ValueId> = values.iter().map(|value| frame.memory_of(*value)).collect();
    let new = build(&mut frame.builder, location, &memory);
    body.erase_op(end);
    Some(new)
}

fn lower_for(body: &mut Body, this: ForOp, plan: &InPlacePlan, open: &mut Vec<Open>) -> Option<()> {
    let bounds = this.on(body).known_bounds()?;
    let (old, location) = (this.block(body)?, body.location(this.id()));
    let mut frame =
        Frame { builder: BodyBuilder::new(body, InsertionPoint::Before(this.id())), location };
    let counted = Counted::of(&mut frame, bounds)?;
    let carrying = frame.carry(this.id(), plan);
    let (new, block) = counted.build_loop(&mut frame.builder, &carrying.inits);

    // The loop's own ops come after the casts of the new arguments to tensors.
    let body = frame.builder.body_mut();
    let arguments = body.arguments(block).to_vec();
    if let Some(first) = body.first_op(old) {
        body.move_ops_from(first, block);
    }
    let end = replace_yield(body, block, |b, at, values| match counted {
        Counted::Affine { .. } => affine::YieldOp::build(b, at, values).id(),
        Counted::Computed { .. } => scf::YieldOp::build(b, at, values).id(),
    })?;
    let first = body.first_op(block)?;
    let old_arguments = body.arguments(old).to_vec();
    let mut frame = Frame {
        builder: BodyBuilder::new(body, InsertionPoint::Before(first)).at(location),
        location,
    };
    let index = counted.number(&mut frame.builder, location, arguments[0])?;
    use_index_of_loop(frame.builder.body_mut(), old_arguments[0], index);
    if frame.builder.body().users(old_arguments[0]).next().is_some() {
        let number = float_of_index(&mut frame.builder, location, index);
        let tensor = frame.tensor_of_number(number);
        frame.builder.body_mut().replace_all_uses(old_arguments[0], tensor);
    }
    let targets = frame.replace_carried(&old_arguments[1..], &carrying, &arguments[1..]);
    open.push(Open { end, targets });
    replace_results(frame.builder.body_mut(), this.id(), new, &carrying, location);
    Some(())
}

/// Replaces the results of a loop of toy by those of the loop in its place.
fn replace_results(body: &mut Body, old: OpId, new: OpId, carrying: &Carrying, location: Location) {
    let tensors: Vec<ValueId> = body.results(old).collect();
    let values: Vec<ValueId> = body.results(new).collect();
    let mut frame = Frame {
        builder: BodyBuilder::new(body, InsertionPoint::After(new)).at(location),
        location,
    };
    frame.replace_carried(&tensors, carrying, &values);
    body.erase_op(old);
}

fn lower_while(
    body: &mut Body,
    this: WhileOp,
    plan: &InPlacePlan,
    open: &mut Vec<Open>,
) -> Option<()> {
    let (old, location) = (this.blocks(body)?, body.location(this.id()));
    let mut frame =
        Frame { builder: BodyBuilder::new(body, InsertionPoint::Before(this.id())), location };
    let carrying = frame.carry(this.id(), plan);
    let inits = &carrying.inits;
    let body = frame.builder.body_mut();
    let carried: Vec<Type> = inits.iter().map(|init| body.ty(*init)).collect();
    let new = scf::WhileOp::build(&mut frame.builder, location, inits, &carried);
    let regions = [new.before(frame.builder.body()), new.after(frame.builder.body())];
    for (index, (region, old)) in regions.into_iter().zip(old).enumerate() {
        let body = frame.builder.body_mut();
        let block = body.create_block(region, &carried);
        let first = body.first_op(old)?;
        body.move_ops_from(first, block);
        let arguments = body.arguments(block).to_vec();
        let end = match index {
            0 => {
                end_of_condition(body, block, &arguments)?;
                None
            }
            _ => {
                replace_yield(body, block, |b, at, values| scf::YieldOp::build(b, at, values).id())
            }
        };
        let first = body.first_op(block)?;
        let old_arguments = body.arguments(old).to_vec();
        let mut frame = Frame {
            builder: BodyBuilder::new(body, InsertionPoint::Before(first)).at(location),
            location,
        };
        let targets = frame.replace_carried(&old_arguments, &carrying, &arguments);
        if index > 0 {
            open.push(Open { end: end?, targets });
        }
    }
    replace_results(frame.builder.body_mut(), this.id(), new.id(), &carrying, location);
    Some(())
}

/// Ends the block of a loop's condition.
fn end_of_condition(body: &mut Body, block: BlockId, carried: &[ValueId]) -> Option<()> {
    let end = body.terminator(block).filter(|end| YieldOp::is(body, *end))?;
    let (location, condition) = (body.location(end), body.operands(end).next()?);
    let mut frame =
        Frame { builder: BodyBuilder::new(body, InsertionPoint::Before(end)), location };
    let number = frame.number_of_tensor(condition);
    let holds = is_not_zero(&mut frame.builder, location, number);
    scf::ConditionOp::build(&mut frame.builder, location, holds, carried);
    body.erase_op(end);
    Some(())
}

/// Makes slices and insertions take their indices, and inner loops their bounds, from an index
/// instead of the tensor that counts a loop's iterations.
fn use_index_of_loop(body: &mut Body, tensor: ValueId, index: ValueId) {
    let users: Vec<OpId> = body.users(tensor).collect();
    for user in users {
        let view = body.op(user);
        let of_subscripts = view.ask::<dyn Subscripted, _>(|op| op.subscripts().first_number);
        let of_bounds = view.cast::<ForOp>().filter(|this| this.bounds().is_some());
        let first = of_subscripts.or(of_bounds.map(|this| this.results().len()));
        let Some(first) = first else { continue };
        let mut operands: Vec<ValueId> = view.operands().collect();
        for operand in operands.iter_mut().skip(first) {
            *operand = if *operand == tensor { index } else { *operand };
        }
        body.set_operands(user, &operands);
    }
}

/// The tensor from before a conditional whose memory a result has, if there is one.
fn memory_before(body: &Body, this: IfOp, number: usize, plan: &InPlacePlan) -> Option<ValueId> {
    let chosen = plan.chosen.get(&(this.id(), number))?;
    let yielded = body.operands(in_place::ends(body, this)?[chosen.branch]).nth(number)?;
    plan.value_before(body, yielded, this.id())
}

fn lower_if(body: &mut Body, this: IfOp, plan: &InPlacePlan, open: &mut Vec<Open>) -> Option<()> {
    let location = body.location(this.id());
    let types: Vec<Type> = body.results(this.id()).map(|result| body.ty(result)).collect();
    let regions = [this.then_region(body), this.else_region(body)];
    let condition = this.condition(body);
    let mut frame =
        Frame { builder: BodyBuilder::new(body, InsertionPoint::Before(this.id())), location };
    let number = frame.number_of_tensor(condition);
    let holds = is_not_zero(&mut frame.builder, location, number);
    let (mut targets, mut numbers) = (Vec::with_capacity(types.len()), Vec::new());
    let mut before = Vec::new();
    for (number, &ty) in types.iter().enumerate() {
        let memory = memory_before(frame.builder.body(), this, number, plan);
        before.push(memory.map(|tensor| frame.memory_of(tensor)));
        targets.push(if memory.is_some() {
            Target::InPlace
        } else if frame.is_number(ty) {
            numbers.push(Type::F64);
            Target::Number
        } else {
            let memory = frame.memory_type(ty);
            Target::Buffer(frame.allocate(memory))
        });
    }
    let new = scf::IfOp::build(&mut frame.builder, location, holds, &numbers);
    let mut ends = Vec::with_capacity(regions.len());
    for (index, region) in regions.into_iter().enumerate() {
        let body = frame.builder.body_mut();
        let target = body.regions(new.id())[index];
        let block = body.create_block(target, &[]);
        let first = body.entry_block(region).and_then(|old| body.first_op(old))?;
        body.move_ops_from(first, block);
        let end =
            replace_yield(body, block, |b, at, values| scf::YieldOp::build(b, at, values).id())?;
        ends.push(end);
    }
    for (index, &end) in ends.iter().enumerate() {
        let mut targets = targets.clone();
        for (number, target) in targets.iter_mut().enumerate() {
            if let Some(chosen) = plan.chosen.get(&(this.id(), number))
                && chosen.copies_other
                && chosen.branch != index
            {
                *target = Target::Copied { end: ends[chosen.branch], number };
            }
        }
        open.push(Open { end, targets });
    }
    frame.builder.set_insertion_point(InsertionPoint::After(new.id()));
    let mut next = 0;
    for (index, target) in targets.into_iter().enumerate() {
        let tensor = match (target, before[index]) {
            (Target::Buffer(memory), _) | (_, Some(memory)) => frame.cast(memory, types[index]),
            _ => {
                next += 1;
                let value = frame.builder.body().result(new.id(), next - 1);
                frame.tensor_of_number(value)
            }
        };
        let body = frame.builder.body_mut();
        let old = body.result(this.id(), index);
        body.replace_all_uses(old, tensor);
    }
    frame.builder.body_mut().erase_op(this.id());
    Some(())
}
