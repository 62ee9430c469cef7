//! Long rows are sorted by the bytes of their elements, from the least significant one on: one pass
//! over the row for each byte (Knuth, "The Art of Computer Programming", 5.2.5, algorithm R). Each
//! pass keeps the order of elements with equal bytes, so that equal elements keep theirs.
//!
//! A key is an integer that is ordered as the elements are. It follows from an element in a few
//! steps, and is not stored. A pass is left out if all keys have the same byte there, as those of
//! small whole numbers have in many places, and all of them are if the row is in order.

use mlir_lite::dialects::standard::{
    BitcastOp, CmpFPredicate, IndexCastOp, ShiftRightSignedOp, ShiftRightUnsignedOp, ZExtIOp,
};
use mlir_lite::edsc::{Memory, ScfEdsc};
use mlir_lite::rewrite::MatchFailure;

use super::elementwise::*;
use super::sorting::Sorted;
use crate::loop_builder::sizes::{bound, value_of};
use crate::loop_builder::{MemoryType, allocate, allocate_known, float_of_index, loops};
use crate::sizes::Size;

/// The length from which a row is sorted by bytes.
const LONG: i64 = 512;

/// The values of a byte.
const VALUES: i64 = 256;

/// Whether a row of this length, with elements of this type, is sorted by bytes. One whose length
/// is not known may be long.
pub(super) fn is_long(size: Size, element: Type) -> bool {
    size.known().is_none_or(|size| size >= LONG)
        && matches!(element, Type::F64 | Type::F32 | Type::I64)
}

/// The memory of the elements along a dimension.
pub(super) struct LongRow<'e> {
    e: Edsc<'e>,
    size: Size,
    /// Two rows: the elements so far, and memory for the next pass.
    elements: Memory<'e>,
    /// Their indices, if these are wanted.
    indices: Option<Memory<'e>>,
    /// For each byte of keys, how often it has each value; then where the next element with that
    /// value is put.
    counts: Memory<'e>,
    /// The type of keys.
    key: Type,
}

impl<'e> LongRow<'e> {
    pub(super) fn allocate(
        e: Edsc<'e>,
        size: Size,
        element: Type,
        sorted: Sorted,
    ) -> Result<Self, MatchFailure> {
        let ctx = e.context();
        let two = |element| allocate(e, &MemoryType::of_sizes(&ctx, &[2.into(), size], element));
        let elements = two(element)?;
        let indices = match sorted {
            Sorted::Elements => None,
            Sorted::Indices => Some(two(Type::F64)?),
        };
        let key = if element == Type::F32 { Type::I32 } else { Type::I64 };
        let bytes = if element == Type::F32 { 4 } else { 8 };
        let counts = allocate_known(e, ctx.memref_type(&[bytes, VALUES], Type::INDEX))?;
        Ok(Self { e, size, elements, indices, counts, key })
    }

    /// Copies the elements, and numbers them.
    pub(super) fn fill(&self, element: impl FnOnce(&[Expr<'e>]) -> Expr<'e>) {
        let zero = self.e.index(0);
        loops(self.e, &[self.size], |ivs| {
            self.elements.memref.at(&[zero, ivs[0]]).set(element(ivs));
            if let Some(indices) = self.indices {
                indices.memref.at(&[zero, ivs[0]]).set(float_of_index(ivs[0]));
            }
        });
    }

    /// Sorts the row, and gives the one of the two rows of memory where the result is then.
    pub(super) fn sort(&self) -> Expr<'e> {
        let e = self.e;
        let (zero, one) = (e.index(0), e.index(1));
        let passes = e.index(self.counts.shape()[0]);
        let is_in_order = self.count();
        // For a row in order there are none.
        let passes = is_in_order.select(zero, passes);
        e.for_carrying((zero, passes, one), zero, |pass, from| self.pass(pass, from))
    }

    /// The element at a place of the result.
    pub(super) fn get(&self, row: Expr<'e>, place: Expr<'e>) -> Expr<'e> {
        self.indices.unwrap_or(self.elements).memref.at(&[row, place]).get()
    }

    /// Counts the values of each byte, and gives whether the elements are in order.
    fn count(&self) -> Expr<'e> {
        let e = self.e;
        e.loops(&self.counts.shape(), |ivs| self.counts.at(ivs).set(e.index(0)));
        let (zero, one) = (e.index(0), e.index(1));
        let first = self.key_at(zero, zero);
        let yes = e.integer(1, Type::I1);
        let end = bound(e, self.size.expression(&e.context()));
        let [is_in_order, _] =
            e.affine_carrying((0, end, 1), [yes, first], |place, [is_in_order, before]| {
                let key = self.key_at(zero, place);
                for pass in 0..self.counts.shape()[0] {
                    let pass = e.index(pass);
                    let count = self.counts.memref.at(&[pass, self.byte(key, pass)]);
                    count.set(count.get() + one);
                }
                [is_in_order & before.le(key), key]
            });
        is_in_order
    }

    /// Sorts by one byte, and gives the row of memory where the elements are then.
    fn pass(&self, pass: Expr<'e>, from: Expr<'e>) -> Expr<'e> {
        let e = self.e;
        let [zero, one] = [0, 1].map(|number| e.index(number));
        let (size, values) = (value_of(e, self.size), e.index(VALUES));
        let to = one - from;
        let first = self.byte(self.key_at(from, zero), pass);
        let is_done = self.counts.memref.at(&[pass, first]).get().eq(size);
        let [size, values] = [size, values].map(|end| is_done.select(zero, end));
        e.for_carrying((zero, values, one), zero, |value, start| {
            let count = self.counts.memref.at(&[pass, value]);
            let end = start + count.get();
            count.set(start);
            end
        });
        e.for_loop(zero, size, one, |place| {
            let element = self.elements.memref.at(&[from, place]).get();
            let next = self.counts.memref.at(&[pass, self.byte(self.key(element), pass)]);
            let new = next.get();
            next.set(new + one);
            self.elements.memref.at(&[to, new]).set(element);
            if let Some(indices) = self.indices {
                indices.memref.at(&[to, new]).set(indices.memref.at(&[from, place]).get());
            }
        });
        is_done.select(from, to)
    }

    fn key_at(&self, row: Expr<'e>, place: Expr<'e>) -> Expr<'e> {
        self.key(self.elements.memref.at(&[row, place]).get())
    }

    /// The key of an element: integers are their own. The bits of floats are ordered as the floats
    /// are, but from the largest to the smallest where they are below 0. Both zeros have one key,
    /// and all that is not a number has the largest one.
    fn key(&self, element: Expr<'e>) -> Expr<'e> {
        let e = self.e;
        if !element.is_float() {
            return element;
        }
        let zero = e.float(0.0, element.ty());
        let is_zero = element.cmpf(CmpFPredicate::Oeq, zero);
        let bits = is_zero.select(zero, element).to::<BitcastOp>(self.key);
        let width = if self.key == Type::I32 { 32 } else { 64 };
        let sign = e.op::<ShiftRightSignedOp>([bits, e.integer(width - 1, self.key)]);
        let others = e.op::<ShiftRightUnsignedOp>([sign, e.integer(1, self.key)]);
        let largest = e.integer(if width == 32 { i32::MAX.into() } else { i64::MAX }, self.key);
        let is_nan = element.cmpf(CmpFPredicate::Uno, element);
        is_nan.select(largest, bits ^ others)
    }

    /// A byte of a key, with this number, as an index. The last one has the sign, and is ordered as
    /// the keys are.
    fn byte(&self, key: Expr<'e>, number: Expr<'e>) -> Expr<'e> {
        let e = self.e;
        let least =
            e.integer(if self.key == Type::I32 { i32::MIN.into() } else { i64::MIN }, self.key);
        let bits = number.to::<IndexCastOp>(self.key) * e.integer(8, self.key);
        let shifted = e.op::<ShiftRightUnsignedOp>([key ^ least, bits]);
        let byte = shifted & e.integer(VALUES - 1, self.key);
        match self.key {
            Type::I32 => byte.to::<ZExtIOp>(Type::I64).to::<IndexCastOp>(Type::INDEX),
            _ => byte.to::<IndexCastOp>(Type::INDEX),
        }
    }
}
