//! Transposes squares of elements in registers.

use super::straight_line::{BodyAccess, Step, StraightLineBody};
use crate::affine_nest::Nest;
use crate::memory::known_alignment;
use crate::subscripts::Access;
use crate::{ForBound, ForOp, VectorLoadOp, VectorStoreOp, build_loop};
use mlir_lite::affine::AffineMap;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::flags::Nontemporal;
use mlir_lite::dialects::vector::ShuffleOp;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::ir::discardable::DiscardableAttr;
use mlir_lite::ir::{BlockId, Body, Location, OpBuilder, OpDefinition, ValueId};
use mlir_lite::types::Type;
use rustc_hash::FxHashMap;

/// Rows and columns of a square. A larger square of narrow elements would need 16 vectors, and more
/// while parts of them are exchanged: all registers of a processor with AVX2.
const LANES: i64 = 8;

/// Rows and columns of a block of squares. The data of a block stays in the second-level cache;
/// with blocks of half the size or less, rows end before the hardware prefetcher is effective.
const BLOCK: i64 = 64;

/// Memory of this size is not in the caches when it is read again: what is written there need not
/// be fetched before.
const PAST_CACHES: i64 = 32 << 20;

/// A line of the caches.
const LINE: i64 = 64;

/// Whether vectors that are written to the memory at multiples of their size fill cache lines that
/// are not needed soon.
fn bypasses_caches(body: &Body, memref: ValueId, element: Type) -> bool {
    let ctx = body.context();
    let size = element.bit_width(ctx).map_or(0, i64::from) / 8;
    let Some(shape) = body.ty(memref).static_shape(ctx) else { return false };
    let bytes = shape.iter().fold(size, |bytes, size| bytes.saturating_mul(*size));
    let has_whole_lines =
        size * LANES % LINE == 0 && shape.last().is_some_and(|size| size % LANES == 0);
    let is_aligned = known_alignment(body, memref).is_some_and(|alignment| alignment % LINE == 0);
    bytes >= PAST_CACHES && has_whole_lines && is_aligned
}

/// Vectorizes the nest if it is a large transpose; returns whether it is.
pub(super) fn vectorize(body: &mut Body, nest: &Nest, aliases: &AliasAnalysis) -> bool {
    let Some(transpose) = Transpose::of(body, nest, aliases) else { return false };
    transpose.emit(body, nest);
    true
}

struct Transpose {
    straight: StraightLineBody,
    innermost: BlockId,
    location: Location,
    /// Rows and columns.
    sizes: [i64; 2],
    /// Those that are covered by whole squares.
    whole: [i64; 2],
}

/// `true` for `[j, i]`, `false` for `[i, j]`; none for anything else.
fn is_turned(body: &Body, place: &BodyAccess) -> Option<bool> {
    match place.subscripts.loops(body.context())?[..] {
        [0, 1] => Some(false),
        [1, 0] => Some(true),
        _ => None,
    }
}

impl Transpose {
    fn of(body: &Body, nest: &Nest, aliases: &AliasAnalysis) -> Option<Self> {
        let space = nest.constant_space()?;
        let (innermost, &[(_, rows, _), (_, columns, _)]) = (nest.innermost?, &space[..]) else {
            return None;
        };
        if rows < BLOCK || columns < BLOCK || !nest.has_free_order(body, aliases) {
            return None;
        }
        let straight = StraightLineBody::of(body, nest, innermost, |_| LANES)?;
        let turned: Option<Vec<bool>> =
            straight.accesses().map(|place| is_turned(body, place)).collect();
        let turned = turned?;
        // A square of each memref is in registers; more than a few do not fit.
        if !turned.contains(&true) || !turned.contains(&false) || turned.len() > 4 {
            return None;
        }
        let (sizes, location) = ([rows, columns], body.location(nest.root));
        let whole = sizes.map(|size| size / LANES * LANES);
        Some(Self { straight, innermost, location, sizes, whole })
    }

    fn emit(&self, body: &mut Body, nest: &Nest) {
        self.leave_rest(body, nest);
        let ctx = body.context().clone();
        let mut b = BodyBuilder::new(body, InsertionPoint::Before(nest.root)).at(self.location);
        let splats = self.straight.splats(&mut b, self.innermost);
        let ends = |size: i64| {
            let end = ctx.affine_add(ctx.affine_dim(0), ctx.affine_constant(BLOCK));
            let ends = [end, ctx.affine_constant(size)];
            ctx.affine_map(1, 0, if size % BLOCK == 0 { &ends[..1] } else { &ends })
        };
        let (from, ends) = (ctx.identity_map(1), self.whole.map(ends));
        let whole = |dim: usize| (ForBound::Constant(0), ForBound::Constant(self.whole[dim]));
        // The outer dimension and the inner one.
        let blocks = if self.has_turned_store(b.body()) { [1, 0] } else { [0, 1] };
        let squares = if self.rows_are_inner(b.body()) { [1, 0] } else { [0, 1] };
        build_loop(&mut b, whole(blocks[0]), BLOCK, |b, outer| {
            build_loop(b, whole(blocks[1]), BLOCK, |b, inner| {
                let mut first = [outer; 2];
                first[blocks[1]] = inner;
                let block = |dim: usize| {
                    let first = &first[dim..=dim];
                    (ForBound::Map(from, first), ForBound::Map(ends[dim], first))
                };
                build_loop(b, block(squares[0]), LANES, |b, outer| {
                    build_loop(b, block(squares[1]), LANES, |b, inner| {
                        let mut corner = [outer; 2];
                        corner[squares[1]] = inner;
                        self.square(b, corner, &splats);
                    });
                });
            });
        });
        body.erase_op(nest.root);
    }

    /// Whether a store has the other order than the loops.
    fn has_turned_store(&self, body: &Body) -> bool {
        let mut stores = self.straight.accesses().filter(|place| place.access.is_store());
        stores.any(|place| is_turned(body, place) == Some(true))
    }

    /// Whether to process squares one below the other, along the transposed dimension. If stores go
    /// through the caches, rows are written to their end. Nontemporal stores may be in any order,
    /// so rows are read to their end.
    fn rows_are_inner(&self, body: &Body) -> bool {
        let past_caches =
            |place: &BodyAccess| bypasses_caches(body, place.memref, self.straight.element);
        let mut stores = self.straight.accesses().filter(|place| place.access.is_store());
        let decided_by_stores = !stores.all(past_caches);
        let mut deciding =
            self.straight.accesses().filter(|place| place.access.is_store() == decided_by_stores);
        deciding.any(|place| is_turned(body, place) == Some(true))
    }

    /// Copies of the nest for the last rows and columns, which do not fill squares.
    fn leave_rest(&self, body: &mut Body, nest: &Nest) {
        let ([rows, columns], [whole_rows, whole_columns]) = (self.sizes, self.whole);
        let mut copy = |row_bounds: [i64; 2], column_bounds: [i64; 2]| {
            let new = body.clone_op(nest.root, &mut IrMapping::new());
            body.insert_op_before(nest.root, new);
            let Some(outer) = ForOp::cast(body, new) else { return };
            let inner = body.ops(outer.block(body)).find_map(|op| ForOp::cast(body, op));
            for (this, [lower, upper]) in [(Some(outer), row_bounds), (inner, column_bounds)] {
                let Some(this) = this else { return };
                let ctx = body.context().clone();
                this.set_lower_bound_map(body, ctx.constant_map(lower));
                this.set_upper_bound_map(body, ctx.constant_map(upper));
            }
        };
        if whole_rows < rows {
            copy([whole_rows, rows], [0, columns]);
        }
        if whole_columns < columns {
            copy([0, whole_rows], [whole_columns, columns]);
        }
    }

    /// The body for a square of elements: a vector of columns for each row.
    fn square(
        &self,
        b: &mut BodyBuilder<'_>,
        corner: [ValueId; 2],
        splats: &FxHashMap<ValueId, ValueId>,
    ) {
        let mut rows: Vec<FxHashMap<ValueId, ValueId>> = vec![splats.clone(); LANES as usize];
        for step in &self.straight.steps {
            match step {
                Step::Compute(op) => {
                    for values in &mut rows {
                        let value = self.straight.compute(b, *op, values);
                        values.insert(b.body().result(*op, 0), value);
                    }
                }
                Step::Access(place @ BodyAccess { access: Access::Load(load), memref, .. }) => {
                    let is_turned = is_turned(b.body(), place) == Some(true);
                    let (location, result) = (b.body().location(load.id()), load.result(b.body()));
                    let ty = self.straight.vector(b.body());
                    let loaded: Vec<ValueId> = (0..LANES)
                        .map(|row| {
                            let map = self.row(b, row, is_turned);
                            VectorLoadOp::build(b, location, *memref, &corner, map, ty)
                                .result(b.body())
                        })
                        .collect();
                    let loaded = if is_turned { turned(b, loaded) } else { loaded };
                    for (values, value) in rows.iter_mut().zip(loaded) {
                        values.insert(result, value);
                    }
                }
                Step::Access(place @ BodyAccess { access: Access::Store(store), memref, .. }) => {
                    let is_turned = is_turned(b.body(), place) == Some(true);
                    let (location, value) = (b.body().location(store.id()), store.value(b.body()));
                    let stored: Vec<ValueId> = rows.iter().map(|values| values[&value]).collect();
                    let stored = if is_turned { turned(b, stored) } else { stored };
                    let is_nontemporal = bypasses_caches(b.body(), *memref, self.straight.element);
                    for (row, value) in (0..).zip(stored) {
                        let map = self.row(b, row, is_turned);
                        let store = VectorStoreOp::build(b, location, value, *memref, &corner, map);
                        if is_nontemporal {
                            Nontemporal::set(b.body_mut(), store.id(), true);
                        }
                    }
                }
            }
        }
    }

    /// The start of a row of a square in memory, in terms of its corner.
    fn row(&self, b: &BodyBuilder<'_>, row: i64, is_turned: bool) -> AffineMap {
        let ctx = b.context();
        let (i, j) = (ctx.affine_dim(0), ctx.affine_dim(1));
        let (first, second) = if is_turned { (j, i) } else { (i, j) };
        ctx.affine_map(2, 0, &[ctx.affine_add(first, ctx.affine_constant(row)), second])
    }
}

/// Transposes a square, given its rows: squares of one, two and four elements are exchanged.
fn turned(b: &mut BodyBuilder<'_>, mut rows: Vec<ValueId>) -> Vec<ValueId> {
    let mut size = 1;
    while size < LANES {
        // Of each pair of rows, the first gets the left halves of the squares of that size, and the
        // second the right halves.
        let half = |start: i64| -> Vec<i64> {
            (0..LANES)
                .map(|lane| {
                    let (square, within) = (lane / size, lane % size);
                    let from_second = square % 2 == 1;
                    square / 2 * 2 * size + start + within + if from_second { LANES } else { 0 }
                })
                .collect()
        };
        let (left, right) = (half(0), half(size));
        for first in (0..LANES).filter(|row| row / size % 2 == 0) {
            let (first, second) = (first as usize, (first + size) as usize);
            let (a, c) = (rows[first], rows[second]);
            rows[first] = ShuffleOp::of(b, a, c, &left);
            rows[second] = ShuffleOp::of(b, a, c, &right);
        }
        size *= 2;
    }
    rows
}
