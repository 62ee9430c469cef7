//! Emits the loops of a blocked product.
//!
//! Variables are named as in the article: `jc`, `pc` and `ic` are the starts of blocks, `jr` and
//! `ir` number the tiles of a block, `p` runs through its depth.

use super::AffineBlockMatmulOptions;
use super::groups::Groups;
use super::product::{Matrix, Numbers, Product, Size};
use crate::{
    ApplyOp, ForBound, ForOp, LoadOp, StoreOp, VectorLoadOp, VectorStoreOp, YieldOp, build_loop,
};
use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{
    AllocOp, CmpIOp, CmpIPredicate, ConstantOp, DeallocOp, FmaFOp, MulIOp, SplatOp,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint, at};
use mlir_lite::ir::{Body, Location, OpBuilder, ValueId};
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// Alignment of copies in bytes: that of a cache line.
const ALIGNMENT: i64 = 64;

/// A size above those of all blocks.
const LARGE: i64 = 1 << 40;

/// The largest number of sums of integers in a vector: groups are packed by ops on each 16 of them.
const MOST_SUMS: usize = 64;

/// The number of rows of a matrix that are copied at a time: not more than there are streams that
/// the processor fetches ahead.
pub(super) const DEPTHS_AT_ONCE: i64 = 8;

/// Replaces a product by blocked loops. Returns whether memory for the packed blocks can be
/// allocated.
pub(super) fn emit(body: &mut Body, product: &Product, options: &AffineBlockMatmulOptions) -> bool {
    let ctx = body.context().clone();
    let Some(element) = body.ty(product.result.memref).element_type(&ctx) else { return false };
    // Those that are not known are large.
    let [rows, columns, depth] = product.sizes.map(|size| size.known().unwrap_or(LARGE));
    // As many bytes as that many elements of 64 bits: registers have a size.
    let lanes = match element.bit_width(&ctx) {
        Some(32) => 2 * options.vector_size,
        _ => options.vector_size,
    };
    let lanes = match product.numbers {
        Numbers::Floats => lanes,
        Numbers::Bytes { .. } => lanes.min(MOST_SUMS),
    };
    // A tile is not larger than the result.
    let least_one = |size: i64| usize::try_from(size).unwrap_or(usize::MAX).max(1);
    let tile_rows = options.rows.min(least_one(rows));
    let tile_columns = options.vectors.min(least_one(columns).div_ceil(lanes)) * lanes;
    let tile = [tile_rows as i64, tile_columns as i64];
    // A single row of tiles reads a copy of the right matrix once, and soon: it need not be larger
    // than the second-level cache.
    let depth_block = if tile[0] >= rows { options.depth.div_ceil(4) } else { options.depth };
    let groups = match product.numbers {
        Numbers::Floats => None,
        Numbers::Bytes { signed } => Some(Groups::new(&ctx, options.dot_products, signed)),
    };
    // As many bytes, and whole groups.
    let group = groups.map_or(1, |groups| groups.size);
    let depth_block = match groups {
        None => depth_block,
        Some(_) => (4 * depth_block).next_multiple_of(group as usize),
    };
    let row_block = options.row_block.next_multiple_of(tile_rows);
    let column_block = options.column_block.next_multiple_of(tile_columns);
    let fitted =
        |block: usize, size: i64, tile: i64| (block as i64).min((size + tile - 1) / tile * tile);
    let block = [
        fitted(row_block, rows, tile[0]),
        fitted(column_block, columns, tile[1]),
        fitted(depth_block, depth, group),
    ];
    let location = body.location(product.root);
    let vector = ctx.vector_type(&[lanes as i64], element);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(product.root)).at(location);
    let product = &product.in_two_dimensions(&mut builder);
    let emitter = Emitter { ctx, location, product, tile, block, vector, element, groups };
    if product.symbols.is_empty() {
        emitter.add_offsets(&mut builder);
        emitter.blocks(&mut builder);
        body.erase_op(product.root);
        return true;
    }
    let root = product.root;
    let is_large = emitter.is_large(&mut builder, options.minimum as i64);
    let blocks = |b: &mut BodyBuilder<'_>| {
        emitter.blocks(b);
        Vec::new()
    };
    let decision = scf::IfOp::with_branches(&mut builder, is_large, &[], blocks, |_| Vec::new());
    let otherwise = body.entry_block(decision.else_region(body));
    if let Some(end) = otherwise.and_then(|block| body.terminator(block)) {
        body.move_op_before(end, root);
    }
    true
}

pub(super) struct Emitter<'p> {
    pub(super) ctx: Context,
    pub(super) location: Location,
    pub(super) product: &'p Product,
    /// Rows and columns of a tile.
    pub(super) tile: [i64; 2],
    /// Rows, columns and depth of a block.
    pub(super) block: [i64; 3],
    /// A vector of the result.
    pub(super) vector: Type,
    /// An element of the result.
    element: Type,
    /// Of integers of 8 bits: how they are packed.
    pub(super) groups: Option<Groups>,
}

/// Copies of blocks.
#[derive(Copy, Clone)]
pub(super) struct Copies {
    /// The one of the left matrix: tiles of rows, depth, row.
    pub(super) left: ValueId,
    /// The one of the right matrix: tiles of columns, depth, column.
    pub(super) right: ValueId,
}

/// The start of a block: row, column and depth.
#[derive(Copy, Clone)]
pub(super) struct Origin {
    pub(super) ic: ValueId,
    pub(super) jc: ValueId,
    pub(super) pc: ValueId,
}

/// A tile: its number among the rows and among the columns of tiles of its block.
#[derive(Copy, Clone)]
pub(super) struct Tile {
    origin: Origin,
    pub(super) copies: Copies,
    pub(super) ir: ValueId,
    pub(super) jr: ValueId,
}

pub(super) type Builder<'b> = BodyBuilder<'b>;

impl Emitter<'_> {
    /// Whether the product, sizes of which are not known, has at least `minimum` multiplications.
    fn is_large(&self, b: &mut Builder<'_>, minimum: i64) -> ValueId {
        let minimum = ConstantOp::index(b, minimum);
        let mut count = ConstantOp::index(b, 1);
        for side in 0..3 {
            let map = self.ctx.affine_map(0, self.product.symbols.len() as u32, &[self.size(side)]);
            let size = ApplyOp::create(b, &self.product.symbols, map);
            // No sizes are so large that the first product is not exact, and a wrong answer of the
            // second one costs time alone.
            count = MulIOp::create(b, count, size);
        }
        CmpIOp::create(b, CmpIPredicate::Uge, count, minimum)
    }

    fn blocks(&self, b: &mut Builder<'_>) {
        let all = self.with_symbols(&[]);
        let sizes = [0, 1, 2].map(|side| self.product.sizes[side].known());
        let ends = [0, 1, 2].map(|side| self.map(0, &[self.size(side)]));
        let whole = |side: usize| {
            let end = sizes[side].map_or(ForBound::Map(ends[side], &all), ForBound::Constant);
            (ForBound::Constant(0), end)
        };
        let [row_block, column_block, depth_block] = self.block;
        let right = self.allocate_copy(b, [column_block, depth_block], self.tile[1]);
        build_loop(b, whole(1), column_block, |b, jc| {
            build_loop(b, whole(2), depth_block, |b, pc| {
                self.copy_right(b, right, jc, pc);
                build_loop(b, whole(0), row_block, |b, ic| {
                    let origin = Origin { ic, jc, pc };
                    // One for each iteration, so that blocks of rows are independent of one
                    // another.
                    let left = self.allocate_copy(b, [row_block, depth_block], self.tile[0]);
                    self.copy_left(b, left, origin);
                    self.tiles(b, origin, Copies { left, right });
                    self.free(b, left);
                });
            });
        });
        self.free(b, right);
    }

    fn allocate(&self, b: &mut Builder<'_>, shape: &[i64], element: Type) -> ValueId {
        let (ty, alignment) = (self.ctx.memref_type(shape, element), self.ctx.i64_attr(ALIGNMENT));
        AllocOp::build(b, self.location, &[], &[], Some(alignment), ty).memref(b.body())
    }

    /// Memory for a copy of a block; `tile` is the number of rows or columns of a tile.
    fn allocate_copy(&self, b: &mut Builder<'_>, [size, depth]: [i64; 2], tile: i64) -> ValueId {
        let (group, element) =
            self.groups.map_or((1, self.element), |groups| (groups.size, groups.packed));
        self.allocate(b, &[size / tile, depth / group, tile * group], element)
    }

    fn free(&self, b: &mut Builder<'_>, memref: ValueId) {
        DeallocOp::build(b, self.location, memref);
    }

    pub(super) fn dim(&self, index: u32) -> AffineExpr {
        self.ctx.affine_dim(index)
    }

    pub(super) fn number(&self, value: i64) -> AffineExpr {
        self.ctx.affine_constant(value)
    }

    pub(super) fn sum(&self, terms: &[(u32, i64)]) -> AffineExpr {
        let term =
            |&(dim, factor): &(u32, i64)| self.ctx.affine_mul(self.dim(dim), self.number(factor));
        terms.iter().map(term).fold(self.number(0), |sum, term| self.ctx.affine_add(sum, term))
    }

    /// The rows, the columns or the depth of the product.
    fn size(&self, side: usize) -> AffineExpr {
        match self.product.sizes[side] {
            Size::Known(size) => self.number(size),
            Size::Symbolic(size) => size,
        }
    }

    /// As [`size`](Self::size), of a product all of whose sizes are known, as those of integers.
    pub(super) fn known_size(&self, side: usize) -> i64 {
        self.product.sizes[side].known().unwrap_or_default()
    }

    /// Whether tiles or blocks of this size may leave a rest.
    fn is_cut(&self, side: usize, size: i64) -> bool {
        self.product.sizes[side].known().is_none_or(|all| all % size != 0)
    }

    /// A map of this many dimensions whose symbols are those of the product.
    fn map(&self, dims: u32, results: &[AffineExpr]) -> AffineMap {
        self.ctx.affine_map(dims, self.product.symbols.len() as u32, results)
    }

    /// The operands of such a map.
    fn with_symbols(&self, values: &[ValueId]) -> SmallVec<[ValueId; 4]> {
        values.iter().chain(&self.product.symbols).copied().collect()
    }

    /// The rest of a size after a sum of dimensions.
    pub(super) fn rest(&self, side: usize, terms: &[(u32, i64)]) -> AffineExpr {
        let negated: Vec<(u32, i64)> = terms.iter().map(|&(dim, factor)| (dim, -factor)).collect();
        self.ctx.affine_add(self.sum(&negated), self.size(side))
    }

    /// The rest of a size after the start of a block, dimension 0. A single block has all of it, so
    /// that its loops have constant bounds.
    pub(super) fn rest_of_block(&self, side: usize) -> AffineExpr {
        let known = self.product.sizes[side].known();
        match known.filter(|size| *size <= self.block[side]) {
            Some(size) => self.number(size),
            None => self.rest(side, &[(0, 1)]),
        }
    }

    /// The upper bound of a loop over blocks of `block` items whose last block is smaller; `rest`
    /// is the number of items.
    pub(super) fn bound(&self, dims: u32, block: i64, is_cut: bool, rest: AffineExpr) -> AffineMap {
        let ends = [self.number(block), rest];
        self.map(dims, if is_cut { &ends } else { &ends[..1] })
    }

    /// The depth of the block at `pc`, as an upper bound.
    pub(super) fn depth(&self) -> AffineMap {
        let block = self.block[2];
        self.bound(1, block, self.is_cut(2, block), self.rest(2, &[(0, 1)]))
    }

    pub(super) fn load(
        &self,
        b: &mut Builder<'_>,
        matrix: Matrix,
        subscripts: [AffineExpr; 2],
        values: &[ValueId],
    ) -> ValueId {
        let map = self.ctx.affine_map(values.len() as u32, 0, &oriented(matrix, subscripts));
        let element = b.body().ty(matrix.memref).element_or_self(&self.ctx);
        LoadOp::build(b, self.location, matrix.memref, values, map, element).result(b.body())
    }

    pub(super) fn store(
        &self,
        b: &mut Builder<'_>,
        value: ValueId,
        memref: ValueId,
        subscripts: &[AffineExpr],
        values: &[ValueId],
    ) {
        let map = self.ctx.affine_map(values.len() as u32, 0, subscripts);
        StoreOp::build(b, self.location, value, memref, values, map);
    }

    /// Packs a block of the right matrix; the last tile is padded with 0.
    fn copy_right(&self, b: &mut Builder<'_>, right: ValueId, jc: ValueId, pc: ValueId) {
        if let Some(groups) = self.groups {
            return self.copy_groups(b, groups, 1, right, (jc, pc));
        }
        self.copy_tiles(
            b,
            (right, 1),
            (jc, pc),
            !self.product.right.is_transposed,
            |b, [jr, p, j], dims| {
                let column = self.sum(&[(dims[0], 1), (dims[2], self.tile[1]), (dims[4], 1)]);
                let row = self.sum(&[(dims[1], 1), (dims[3], 1)]);
                self.load(b, self.product.right, [row, column], &[jc, pc, jr, p, j])
            },
        );
    }

    /// Packs a block of the left matrix; the last tile is padded with 0.
    fn copy_left(&self, b: &mut Builder<'_>, left: ValueId, Origin { ic, pc, .. }: Origin) {
        if let Some(groups) = self.groups {
            return self.copy_groups(b, groups, 0, left, (ic, pc));
        }
        self.copy_tiles(
            b,
            (left, 0),
            (ic, pc),
            self.product.left.is_transposed,
            |b, [ir, p, i], dims| {
                let row = self.sum(&[(dims[0], 1), (dims[2], self.tile[0]), (dims[4], 1)]);
                let column = self.sum(&[(dims[1], 1), (dims[3], 1)]);
                self.load(b, self.product.left, [row, column], &[ic, pc, ir, p, i])
            },
        );
    }

    /// Fills a packed copy tile by tile. `element` loads the element at an index of the copy (tile,
    /// depth, index in the tile), with the dimensions: the start of the block, its start in depth,
    /// and the three. If the tiles of one depth are next to each other in memory, a few depths at a
    /// time are copied for all tiles, so that memory is read in a row.
    fn copy_tiles(
        &self,
        b: &mut Builder<'_>,
        (copy, side): (ValueId, usize),
        (start, pc): (ValueId, ValueId),
        is_along_tiles: bool,
        element: impl Fn(&mut Builder<'_>, [ValueId; 3], [u32; 5]) -> ValueId,
    ) {
        let from_0 = ForBound::Constant(0);
        let (tile, block) = (self.tile[side], self.block[side]);
        let tiles = self.ctx.affine_ceildiv(self.rest_of_block(side), self.number(tile));
        let tiles = self.bound(1, block / tile, self.is_cut(side, block), tiles);
        let of_tiles = self.with_symbols(&[start]);
        let (tiles_from, tiles) = (from_0, ForBound::Map(tiles, &of_tiles));
        let row = |b: &mut Builder<'_>, number: ValueId, p: ValueId| {
            let place = [self.dim(0), self.dim(1), self.dim(2)];
            let rest = self.rest(side, &[(0, 1), (1, tile)]);
            let there = self.bound(2, tile, self.is_cut(side, tile), rest);
            let first = self.with_symbols(&[start, number]);
            build_loop(b, (from_0, ForBound::Map(there, &first)), 1, |b, within| {
                let value = element(b, [number, p, within], [0, 1, 2, 3, 4]);
                self.store(b, value, copy, &place, &[number, p, within]);
            });
            if self.is_cut(side, tile) {
                let map = self.map(2, &[rest]);
                let missing = (ForBound::Map(map, &first), ForBound::Constant(tile));
                build_loop(b, missing, 1, |b, within| {
                    let zero = self.ctx.float_attr(self.element, 0.0);
                    let zero =
                        ConstantOp::build(b, self.location, zero, self.element).result(b.body());
                    self.store(b, zero, copy, &place, &[number, p, within]);
                });
            }
        };
        let depth = self.depth();
        let of_depth = self.with_symbols(&[pc]);
        let depths = (from_0, ForBound::Map(depth, &of_depth));
        if !is_along_tiles {
            build_loop(b, (tiles_from, tiles), 1, |b, number| {
                build_loop(b, depths, 1, |b, p| row(b, number, p));
            });
            return;
        }
        let end = self.ctx.affine_add(self.dim(1), self.number(DEPTHS_AT_ONCE));
        let ends = [depth.results(&self.ctx), &[end]].concat();
        let (first_of, end_of) = (self.ctx.identity_map(1), self.map(2, &ends));
        build_loop(b, depths, DEPTHS_AT_ONCE, |b, first| {
            build_loop(b, (tiles_from, tiles), 1, |b, number| {
                let (from, to) = ([first], self.with_symbols(&[pc, first]));
                let some = (ForBound::Map(first_of, &from), ForBound::Map(end_of, &to));
                build_loop(b, some, 1, |b, p| row(b, number, p));
            });
        });
    }

    /// Computes the tiles of a block. Whole tiles are updated in place; the last in a row or column
    /// may be partial.
    fn tiles(&self, b: &mut Builder<'_>, origin: Origin, copies: Copies) {
        let [in_rows, in_columns] = [0, 1].map(|side| {
            let (tile, block) = (self.tile[side], self.block[side]);
            let rest = self.rest_of_block(side);
            let (whole, all) = (
                self.ctx.affine_floordiv(rest, self.number(tile)),
                self.ctx.affine_ceildiv(rest, self.number(tile)),
            );
            let bound = |number| self.bound(1, block / tile, self.is_cut(side, block), number);
            let cut = self.is_cut(side, tile).then(|| self.map(1, &[whole]));
            (bound(whole), cut, bound(all))
        });
        let from_0 = ForBound::Constant(0);
        let (ic, jc) = (self.with_symbols(&[origin.ic]), self.with_symbols(&[origin.jc]));
        build_loop(b, (from_0, ForBound::Map(in_columns.0, &jc)), 1, |b, jr| {
            build_loop(b, (from_0, ForBound::Map(in_rows.0, &ic)), 1, |b, ir| {
                self.whole_tile(b, Tile { origin, copies, ir, jr });
            });
            if let Some(first) = in_rows.1 {
                let cut = (ForBound::Map(first, &ic), ForBound::Map(in_rows.2, &ic));
                build_loop(b, cut, 1, |b, ir| self.cut_tile(b, Tile { origin, copies, ir, jr }));
            }
        });
        if let Some(first) = in_columns.1 {
            let cut = (ForBound::Map(first, &jc), ForBound::Map(in_columns.2, &jc));
            build_loop(b, cut, 1, |b, jr| {
                build_loop(b, (from_0, ForBound::Map(in_rows.2, &ic)), 1, |b, ir| {
                    self.cut_tile(b, Tile { origin, copies, ir, jr });
                });
            });
        }
    }

    fn whole_tile(&self, b: &mut Builder<'_>, tile: Tile) {
        let Tile { origin: Origin { ic, jc, .. }, ir, jr, .. } = tile;
        let row = self.sum(&[(0, 1), (1, self.tile[0])]);
        let column = self.sum(&[(2, 1), (3, self.tile[1])]);
        self.kernel(b, tile, self.product.result.memref, [row, column], &[ic, ir, jc, jr]);
    }

    /// Computes a partial tile in separate memory, and copies the existing part.
    fn cut_tile(&self, b: &mut Builder<'_>, tile: Tile) {
        let edge = self.allocate(b, &self.tile, self.element);
        let result = self.product.result.memref;
        let in_tile = [self.dim(4), self.dim(5)];
        let in_result = [
            self.sum(&[(0, 1), (1, self.tile[0]), (4, 1)]),
            self.sum(&[(2, 1), (3, self.tile[1]), (5, 1)]),
        ];
        self.copy_edge(b, tile, (result, in_result), (edge, in_tile));
        self.kernel(b, tile, edge, [self.number(0), self.number(0)], &[]);
        self.copy_edge(b, tile, (edge, in_tile), (result, in_result));
        self.free(b, edge);
    }

    fn copy_edge(
        &self,
        b: &mut Builder<'_>,
        Tile { origin: Origin { ic, jc, .. }, ir, jr, .. }: Tile,
        (from, source): (ValueId, [AffineExpr; 2]),
        (to, target): (ValueId, [AffineExpr; 2]),
    ) {
        let from_0 = ForBound::Constant(0);
        let [rows, columns] = [0, 1].map(|side| {
            let tile = self.tile[side];
            self.bound(2, tile, self.is_cut(side, tile), self.rest(side, &[(0, 1), (1, tile)]))
        });
        let (of_rows, of_columns) = (self.with_symbols(&[ic, ir]), self.with_symbols(&[jc, jr]));
        build_loop(b, (from_0, ForBound::Map(rows, &of_rows)), 1, |b, i| {
            build_loop(b, (from_0, ForBound::Map(columns, &of_columns)), 1, |b, j| {
                let values = [ic, ir, jc, jr, i, j];
                let value =
                    self.load(b, Matrix { memref: from, is_transposed: false }, source, &values);
                self.store(b, value, to, &target, &values);
            });
        });
    }

    /// Adds the products of a block to a tile, which is in registers meanwhile. The tile begins at
    /// `corner` of `memref`, in terms of `values`.
    fn kernel(
        &self,
        b: &mut Builder<'_>,
        tile: Tile,
        memref: ValueId,
        corner: [AffineExpr; 2],
        values: &[ValueId],
    ) {
        let lanes = self.vector.shape(&self.ctx).map_or(1, |shape| shape[0]);
        let vectors = self.tile[1] / lanes;
        let places: Vec<_> = (0..self.tile[0])
            .flat_map(|row| (0..vectors).map(move |vector| [row, vector * lanes]))
            .map(|offset| {
                let moved =
                    |side: usize| self.ctx.affine_add(corner[side], self.number(offset[side]));
                self.ctx.affine_map(values.len() as u32, 0, &[moved(0), moved(1)])
            })
            .collect();
        let (location, vector) = (self.location, self.vector);
        let sums: Vec<ValueId> = places
            .iter()
            .map(|&map| {
                VectorLoadOp::build(b, location, memref, values, map, vector).result(b.body())
            })
            .collect();
        let results = self.carry(b, tile.origin.pc, &sums, |b, p, sums| {
            if let Some(groups) = self.groups {
                return self.add_groups(b, groups, tile, p, sums);
            }
            let at_offset = |offset: i64| {
                let subscripts = [self.dim(0), self.dim(1), self.number(offset)];
                self.ctx.affine_map(2, 0, &subscripts)
            };
            let right: Vec<ValueId> = (0..vectors)
                .map(|v| {
                    let map = at_offset(v * lanes);
                    VectorLoadOp::build(b, location, tile.copies.right, &[tile.jr, p], map, vector)
                        .result(b.body())
                })
                .collect();
            let mut next = Vec::with_capacity(sums.len());
            for (row, sums) in sums.chunks(right.len()).enumerate() {
                let map = at_offset(row as i64);
                let left =
                    LoadOp::build(b, location, tile.copies.left, &[tile.ir, p], map, self.element);
                let left = left.result(b.body());
                let left = SplatOp::build(b, location, left, &[], vector).aggregate(b.body());
                for (&sum, &right) in sums.iter().zip(&right) {
                    next.push(FmaFOp::build(b, location, left, right, sum).result(b.body()));
                }
            }
            next
        });
        for (&map, value) in places.iter().zip(results) {
            VectorStoreOp::build(b, location, value, memref, values, map);
        }
    }

    /// A loop over the depth of a block with carried values.
    fn carry(
        &self,
        b: &mut Builder<'_>,
        pc: ValueId,
        inits: &[ValueId],
        build: impl FnOnce(&mut Builder<'_>, ValueId, &[ValueId]) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        let first = self.with_symbols(&[pc]);
        let depth = self.groups.map_or_else(|| self.depth(), |it| self.groups_of_block(it).1);
        let bounds = (ForBound::Constant(0), ForBound::Map(depth, &first));
        self.carry_over(b, bounds, inits, build)
    }

    /// A loop with carried values.
    pub(super) fn carry_over(
        &self,
        b: &mut Builder<'_>,
        bounds: (ForBound<'_>, ForBound<'_>),
        inits: &[ValueId],
        build: impl FnOnce(&mut Builder<'_>, ValueId, &[ValueId]) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        let (this, block) = ForOp::with_body(b, bounds, 1, inits);
        let arguments = b.body().arguments(block).to_vec();
        at(b, InsertionPoint::End(block), |b| {
            let next = build(b, arguments[0], &arguments[1..]);
            YieldOp::build(b, self.location, &next);
        });
        this.results(b.body()).to_vec()
    }
}

/// The subscripts of a row and a column of a matrix.
pub(super) fn oriented(matrix: Matrix, [row, column]: [AffineExpr; 2]) -> [AffineExpr; 2] {
    if matrix.is_transposed { [column, row] } else { [row, column] }
}
