//! Known properties of the memory of a memref.

use mlir_lite::dialects::standard::AllocOp;
use mlir_lite::ir::{Body, OpDefinition, ValueId};

/// The known alignment of the first element of a memref in bytes, beyond that of its type.
pub(crate) fn known_alignment(body: &Body, memref: ValueId) -> Option<i64> {
    let alignment = match AllocOp::defining(body, memref) {
        Some(alloc) => alloc.alignment(body),
        None => body.argument_attr(memref, "llvm.align"),
    };
    alignment?.as_i64(body.context())
}
