//! Large constants as their bytes.
//!
//! LLVM's code generator writes the numbers of a constant one by one, with some 500 instructions
//! each, but copies an array of bytes. The two are the same in machine code, but not in LLVM IR.

use mlir_lite::attributes::DenseElements;
use mlir_lite::dialects::llvm::{GlobalOpRef, Linkage, LlvmArrayType};
use mlir_lite::ir::typed_view::OpView;
use mlir_lite::types::Type;

/// A constant of fewer bytes is not worth it.
const MINIMUM_BYTES: usize = 1 << 10;

/// At least the alignment that LLVM chooses for a large array of numbers.
pub(super) const ALIGNMENT: u64 = 16;

/// The elements of a constant of this module alone, if they are large, stored as they are, and of
/// its type.
pub(super) fn elements(op: GlobalOpRef<'_>) -> Option<DenseElements> {
    let ctx = op.context();
    let is_local = matches!(op.linkage(), Linkage::Internal | Linkage::Private);
    if op.constant().is_none() || !is_local || !op.initializer().is_empty() {
        return None;
    }
    let elements = op.value()?.dense(ctx)?;
    let (mut count, mut leaf) = (1_u64, op.global_type());
    while let Some(array) = leaf.as_dialect::<LlvmArrayType>(ctx) {
        (count, leaf) = (count.checked_mul(array.length)?, array.element);
    }
    let is_stored = matches!(leaf, Type::F32 | Type::F64 | Type::I64)
        && elements.ty().element_type(ctx) == Some(leaf);
    let is_large = !elements.is_splat() && elements.data().len() >= MINIMUM_BYTES;
    let is_whole = usize::try_from(count).is_ok_and(|count| count == elements.len(ctx));
    (is_stored && is_large && is_whole && cfg!(target_endian = "little")).then_some(elements)
}
