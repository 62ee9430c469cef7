//! Descriptors of views: the parts of one descriptor, and another one made of them.

use crate::to_llvm::address::NO_DESCRIPTOR;
use crate::to_llvm::descriptor::{OFFSET, SIZES, STRIDES, extract, struct_of_fields};
use crate::to_llvm::numbers::Number;
use crate::to_llvm::types::element_pointer;
use crate::to_llvm::{Lowered, MemRefDescriptor, Rewriter};
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::ir::{OpBuilder, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::{DYNAMIC, Type, strides_and_offset};
use smallvec::SmallVec;

pub(crate) const MALFORMED: &str = "the op is malformed";

/// A descriptor's strides and offset.
pub(crate) fn layout(
    rewriter: &mut Rewriter<'_>,
    value: ValueId,
    memref: Type,
) -> Result<(Vec<Number>, Number), MatchFailure> {
    let (strides, offset) = strides_and_offset(rewriter.context(), memref).ok_or(NO_DESCRIPTOR)?;
    let mut number = |known: Option<i64>, position: &[i64]| match known {
        Some(number) => Ok(Number::Known(number)),
        None => extract(rewriter, value, position).map(Number::Value),
    };
    let strides = strides.into_iter().enumerate();
    let strides = strides.map(|(dim, stride)| number(stride, &[STRIDES, dim as i64]));
    Ok((strides.collect::<Result<_, _>>()?, number(offset, &[OFFSET])?))
}

/// A descriptor's sizes.
pub(crate) fn sizes(
    rewriter: &mut Rewriter<'_>,
    value: ValueId,
    memref: Type,
) -> Result<Vec<Number>, MatchFailure> {
    let shape = memref.shape(rewriter.context()).ok_or(NO_DESCRIPTOR)?.to_vec();
    let sizes = shape.into_iter().enumerate().map(|(dim, size)| match size {
        DYNAMIC => extract(rewriter, value, &[SIZES, dim as i64]).map(Number::Value),
        size => Ok(Number::Known(size)),
    });
    sizes.collect()
}

/// A descriptor of a type.
pub(crate) fn descriptor(
    rewriter: &mut Rewriter<'_>,
    memref: Type,
    pointers: (ValueId, ValueId),
    offset: Number,
    sizes: &[Number],
    strides: &[Number],
) -> Lowered {
    let offset = offset.value(rewriter);
    let [sizes, strides] = [sizes, strides].map(|all| {
        all.iter().map(|number| number.value(rewriter)).collect::<SmallVec<[ValueId; 4]>>()
    });
    let ty = rewriter.convert_type(memref).map_err(|_| NO_DESCRIPTOR)?;
    Ok(struct_of_fields(rewriter, ty, pointers, offset, &sizes, &strides).into())
}

pub(crate) fn pointers(
    rewriter: &mut Rewriter<'_>,
    value: ValueId,
    memref: Type,
) -> Result<(ValueId, ValueId), MatchFailure> {
    if memref.shape(rewriter.context()).is_some() {
        let descriptor = MemRefDescriptor::new(value, memref);
        return Ok((descriptor.allocated(rewriter)?, descriptor.aligned(rewriter)?));
    }
    // They are the first fields of every ranked descriptor.
    let pointer = element_pointer(rewriter.context(), memref).ok_or(NO_DESCRIPTOR)?;
    let ranked = extract(rewriter, value, &[1])?;
    let allocated = llvm::LoadOp::plain(rewriter, ranked, pointer);
    let second = llvm::GepOp::at(rewriter, ranked, pointer, &[GepIndex::Constant(1)]);
    Ok((allocated, llvm::LoadOp::plain(rewriter, second, pointer)))
}
