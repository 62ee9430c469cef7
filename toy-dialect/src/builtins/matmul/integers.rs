//! The lowering of products of integers of 8 bits, which are exact.
//!
//! Sums are computed in 32 bits, in loops that the pass `affine-block-matmul` finds. A long inner
//! size is divided into ranges whose sums are in the range of 32 bits. Where each matrix on the
//! left is multiplied by another one, large matrices are multiplied one after the other.

use mlir_lite::affine::AffineExpr;
use mlir_lite::edsc::Memory;
use mlir_lite::rewrite::MatchFailure;

use super::super::elementwise::*;
use super::{Sizes, add_product, before_matrices};
use crate::loop_builder::{MemoryType, allocate_known, fill};

/// The number of multiplications from which on a product is worth copies of its matrices.
const LARGE: i64 = 100_000;

/// Operands of 8 bits.
#[derive(Copy, Clone)]
pub(super) struct Integers<'e> {
    pub(super) operands: [Memory<'e>; 2],
    /// Whether the integers are signed.
    pub(super) signed: [bool; 2],
}

impl<'e> Integers<'e> {
    /// The number of products whose sum always is in the range of 32 bits.
    fn longest_of_32_bits(&self) -> i64 {
        let largest = |is_signed: bool| if is_signed { 128 } else { 255 };
        let [left, right] = self.signed.map(largest);
        i64::from(i32::MAX) / (left * right)
    }

    /// The product as integers of 64 bits.
    pub(super) fn product(self, e: Edsc<'e>, of: MemoryType, sizes: &Sizes) -> Lowered<'e> {
        let ctx = e.context();
        let longest = self.longest_of_32_bits();
        let [_, right] = self.operands;
        let matrix = [sizes.rows.unwrap_or(1), sizes.inner, sizes.columns.unwrap_or(1)].into_iter();
        let is_large = matrix.fold(1_i64, i64::saturating_mul) >= LARGE;
        let by_matrix = is_large && before_matrices(&right.shape()).iter().any(|&size| size > 1);
        if sizes.inner <= longest && !by_matrix {
            let of_sums = ctx.memref_type(&sizes.result(), Type::I32);
            let sums = fill(e, MemoryType::of_known(&ctx, of_sums), |_| 0)?;
            self.add_to(sums, sizes);
            return fill(e, of, |ivs| sums.at(ivs).get().to::<standard::SExtIOp>(Type::I64));
        }
        let result = fill(e, of, |_| 0)?;
        let outer = if by_matrix { sizes.batch.clone() } else { Vec::new() };
        let range = |length: i64| self.part(e, sizes, length, by_matrix, result);
        let (count, rest) = (sizes.inner / longest, sizes.inner % longest);
        if count > 0 {
            let whole = range(longest)?;
            let number = ctx.affine_dim(outer.len() as u32);
            let first = ctx.affine_mul(number, ctx.affine_constant(longest));
            let bounds = [&outer[..], &[count]].concat();
            e.loops(&bounds, |variables| whole.add(first, variables));
        }
        if rest > 0 {
            let last = range(rest)?;
            let first = ctx.affine_constant(count * longest);
            match outer[..] {
                [] => last.add(first, &[]),
                _ => e.loops(&outer, |variables| last.add(first, variables)),
            }
        }
        Ok(result)
    }

    /// Adds the product to sums of 32 bits.
    fn add_to(self, sums: Memory<'e>, sizes: &Sizes) {
        let extended = |number: Expr<'e>, is_signed: bool| match is_signed {
            true => number.to::<standard::SExtIOp>(Type::I32),
            false => number.to::<standard::ZExtIOp>(Type::I32),
        };
        let [left, right] = self.signed;
        add_product(sums, self.operands, &sizes.as_sizes(), |a, b, sum| {
            sum + extended(a, left) * extended(b, right)
        });
    }

    /// A part of the product with an inner size of `length`.
    fn part(
        self,
        e: Edsc<'e>,
        sizes: &Sizes,
        length: i64,
        by_matrix: bool,
        result: Memory<'e>,
    ) -> Result<Part<'e>, MatchFailure> {
        let ctx = e.context();
        let copy = |side: usize| {
            let mut shape = self.operands[side].shape();
            let inner = inner_dimension(&shape, side);
            shape[inner] = length;
            let first = if by_matrix { before_matrices(&shape).len() } else { 0 };
            allocate_known(e, ctx.memref_type(&shape[first..], Type::I8))
        };
        let batch = if by_matrix { Vec::new() } else { sizes.batch.clone() };
        let part = Sizes { batch, inner: length, ..sizes.clone() };
        let sums = allocate_known(e, ctx.memref_type(&part.result(), Type::I32))?;
        let copies = Self { operands: [copy(0)?, copy(1)?], ..self };
        Ok(Part { whole: self, copies, sums, result, whole_sizes: sizes.clone(), sizes: part })
    }
}

/// The dimension of the inner size: the last one on the left, and the one before it on the right.
fn inner_dimension(shape: &[i64], side: usize) -> usize {
    shape.len() - 1 - side.min(shape.len() - 1)
}

/// A part of a product: a range of the inner size, of all matrices or of one.
struct Part<'e> {
    whole: Integers<'e>,
    whole_sizes: Sizes,
    /// The part of the operands.
    copies: Integers<'e>,
    /// The product in 32 bits.
    sums: Memory<'e>,
    sizes: Sizes,
    result: Memory<'e>,
}

impl<'e> Part<'e> {
    /// Adds the product to the result. `first` is the start of the range, a function of the
    /// variables, of which the first ones are the position of the matrix, if it is one.
    fn add(&self, first: AffineExpr, variables: &[Expr<'e>]) {
        let e = self.result.memref.builder();
        let ctx = e.context();
        let outer = variables.len() as u32;
        let inside = |count: usize| (outer..outer + count as u32).map(|dim| ctx.affine_dim(dim));
        let is_matrix = self.sizes.batch.len() < self.whole_sizes.batch.len();
        for (side, to) in self.copies.operands.into_iter().enumerate() {
            let from = self.whole.operands[side];
            let shape = to.shape();
            let mut subscripts = match is_matrix {
                true => self.whole_sizes.as_sizes().batch_subscripts(&ctx, &from.shape()),
                false => Vec::new(),
            };
            subscripts.extend(inside(shape.len()));
            let inner = &mut subscripts[inner_dimension(&from.shape(), side)];
            *inner = ctx.affine_add(*inner, first);
            let map = ctx.affine_map(outer + shape.len() as u32, 0, &subscripts);
            e.loops(&shape, |ivs| {
                let all = [variables, ivs].concat();
                to.at(ivs).set(from.at((map, &all[..])).get());
            });
        }
        let (sums, result) = (self.sums, self.result);
        let shape = sums.shape();
        let batch = if is_matrix { self.whole_sizes.batch.len() as u32 } else { 0 };
        let subscripts: Vec<AffineExpr> =
            (0..batch).map(|dim| ctx.affine_dim(dim)).chain(inside(shape.len())).collect();
        let map = ctx.affine_map(outer + shape.len() as u32, 0, &subscripts);
        e.loops(&shape, |ivs| sums.at(ivs).set(0));
        self.copies.add_to(sums, &self.sizes);
        e.loops(&shape, |ivs| {
            let sum = sums.at(ivs).get().to::<standard::SExtIOp>(Type::I64);
            let all = [variables, ivs].concat();
            let element = result.at((map, &all[..]));
            element.set(element.get() + sum);
        });
    }
}
