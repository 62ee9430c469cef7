//! `affine-loop-tile`: tiles nests of loops.
//!
//! The loops of a perfect nest are cut into bands of permutable loops (see `dependence`) whose
//! bounds do not depend on each other. Loops over tiles are added around a band, and its own loops
//! run within one tile. Loops whose trip count does not exceed the tile size are not tiled.
//!
//! Within a tile, what is accessed several times stays in the cache: a nest that reads rows and
//! writes columns, for example, accesses a cache line for one element, which would be evicted
//! before the next element of the line is accessed.

mod footprint;

use crate::affine_nest::{Nest, move_ops, trip_count};
use crate::dependence::{Aliases, Dependences};
use crate::loop_sizes::LoopSizes;
use crate::loop_utils::{
    Inputs, Reason, both_bounds, enter, is_outside, known_trip_count, own_ops, remark_missed,
    trip_count_map,
};
use crate::operands::MapOperands;
use crate::subscripts::{Access, SubscriptTable, Subscripts};
use crate::{AffineDialect, ForOp, IfOp, YieldOp};
use footprint::sizes_for_cache;
use mlir_lite::affine::AffineExpr;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::{BlockId, Body, IrMapping, OpBuilder, OpDefinition, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;

/// Tile affine loop nests.
///
/// Perfect nests of loops, whose iterations may run in any order, run tile by tile: what one tile
/// reads and writes stays in the cache. Different arguments of a function are taken for different
/// memory, as in MLIR.
#[pass(
    name = "affine-loop-tile",
    pure,
    report_name = "AffineLoopTiling",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Clone, Debug)]
pub struct AffineLoopTilePass {
    /// Iterations of each loop in a tile (0: those of tile-sizes, or as many as fit into the cache)
    #[option("tile-size", default = 0)]
    tile_size: u32,
    /// Iterations of each loop of a nest in a tile; 4 for further loops
    #[option("tile-sizes")]
    tile_sizes: Vec<u32>,
    /// Size of the cache in KiB for which the size of tiles is chosen
    #[option("cache-size", default = 512)]
    cache_size: u32,
    /// Separate full tiles from partial ones
    #[option("separate")]
    separate: bool,
    /// Tile only nests that access memory by rows and by columns
    #[option("transposes-only")]
    transposes_only: bool,
    /// Different arguments of a function may be the same memory
    #[option("arguments-may-alias")]
    arguments_may_alias: bool,
}

/// The size of tiles of loops for which none is given.
const DEFAULT_SIZE: i64 = 4;

impl AffineLoopTilePass {
    /// Tiles of 32 by 32 elements for transposes, so that what is read and written stays in the
    /// first-level cache; other nests are not tiled.
    pub fn for_locality() -> Self {
        Self { tile_size: 32, transposes_only: true, arguments_may_alias: true, ..Self::default() }
    }
}

impl RunPass for AffineLoopTilePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if self.transposes_only
            && cx.analysis::<LoopSizes>(body).longest <= i64::from(self.tile_size)
        {
            return Ok(());
        }
        let analysis = cx.analysis::<AliasAnalysis>(body);
        self.tile_all(body, &analysis, Some(cx));
        Ok(())
    }
}

/// Tiles the loop nests of a body in squares; returns the number of tiled bands.
#[cfg(test)]
pub(crate) fn tile_affine_loops(
    body: &mut Body,
    tile_size: u32,
    transposes_only: bool,
    aliases: &AliasAnalysis,
) -> usize {
    let pass =
        AffineLoopTilePass { tile_size, transposes_only, ..AffineLoopTilePass::for_locality() };
    pass.tile_all(body, aliases, None)
}

impl AffineLoopTilePass {
    fn tile_all(
        &self,
        body: &mut Body,
        analysis: &AliasAnalysis,
        mut cx: Option<&mut PassContext<'_>>,
    ) -> usize {
        if body.context().dialect_id("affine").is_none() {
            return 0;
        }
        let aliases = Aliases { analysis, arguments_may_alias: self.arguments_may_alias };
        let mut bands: Vec<Vec<Tiled>> = Vec::new();
        let mut nest: Vec<ForOp> = Vec::new();
        let mut subscripts = SubscriptTable::default();
        for op in body.own_ops() {
            let Some(root) = ForOp::cast(body, op) else { continue };
            // The inner loops of a nest follow it directly.
            if nest.contains(&root) {
                continue;
            }
            let carries = |this: &ForOp| body.num_results(this.id()) > 0;
            nest = root.perfectly_nested(body).into_iter().take_while(|it| !carries(it)).collect();
            if nest.is_empty()
                || (self.transposes_only
                    && !self.is_transposing(body, root, &mut subscripts, analysis))
            {
                continue;
            }
            let found = bands_of(body, &nest, &aliases);
            if let (Err(reason), Some(cx)) = (&found, cx.as_deref_mut()) {
                remark_missed(cx, body.op(op), "tile", reason);
            }
            for band in found.into_iter().flatten() {
                let sizes = self.sizes(body, &band);
                let plan = band.iter().zip(sizes).map(|(&this, size)| Tiled::new(body, this, size));
                let plan: Vec<Tiled> = plan.collect();
                if plan.iter().any(|this| this.distance.is_some()) {
                    bands.push(plan);
                }
            }
        }
        for band in &bands {
            tile(body, band, self.separate);
        }
        bands.len()
    }

    /// Whether a nest has two loops of at least two tiles, and accesses that are contiguous in the
    /// inner and in the outer one.
    fn is_transposing(
        &self,
        body: &Body,
        root: ForOp,
        subscripts: &mut SubscriptTable,
        aliases: &AliasAnalysis,
    ) -> bool {
        let ctx = body.context();
        let Some(nest) = Nest::new(body, root, 0, &FxHashMap::default(), subscripts, aliases)
        else {
            return false;
        };
        let Some(innermost) = nest.innermost.filter(|_| nest.ranges.len() == 2) else {
            return false;
        };
        let minimum = 2 * i64::from(self.tile_size.max(1));
        let space = nest.constant_space();
        let is_long =
            space.is_some_and(|space| space.iter().all(|&space| trip_count(space) >= minimum));
        let mut along = [false; 2];
        for access in body.ops(innermost).filter_map(|op| Access::cast(body, op)) {
            let of_access = Subscripts::new(body, &access.map_operands(body), &nest.variables);
            if let Some([.., last]) = of_access.loops(ctx).as_deref() {
                along[*last as usize] = true;
            }
        }
        is_long && along == [true, true]
    }

    /// The size of a tile in each loop of a band.
    fn sizes(&self, body: &Body, band: &[ForOp]) -> Vec<i64> {
        let given =
            |depth| self.tile_sizes.get(depth).map_or(DEFAULT_SIZE, |&size| i64::from(size));
        if self.tile_size > 0 {
            vec![i64::from(self.tile_size); band.len()]
        } else if !self.tile_sizes.is_empty() {
            (0..band.len()).map(given).collect()
        } else {
            let cache = u64::from(self.cache_size) * 1024;
            let fitting = sizes_for_cache(body, band, cache);
            fitting.unwrap_or_else(|| vec![DEFAULT_SIZE; band.len()])
        }
    }
}

/// The bands of a nest: permutable loops whose bounds do not depend on each other, two or more, or
/// the only loop.
fn bands_of(body: &Body, nest: &[ForOp], aliases: &Aliases<'_>) -> Result<Vec<Vec<ForOp>>, Reason> {
    let dependences = Dependences::of(body, nest, aliases)
        .ok_or("it does more than compute and access memory")?;
    let mut bands = Vec::new();
    let mut from = 0;
    while let Some(first) = nest.get(from) {
        let is_fixed = |this: &ForOp| {
            let (lower, upper) = (this.lower_bound(body), this.upper_bound(body));
            let mut operands = lower.operands.into_iter().chain(upper.operands);
            operands.all(|operand| is_outside(body, operand, first.id()))
        };
        let mut to = from + 1;
        while to < nest.len() && is_fixed(&nest[to]) && dependences.are_permutable(from, to + 1) {
            to += 1;
        }
        if to > from + 1 || (nest.len() == 1 && !is_in_loop(body, *first)) {
            bands.push(nest[from..to].to_vec());
        }
        from = to;
    }
    if bands.is_empty() {
        return Err("no two of its loops are permutable and have independent bounds");
    }
    Ok(bands)
}

/// Whether a loop is in another one.
fn is_in_loop(body: &Body, this: ForOp) -> bool {
    let mut owners = std::iter::successors(body.parent_op(this.id()), |&op| body.parent_op(op));
    owners.any(|op| ForOp::is(body, op))
}

/// A loop of a band.
struct Tiled {
    this: ForOp,
    step: i64,
    /// From one tile to the next one, if the loop is tiled.
    distance: Option<i64>,
    /// Whether the last tile may be smaller.
    is_partial: bool,
}

impl Tiled {
    fn new(body: &Body, this: ForOp, size: i64) -> Self {
        let ctx = body.context();
        let step = this.step_value(body);
        let is_short = |count| i64::try_from(count).is_ok_and(|count: i64| count <= size);
        let mut distance = step
            .checked_mul(size)
            .filter(|_| size > 1 && !known_trip_count(body, this).is_some_and(is_short));
        if let (Some((_, upper)), Some(given)) = (this.constant_bounds(body), distance)
            && upper.checked_add(given).is_none()
        {
            distance = None;
        }
        let is_partial = trip_count_map(body, this).is_none_or(|counts| {
            let results = counts.map.results(ctx);
            let size = size.unsigned_abs().max(1);
            !results.iter().all(|count| count.largest_known_divisor(ctx).is_multiple_of(size))
        });
        Self { this, step, distance, is_partial: distance.is_some() && is_partial }
    }
}

/// Tiles a band.
fn tile(body: &mut Body, band: &[Tiled], separate: bool) {
    let (Some(first), Some(last)) = (band.first(), band.last()) else { return };
    let (root, innermost) = (first.this, last.this);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(root.id()));
    let mut tiles = Vec::with_capacity(band.len());
    for tiled in band {
        tiles.push(tiled.distance.map(|distance| {
            let bounds = both_bounds(builder.body(), tiled.this);
            enter(&mut builder, &bounds, distance).0
        }));
    }
    if separate && band.iter().any(|tiled| tiled.is_partial) {
        let (full, partial) = branch_on_full_tiles(&mut builder, band, &tiles);
        builder.set_insertion_point(InsertionPoint::Start(full));
        let (variables, block) = within_tile(&mut builder, band, &tiles, true);
        let mut mapping = IrMapping::new();
        let old = band.iter().map(|tiled| tiled.this.induction_variable(builder.body()));
        for (old, &new) in old.collect::<Vec<_>>().into_iter().zip(&variables) {
            mapping.map(old, new);
        }
        if let Some(end) = builder.body().terminator(block) {
            for op in own_ops(builder.body(), innermost) {
                let copy = builder.body_mut().clone_op(op, &mut mapping);
                builder.body_mut().insert_op_before(end, copy);
            }
        }
        builder.set_insertion_point(InsertionPoint::Start(partial));
    }
    let (variables, block) = within_tile(&mut builder, band, &tiles, false);
    for (tiled, &new) in band.iter().zip(&variables) {
        let old = tiled.this.induction_variable(body);
        body.replace_all_uses(old, new);
    }
    move_ops(body, innermost.block(body), block);
    body.erase_op(root.id());
}

/// Builds the loops of a tile, of which all or only those that always are full; returns their
/// variables and the innermost block.
fn within_tile(
    builder: &mut BodyBuilder<'_>,
    band: &[Tiled],
    tiles: &[Option<ValueId>],
    is_full: bool,
) -> (Vec<ValueId>, BlockId) {
    let ctx = builder.context_handle();
    let mut variables = Vec::with_capacity(band.len());
    let mut innermost = None;
    for (tiled, &start) in band.iter().zip(tiles) {
        let mut bounds = both_bounds(builder.body(), tiled.this);
        if let (Some(start), Some(distance)) = (start, tiled.distance) {
            let mut inputs = Inputs::default();
            let at = inputs.dim(&ctx, start);
            let mut ends: Vec<AffineExpr> = vec![ctx.affine_add(at, ctx.affine_constant(distance))];
            if tiled.is_partial && !is_full {
                ends.extend(inputs.add(&ctx, &bounds[1]));
            }
            bounds = [MapOperands::new(ctx.identity_map(1), &[start]), inputs.map(&ctx, &ends)];
        }
        let (variable, block) = enter(builder, &bounds, tiled.step);
        variables.push(variable);
        innermost = Some(block);
    }
    (variables, innermost.expect("a band has a loop"))
}

/// Builds a conditional on whether a tile is full in all loops; returns its two blocks.
fn branch_on_full_tiles(
    builder: &mut BodyBuilder<'_>,
    band: &[Tiled],
    tiles: &[Option<ValueId>],
) -> (BlockId, BlockId) {
    let ctx = builder.context_handle();
    let mut inputs = Inputs::default();
    let mut constraints = Vec::new();
    for (tiled, &start) in band.iter().zip(tiles).filter(|(tiled, _)| tiled.is_partial) {
        let (Some(start), Some(distance)) = (start, tiled.distance) else { continue };
        let (start, distance) = (inputs.dim(&ctx, start), ctx.affine_constant(distance));
        let [_, upper] = both_bounds(builder.body(), tiled.this);
        for upper in inputs.add(&ctx, &upper) {
            let left = ctx.affine_sub(ctx.affine_sub(upper, start), distance);
            constraints.push((left, false));
        }
    }
    let map = inputs.map(&ctx, &[]);
    let data = map.map.data(&ctx);
    let set = ctx.integer_set(data.dims, data.symbols, &constraints);
    let condition = ctx.integer_set_attr(set);
    let branch = IfOp::create(builder, &map.operands, condition, &[]);
    let [full, partial] = [IfOp::then_region, IfOp::else_region].map(|region| {
        let region = region(branch, builder.body());
        let block = builder.create_block(region, &[]);
        at(builder, InsertionPoint::End(block), |builder| YieldOp::create(builder, &[]));
        block
    });
    (full, partial)
}

#[cfg(test)]
mod tests;
