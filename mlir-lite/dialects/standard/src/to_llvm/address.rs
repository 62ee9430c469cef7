//! Addresses of the elements of a memref.

use crate::to_llvm::types::convert;
use crate::to_llvm::{MemRefDescriptor, Rewriter};
use mlir_lite::dialects::llvm::{self, GepFlags, GepIndex, OverflowFlags};
use mlir_lite::ir::{Location, OpBuilder, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::Type;

pub const NO_DESCRIPTOR: &str =
    "the memref has no descriptor: its layout is not strided, or its memory space is not a number";

/// The address of an element: products of indices and strides, and the offset,
/// counted from the aligned pointer. Valid indices do not overflow.
pub fn element_address(
    rewriter: &mut Rewriter<'_>,
    location: Location,
    memref: Type,
    descriptor: ValueId,
    indices: &[ValueId],
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let element =
        memref.element_type(&ctx).and_then(|ty| convert(&ctx, ty)).ok_or(NO_DESCRIPTOR)?;
    let descriptor = MemRefDescriptor::new(descriptor, memref);
    let aligned = descriptor.aligned(rewriter).ok_or(NO_DESCRIPTOR)?;
    let flags = Some(OverflowFlags::NSW | OverflowFlags::NUW);
    let mut sum = None;
    for (dim, &index) in indices.iter().enumerate() {
        let stride = descriptor.stride(rewriter, dim).ok_or(NO_DESCRIPTOR)?;
        let product = match stride {
            Some(stride) => {
                llvm::MulOp::build(rewriter, location, index, stride, flags).result(rewriter.body())
            }
            None => index,
        };
        sum = Some(match sum {
            Some(sum) => {
                llvm::AddOp::build(rewriter, location, sum, product, flags).result(rewriter.body())
            }
            None => product,
        });
    }
    if let Some(offset) = descriptor.offset(rewriter).ok_or(NO_DESCRIPTOR)? {
        sum = Some(match sum {
            Some(sum) => {
                llvm::AddOp::build(rewriter, location, sum, offset, flags).result(rewriter.body())
            }
            None => offset,
        });
    }
    let Some(index) = sum else { return Ok(aligned) };
    let address =
        llvm::GepOp::build_indices(rewriter, location, aligned, element, &[GepIndex::Value(index)]);
    address.set_no_wrap_flags(rewriter.body_mut(), GepFlags::INBOUNDS | GepFlags::NUW);
    Ok(address.res(rewriter.body()))
}
