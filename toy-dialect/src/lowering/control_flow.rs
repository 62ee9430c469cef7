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

use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::standard::{AllocOp, DeallocOp};
use mlir_lite::dialects::{affine, scf};
use mlir_lite::edsc::{AffineEdsc, Edsc, Expr, Memory, edsc};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::prelude::*;

use super::counted_loops::Counted;
use super::in_place::{self, Carried, InPlacePlan};
use crate::loop_builder::sizes::start_of;
use crate::loop_builder::{MemoryType, before, copy, float_of_index, is_not_zero, memory};
use crate::ops::subscripts::Subscripted;
use crate::ops::{ForOp, IfOp, WhileOp, YieldOp};
use crate::tensor::elements::Element;

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
            copy_at_end(body, *end, from, to);
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
                    values.push(at_end(body, end, |e| e.view(memref).at(()).get().id()));
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
                _ => copy_at_end(body, end, memref, buffer),
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

/// Builds before a terminator and the deallocations before it, at its location.
fn at_end<R>(body: &mut Body, end: OpId, build: impl FnOnce(Edsc<'_>) -> R) -> R {
    let (location, mut before) = (body.location(end), end);
    while let Some(previous) = body.previous_op(before).filter(|op| DeallocOp::is(body, *op)) {
        before = previous;
    }
    edsc(&mut BodyBuilder::new(body, InsertionPoint::Before(before)).at(location), build)
}

/// Copies elements before a terminator, and before memory is freed.
pub(super) fn copy_at_end(body: &mut Body, end: OpId, from: ValueId, to: ValueId) {
    at_end(body, end, |e| copy(e, e.view(from), e.view(to)));
}

/// The values that a loop carries.
struct Carrying {
    /// The types of its tensors.
    types: Vec<Type>,
    /// The memory of each tensor that stays in one.
    fixed: Vec<Option<ValueId>>,
    /// The values for the first iteration of the loop that takes its place.
    inits: Vec<ValueId>,
}

fn cast(value: Expr<'_>, ty: Type) -> Expr<'_> {
    let cast = value.builder().operation::<UnrealizedConversionCastOp>(value, &[ty]);
    value.builder().results(cast)
}

/// The memory that will hold a tensor.
fn memory_of(tensor: Expr<'_>) -> Memory<'_> {
    tensor.builder().view(cast(tensor, memory_type(tensor.builder(), tensor.ty()).ty))
}

fn memory_type(e: Edsc<'_>, tensor: Type) -> MemoryType {
    let ctx = e.context();
    let of_number = || {
        let element = Element::of(&ctx, tensor).in_memory();
        MemoryType::of_known(&ctx, ctx.memref_type(&[], element))
    };
    MemoryType::of(&ctx, tensor).unwrap_or_else(of_number)
}

fn is_number(e: Edsc<'_>, tensor: Type) -> bool {
    tensor.static_shape(&e.context()).is_some_and(<[i64]>::is_empty)
}

/// Memory of the block, allocated at its start and freed before its terminator, or at its end if it
/// has none yet.
fn allocate<'e>(e: Edsc<'e>, of: &MemoryType) -> Memory<'e> {
    let memref = e.emit(|b| {
        let Some(block) = b.insertion_block() else { return memory(b, of) };
        let start = start_of(b.body(), block);
        let memref = at(b, start, |b| memory(b, of));
        let end = b.body().terminator(block);
        let end = end.map_or(InsertionPoint::End(block), InsertionPoint::Before);
        at(b, end, |b| DeallocOp::create(b, memref));
        memref
    });
    e.view(memref)
}

/// A number as a tensor of a type.
fn tensor_of_number(number: Expr<'_>, ty: Type) -> Expr<'_> {
    let (e, ctx) = (number.builder(), number.builder().context());
    let memory = allocate(e, &MemoryType::of_known(&ctx, ctx.memref_type(&[], number.ty())));
    memory.at(()).set(number);
    cast(memory.memref, ty)
}

/// A tensor of rank 0 as a number.
pub(super) fn number_of_tensor(tensor: Expr<'_>) -> Expr<'_> {
    memory_of(tensor).at(()).get()
}

/// The values that a loop carries for its tensors: numbers, and two buffers for each other tensor
/// that is not in one memory, the first of which has its elements.
fn carry(e: Edsc<'_>, op: OpId, plan: &InPlacePlan) -> Carrying {
    // The bounds of a loop come after them.
    let tensors: Vec<ValueId> =
        e.read(|body| body.operands(op).take(body.num_results(op)).collect());
    let (mut inits, mut fixed, mut types) = (Vec::new(), Vec::new(), Vec::new());
    for (number, tensor) in tensors.into_iter().map(|tensor| e.expr(tensor)).enumerate() {
        let carried = plan.carried.get(&(op, number));
        types.push(tensor.ty());
        if is_number(e, tensor.ty()) {
            inits.push(number_of_tensor(tensor).id());
            fixed.push(None);
            continue;
        }
        let source = memory_of(tensor);
        if carried == Some(&Carried::InPlace) {
            fixed.push(Some(source.memref.id()));
            continue;
        }
        let of = memory_type(e, tensor.ty());
        let first = allocate(e, &of);
        let second = carried.is_none().then(|| allocate(e, &of));
        copy(e, source, first);
        if let Some(second) = second {
            inits.extend([first, second].map(|memory| memory.memref.id()));
        }
        fixed.push(second.is_none().then_some(first.memref.id()));
    }
    Carrying { types, fixed, inits }
}

/// Replaces tensors by the values that a loop carries for them; returns where the next values go.
fn replace_carried(
    e: Edsc<'_>,
    tensors: &[ValueId],
    carrying: &Carrying,
    carried: &[ValueId],
) -> Vec<Target> {
    let mut carried = carried.iter().copied();
    let mut targets = Vec::with_capacity(tensors.len());
    for ((&old, &ty), &memory) in tensors.iter().zip(&carrying.types).zip(&carrying.fixed) {
        let (target, tensor) = if let Some(memory) = memory {
            (Target::InPlace, cast(e.expr(memory), ty))
        } else {
            let Some(current) = carried.next() else { break };
            if is_number(e, ty) {
                (Target::Number, tensor_of_number(e.expr(current), ty))
            } else {
                let Some(next) = carried.next() else { break };
                (Target::Exchanged { next, current }, cast(e.expr(current), ty))
            }
        };
        targets.push(target);
        e.emit(|b| b.body_mut().replace_all_uses(old, tensor.id()));
    }
    targets
}

/// Replaces the `toy.yield` of a block by a terminator of another dialect that yields memory.
fn replace_yield(
    body: &mut Body,
    block: BlockId,
    build: impl FnOnce(&mut dyn OpBuilder, &[ValueId]) -> OpId,
) -> Option<OpId> {
    let end = body.terminator(block).filter(|end| YieldOp::is(body, *end))?;
    let values = body.operand_list(end);
    let new = before(body, end, |e| {
        let memory: Vec<ValueId> =
            values.iter().map(|value| memory_of(e.expr(*value)).memref.id()).collect();
        e.emit(|b| build(b, &memory))
    });
    body.erase_op(end);
    Some(new)
}

/// Builds at the start of a block, at a location.
fn at_start<R>(
    body: &mut Body,
    block: BlockId,
    location: Location,
    build: impl FnOnce(Edsc<'_>) -> R,
) -> Option<R> {
    let point = InsertionPoint::Before(body.first_op(block)?);
    Some(edsc(&mut BodyBuilder::new(body, point).at(location), build))
}

fn lower_for(body: &mut Body, this: ForOp, plan: &InPlacePlan, open: &mut Vec<Open>) -> Option<()> {
    let bounds = this.on(body).known_bounds()?;
    let (old, location) = (this.block(body)?, body.location(this.id()));
    let (counted, carrying, new, block) = before(body, this.id(), |e| {
        let counted = Counted::of(e, bounds)?;
        let carrying = carry(e, this.id(), plan);
        let (new, block) = counted.build_loop(e, &carrying.inits);
        Some((counted, carrying, new, block))
    })?;

    // The loop's own ops come after the casts of the new arguments to tensors.
    let arguments = body.arguments(block).to_vec();
    if let Some(first) = body.first_op(old) {
        body.move_ops_from(first, block);
    }
    let end = replace_yield(body, block, |b, values| match counted {
        Counted::Affine { .. } => affine::YieldOp::create(b, values).id(),
        Counted::Computed { .. } => scf::YieldOp::create(b, values).id(),
    })?;
    let old_arguments = body.arguments(old).to_vec();
    let targets = at_start(body, block, location, |e| {
        let index = counted.number(e.expr(arguments[0]));
        e.emit(|b| use_index_of_loop(b.body_mut(), old_arguments[0], index.id()));
        if e.read(|body| body.users(old_arguments[0]).next().is_some()) {
            let ty = e.context().tensor_type(&[], Type::F64);
            let tensor = tensor_of_number(float_of_index(index), ty).id();
            e.emit(|b| b.body_mut().replace_all_uses(old_arguments[0], tensor));
        }
        replace_carried(e, &old_arguments[1..], &carrying, &arguments[1..])
    })?;
    open.push(Open { end, targets });
    replace_results(body, this.id(), new, &carrying, location);
    Some(())
}

/// Replaces the results of a loop of toy by those of the loop in its place.
fn replace_results(body: &mut Body, old: OpId, new: OpId, carrying: &Carrying, location: Location) {
    let tensors: Vec<ValueId> = body.results(old).collect();
    let values: Vec<ValueId> = body.results(new).collect();
    let mut builder = BodyBuilder::new(body, InsertionPoint::After(new)).at(location);
    edsc(&mut builder, |e| replace_carried(e, &tensors, carrying, &values));
    body.erase_op(old);
}

fn lower_while(
    body: &mut Body,
    this: WhileOp,
    plan: &InPlacePlan,
    open: &mut Vec<Open>,
) -> Option<()> {
    let (old, location) = (this.blocks(body)?, body.location(this.id()));
    let (new, carrying, carried) = before(body, this.id(), |e| {
        let carrying = carry(e, this.id(), plan);
        let carried: Vec<Type> = carrying.inits.iter().map(|&init| e.expr(init).ty()).collect();
        let new = e.emit(|b| scf::WhileOp::create(b, &carrying.inits, &carried));
        (new, carrying, carried)
    });
    let regions = [new.before(body), new.after(body)];
    for (index, (region, old)) in regions.into_iter().zip(old).enumerate() {
        let block = body.create_block(region, &carried);
        let first = body.first_op(old)?;
        body.move_ops_from(first, block);
        let arguments = body.arguments(block).to_vec();
        let end = match index {
            0 => {
                end_of_condition(body, block, &arguments)?;
                None
            }
            _ => replace_yield(body, block, |b, values| scf::YieldOp::create(b, values).id()),
        };
        let old_arguments = body.arguments(old).to_vec();
        let targets = at_start(body, block, location, |e| {
            replace_carried(e, &old_arguments, &carrying, &arguments)
        })?;
        if index > 0 {
            open.push(Open { end: end?, targets });
        }
    }
    replace_results(body, this.id(), new.id(), &carrying, location);
    Some(())
}

/// Ends the block of a loop's condition.
fn end_of_condition(body: &mut Body, block: BlockId, carried: &[ValueId]) -> Option<()> {
    let end = body.terminator(block).filter(|end| YieldOp::is(body, *end))?;
    let condition = body.operands(end).next()?;
    before(body, end, |e| {
        let holds = is_not_zero(number_of_tensor(e.expr(condition))).id();
        e.emit(|b| scf::ConditionOp::create(b, holds, carried));
    });
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
    let types: Vec<Type> = body.results(this.id()).map(|result| body.ty(result)).collect();
    let regions = [this.then_region(body), this.else_region(body)];
    let condition = this.condition(body);
    let numbers = 0..types.len();
    let before_it: Vec<Option<ValueId>> =
        numbers.map(|number| memory_before(body, this, number, plan)).collect();
    let (new, targets, memory) = before(body, this.id(), |e| {
        let holds = is_not_zero(number_of_tensor(e.expr(condition))).id();
        let (mut targets, mut numbers, mut memory) = (Vec::new(), Vec::new(), Vec::new());
        for (tensor, &ty) in before_it.into_iter().zip(&types) {
            memory.push(tensor.map(|tensor| memory_of(e.expr(tensor)).memref.id()));
            targets.push(if tensor.is_some() {
                Target::InPlace
            } else if is_number(e, ty) {
                numbers.push(Element::of(&e.context(), ty).in_memory());
                Target::Number
            } else {
                Target::Buffer(allocate(e, &memory_type(e, ty)).memref.id())
            });
        }
        (e.emit(|b| scf::IfOp::create(b, holds, &numbers)), targets, memory)
    });
    let mut ends = Vec::with_capacity(regions.len());
    for (index, region) in regions.into_iter().enumerate() {
        let target = body.regions(new.id())[index];
        let block = body.create_block(target, &[]);
        let first = body.entry_block(region).and_then(|old| body.first_op(old))?;
        body.move_ops_from(first, block);
        ends.push(replace_yield(body, block, |b, values| scf::YieldOp::create(b, values).id())?);
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
    let (mut numbers, location) =
        (body.results(new.id()).collect::<Vec<_>>(), body.location(this.id()));
    numbers.reverse();
    let mut builder = BodyBuilder::new(body, InsertionPoint::After(new.id())).at(location);
    edsc(&mut builder, |e| {
        for (index, target) in targets.into_iter().enumerate() {
            let tensor = match (target, memory[index]) {
                (Target::Buffer(memory), _) | (_, Some(memory)) => {
                    cast(e.expr(memory), types[index])
                }
                _ => tensor_of_number(e.expr(numbers.pop()?), types[index]),
            };
            e.emit(|b| {
                let old = b.body().result(this.id(), index);
                b.body_mut().replace_all_uses(old, tensor.id());
            });
        }
        Some(())
    })?;
    body.erase_op(this.id());
    Some(())
}
