//! `affine-loop-tile`: tiles nests of loops.
//!
//! A nest here is a perfect nest of loops with constant bounds whose innermost body only loads,
//! stores and computes, and whose iterations may run in any order (see `affine_nest.rs`). Loops
//! over tiles are added around it, and its own loops run within one tile. Loops whose trip count
//! does not exceed the tile size are not tiled.
//!
//! It is intended for transposes: a nest that reads rows and writes columns accesses a cache line
//! for one element, which is evicted before the next element of the line is accessed. Within a
//! tile, all elements of a line are used while it is in the cache.

use crate::affine_nest::{Nest, move_ops, trip_count};
use crate::loop_sizes::LoopSizes;
use crate::subscripts::{Access, SubscriptTable, Subscripts};
use crate::{AffineDialect, ForBound, ForOp};
use mlir_lite::Context;
use mlir_lite::affine::AffineMap;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, OpBuilder};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Tile affine loop nests.
///
/// Perfect nests of loops with constant bounds, whose iterations may run in any order, run tile
/// by tile: what one tile reads and writes stays in the cache.
#[pass(
    name = "affine-loop-tile",
    pure,
    report_name = "AffineLoopTiling",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineLoopTilePass {
    /// Rounds of each loop in a tile
    #[option("tile-size", default = 32)]
    pub tile_size: usize,
    /// Tile only nests that access memory by rows and by columns
    #[option("transposes-only")]
    pub transposes_only: bool,
}

impl AffineLoopTilePass {
    /// Tiles of 32 by 32 elements for transposes, so that what is read and written stays in the
    /// first-level cache; other nests are not tiled.
    pub fn for_locality() -> Self {
        Self { tile_size: 32, transposes_only: true }
    }
}

impl RunPass for AffineLoopTilePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let tile_size = self.tile_size.max(1) as i64;
        if cx.analysis::<LoopSizes>(body).longest <= tile_size {
            return Ok(());
        }
        let aliases = cx.analysis::<AliasAnalysis>(body);
        tile_affine_loops(body, tile_size, self.transposes_only, &aliases);
        Ok(())
    }
}

/// Tiles the loop nests of a body; returns the number of tiled nests.
pub fn tile_affine_loops(
    body: &mut Body,
    tile_size: i64,
    transposes_only: bool,
    aliases: &AliasAnalysis,
) -> usize {
    if body.context().dialect_id("affine").is_none() {
        return 0;
    }
    let mut nests = Nest::all(body, &mut SubscriptTable::default(), aliases);
    nests.retain(|nest| {
        nest.has_free_order(body, aliases)
            && (!transposes_only || is_transposing(body, nest, 2 * tile_size))
    });
    nests.iter().filter(|nest| tile(body, nest, tile_size)).count()
}

/// Whether the nest has two loops with at least this trip count, and accesses that are contiguous
/// in the inner and in the outer one.
fn is_transposing(body: &Body, nest: &Nest, minimum: i64) -> bool {
    let ctx = body.context();
    let Some(innermost) = nest.innermost.filter(|_| nest.space.len() == 2) else { return false };
    let is_long = nest.space.iter().all(|&space| trip_count(space) >= minimum);
    let mut along = [false; 2];
    for access in body.ops(innermost).filter_map(|op| Access::cast(body, op)) {
        let of_access = Subscripts::new(body, &access.map_operands(body), &nest.variables);
        if let Some([.., last]) = of_access.loops(ctx).as_deref() {
            along[*last as usize] = true;
        }
    }
    is_long && along == [true, true]
}

/// Tiles a nest if it has a loop with a larger trip count than the tile size; returns whether it
/// has.
fn tile(body: &mut Body, nest: &Nest, tile_size: i64) -> bool {
    let ctx = body.context().clone();
    let is_tiled = |&space: &(i64, i64, i64)| trip_count(space) > tile_size;
    let (Some(from), true) = (nest.innermost, nest.space.iter().any(is_tiled)) else {
        return false;
    };
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(nest.root));
    let mut enter = |lower: ForBound<'_>, upper: ForBound<'_>, step: i64| {
        let this = ForOp::from_to(&mut builder, lower, upper, step);
        let block = this.block(builder.body());
        builder.set_insertion_point(InsertionPoint::Start(block));
        (this.induction_variable(builder.body()), block)
    };
    let mut tiles = Vec::with_capacity(nest.space.len());
    for space @ &(lower, upper, step) in &nest.space {
        let bounds = (ForBound::Constant(lower), ForBound::Constant(upper));
        tiles.push(is_tiled(space).then(|| enter(bounds.0, bounds.1, step * tile_size).0));
    }
    let identity = ctx.identity_map(1);
    let mut points = Vec::with_capacity(nest.space.len());
    for (&space, tile) in nest.space.iter().zip(tiles) {
        let (lower, upper, step) = space;
        points.push(match tile {
            Some(start) => {
                let end = end_of_tile(&ctx, space, tile_size);
                enter(ForBound::Map(identity, &[start]), ForBound::Map(end, &[start]), step)
            }
            None => enter(ForBound::Constant(lower), ForBound::Constant(upper), step),
        });
    }
    for (&old, &(new, _)) in nest.variables.iter().zip(&points) {
        body.replace_all_uses(old, new);
    }
    if let Some(&(_, to)) = points.last() {
        move_ops(body, from, to);
    }
    body.erase_op(nest.root);
    true
}

/// The end of a tile, as a function of its start.
fn end_of_tile(ctx: &Context, space: (i64, i64, i64), tile_size: i64) -> AffineMap {
    let (_, upper, step) = space;
    let full = ctx.affine_add(ctx.affine_dim(0), ctx.affine_constant(step * tile_size));
    // The last tile may be partial.
    let ends = [full, ctx.affine_constant(upper)];
    ctx.affine_map(1, 0, if trip_count(space) % tile_size == 0 { &ends[..1] } else { &ends })
}

#[cfg(test)]
mod tests;
