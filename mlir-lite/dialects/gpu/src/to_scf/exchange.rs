//! Reductions and shuffles, by buffers.

use super::Converted;
use super::blocks::Kernel;
use super::threads::Thread;
use crate::subgroups::{cluster_size, cluster_stride};
use crate::{
    AllReduceOp, AllReduceOperation, RotateOp, ShuffleMode, ShuffleOp, SubgroupBroadcastOp,
    SubgroupReduceOp, YieldOp,
};
use mlir_lite::dialects::scf::{ForOp, YieldOp as LoopEnd};
use mlir_lite::dialects::standard::{
    AddFOp, AddIOp, AndOp, CmpIOp, CmpIPredicate, ConstantOp, IndexCastOp, LoadOp, MaxNumFOp,
    MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp, MinUIOp, MinimumFOp, MulFOp, MulIOp, OrOp,
    RemIUnsignedOp, SelectOp, StoreOp, SubIOp, XOrOp,
};
use mlir_lite::interpreter::SUBGROUP_SIZE;
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;

impl Kernel<'_> {
    /// Memory with the value that each thread gives.
    fn given(&mut self, value: ValueId, block: BlockId) -> Converted<ValueId> {
        let memory = self.allocate_for_threads(self.body.ty(value));
        let mut thread = Thread::begin(self, block);
        let own = thread.value(self, value)?;
        let number = thread.number;
        StoreOp::create(&mut thread.builder(self), own, memory, &[number]);
        Ok(memory)
    }

    /// Combines the values from the first thread to the last.
    pub(super) fn all_reduce(&mut self, op: AllReduceOp, block: BlockId) -> Converted {
        let view = op.on(self.body);
        let (value, result, ty) = (view.value().id(), view.result().id(), view.value().ty());
        let keyword = view.operation();
        let memory = self.given(value, block)?;
        let (zero, one, count) = (self.zero, self.one, self.count);
        let mut builder = self.at_end(block);
        let first = LoadOp::create(&mut builder, memory, &[zero], ty);
        let (new, inner) = ForOp::with_body(&mut builder, [one, count, one], &[first]);
        let arguments = self.body.arguments(inner).to_vec();
        let next = LoadOp::create(&mut self.at_end(inner), memory, &arguments[..1], ty);
        let combined = match keyword {
            Some(operation) => {
                combined(&mut self.at_end(inner), operation, [arguments[1], next], ty)
            }
            None => self.combined_by_region(op, [arguments[1], next], inner)?,
        };
        LoopEnd::create(&mut self.at_end(inner), &[combined]);
        self.known.extend(new.results(self.body).into_iter().map(|all| (result, all)));
        Ok(())
    }

    fn combined_by_region(
        &mut self,
        op: AllReduceOp,
        pair: [ValueId; 2],
        target: BlockId,
    ) -> Converted<ValueId> {
        let malformed = "has a region of several blocks, which is not converted";
        let blocks: Vec<BlockId> = self.body.blocks(op.body(self.body)).collect();
        let &[source] = &blocks[..] else {
            return Err(self.body.op(op.id()).op_error(malformed).into());
        };
        let mut mapping = IrMapping::new();
        for (&argument, value) in self.body.arguments(source).iter().zip(pair) {
            mapping.map(argument, value);
        }
        for value in self.used_from_outside(op.id()) {
            if let Some(common) = self.common(value) {
                mapping.map(value, common);
            }
        }
        for inner in self.body.ops(source).collect::<Vec<_>>() {
            if let Some(end) = YieldOp::cast(self.body, inner) {
                let value = end.values(self.body).first().copied();
                let value = value.and_then(|value| mapping.value(value).or(self.common(value)));
                return value.ok_or_else(|| self.body.op(op.id()).op_error(malformed).into());
            }
            let copy = self.body.clone_op(inner, &mut mapping);
            self.body.append_op(target, copy);
            for (old, new) in self.body.results(inner).zip(self.body.results(copy)) {
                mapping.map(old, new);
            }
        }
        Err(self.body.op(op.id()).op_error(malformed).into())
    }

    /// Each thread reads what another one has given.
    pub(super) fn shuffle(&mut self, op: ShuffleOp, block: BlockId) -> Converted {
        let view = op.on(self.body);
        let (value, ty) = (view.value().id(), view.value().ty());
        let (offset, width) = (view.offset().id(), view.width().id());
        let results = [view.shuffle_result().id(), view.valid().id()];
        let mode = view.mode();
        let memory = self.given(value, block)?;
        let mut thread = Thread::begin(self, block);
        let offset = thread.value(self, offset)?;
        let width = thread.value(self, width)?;
        let (zero, number) = (self.zero, thread.number);
        let mut builder = thread.builder(self);
        let b = &mut builder;
        let offset = IndexCastOp::create(b, offset, Type::INDEX);
        let width = IndexCastOp::create(b, width, Type::INDEX);
        let (lane, first) = lane_of(b, number);
        let other = match mode {
            ShuffleMode::Xor => XOrOp::create(b, lane, offset),
            ShuffleMode::Down => AddIOp::create(b, lane, offset),
            ShuffleMode::Up => SubIOp::create(b, lane, offset),
            ShuffleMode::Idx => offset,
        };
        let is_not_before = CmpIOp::create(b, CmpIPredicate::Sge, other, zero);
        let is_before_end = CmpIOp::create(b, CmpIPredicate::Slt, other, width);
        let valid = AndOp::create(b, is_not_before, is_before_end);
        let received = received(b, (memory, ty), [lane, first], (other, valid));
        thread.keep(self, results[0], received);
        thread.keep(self, results[1], valid);
        Ok(())
    }

    /// Each thread combines the values of its cluster, in the order of the threads.
    pub(super) fn subgroup_reduce(&mut self, op: SubgroupReduceOp, block: BlockId) -> Converted {
        let view = op.on(self.body);
        let (value, result, ty) = (view.value().id(), view.result().id(), view.value().ty());
        let operation = view.operation();
        let (size, stride) = (cluster_size(view), cluster_stride(view));
        let memory = self.given(value, block)?;
        let mut thread = Thread::begin(self, block);
        let (number, count) = (thread.number, self.count);
        let mut builder = thread.builder(self);
        let b = &mut builder;
        let (lane, first) = lane_of(b, number);
        let step = ConstantOp::index(b, stride);
        let (first, end) = match size {
            None => {
                let lanes = ConstantOp::index(b, SUBGROUP_SIZE as i64);
                let end = AddIOp::create(b, first, lanes);
                (first, MinUIOp::create(b, end, count))
            }
            Some(size) => {
                let whole = ConstantOp::index(b, size * stride);
                let inside = RemIUnsignedOp::create(b, lane, whole);
                let of_cluster = SubIOp::create(b, number, inside);
                let shift = RemIUnsignedOp::create(b, lane, step);
                let first = AddIOp::create(b, of_cluster, shift);
                (first, AddIOp::create(b, first, whole))
            }
        };
        let start = LoadOp::create(b, memory, &[first], ty);
        let second = AddIOp::create(b, first, step);
        let bounds = [second, end, step];
        let reduced = ForOp::carrying(b, bounds, &[start], |b, at, so_far| {
            let next = LoadOp::create(b, memory, &[at], ty);
            vec![combined(b, operation, [so_far[0], next], ty)]
        });
        for reduced in reduced.results(b.body()) {
            thread.keep(self, result, reduced);
        }
        Ok(())
    }

    /// Each thread reads what the one a fixed number further has given.
    pub(super) fn rotate(&mut self, op: RotateOp, block: BlockId) -> Converted {
        let view = op.on(self.body);
        let (value, ty) = (view.value().id(), view.value().ty());
        let results = [view.rotate_result().id(), view.valid().id()];
        let ctx = self.body.context().clone();
        let number_of = |it: Attribute| it.expect_i64(&ctx);
        let (offset, width) = (number_of(view.offset()), number_of(view.width()));
        let memory = self.given(value, block)?;
        let mut thread = Thread::begin(self, block);
        let number = thread.number;
        let mut builder = thread.builder(self);
        let b = &mut builder;
        let (lane, first) = lane_of(b, number);
        let offset = ConstantOp::index(b, offset);
        let width = ConstantOp::index(b, width);
        let other = AddIOp::create(b, lane, offset);
        let other = RemIUnsignedOp::create(b, other, width);
        let valid = CmpIOp::create(b, CmpIPredicate::Slt, lane, width);
        let received = received(b, (memory, ty), [lane, first], (other, valid));
        thread.keep(self, results[0], received);
        thread.keep(self, results[1], valid);
        Ok(())
    }

    /// Each thread reads what one thread of the subgroup has given.
    pub(super) fn broadcast(&mut self, op: SubgroupBroadcastOp, block: BlockId) -> Converted {
        let view = op.on(self.body);
        let (value, ty, result) = (view.src().id(), view.src().ty(), view.result().id());
        let lane = view.lane().map(|lane| lane.id());
        let memory = self.given(value, block)?;
        let mut thread = Thread::begin(self, block);
        let lane = lane.map(|lane| thread.value(self, lane)).transpose()?;
        let number = thread.number;
        let mut builder = thread.builder(self);
        let b = &mut builder;
        let (_, first) = lane_of(b, number);
        let from = match lane {
            Some(lane) => {
                let lane = IndexCastOp::create(b, lane, Type::INDEX);
                AddIOp::create(b, first, lane)
            }
            None => first,
        };
        let received = LoadOp::create(b, memory, &[from], ty);
        thread.keep(self, result, received);
        Ok(())
    }
}

/// The lane of a thread, and the number of the first thread of its subgroup.
fn lane_of(b: &mut BodyBuilder<'_>, number: ValueId) -> (ValueId, ValueId) {
    let lanes = ConstantOp::index(b, SUBGROUP_SIZE as i64);
    let lane = RemIUnsignedOp::create(b, number, lanes);
    (lane, SubIOp::create(b, number, lane))
}

/// The value of type `ty` that another lane of a subgroup has given to memory. A thread that is in
/// no exchange, so that `valid` does not hold, reads its own value.
fn received(
    b: &mut BodyBuilder<'_>,
    (memory, ty): (ValueId, Type),
    [lane, first]: [ValueId; 2],
    (other, valid): (ValueId, ValueId),
) -> ValueId {
    let from = SelectOp::create(b, valid, other, lane, Type::INDEX);
    let from = AddIOp::create(b, first, from);
    LoadOp::create(b, memory, &[from], ty)
}

/// Two numbers, or vectors of them, combined.
fn combined(
    b: &mut BodyBuilder<'_>,
    operation: AllReduceOperation,
    pair: [ValueId; 2],
    ty: Type,
) -> ValueId {
    let ctx = b.context().clone();
    let name = name_of(&ctx, operation, ty.element_or_self(&ctx).is_float(&ctx));
    let state = OperationState::new(name, b.location()).operands(&pair).results(&[ty]);
    let op = b.create(state);
    b.body().results(op).next().unwrap_or(pair[0])
}

/// The op that combines two numbers.
fn name_of(
    ctx: &Context,
    operation: AllReduceOperation,
    is_float: bool,
) -> mlir_lite::context::OpName {
    match operation {
        AllReduceOperation::Add if is_float => AddFOp::name(ctx),
        AllReduceOperation::Add => AddIOp::name(ctx),
        AllReduceOperation::Mul if is_float => MulFOp::name(ctx),
        AllReduceOperation::Mul => MulIOp::name(ctx),
        AllReduceOperation::MinUI => MinUIOp::name(ctx),
        AllReduceOperation::MinSI => MinSIOp::name(ctx),
        AllReduceOperation::MinNumF => MinNumFOp::name(ctx),
        AllReduceOperation::MaxUI => MaxUIOp::name(ctx),
        AllReduceOperation::MaxSI => MaxSIOp::name(ctx),
        AllReduceOperation::MaxNumF => MaxNumFOp::name(ctx),
        AllReduceOperation::And => AndOp::name(ctx),
        AllReduceOperation::Or => OrOp::name(ctx),
        AllReduceOperation::Xor => XOrOp::name(ctx),
        AllReduceOperation::MinimumF => MinimumFOp::name(ctx),
        AllReduceOperation::MaximumF => MaximumFOp::name(ctx),
    }
}
