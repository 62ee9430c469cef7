//! Addresses of the elements of a memref.

use crate::to_llvm::descriptor::index_constant;
use crate::to_llvm::types::convert;
use crate::to_llvm::{MemRefDescriptor, Rewriter};
use mlir_lite::dialects::llvm::{self, GepFlags, GepIndex, OverflowFlags};
use mlir_lite::ir::{OpBuilder, OpDefinition, ValueId};
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::Type;

pub const NO_DESCRIPTOR: &str =
    "the memref has no descriptor: its layout is not strided, or its memory space is not a number";

/// The address of an element: products of indices and strides, and the offset,
/// counted from the aligned pointer. Valid indices do not overflow.
pub fn element_address(
    rewriter: &mut Rewriter<'_>,
    memref: Type,
    descriptor: ValueId,
    indices: &[ValueId],
) -> Result<ValueId, MatchFailure> {
    let ctx = rewriter.context().clone();
    let element =
        memref.element_type(&ctx).and_then(|ty| convert(&ctx, ty)).ok_or(NO_DESCRIPTOR)?;
    let descriptor = MemRefDescriptor::new(descriptor, memref);
    let aligned = descriptor.aligned(rewriter)?;
    let flags = Some(OverflowFlags::NSW | OverflowFlags::NUW);
    let mut sum = None;
    let mut add = |rewriter: &mut Rewriter<'_>, number: ValueId| {
        sum = Some(match sum {
            Some(sum) => llvm::AddOp::create(rewriter, sum, number, flags),
            None => number,
        });
    };
    for (dim, &index) in indices.iter().enumerate() {
        let product = match descriptor.stride(rewriter, dim)? {
            Some(stride) => llvm::MulOp::create(rewriter, index, stride, flags),
            None => index,
        };
        add(rewriter, product);
    }
    if let Some(offset) = descriptor.offset(rewriter)? {
        add(rewriter, offset);
    }
    let Some(index) = sum else { return Ok(aligned) };
    let address = llvm::GepOp::at(rewriter, aligned, element, &[GepIndex::Value(index)]);
    let gep = llvm::GepOp::defining(rewriter.body(), address).ok_or(NO_DESCRIPTOR)?;
    gep.set_no_wrap_flags(rewriter.body_mut(), GepFlags::INBOUNDS | GepFlags::NUW);
    Ok(address)
}

/// Memory on the stack for a value of a type.
pub fn stack_slot(builder: &mut dyn OpBuilder, ty: Type) -> ValueId {
    let (ty, pointer) = (builder.context().type_attr(ty), llvm::pointer_type(builder.context()));
    let one = index_constant(builder, 1);
    llvm::AllocaOp::of(builder, one, None, ty, pointer)
}
