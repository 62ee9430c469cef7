//! The dialects that every compiler needs.

#[cfg(feature = "affine")]
#[doc(inline)]
pub use mlir_lite_affine as affine;
#[doc(inline)]
pub use mlir_lite_gpu as gpu;
#[doc(inline)]
pub use mlir_lite_irdl as irdl;
#[doc(inline)]
pub use mlir_lite_nvvm as nvvm;
#[doc(inline)]
pub use mlir_lite_quant as quant;
#[doc(inline)]
pub use mlir_lite_shape as shape;
#[doc(inline)]
pub use mlir_lite_vector as vector;
#[doc(inline)]
pub use {
    mlir_lite_ir::builtin, mlir_lite_llvm_dialect as llvm, mlir_lite_scf as scf,
    mlir_lite_standard as standard,
};

use crate::Context;

/// A new context with all dialects of this crate.
pub fn context_with_all() -> Context {
    let ctx = Context::new();
    crate::register_all_dialects(&ctx);
    ctx
}
