//! Loops that make what a reduction combines, cut as the reduction is.
//!
//! A reduction of a row has a loop over groups of as many elements as there are partial sums, with
//! one over these in it, and a loop over the rest. A loop over the same elements has other
//! iterations, so that fusion would not merge them, and the elements would be in memory all at
//! once. Here, such a loop becomes two with the iterations of the reduction, which fusion then
//! merges. Loops are fused and values forwarded before it, so that a loop that makes elements in
//! several steps stores them once.

use mlir_lite::affine::AffineExpr;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::affine::operands::MapOperands;
use mlir_lite::dialects::affine::subscripts::{Access, Subscripts};
use mlir_lite::dialects::affine::{ApplyOp, ForBound, ForOp, LoadOp, StoreOp, YieldOp};
use mlir_lite::dialects::standard::{AllocOp, DeallocOp};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::transforms::affine_loop_fusion::fuse_affine_loops;
use mlir_lite::transforms::memref_dataflow::replace_scalars;
use mlir_lite_diagnostics::Reported;

use crate::builtins::LANES;

/// Cut loops as the reductions of what they make are cut, fuse them, and forward their values.
#[pass(name = "toy-split-loops", report_name = "ToySplitLoops", each_body)]
pub struct SplitLoopsPass {
    /// Number of loops that were cut
    #[statistic("loops")]
    LOOPS: Statistic,
}

impl RunPass for SplitLoopsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let allocs = body.own_ops().into_iter().filter_map(|op| AllocOp::cast(body, op));
        let reduced: Vec<Reduced> =
            allocs.collect::<Vec<_>>().into_iter().filter_map(|op| Reduced::of(body, op)).collect();
        if reduced.is_empty() {
            return Ok(());
        }
        cx.count(Self::LOOPS, reduced.len() as u64);
        for this in reduced {
            this.split(body);
        }
        let aliases = AliasAnalysis::default();
        fuse_affine_loops(body, &aliases);
        replace_scalars(body, &aliases);
        Ok(())
    }
}

/// Memory that one loop fills, and no other, and of which a reduction reads each element once.
struct Reduced {
    alloc: AllocOp,
    /// Fills it.
    producer: ForOp,
    /// Reads the groups.
    main: LoadOp,
    /// Reads the rest after the groups, if there is one.
    rest: Option<LoadOp>,
    /// The number of groups.
    groups: i64,
    /// The number of elements after them.
    left: i64,
}

impl Reduced {
    fn of(body: &Body, alloc: AllocOp) -> Option<Self> {
        let memref = alloc.memref(body);
        let &[size] = body.ty(memref).static_shape(body.context())? else { return None };
        let (groups, left) = (size / LANES, size % LANES);
        let block = body.block(alloc.id())?;
        let (mut store, mut main, mut rest) = (None, None, None);
        for user in body.users(memref).filter(|user| !DeallocOp::is(body, *user)) {
            let depth = loops_around(body, user, block)?.len();
            let slot = match (StoreOp::is(body, user), LoadOp::is(body, user), depth) {
                (true, _, 1) => &mut store,
                (_, true, 2) => &mut main,
                (_, true, 1) => &mut rest,
                _ => return None,
            };
            if slot.replace(user).is_some() {
                return None;
            }
        }
        let (store, rest) = (StoreOp::cast(body, store?)?, rest);
        let rest = rest.and_then(|rest| LoadOp::cast(body, rest));
        let ctx = body.context();
        let [variable, of_group, of_rest] = places(ctx, groups);
        let visits = |op: OpId, sizes: &[i64], place: AffineExpr| {
            let around = loops_around(body, op, block)?;
            let is_of = |(this, size): (&ForOp, &i64)| {
                this.constant_bounds(body) == Some((0, *size)) && this.step_value(body) == 1
            };
            let variables: Vec<ValueId> =
                around.iter().map(|this| this.induction_variable(body)).collect();
            let found = Access::cast(body, op)?.map_operands(body);
            let found = Subscripts::new(body, &found, &variables);
            let is_there = found.values.is_empty() && found.results[..] == [place];
            (around.iter().zip(sizes).all(is_of) && is_there).then(|| around[0])
        };
        let main = LoadOp::cast(body, main?)?;
        visits(main.id(), &[groups, LANES], of_group)?;
        match rest {
            Some(rest) => drop(visits(rest.id(), &[left], of_rest)?),
            None if left != 0 => return None,
            None => {}
        }
        let producer = visits(store.id(), &[size], variable)?;
        let is_plain = body.results(producer.id()).next().is_none()
            && body.ops(producer.block(body)).all(|op| {
                body.regions(op).is_empty() && (op == store.id() || !StoreOp::is(body, op))
            });
        is_plain.then_some(Self { alloc, producer, main, rest, groups, left })
    }

    /// Makes the loops of the producer those of the reduction, with memory for each.
    fn split(&self, body: &mut Body) {
        let ctx = body.context().clone();
        let [_, of_group, of_rest] = places(&ctx, self.groups);
        if let Some(rest) = self.rest {
            self.cut(body, rest, &[self.left], of_rest);
        }
        self.cut(body, self.main, &[self.groups, LANES], of_group);
        body.erase_op(self.producer.id());
        let frees: Vec<OpId> = body.users(self.alloc.memref(body)).collect();
        body.erase_ops(frees);
        body.erase_op(self.alloc.id());
    }

    /// Gives the iterations of the producer for one load loops and memory of these sizes.
    fn cut(&self, body: &mut Body, load: LoadOp, sizes: &[i64], place: AffineExpr) {
        let ctx = body.context().clone();
        let memref = self.alloc.memref(body);
        let ty = ctx.memref_type(sizes, body.ty(memref).element_or_self(&ctx));
        let alignment = self.alloc.alignment(body);
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(self.alloc.id()));
        let memory = AllocOp::create(&mut builder, &[], &[], alignment, ty);
        let frees: Vec<OpId> =
            body.users(memref).filter(|user| DeallocOp::is(body, *user)).collect();
        for free in frees {
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(free));
            DeallocOp::create(&mut builder, memory);
        }
        self.copy(body, sizes, place, memory);
        let block = body.block(self.alloc.id()).expect("an op in a block");
        let around = loops_around(body, load.id(), block).unwrap_or_default();
        let variables: Vec<ValueId> =
            around.iter().map(|this| this.induction_variable(body)).collect();
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(load.id()));
        let loaded = LoadOp::at(&mut builder, memory, &variables);
        body.replace_all_uses(load.result(body), loaded);
        body.erase_op(load.id());
    }

    /// Adds the iterations of the producer at these places, with loops of these sizes, before it.
    /// They store in this memory.
    fn copy(&self, body: &mut Body, sizes: &[i64], place: AffineExpr, memory: ValueId) {
        let ctx = body.context().clone();
        let mut variables = Vec::new();
        let mut point = InsertionPoint::Before(self.producer.id());
        for &size in sizes {
            let mut builder = BodyBuilder::new(body, point);
            let bounds = (ForBound::Constant(0), ForBound::Constant(size));
            let (_, block) = ForOp::with_body(&mut builder, bounds, 1, &[]);
            builder.set_insertion_point(InsertionPoint::End(block));
            let end = YieldOp::create(&mut builder, &[]);
            variables.push(body.arguments(block)[0]);
            point = InsertionPoint::Before(end.id());
        }
        let InsertionPoint::Before(end) = point else { return };
        let map = ctx.affine_map(sizes.len() as u32, 0, &[place]);
        let mut builder = BodyBuilder::new(body, point);
        let at = ApplyOp::create(&mut builder, &variables, map);
        let mut mapping = IrMapping::new();
        mapping.map(self.producer.induction_variable(body), at);
        let block = self.producer.block(body);
        let ops: Vec<OpId> =
            body.ops(block).filter(|&op| body.terminator(block) != Some(op)).collect();
        for op in ops {
            let store = StoreOp::cast(body, op);
            let store = store.filter(|store| store.memref(body) == self.alloc.memref(body));
            if let Some(load) = LoadOp::cast(body, op) {
                let copy = copied_load(body, load, &mapping, end);
                mapping.map(load.result(body), copy);
                continue;
            }
            let Some(store) = store else {
                let copy = body.clone_op(op, &mut mapping);
                body.insert_op_before(end, copy);
                continue;
            };
            let value = store.value(body);
            let value = mapping.value(value).unwrap_or(value);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(end));
            StoreOp::at(&mut builder, value, memory, &variables);
        }
        if let Some(place) = body.defining_op(at).filter(|_| !body.has_uses(at)) {
            body.erase_op(place);
        }
    }
}

/// A copy of a load, whose subscripts are of the variables of loops alone.
fn copied_load(body: &mut Body, load: LoadOp, mapping: &IrMapping, end: OpId) -> ValueId {
    let mapped = |value: ValueId| mapping.value(value).unwrap_or(value);
    let access = load.subscripts(body);
    let operands: Vec<ValueId> = access.operands.iter().map(|&value| mapped(value)).collect();
    let access = MapOperands::new(access.map, &operands);
    let access = access.simplified(body).unwrap_or(access);
    let (memref, ty) = (mapped(load.memref(body)), body.ty(load.result(body)));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(end));
    LoadOp::create(&mut builder, memref, &access.operands, access.map, ty)
}

/// The places of elements: in one loop, in groups, and after these.
fn places(ctx: &Context, groups: i64) -> [AffineExpr; 3] {
    let [first, lane] = [0, 1].map(|number| ctx.affine_dim(number));
    let of_group = ctx.affine_add(ctx.affine_mul(first, ctx.affine_constant(LANES)), lane);
    [first, of_group, ctx.affine_add(first, ctx.affine_constant(groups * LANES))]
}

/// The loops of a block that an op is in, the outermost first. None if it is in something else.
fn loops_around(body: &Body, op: OpId, block: BlockId) -> Option<Vec<ForOp>> {
    let mut loops = Vec::new();
    let mut op = op;
    while body.block(op) != Some(block) {
        op = body.parent_op(op)?;
        loops.insert(0, ForOp::cast(body, op)?);
    }
    Some(loops)
}
