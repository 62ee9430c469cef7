//! Buffer placement: each buffer is allocated right before its first use and freed right after its
//! last one, and buffers with disjoint lifetimes share memory.
//!
//! The lowering to affine allocates everything at the start of a function and frees it at the end.
//! Here, each buffer of a block gets its lifetime, in one sweep as in linear scan register
//! allocation (Poletto and Sarkar 1999). A buffer reuses the memory of one of its type whose
//! lifetime is over; or of one whose lifetime ends in the same loop nest that begins its own, if
//! each iteration reads an element for the last time before it writes that element: an in-place
//! operation.
//!
//! Allocations in loops and conditionals move out of them: a loop needs the memory of an iteration
//! only once. Iterations of parallel loops keep memory of their own.
//!
//! This is simple because Toy functions do not retain memory: a call uses its arguments only while
//! it runs.

use std::collections::{BTreeMap, BTreeSet};

use mlir_lite::dialects::affine::subscripts::{Access, Subscripts};
use mlir_lite::dialects::affine::{ForOp, ParallelOp};
use mlir_lite::dialects::standard::{AllocOp, DeallocOp};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;

/// Allocate before the first use, free after the last.
#[pass(name = "toy-place-buffers", report_name = "ToyPlaceBuffers", each_body)]
pub struct PlaceBuffersPass {
    /// Number of buffers allocated
    #[statistic("allocations")]
    ALLOCATIONS: Statistic,
    /// Bytes of all buffers allocated
    #[statistic("bytes")]
    BYTES: Statistic,
    /// Number of buffers in memory of earlier ones
    #[statistic("reused")]
    REUSED: Statistic,
}

impl RunPass for PlaceBuffersPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        // Innermost blocks first: their allocations move to the enclosing block.
        let mut pending: BTreeMap<usize, Vec<BlockId>> = BTreeMap::new();
        for op in body.own_ops().into_iter().filter(|op| AllocOp::is(body, *op)) {
            let Some(block) = body.block(op) else { continue };
            let blocks = pending.entry(depth(body, block)).or_default();
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
        while let Some((depth, blocks)) = pending.pop_last() {
            for block in blocks {
                sink_constants(body, block);
                let ops: Vec<OpId> = body.ops(block).collect();
                let buffers = Buffer::in_block(body, block, &ops);
                let number = buffers.len();
                let kept = share(body, &ops, buffers);
                cx.count(Self::REUSED, (number - kept.len()) as u64);
                let around = body.block_owner(block);
                let around = around.filter(|op| *op != body.root() && !ParallelOp::is(body, *op));
                let outer = around.and_then(|owner| Some((owner, body.block(owner)?)));
                for buffer in kept {
                    if let Some((owner, outer)) = outer {
                        buffer.hoist(body, owner);
                        let blocks = pending.entry(depth.saturating_sub(1)).or_default();
                        if !blocks.contains(&outer) {
                            blocks.push(outer);
                        }
                        continue;
                    }
                    cx.count(Self::ALLOCATIONS, 1);
                    cx.count(Self::BYTES, buffer.bytes(body));
                    buffer.place(body, &ops);
                }
            }
        }
        Ok(())
    }
}

/// Moves stores of constants at the beginning of a buffer's lifetime down to its first other use.
/// Constants are at the start of a function: if they were stored there, the memory of all of them
/// would be in use at once.
fn sink_constants(body: &mut Body, block: BlockId) {
    let mut moved: Vec<(OpId, OpId)> = Vec::new();
    for alloc in body.ops(block).filter_map(|op| AllocOp::cast(body, op)) {
        let memref = alloc.memref(body);
        let mut stores = Vec::new();
        let mut first = None;
        for user in body.users(memref) {
            if DeallocOp::is(body, user) {
                continue;
            }
            if body.block(user) == Some(block) && stores_constant(body, user, memref) {
                stores.push(user);
                continue;
            }
            let Some(user) = body.ancestor_in_block(user, block) else { continue };
            if first.is_none_or(|first| body.is_before(user, first)) {
                first = Some(user);
            }
        }
        let Some(first) = first else { continue };
        stores.retain(|store| body.is_before(*store, first));
        stores.sort_by(|a, b| match body.is_before(*a, *b) {
            true => std::cmp::Ordering::Less,
            false => std::cmp::Ordering::Greater,
        });
        moved.extend(stores.into_iter().map(|store| (store, first)));
    }
    for (store, first) in moved {
        body.move_op_before(first, store);
    }
}

/// Whether an op stores a constant in this memory, at constant indices.
fn stores_constant(body: &Body, op: OpId, memref: ValueId) -> bool {
    let is_constant = |value: ValueId| {
        body.defining_op(value).is_some_and(|op| body.op(op).has_trait(TraitFlags::CONSTANT_LIKE))
    };
    Access::cast(body, op).is_some_and(|access| access.is_store() && access.memref(body) == memref)
        && body.operands(op).all(|operand| operand == memref || is_constant(operand))
}

/// The number of ops that a block is nested in.
fn depth(body: &Body, block: BlockId) -> usize {
    std::iter::successors(body.block_owner(block), |op| body.parent_op(*op)).count()
}

/// The users of memory, also through block arguments and loop results that it is passed to, and
/// whether there are such.
pub(super) fn users_of_memory(body: &Body, memref: ValueId) -> (Vec<OpId>, bool) {
    let mut names = vec![memref];
    let mut users = Vec::new();
    let mut next = 0;
    while let Some(&name) = names.get(next) {
        next += 1;
        for user in body.users(name) {
            users.push(user);
            let results =
                body.results(user).filter(|result| body.ty(*result).is_memref(body.context()));
            for passed_on in results.chain(arguments_of(body, user, name)) {
                if !names.contains(&passed_on) {
                    names.push(passed_on);
                }
            }
        }
    }
    (users, names.len() > 1)
}

/// The block arguments that a branch passes a value to.
fn arguments_of(body: &Body, branch: OpId, value: ValueId) -> Vec<ValueId> {
    let mut arguments = Vec::new();
    for (index, block) in body.successors(branch).enumerate() {
        let passed_on = body.successor_operands(branch, index);
        let places = (0..passed_on.len()).filter(|&place| passed_on[place] == value);
        arguments.extend(places.filter_map(|place| body.arguments(block).get(place).copied()));
    }
    arguments
}

/// A buffer with its lifetime: positions in the block, counted from its start.
#[derive(Clone, Copy, Debug)]
struct Buffer {
    alloc: AllocOp,
    memref: ValueId,
    first: usize,
    last: usize,
    /// Whether loops pass it on as other values.
    has_names: bool,
}

impl Buffer {
    /// The buffers that a block of these ops allocates and frees, in the order of their first use.
    /// Unused ones are erased.
    fn in_block(body: &mut Body, block: BlockId, ops: &[OpId]) -> Vec<Self> {
        let places: FxHashMap<OpId, usize> = ops.iter().copied().zip(0..).collect();
        let mut buffers = Vec::new();
        for alloc in ops.iter().filter_map(|&op| AllocOp::cast(body, op)).collect::<Vec<_>>() {
            let memref = alloc.memref(body);
            let frees: Vec<OpId> = frees(body, memref).collect();
            // Memory that is freed elsewhere, as in a graph of blocks, outlives one execution of
            // this block.
            let is_freed_here = frees.iter().all(|free| body.block(*free) == Some(block));
            if body.num_operands(alloc.id()) > 0 || frees.is_empty() || !is_freed_here {
                continue;
            }
            let (users, has_names) = users_of_memory(body, memref);
            let uses = users.into_iter().filter(|user| !frees.contains(user));
            let uses: Option<Vec<usize>> = uses
                .map(|user| places.get(&body.ancestor_in_block(user, block)?).copied())
                .collect();
            // Memory that outlives the block, or that its terminator passes on, is not handled
            // here.
            let end = body.terminator(block).and_then(|end| places.get(&end).copied());
            let Some(uses) = uses.filter(|uses| !uses.iter().any(|place| Some(*place) == end))
            else {
                continue;
            };
            match (uses.iter().min(), uses.iter().max()) {
                (Some(&first), Some(&last)) => {
                    buffers.push(Self { alloc, memref, first, last, has_names })
                }
                _ => {
                    body.erase_ops(frees);
                    body.erase_op(alloc.id());
                }
            }
        }
        buffers.sort_by_key(|buffer| (buffer.first, places.get(&buffer.alloc.id()).copied()));
        buffers
    }

    fn bytes(&self, body: &Body) -> u64 {
        let ctx = body.context();
        let shape = body.ty(self.memref).static_shape(ctx).unwrap_or_default();
        shape.iter().map(|size| size.unsigned_abs()).product::<u64>() * size_of::<f64>() as u64
    }

    /// Allocates before an enclosing op and frees after it: the ops in it may run many times.
    fn hoist(self, body: &mut Body, around: OpId) {
        body.move_op_before(around, self.alloc.id());
        for free in frees(body, self.memref).collect::<Vec<_>>() {
            body.detach_op(free);
            body.insert_op_after(around, free);
        }
    }

    /// Allocates before the first use and frees after the last.
    fn place(self, body: &mut Body, ops: &[OpId]) {
        body.move_op_before(ops[self.first], self.alloc.id());
        for free in frees(body, self.memref).collect::<Vec<_>>() {
            body.detach_op(free);
            body.insert_op_after(ops[self.last], free);
        }
    }
}

fn frees(body: &Body, memref: ValueId) -> impl Iterator<Item = OpId> + '_ {
    body.users(memref).filter(|user| DeallocOp::is(body, *user))
}

/// Memory of one type.
#[derive(Default)]
struct Memory {
    /// By the position of the last use.
    in_use: BTreeSet<(usize, usize)>,
    free: Vec<usize>,
}

/// Assigns buffers the memory of others of their type that are dead; returns those that keep their
/// own.
fn share(body: &mut Body, ops: &[OpId], buffers: Vec<Buffer>) -> Vec<Buffer> {
    let mut kept: Vec<Buffer> = Vec::new();
    let mut memory: FxHashMap<Type, Memory> = FxHashMap::default();
    for buffer in buffers {
        let memory = memory.entry(body.ty(buffer.memref)).or_default();
        while let Some(&over) = memory.in_use.first().filter(|(last, _)| *last < buffer.first) {
            memory.in_use.remove(&over);
            memory.free.push(over.1);
        }
        let ending = memory.in_use.range((buffer.first, 0)..(buffer.first + 1, 0));
        let in_place =
            ending.map(|&(_, number)| number).filter(|&number| !kept[number].has_names).find(
                |&number| is_in_place(body, ops[buffer.first], kept[number].memref, buffer.memref),
            );
        if let Some(number) = in_place {
            memory.in_use.remove(&(buffer.first, number));
        }
        let number = match in_place.or_else(|| memory.free.pop()) {
            Some(number) => {
                let frees: Vec<OpId> = frees(body, buffer.memref).collect();
                body.erase_ops(frees);
                body.replace_all_uses(buffer.memref, kept[number].memref);
                body.erase_op(buffer.alloc.id());
                kept[number].last = buffer.last;
                kept[number].has_names |= buffer.has_names;
                number
            }
            None => {
                kept.push(buffer);
                kept.len() - 1
            }
        };
        memory.in_use.insert((buffer.last, number));
    }
    kept
}

/// Whether the loop nest `nest` may write `new` into the memory of `old`, which it is the last to
/// read.
pub(super) fn is_in_place(body: &Body, nest: OpId, old: ValueId, new: ValueId) -> bool {
    let Some((variables, innermost)) = perfect_nest(body, nest) else { return false };
    let mut of_both: Option<Subscripts> = None;
    let mut is_new_in_use = false;
    for op in body.ops(innermost) {
        if !body.regions(op).is_empty() {
            return false;
        }
        if !body.operands(op).any(|operand| operand == old || operand == new) {
            continue;
        }
        let Some(access) = Access::cast(body, op) else { return false };
        is_new_in_use |= access.memref(body) == new;
        if access.memref(body) == old && (access.is_store() || is_new_in_use) {
            return false;
        }
        let subscripts = Subscripts::new(body, &access.map_operands(body), &variables);
        if of_both.get_or_insert_with(|| subscripts.clone()) != &subscripts {
            return false;
        }
    }
    // Each iteration accesses an element of its own.
    let own = of_both.and_then(|subscripts| subscripts.loops(body.context()));
    own.is_some_and(|loops| loops.len() == variables.len())
}

/// The variables and the innermost block of a perfect loop nest.
pub(super) fn perfect_nest(body: &Body, nest: OpId) -> Option<(Vec<ValueId>, BlockId)> {
    let mut block = block_of_loop(body, nest)?;
    let mut variables = Vec::new();
    loop {
        variables.extend(body.arguments(block).first());
        let first = body.first_op(block)?;
        match block_of_loop(body, first) {
            Some(inner) if body.next_op(first) == body.terminator(block) => block = inner,
            Some(_) => return None,
            None => return Some((variables, block)),
        }
    }
}

/// The block of a loop of one variable.
fn block_of_loop(body: &Body, op: OpId) -> Option<BlockId> {
    let of_loop = ForOp::cast(body, op).map(|this| this.block(body));
    let of_parallel =
        || ParallelOp::cast(body, op).filter(|this| this.constant_range(body).is_some());
    of_loop.or_else(|| Some(of_parallel()?.block(body)))
}
