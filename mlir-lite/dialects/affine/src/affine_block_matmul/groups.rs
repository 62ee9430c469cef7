//! Packs integers of 8 bits in groups, and adds the products of groups.
//!
//! A group has the integers of a few consecutive `k` of one row of the left matrix, or of one
//! column of the right one, next to each other in a copy. Where the processor adds the products of
//! two integers of 16 bits, they are extended to 16 bits. Where it adds four products of a signed
//! and an unsigned integer of 8 bits, one of the matrices has to be signed and the other one
//! unsigned. If both are signed, 128 is added to each number of the right matrix; if none is, 128
//! is subtracted. The sums of the rows of the left matrix, times 128, correct the result.

use super::emit::{Builder, DEPTHS_AT_ONCE, Emitter, Tile, oriented};
use super::product::{Matrix, Numbers};
use crate::{ForBound, VectorLoadOp, VectorStoreOp, build_loop};
use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::standard::{AddIOp, ConstantOp, MulIOp, SExtIOp, XOrOp, ZExtIOp};
use mlir_lite::dialects::vector::{
    BroadcastOp, CombiningKind, ContractionOp, DotProducts, IteratorType, ShapeCastOp, ShuffleOp,
    splat_attr,
};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::{OpBuilder, ValueId};
use mlir_lite::types::Type;

/// The number of columns that are packed by one shuffle, if that divides a tile.
const CHUNK: i64 = 16;

/// How integers of 8 bits are packed.
#[derive(Copy, Clone)]
pub(super) struct Groups {
    /// The number of integers in a group.
    pub(super) size: i64,
    /// The type of the integers in copies.
    pub(super) packed: Type,
    /// Whether the integers of the left and of the right matrix are signed.
    signed: [bool; 2],
    /// Whether the sign of the right matrix changes.
    is_moved: bool,
}

/// The part of a matrix that a copy has.
#[derive(Copy, Clone)]
struct Part {
    matrix: Matrix,
    /// 0 for the left matrix, 1 for the right one.
    side: usize,
    copy: ValueId,
    /// The first row or column, and the first depth.
    start: [ValueId; 2],
}

impl Groups {
    pub(super) fn new(ctx: &Context, instructions: DotProducts, signed: [bool; 2]) -> Self {
        let size = instructions.group();
        let takes_bytes = size > 2;
        let packed = if takes_bytes { Type::I8 } else { ctx.integer_type(16) };
        Self { size, packed, signed, is_moved: takes_bytes && signed[0] == signed[1] }
    }

    /// Whether the integers in the copy of a side are signed.
    fn is_signed(&self, side: usize) -> bool {
        let is_moved = self.is_moved && side == 1;
        self.packed != Type::I8 || self.signed[side] != is_moved
    }
}

/// An integer, or a vector of integers, that is extended.
fn extended(b: &mut Builder<'_>, value: ValueId, ty: Type, is_signed: bool) -> ValueId {
    match is_signed {
        true => SExtIOp::create(b, value, ty),
        false => ZExtIOp::create(b, value, ty),
    }
}

impl Emitter<'_> {
    /// The number of whole groups in the block that begins at a depth, and the number of all.
    pub(super) fn groups_of_block(&self, groups: Groups) -> (AffineMap, AffineMap) {
        let (size, block) = (self.known_size(2), self.block[2]);
        let (rest, group) = (self.rest(2, &[(0, 1)]), self.number(groups.size));
        let (whole, all) =
            (self.ctx.affine_floordiv(rest, group), self.ctx.affine_ceildiv(rest, group));
        let bound = |number| self.bound(1, block / groups.size, size % block != 0, number);
        (bound(whole), bound(all))
    }

    /// Where the right matrix is moved by 128, adds the sums of the rows of the left one, times
    /// 128, to the result.
    pub(super) fn add_offsets(&self, b: &mut Builder<'_>) {
        let (Some(Groups { is_moved: true, .. }), Numbers::Bytes { signed: [is_signed, _] }) =
            (self.groups, self.product.numbers)
        else {
            return;
        };
        let [rows, columns, depth] = [0, 1, 2].map(|side| self.known_size(side));
        let (from_0, whole) = (ForBound::Constant(0), ForBound::Constant);
        let number = |b: &mut Builder<'_>, number: i64| {
            ConstantOp::create(b, self.ctx.integer_attr(Type::I32, number), Type::I32)
        };
        build_loop(b, (from_0, whole(rows)), 1, |b, i| {
            let zero = number(b, 0);
            let sum = self.carry_over(b, (from_0, whole(depth)), &[zero], |b, k, sum| {
                let element = self.load(b, self.product.left, [self.dim(0), self.dim(1)], &[i, k]);
                let element = extended(b, element, Type::I32, is_signed);
                vec![AddIOp::create(b, sum[0], element)]
            });
            // The right matrix is 128 too large if it was signed.
            let factor = number(b, if is_signed { -128 } else { 128 });
            let offset = MulIOp::create(b, sum[0], factor);
            build_loop(b, (from_0, whole(columns)), 1, |b, j| {
                let at = [self.dim(0), self.dim(1)];
                let before = self.load(b, self.product.result, at, &[i, j]);
                let after = AddIOp::create(b, before, offset);
                self.store(b, after, self.product.result.memref, &at, &[i, j]);
            });
        });
    }

    /// Packs a block of a matrix; the last tile and the last group are padded with 0. `start` is
    /// its first row or column, and its first depth.
    pub(super) fn copy_groups(
        &self,
        b: &mut Builder<'_>,
        groups: Groups,
        side: usize,
        copy: ValueId,
        (start, pc): (ValueId, ValueId),
    ) {
        let matrix = [self.product.left, self.product.right][side];
        let part = Part { matrix, side, copy, start: [start, pc] };
        let (size, tile, block) = (self.known_size(side), self.tile[side], self.block[side]);
        let rest = self.rest_of_block(side);
        let divided = |number: AffineExpr| self.bound(1, block / tile, size % block != 0, number);
        let whole_tiles = self.ctx.affine_floordiv(rest, self.number(tile));
        let all_tiles = self.ctx.affine_ceildiv(rest, self.number(tile));
        let (whole_groups, all_groups) = self.groups_of_block(groups);
        let (from_0, start, pc) = (ForBound::Constant(0), [start], [pc]);
        let tiles = ForBound::Map(divided(whole_tiles), &start);
        let (whole, all) = (ForBound::Map(whole_groups, &pc), ForBound::Map(all_groups, &pc));
        // Consecutive rows or columns are next to each other in memory.
        let is_along_tiles = matrix.is_transposed == (side == 0);
        if is_along_tiles {
            // A few depths at a time are copied for all tiles, so that memory is read in a row.
            let at_once = (DEPTHS_AT_ONCE / groups.size).max(1);
            let end = self.ctx.affine_add(self.dim(1), self.number(at_once));
            let ends = [whole_groups.results(&self.ctx), &[end]].concat();
            let end = self.ctx.affine_map(2, 0, &ends);
            build_loop(b, (from_0, whole), at_once, |b, first| {
                build_loop(b, (from_0, tiles), 1, |b, number| {
                    let (from, to) = ([first], [pc[0], first]);
                    let from = ForBound::Map(self.ctx.identity_map(1), &from);
                    build_loop(b, (from, ForBound::Map(end, &to)), 1, |b, p| {
                        self.interleave(b, groups, part, [number, p]);
                    });
                });
            });
        } else {
            build_loop(b, (from_0, tiles), 1, |b, number| {
                build_loop(b, (from_0, whole), 1, |b, p| {
                    build_loop(b, (from_0, ForBound::Constant(tile)), 1, |b, within| {
                        self.move_group(b, groups, part, [number, p, within]);
                    });
                });
            });
        }
        let depth = ForBound::Map(self.depth(), &pc);
        if size % tile != 0 {
            let first = self.ctx.affine_map(1, 0, &[whole_tiles]);
            let cut = (ForBound::Map(first, &start), ForBound::Map(divided(all_tiles), &start));
            build_loop(b, cut, 1, |b, number| {
                build_loop(b, (from_0, all), 1, |b, p| self.clear(b, groups, part, [number, p]));
                build_loop(b, (from_0, depth), 1, |b, k| {
                    let there = self.rest(side, &[(0, 1), (1, tile)]);
                    let there = self.bound(2, tile, true, there);
                    let of = [start[0], number];
                    build_loop(b, (from_0, ForBound::Map(there, &of)), 1, |b, within| {
                        self.move_one(b, groups, part, [number, k, within]);
                    });
                });
            });
        }
        if self.known_size(2) % groups.size != 0 {
            let rest = self.rest(2, &[(0, 1)]);
            let group = self.number(groups.size);
            let first = self.ctx.affine_floordiv(rest, group);
            let first_depth = self.ctx.affine_mul(first, group);
            let [first, first_depth] =
                [first, first_depth].map(|first| self.ctx.affine_map(1, 0, &[first]));
            build_loop(b, (from_0, tiles), 1, |b, number| {
                build_loop(b, (ForBound::Map(first, &pc), all), 1, |b, p| {
                    self.clear(b, groups, part, [number, p]);
                });
                build_loop(b, (ForBound::Map(first_depth, &pc), depth), 1, |b, k| {
                    build_loop(b, (from_0, ForBound::Constant(tile)), 1, |b, within| {
                        self.move_one(b, groups, part, [number, k, within]);
                    });
                });
            });
        }
    }

    /// The subscripts of a row or column and a depth of a side's matrix.
    fn subscripts(&self, part: Part, across: AffineExpr, depth: AffineExpr) -> [AffineExpr; 2] {
        if part.side == 0 { [across, depth] } else { [depth, across] }
    }

    fn load_vector(
        &self,
        b: &mut Builder<'_>,
        memref: ValueId,
        (values, subscripts): (&[ValueId], &[AffineExpr]),
        ty: Type,
    ) -> ValueId {
        let map = self.ctx.affine_map(values.len() as u32, 0, subscripts);
        VectorLoadOp::build(b, self.location, memref, values, map, ty).result(b.body())
    }

    /// An integer or a vector of them as it is in a copy.
    fn packed(&self, b: &mut Builder<'_>, groups: Groups, part: Part, value: ValueId) -> ValueId {
        let ty = b.body().ty(value);
        if groups.packed != Type::I8 {
            let ty = match ty.shape(&self.ctx) {
                Some(shape) => self.ctx.vector_type(shape, groups.packed),
                None => groups.packed,
            };
            return extended(b, value, ty, groups.signed[part.side]);
        }
        if !groups.is_moved || part.side == 0 {
            return value;
        }
        // Both additions of 128 and subtractions change the highest bit.
        let bit = self.ctx.integer_attr(Type::I8, -128);
        let bit = match ty.shape(&self.ctx) {
            Some(_) => splat_attr(&self.ctx, ty, bit).unwrap_or(bit),
            None => bit,
        };
        let bit = ConstantOp::create(b, bit, ty);
        XOrOp::create(b, value, bit)
    }

    fn store_vector(
        &self,
        b: &mut Builder<'_>,
        value: ValueId,
        memref: ValueId,
        (values, subscripts): (&[ValueId], &[AffineExpr]),
    ) {
        let map = self.ctx.affine_map(values.len() as u32, 0, subscripts);
        VectorStoreOp::build(b, self.location, value, memref, values, map);
    }

    /// Copies a group of each row or column of a tile: vectors along the tile, whose elements are
    /// interleaved.
    fn interleave(
        &self,
        b: &mut Builder<'_>,
        groups: Groups,
        part: Part,
        [number, p]: [ValueId; 2],
    ) {
        let tile = self.tile[part.side];
        let chunk = if tile % CHUNK == 0 { CHUNK } else { tile };
        let ty = self.ctx.vector_type(&[chunk], Type::I8);
        let [start, pc] = part.start;
        for first in (0..tile).step_by(chunk as usize) {
            let mut rows: Vec<ValueId> = (0..groups.size)
                .map(|within| {
                    let across = self.sum(&[(0, 1), (2, tile)]);
                    let across = self.ctx.affine_add(across, self.number(first));
                    let depth = self.sum(&[(1, 1), (3, groups.size)]);
                    let depth = self.ctx.affine_add(depth, self.number(within));
                    let at = oriented(part.matrix, self.subscripts(part, across, depth));
                    self.load_vector(b, part.matrix.memref, (&[start, pc, number, p], &at), ty)
                })
                .collect();
            // Pairs of vectors are interleaved in units that double each time.
            let mut unit = 1;
            while rows.len() > 1 {
                let mask: Vec<i64> = (0..chunk)
                    .flat_map(|at| {
                        let both = [at * unit, chunk * unit + at * unit];
                        both.into_iter().flat_map(move |from| from..from + unit)
                    })
                    .collect();
                rows = rows.chunks(2).map(|it| ShuffleOp::of(b, it[0], it[1], &mask)).collect();
                unit *= 2;
            }
            let value = self.packed(b, groups, part, rows[0]);
            let at = [self.dim(0), self.dim(1), self.number(first * groups.size)];
            self.store_vector(b, value, part.copy, (&[number, p], &at));
        }
    }

    /// Copies a group that is next to each other in memory.
    fn move_group(
        &self,
        b: &mut Builder<'_>,
        groups: Groups,
        part: Part,
        [number, p, within]: [ValueId; 3],
    ) {
        let across = self.sum(&[(0, 1), (2, self.tile[part.side]), (4, 1)]);
        let depth = self.sum(&[(1, 1), (3, groups.size)]);
        let from = oriented(part.matrix, self.subscripts(part, across, depth));
        let [start, pc] = part.start;
        let ty = self.ctx.vector_type(&[groups.size], Type::I8);
        let values = [start, pc, number, p, within];
        let value = self.load_vector(b, part.matrix.memref, (&values, &from), ty);
        let value = self.packed(b, groups, part, value);
        let to = [self.dim(0), self.dim(1), self.sum(&[(2, groups.size)])];
        self.store_vector(b, value, part.copy, (&[number, p, within], &to));
    }

    /// Copies the integer at a depth of the block, in a row or column of a tile.
    fn move_one(
        &self,
        b: &mut Builder<'_>,
        groups: Groups,
        part: Part,
        [number, k, within]: [ValueId; 3],
    ) {
        let across = self.sum(&[(0, 1), (2, self.tile[part.side]), (4, 1)]);
        let depth = self.sum(&[(1, 1), (3, 1)]);
        let [start, pc] = part.start;
        let from = self.subscripts(part, across, depth);
        let value = self.load(b, part.matrix, from, &[start, pc, number, k, within]);
        let value = self.packed(b, groups, part, value);
        let group = self.number(groups.size);
        let (p, in_group) =
            (self.ctx.affine_floordiv(self.dim(1), group), self.ctx.affine_mod(self.dim(1), group));
        let to = [self.dim(0), p, self.ctx.affine_add(self.sum(&[(2, groups.size)]), in_group)];
        self.store(b, value, part.copy, &to, &[number, k, within]);
    }

    /// Sets the groups of a tile at a depth to 0.
    fn clear(&self, b: &mut Builder<'_>, groups: Groups, part: Part, [number, p]: [ValueId; 2]) {
        let count = self.tile[part.side] * groups.size;
        build_loop(b, (ForBound::Constant(0), ForBound::Constant(count)), 1, |b, within| {
            let zero = self.ctx.integer_attr(groups.packed, 0);
            let zero = ConstantOp::create(b, zero, groups.packed);
            let at = [self.dim(0), self.dim(1), self.dim(2)];
            self.store(b, zero, part.copy, &at, &[number, p, within]);
        });
    }

    /// Adds the products of a group of each row and each column of a tile to its sums.
    pub(super) fn add_groups(
        &self,
        b: &mut Builder<'_>,
        groups: Groups,
        tile: Tile,
        p: ValueId,
        sums: &[ValueId],
    ) -> Vec<ValueId> {
        let lanes = self.vector.shape(&self.ctx).map_or(1, |shape| shape[0]);
        let size = groups.size;
        let [as_groups, products] =
            [groups.packed, Type::I32].map(|ty| self.ctx.vector_type(&[lanes, size], ty));
        let [row, all] = [size, lanes * size].map(|it| self.ctx.vector_type(&[it], groups.packed));
        let at = |offset: i64| [self.dim(0), self.dim(1), self.number(offset)];
        let right: Vec<ValueId> = (0..self.tile[1] / lanes)
            .map(|vector| {
                let at = at(vector * lanes * size);
                let loaded = self.load_vector(b, tile.copies.right, (&[tile.jr, p], &at), all);
                let loaded = ShapeCastOp::create(b, loaded, as_groups);
                extended(b, loaded, products, groups.is_signed(1))
            })
            .collect();
        let [of_factors, of_sums] = [&[0, 1][..], &[0]].map(|dims| {
            let dims: Vec<AffineExpr> = dims.iter().map(|&dim| self.dim(dim)).collect();
            self.ctx.affine_map_attr(self.ctx.affine_map(2, 0, &dims))
        });
        let maps = self.ctx.array_attr(&[of_factors, of_factors, of_sums]);
        let iterators = [IteratorType::Parallel, IteratorType::Reduction];
        let iterators = self.ctx.array_attr(&iterators.map(|it| it.attribute(&self.ctx)));
        let mut next = Vec::with_capacity(sums.len());
        for (number, sums) in sums.chunks(right.len()).enumerate() {
            let at = at(number as i64 * size);
            let left = self.load_vector(b, tile.copies.left, (&[tile.ir, p], &at), row);
            let left = BroadcastOp::create(b, left, as_groups);
            let left = extended(b, left, products, groups.is_signed(0));
            for (&sum, &right) in sums.iter().zip(&right) {
                let kind = Some(CombiningKind::Add);
                let sum =
                    ContractionOp::create(b, left, right, sum, maps, iterators, kind, self.vector);
                next.push(sum);
            }
        }
        next
    }
}
