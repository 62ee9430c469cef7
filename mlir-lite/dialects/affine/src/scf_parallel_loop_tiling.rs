//! `scf-parallel-loop-tiling`: parallel loops over tiles, with parallel loops over each tile.

use crate::operands::MapOperands;
use crate::{AffineDialect, MinOp};
use mlir_lite::dialects::scf::{IfOp, ParallelOp, ReduceOp, ScfDialect};
use mlir_lite::dialects::standard::{
    AddIOp, AndOp, CmpIOp, CmpIPredicate, ConstantOp, MulIOp, StdDialect,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{BlockId, Body, OpBuilder, OpDefinition, OpId, TraitFlags, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite_diagnostics::{Remark, Reported};

/// Tile parallel loops.
///
/// The innermost of parallel loops within each other run in tiles. A tile ends where the loop does,
/// or, without minima in the bounds, each of its iterations checks that.
#[pass(
    name = "scf-parallel-loop-tiling",
    pure,
    report_name = "SCFParallelLoopTiling",
    each_body,
    dialects(AffineDialect, ScfDialect, StdDialect)
)]
#[derive(Clone, Debug)]
pub struct ScfParallelLoopTilingPass {
    /// Iterations of each variable in a tile; 1 for further ones
    #[option("parallel-loop-tile-sizes")]
    sizes: Vec<u32>,
    /// Check each iteration of a tile instead of ending the tile with the loop
    #[option("no-min-max-bounds")]
    no_min_max_bounds: bool,
}

impl RunPass for ScfParallelLoopTilingPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if self.sizes.contains(&0) {
            let message = "expected sizes of tiles of at least 1";
            return Err(cx.diagnostics.error(body.op(body.root()).error(message)));
        }
        let is_inner = |body: &Body, op: OpId| {
            let mut inside = body.pre_order(op);
            !inside.any(|inner| inner != op && ParallelOp::is(body, inner))
        };
        let all = body.own_ops().into_iter();
        let all: Vec<OpId> =
            all.filter(|&op| ParallelOp::is(body, op) && is_inner(body, op)).collect();
        for op in all {
            let Some(this) = ParallelOp::cast(body, op) else { continue };
            if body.num_results(op) > 0 {
                let reason = "it combines values";
                let remark = || Remark::missed("tile").in_category("scf").with("Reason", reason);
                cx.remark(body.op(op), remark);
                continue;
            }
            self.tile(body, this);
        }
        Ok(())
    }
}

/// A variable of a parallel loop.
struct Variable {
    lower: ValueId,
    upper: ValueId,
    step: ValueId,
    /// The distance between tiles.
    distance: ValueId,
    /// Whether the tiles are all full.
    is_even: bool,
}

impl ScfParallelLoopTilingPass {
    fn tile(&self, body: &mut Body, this: ParallelOp) {
        let op = this.id();
        let [lower, upper, step] =
            [this.lower_bound(body), this.upper_bound(body), this.step(body)].map(|it| it.to_vec());
        let location = body.location(op);
        let mut b = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
        let zero = ConstantOp::index(&mut b, 0);
        let size = |at| self.sizes.get(at).map_or(1, |&size| i64::from(size));
        let sizes: Vec<ValueId> =
            (0..step.len()).map(|at| ConstantOp::index(&mut b, size(at))).collect();
        let mut variables = Vec::new();
        for at in 0..step.len() {
            let distance = MulIOp::create(&mut b, step[at], sizes[at]);
            let number = |value| constant_value(b.body(), value)?.as_i64(b.context());
            let numbers = number(lower[at]).zip(number(upper[at])).zip(number(step[at]));
            let is_even = numbers.is_some_and(|((lower, upper), step)| {
                let range = (i128::from(upper) - i128::from(lower)).max(0);
                let step = i128::from(step).max(1);
                (range + step - 1) / step % i128::from(size(at)) == 0
            });
            let (lower, upper, step) = (lower[at], upper[at], step[at]);
            variables.push(Variable { lower, upper, step, distance, is_even });
        }
        let of = |part: fn(&Variable) -> ValueId| variables.iter().map(part).collect::<Vec<_>>();
        let (starts, outer) =
            enter(&mut b, &of(|it| it.lower), &of(|it| it.upper), &of(|it| it.distance));
        let mut ends = Vec::new();
        for (variable, &start) in variables.iter().zip(&starts) {
            ends.push(if variable.is_even || self.no_min_max_bounds {
                variable.distance
            } else {
                end_of_tile(&mut b, variable, start)
            });
        }
        let zeros = vec![zero; variables.len()];
        let (offsets, mut inner) = enter(&mut b, &zeros, &ends, &of(|it| it.step));
        let mut new = Vec::new();
        for (&offset, &start) in offsets.iter().zip(&starts) {
            new.push(AddIOp::create(&mut b, offset, start));
        }
        if self.no_min_max_bounds
            && let Some(block) = check_iterations(&mut b, &variables, &new)
        {
            inner = block;
        }
        let from = this.region(body);
        let Some(from) = body.entry_block(from) else { return };
        let old = body.arguments(from).to_vec();
        for (old, new) in old.into_iter().zip(new) {
            body.replace_all_uses(old, new);
        }
        let Some(end) = body.terminator(inner) else { return };
        for moved in body.ops(from).collect::<Vec<_>>() {
            if !body.has_trait(moved, TraitFlags::TERMINATOR) {
                body.move_op_before(end, moved);
            }
        }
        debug_assert_ne!(outer, inner);
        body.erase_op(op);
    }
}

/// Builds a parallel loop and goes into it; returns its variables and its block.
fn enter(
    b: &mut BodyBuilder<'_>,
    lower: &[ValueId],
    upper: &[ValueId],
    step: &[ValueId],
) -> (Vec<ValueId>, BlockId) {
    let this = ParallelOp::create(b, lower, upper, step, &[], &[]);
    let region = this.region(b.body());
    let types = vec![mlir_lite::types::Type::INDEX; lower.len()];
    let block = b.create_block(region, &types);
    b.set_insertion_point(InsertionPoint::End(block));
    let end = ReduceOp::create(b, &[], 0);
    b.set_insertion_point(InsertionPoint::Before(end.id()));
    (b.body().arguments(block).to_vec(), block)
}

/// The end of a tile: its size, or the rest of the loop.
fn end_of_tile(b: &mut BodyBuilder<'_>, variable: &Variable, start: ValueId) -> ValueId {
    let ctx = b.context_handle();
    let dims = [0, 1, 2].map(|dim| ctx.affine_dim(dim));
    let map = ctx.affine_map(3, 0, &[dims[0], ctx.affine_sub(dims[1], dims[2])]);
    let map = MapOperands::new(map, &[variable.distance, variable.upper, start]);
    MinOp::create(b, &map.operands, map.map)
}

/// Builds a conditional on whether an iteration of a tile is one of the loop, and goes into it;
/// none if all are.
fn check_iterations(
    b: &mut BodyBuilder<'_>,
    variables: &[Variable],
    values: &[ValueId],
) -> Option<BlockId> {
    let mut is_inside: Option<ValueId> = None;
    for (variable, &value) in variables.iter().zip(values) {
        if variable.is_even {
            continue;
        }
        let below = CmpIOp::create(b, CmpIPredicate::Slt, value, variable.upper);
        is_inside = Some(match is_inside {
            Some(others) => AndOp::create(b, others, below),
            None => below,
        });
    }
    let branch = IfOp::when(b, is_inside?, |_| {});
    let region = branch.then_region(b.body());
    b.body().entry_block(region)
}
