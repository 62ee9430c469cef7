//! Descriptors of views: the parts of one descriptor, and another one made of them.

use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::descriptor::extract;
use crate::to_llvm::numbers::Number;
use crate::to_llvm::types::element_pointer;
use crate::to_llvm::{MemRefDescriptor, Rewriter};
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::ir::{Location, OpBuilder, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::types::{DYNAMIC, Type, strides_and_offset};

pub(crate) const MALFORMED: &str = "the op is malformed";

/// A descriptor's strides and offset.
pub(crate) fn layout(
    rewriter: &mut Rewriter<'_>,
    value: ValueId,
    memref: Type,
) -> Result<(Vec<Number>, Number), MatchFailure> {
    let (strides, offset) = strides_and_offset(rewriter.context(), memref).ok_or(NO_DESCRIPTOR)?;
    let mut numbers = Vec::new();
    for (dim, stride) in strides.into_iter().enumerate() {
        numbers.push(match stride {
            Some(stride) => Number::Known(stride),
            None => Number::Value(extract(rewriter, value, &[4, dim as i64]).ok_or(NO_DESCRIPTOR)?),
        });
    }
    let offset = match offset {
        Some(offset) => Number::Known(offset),
        None => Number::Value(extract(rewriter, value, &[2]).ok_or(NO_DESCRIPTOR)?),
    };
    Ok((numbers, offset))
}

/// A descriptor's sizes.
pub(crate) fn sizes(
    rewriter: &mut Rewriter<'_>,
    value: ValueId,
    memref: Type,
) -> Result<Vec<Number>, MatchFailure> {
    let shape = memref.shape(rewriter.context()).ok_or(NO_DESCRIPTOR)?.to_vec();
    let mut sizes = Vec::new();
    for (dim, size) in shape.into_iter().enumerate() {
        sizes.push(match size {
            DYNAMIC => {
                Number::Value(extract(rewriter, value, &[3, dim as i64]).ok_or(NO_DESCRIPTOR)?)
            }
            size => Number::Known(size),
        });
    }
    Ok(sizes)
}

/// Replaces an op by a descriptor of its result's type.
pub(crate) fn replace(
    op: OpId,
    rewriter: &mut Rewriter<'_>,
    pointers: (ValueId, ValueId),
    offset: Number,
    sizes: &[Number],
    strides: &[Number],
) -> MatchResult {
    let memref = rewriter.body().ty(rewriter.body().result(op, 0));
    let offset = offset.value(rewriter);
    let sizes: Vec<ValueId> = sizes.iter().map(|size| size.value(rewriter)).collect();
    let strides: Vec<ValueId> = strides.iter().map(|stride| stride.value(rewriter)).collect();
    let descriptor = MemRefDescriptor::build(rewriter, memref, pointers, offset, &sizes, &strides);
    rewriter.replace_op(op, &[descriptor.ok_or(NO_DESCRIPTOR)?.value()]);
    Ok(())
}

pub(crate) fn pointers(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    value: ValueId,
    memref: Type,
) -> Result<(ValueId, ValueId), MatchFailure> {
    if memref.shape(rewriter.context()).is_some() {
        let descriptor = MemRefDescriptor::new(value, memref);
        let allocated = descriptor.allocated(rewriter).ok_or(NO_DESCRIPTOR)?;
        return Ok((allocated, descriptor.aligned(rewriter).ok_or(NO_DESCRIPTOR)?));
    }
    // They are the first fields of every ranked descriptor.
    let pointer = element_pointer(rewriter.context(), memref).ok_or(NO_DESCRIPTOR)?;
    let ranked = extract(rewriter, value, &[1]).ok_or(NO_DESCRIPTOR)?;
    let allocated = llvm::LoadOp::plain(rewriter, ranked, pointer);
    let second =
        llvm::GepOp::build_indices(rewriter, location, ranked, pointer, &[GepIndex::Constant(1)]);
    let second = second.res(rewriter.body());
    Ok((allocated, llvm::LoadOp::plain(rewriter, second, pointer)))
}
