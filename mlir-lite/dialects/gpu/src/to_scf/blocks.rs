//! A launch becomes a loop over blocks, with loops over threads.

use super::Converted;
use super::threads::Thread;
use super::uniform::{Uniform, computes, own_waits, reason, waits, with_own_ops};
use crate::launch::{buffers, positions};
use crate::{
    AllReduceOp, BarrierOp, LaunchOp, RotateOp, ShuffleOp, SubgroupBroadcastOp, SubgroupReduceOp,
};
use mlir_lite::dialects::scf::{ForOp, IfOp, ParallelOp, ReduceOp, YieldOp};
use mlir_lite::dialects::standard::{AllocOp, ConstantOp, DeallocOp, IndexCastOp, MulIOp};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::types::{DYNAMIC, TypeKind};
use std::collections::{HashMap, HashSet};

/// A launch that becomes loops.
pub(super) struct Kernel<'k> {
    pub(super) body: &'k mut Body,
    pub(super) launch: OpId,
    pub(super) location: Location,
    /// The values of the kernel, which differ from those of the loops.
    pub(super) inside: HashSet<ValueId>,
    uniform: HashSet<ValueId>,
    /// The arguments that are the position of the thread.
    pub(super) threads: [ValueId; 3],
    /// The sizes of blocks.
    pub(super) sizes: [ValueId; 3],
    /// The threads of a block.
    pub(super) count: ValueId,
    pub(super) zero: ValueId,
    pub(super) one: ValueId,
    /// Buffers are allocated before it.
    pub(super) anchor: OpId,
    /// The values in the loops for those that all threads have in common.
    pub(super) known: HashMap<ValueId, ValueId>,
    /// Where values that differ by thread are kept.
    pub(super) buffers: HashMap<ValueId, ValueId>,
    /// Private buffers: the memory of all threads, and the bytes of one.
    pub(super) private: HashMap<ValueId, (ValueId, ValueId)>,
    /// Memory that is freed at the end of the block.
    allocated: Vec<ValueId>,
}

/// Replaces a launch by loops.
pub(super) fn convert_launch(body: &mut Body, launch: LaunchOp) -> Converted {
    let view = launch.on(body);
    let this = view.op();
    let location = this.location();
    if view.cluster_size_x().is_some() {
        return Err(this.op_error("launches clusters, which the CPU does not have").into());
    }
    let blocks: Vec<BlockRef<'_>> = view.body().blocks().collect();
    let &[entry] = &blocks[..] else {
        return Err(this.op_error("has a kernel of several blocks, which is not converted").into());
    };
    let arguments = entry.arguments().to_vec();
    let entry = entry.id();
    let [workgroup, private] = buffers(view).map(<[ValueId]>::to_vec);
    debug_assert_eq!(positions(view), 12, "there are no clusters");
    let sizes = this.operands().skip(view.async_dependencies().len()).take(6);
    let sizes: Vec<ValueId> = sizes.collect();
    let bytes = view.dynamic_shared_memory_size().map(|bytes| bytes.id());
    let token = view.async_token().map(|token| token.id());
    let mut own = arguments[3..6].to_vec();
    own.extend(&private);
    let Uniform { inside, values: uniform, .. } = Uniform::of(body, launch.id(), &own);

    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(launch.id())).at(location);
    let b = &mut builder;
    let zero = ConstantOp::index(b, 0);
    let one = ConstantOp::index(b, 1);
    let parallel = ParallelOp::create(b, &[zero; 3], &sizes[..3], &[one; 3], &[], &[]);
    let region = parallel.region(b.body());
    let block = b.create_block(region, &[Type::INDEX; 3]);
    b.set_insertion_point(InsertionPoint::End(block));
    let layer = MulIOp::create(b, sizes[3], sizes[4]);
    let count = MulIOp::create(b, layer, sizes[5]);
    let variables = b.body().arguments(block).to_vec();
    let end = ReduceOp::create(b, &[], 0);
    // Ops of the block are added at its end; the terminator is moved there afterwards.
    let anchor = b.body().defining_op(count).unwrap_or(end.id());
    let known = variables.into_iter().chain(sizes.iter().copied());
    let names = arguments[..3].iter().chain(&arguments[6..12]).copied();
    let mut kernel = Kernel {
        launch: launch.id(),
        location,
        inside,
        uniform,
        threads: [arguments[3], arguments[4], arguments[5]],
        sizes: [sizes[3], sizes[4], sizes[5]],
        count,
        zero,
        one,
        anchor,
        known: names.zip(known).collect(),
        buffers: HashMap::new(),
        private: HashMap::new(),
        allocated: Vec::new(),
        body,
    };
    kernel.body.detach_op(end.id());
    kernel.start(block);
    for buffer in workgroup {
        let memory = kernel.allocate(kernel.body.ty(buffer), &[]);
        kernel.known.insert(buffer, memory);
    }
    for buffer in private {
        kernel.allocate_private(buffer)?;
    }
    kernel.allocate_dynamic(bytes);
    kernel.ops(entry, block)?;
    for memory in std::mem::take(&mut kernel.allocated) {
        DeallocOp::create(&mut kernel.at_end(block), memory);
    }
    body.append_op(block, end.id());
    if let Some(token) = token {
        super::host::forget_token(body, token);
    }
    body.erase_op(launch.id());
    Ok(())
}

impl Kernel<'_> {
    pub(super) fn at_end(&mut self, block: BlockId) -> BodyBuilder<'_> {
        let location = self.location;
        BodyBuilder::at_end(self.body, block).at(location)
    }

    /// Adds an op before which buffers are allocated.
    fn start(&mut self, block: BlockId) {
        let zero = ConstantOp::index(&mut self.at_end(block), 0);
        if let Some(op) = self.body.defining_op(zero) {
            self.anchor = op;
        }
    }

    fn before_anchor(&mut self) -> BodyBuilder<'_> {
        let (location, anchor) = (self.location, self.anchor);
        BodyBuilder::new(self.body, InsertionPoint::Before(anchor)).at(location)
    }

    /// Memory of the block.
    pub(super) fn allocate(&mut self, ty: Type, sizes: &[ValueId]) -> ValueId {
        let memory = AllocOp::create(&mut self.before_anchor(), sizes, &[], None, ty);
        self.allocated.push(memory);
        memory
    }

    /// Memory with an element for each thread.
    pub(super) fn allocate_for_threads(&mut self, element: Type) -> ValueId {
        let ty = self.body.context().memref_type(&[DYNAMIC], element);
        self.allocate(ty, &[self.count])
    }

    /// Memory for a private buffer of all threads, as bytes of which each thread has a view.
    fn allocate_private(&mut self, buffer: ValueId) -> Converted {
        let ctx = self.body.context().clone();
        let TypeKind::MemRef { shape, element, layout: None, memory_space } =
            self.body.ty(buffer).kind(&ctx)
        else {
            let this = self.body.op(self.launch);
            return Err(this.op_error("has a private buffer with a layout").into());
        };
        let Some(bits) = bits_of(&ctx, *element) else {
            let this = self.body.op(self.launch);
            return Err(this.op_error("has a private buffer of elements without a size").into());
        };
        let bytes = i64::from(bits.div_ceil(8).next_power_of_two());
        let size = shape.iter().product::<i64>() * bytes;
        let ty = ctx.memref_type_with(&[DYNAMIC], Type::I8, None, *memory_space);
        let count = self.count;
        let mut builder = self.before_anchor();
        let size = ConstantOp::index(&mut builder, size);
        let all = MulIOp::create(&mut builder, count, size);
        let memory = self.allocate(ty, &[all]);
        self.private.insert(buffer, (memory, size));
        Ok(())
    }

    /// The memory whose size the launch gives, for the ops that ask for it.
    fn allocate_dynamic(&mut self, bytes: Option<ValueId>) {
        let launch = self.launch;
        for op in self.body.own_ops_in(launch) {
            let Some(this) = crate::DynamicSharedMemoryOp::cast(self.body, op) else { continue };
            let result = this.result_memref(self.body);
            let ty = self.body.ty(result);
            let earlier = self.known.iter().find(|(other, _)| {
                let op = self.body.defining_op(**other);
                op.is_some_and(|op| crate::DynamicSharedMemoryOp::is(self.body, op))
                    && self.body.ty(**other) == ty
            });
            let memory = match earlier {
                Some((_, &memory)) => memory,
                None => {
                    let mut builder = self.before_anchor();
                    let size = match bytes {
                        Some(bytes) => IndexCastOp::create(&mut builder, bytes, Type::INDEX),
                        None => ConstantOp::index(&mut builder, 0),
                    };
                    self.allocate(ty, &[size])
                }
            };
            self.known.insert(result, memory);
        }
    }

    /// Where a value is kept; none if it is of a type that memory does not have.
    pub(super) fn buffer_of(&mut self, value: ValueId) -> Option<ValueId> {
        if let Some(&buffer) = self.buffers.get(&value) {
            return Some(buffer);
        }
        let ty = self.body.ty(value);
        bits_of(self.body.context(), ty.element_or_self(self.body.context()))?;
        if ty.is_tensor(self.body.context()) || ty.is_memref(self.body.context()) {
            return None;
        }
        let buffer = self.allocate_for_threads(ty);
        self.buffers.insert(value, buffer);
        Some(buffer)
    }

    /// The values of the kernel that an op uses, with the ops in it, and that it does not define.
    pub(super) fn used_from_outside(&self, op: OpId) -> Vec<ValueId> {
        let mut found = Vec::new();
        let mut defined = HashSet::new();
        for inner in with_own_ops(self.body, op) {
            defined.extend(self.body.results(inner));
            for &region in self.body.regions(inner) {
                for block in self.body.blocks(region) {
                    defined.extend(self.body.arguments(block).iter().copied());
                }
            }
        }
        for inner in with_own_ops(self.body, op) {
            for operand in self.body.operands(inner) {
                let is_new = !defined.contains(&operand) && !found.contains(&operand);
                if is_new && self.inside.contains(&operand) {
                    found.push(operand);
                }
            }
        }
        found
    }

    /// A value that all threads have in common.
    pub(super) fn common(&self, value: ValueId) -> Option<ValueId> {
        if !self.inside.contains(&value) {
            return Some(value);
        }
        self.known.get(&value).copied()
    }

    /// Adds what the ops of a block of the kernel but the terminator do to the end of `block`.
    pub(super) fn ops(&mut self, source: BlockId, block: BlockId) -> Converted {
        let ops: Vec<OpId> = self.body.ops(source).collect();
        let mut run = Vec::new();
        for &op in ops.split_last().map_or(&[][..], |(_, ops)| ops) {
            if waits(self.body, op) {
                self.threads(&std::mem::take(&mut run), block)?;
                self.waiting_op(op, block)?;
            } else if self.known.contains_key(&self.first_result(op)) {
                // The memory of the block is allocated before.
            } else if computes(self.body, op) && self.is_common(op) {
                self.once(op, block)?;
            } else {
                run.push(op);
            }
        }
        self.threads(&run, block)
    }

    fn first_result(&self, op: OpId) -> ValueId {
        self.body.results(op).next().unwrap_or(self.count)
    }

    fn is_common(&self, op: OpId) -> bool {
        self.body.results(op).all(|result| self.uniform.contains(&result))
            && self.body.operands(op).all(|operand| self.common(operand).is_some())
    }

    /// Computes an op once for all threads.
    fn once(&mut self, op: OpId, block: BlockId) -> Converted {
        let mut mapping = IrMapping::new();
        for operand in self.body.operand_list(op) {
            if let Some(value) = self.common(operand) {
                mapping.map(operand, value);
            }
        }
        let copy = self.body.clone_op(op, &mut mapping);
        self.body.append_op(block, copy);
        self.known.extend(self.body.results(op).zip(self.body.results(copy)));
        Ok(())
    }

    /// Adds a loop over threads that runs some ops.
    fn threads(&mut self, run: &[OpId], block: BlockId) -> Converted {
        if run.is_empty() {
            return Ok(());
        }
        let mut thread = Thread::begin(self, block);
        for &op in run {
            thread.copy(self, op)?;
            for result in self.body.results(op).collect::<Vec<_>>() {
                let is_in_run =
                    |user: OpId| run.iter().any(|&op| user == op || self.body.is_inside(user, op));
                let is_kept = self.body.users(result).any(|user| !is_in_run(user));
                if let Some(&own) = thread.map.get(&result).filter(|_| is_kept) {
                    thread.keep(self, result, own);
                }
            }
        }
        Ok(())
    }

    /// An op in which threads wait.
    fn waiting_op(&mut self, op: OpId, block: BlockId) -> Converted {
        if BarrierOp::is(self.body, op) {
            return Ok(());
        }
        if let Some(this) = AllReduceOp::cast(self.body, op) {
            return self.all_reduce(this, block);
        }
        if let Some(this) = ShuffleOp::cast(self.body, op) {
            return self.shuffle(this, block);
        }
        if let Some(this) = SubgroupReduceOp::cast(self.body, op) {
            return self.subgroup_reduce(this, block);
        }
        if let Some(this) = RotateOp::cast(self.body, op) {
            return self.rotate(this, block);
        }
        if let Some(this) = SubgroupBroadcastOp::cast(self.body, op) {
            return self.broadcast(this, block);
        }
        let is_split = match (ForOp::cast(self.body, op), IfOp::cast(self.body, op)) {
            (Some(this), _) => self.for_op(this, block)?,
            (_, Some(this)) => self.if_op(this, block)?,
            _ => false,
        };
        if is_split {
            return Ok(());
        }
        let place = own_waits(self.body, op).unwrap_or(op);
        let error = self.body.op(place).op_error(reason(self.body, op));
        let at = self.body.location(op).to_position(self.body.context());
        Err(error.with_note_at(at, "this op").into())
    }

    /// A loop of the block; false if its bounds differ by thread.
    fn for_op(&mut self, op: ForOp, block: BlockId) -> Converted<bool> {
        let body = &*self.body;
        let bounds = [op.lower_bound(body), op.upper_bound(body), op.step(body)];
        let [Some(lower), Some(upper), Some(step)] = bounds.map(|bound| self.common(bound)) else {
            return Ok(false);
        };
        let Some(source) = body.entry_block(op.region(body)) else { return Ok(false) };
        let Some(end) = body.last_op(source) else { return Ok(false) };
        let arguments = body.arguments(source).to_vec();
        let yields = body.operand_list(end);
        let results: Vec<ValueId> = body.results(op.id()).collect();
        let inits = op.init_args(body);
        let is_unsigned = op.unsigned_cmp(body).is_some();
        let is_common = |at: usize| self.uniform.contains(&arguments[at + 1]);
        let (common, own): (Vec<usize>, Vec<usize>) =
            (0..inits.len()).partition(|&at| is_common(at));
        let first: Option<Vec<ValueId>> = common.iter().map(|&at| self.common(inits[at])).collect();
        let Some(first) = first else { return Ok(false) };
        let pairs: Vec<_> = own.iter().map(|&at| (arguments[at + 1], inits[at])).collect();
        self.assign(&pairs, block)?;
        let (new, inner) = ForOp::with_body(&mut self.at_end(block), [lower, upper, step], &first);
        if is_unsigned {
            let name = self.body.context().ident("unsignedCmp");
            self.body.set_attr(new.id(), name, Attribute::UNIT);
        }
        let variables = self.body.arguments(inner).to_vec();
        self.known.insert(arguments[0], variables[0]);
        for (&at, &variable) in common.iter().zip(&variables[1..]) {
            self.known.insert(arguments[at + 1], variable);
        }
        self.ops(source, inner)?;
        let pairs: Vec<_> = own.iter().map(|&at| (arguments[at + 1], yields[at])).collect();
        self.assign(&pairs, inner)?;
        let next: Option<Vec<ValueId>> = common.iter().map(|&at| self.common(yields[at])).collect();
        let Some(next) = next else { return Ok(false) };
        YieldOp::create(&mut self.at_end(inner), &next);
        for (&at, value) in common.iter().zip(self.body.results(new.id()).collect::<Vec<_>>()) {
            self.known.insert(results[at], value);
        }
        for at in own {
            if let Some(&buffer) = self.buffers.get(&arguments[at + 1]) {
                self.buffers.insert(results[at], buffer);
            }
        }
        Ok(true)
    }

    /// A conditional of the block; false if its condition differs by thread.
    fn if_op(&mut self, op: IfOp, block: BlockId) -> Converted<bool> {
        let body = &*self.body;
        let Some(condition) = self.common(op.condition(body)) else { return Ok(false) };
        let results: Vec<ValueId> = body.results(op.id()).collect();
        let sources = [op.then_region(body), op.else_region(body)].map(|it| body.entry_block(it));
        let new = IfOp::create(&mut self.at_end(block), condition, &[]);
        let targets = [new.then_region(self.body), new.else_region(self.body)];
        for (source, target) in sources.into_iter().zip(targets) {
            let Some(source) = source else { continue };
            let inner = self.body.create_block(target, &[]);
            self.ops(source, inner)?;
            let end = self.body.last_op(source);
            let yields = end.map_or_else(Default::default, |end| self.body.operand_list(end));
            let pairs: Vec<_> = results.iter().copied().zip(yields).collect();
            self.assign(&pairs, inner)?;
            YieldOp::create(&mut self.at_end(inner), &[]);
        }
        Ok(true)
    }

    /// Keeps values of each thread as others: `(to, from)`, all at once.
    fn assign(&mut self, pairs: &[(ValueId, ValueId)], block: BlockId) -> Converted {
        if pairs.is_empty() {
            return Ok(());
        }
        let mut thread = Thread::begin(self, block);
        let own = pairs.iter().map(|&(_, from)| thread.value(self, from));
        let own: Vec<ValueId> = own.collect::<Converted<_>>()?;
        for (&(to, _), own) in pairs.iter().zip(own) {
            thread.keep(self, to, own);
        }
        Ok(())
    }
}

/// The bits of a number; none of other types.
fn bits_of(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Index => Some(64),
        TypeKind::Float(kind) => Some(kind.width()),
        _ => None,
    }
}
