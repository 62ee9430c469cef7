//! Whether a part is within the whole, and has the declared type.

use crate::parts::Numbers;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};

/// Offsets, sizes and strides, one for each dimension; [`DYNAMIC`] where the op
/// has an operand.
pub(crate) struct Slice<'a> {
    pub(crate) offsets: &'a [i64],
    pub(crate) sizes: &'a [i64],
    pub(crate) strides: &'a [i64],
}

impl Slice<'_> {
    /// Reports an offset, size or stride that is known to be outside of a `shape`, which has as
    /// many dimensions.
    pub(crate) fn check_bounds(
        &self,
        op: OpRef<'_>,
        shape: &[i64],
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let beyond = self.beyond(shape);
        if let Some(message) = &beyond {
            diagnostics.error(op.op_error(message));
        }
        beyond.is_none()
    }

    /// Why the slice is known to be outside of a `shape` of as many dimensions; none if that is not
    /// known.
    fn beyond(&self, shape: &[i64]) -> Option<String> {
        for (name, numbers) in [("offsets", self.offsets), ("sizes", self.sizes)] {
            if let Some(number) = numbers.iter().find(|&&number| number < 0 && number != DYNAMIC) {
                return Some(format!("expected {name} to be non-negative, but got {number}"));
            }
        }
        for (i, &size) in shape.iter().enumerate() {
            let (offset, count, stride) = (self.offsets[i], self.sizes[i], self.strides[i]);
            if size == DYNAMIC || offset == DYNAMIC {
                continue;
            }
            if offset >= size {
                return Some(format!("offset {i} is out-of-bounds: {offset} >= {size}"));
            }
            if count == DYNAMIC || stride == DYNAMIC || count == 0 {
                continue;
            }
            let last = i128::from(offset) + i128::from(count - 1) * i128::from(stride);
            if last >= i128::from(size) {
                return Some(format!(
                    "slice along dimension {i} runs out-of-bounds: {last} >= {size}"
                ));
            }
        }
        None
    }

    /// Reports a memref type `part` whose memory or layout is not that of the
    /// slice of `whole`. Its sizes are the slice's, some of 1 perhaps left out.
    pub(crate) fn check_layout(
        &self,
        op: OpRef<'_>,
        whole: Type,
        part: Type,
        diagnostics: &mut Diagnostics,
    ) {
        let ctx = op.context();
        if memory_space(ctx, whole) != memory_space(ctx, part) {
            let (whole, part) = (print_type(ctx, whole), print_type(ctx, part));
            diagnostics.error(op.op_error(format_args!(
                "different memory spaces specified for base memref type '{whole}' and subview \
                    memref type '{part}'"
            )));
            return;
        }
        let Some((strides, offset)) = strides_and_offset(ctx, whole) else {
            let whole = print_type(ctx, whole);
            diagnostics.error(op.op_error(format_args!("base type '{whole}' is not strided")));
            return;
        };
        let (strides, offset) = self.layout(&strides, offset);
        let sizes = part.shape(ctx).unwrap_or_default();
        let fits = strides_and_offset(ctx, part).is_some_and(|(found, at)| {
            at == offset && is_rank_reduced(self.sizes, sizes, |i, j| strides[i] == found[j])
        });
        if !fits {
            let number = |n: Option<i64>| n.map_or("?".to_string(), |n| n.to_string());
            let strides: Vec<String> = strides.into_iter().map(number).collect();
            let (strides, offset, part) =
                (strides.join(", "), number(offset), print_type(ctx, part));
            diagnostics.error(op.op_error(format_args!(
                "expected a result of strides [{strides}] and offset {offset}, or a rank-reduced version \
                 (mismatch of result layout), but got '{part}'"
            )));
        }
    }

    /// Strides and offset of the slice of a memref with these strides and this offset.
    fn layout(
        &self,
        strides: &[Option<i64>],
        offset: Option<i64>,
    ) -> (SmallVec<[Option<i64>; 4]>, Option<i64>) {
        // 0 times an unknown size is 0.
        let times = |a: i64, b: Option<i64>| match a {
            0 => Some(0),
            DYNAMIC => None,
            a => a.checked_mul(b?),
        };
        let offset = self
            .offsets
            .iter()
            .zip(strides)
            .fold(offset, |sum, (&by, &stride)| sum?.checked_add(times(by, stride)?));
        (self.strides.iter().zip(strides).map(|(&by, &stride)| times(by, stride)).collect(), offset)
    }
}

/// Whether `reduced` is `full` without some of its dimensions of size 1. `same` compares other
/// properties of dimension `i` of `full` and `j` of `reduced`.
fn is_rank_reduced(full: &[i64], reduced: &[i64], same: impl Fn(usize, usize) -> bool) -> bool {
    let mut j = 0;
    for (i, &size) in full.iter().enumerate() {
        // The first fit will do: a dimension that it leaves for later has the same size, 1.
        if j < reduced.len() && reduced[j] == size && same(i, j) {
            j += 1;
        } else if size != 1 {
            return false;
        }
    }
    j == reduced.len()
}

/// The memory space of a memref.
pub(crate) fn memory_space(ctx: &Context, ty: Type) -> Option<Attribute> {
    match ty.kind(ctx) {
        TypeKind::MemRef { memory_space, .. } | TypeKind::UnrankedMemRef { memory_space, .. } => {
            *memory_space
        }
        _ => None,
    }
}

/// Whether offsets, sizes and strides may be a part of a value of that type. Computed numbers may
/// be outside: the program is undefined then, but stays valid, so rules do not write such numbers
/// into ops.
pub(crate) fn may_be_part(
    ctx: &Context,
    whole: Type,
    [offsets, sizes, strides]: &[Numbers; 3],
) -> bool {
    let slice = Slice { offsets, sizes, strides };
    whole
        .shape(ctx)
        .is_none_or(|shape| shape.len() == offsets.len() && slice.beyond(shape).is_none())
}
