//! Expressions that build IR: operators on values, loops as closures, indexed memory.
//!
//! `docs/building-ir.md` in the repository has examples.

#[cfg(feature = "affine")]
#[doc(inline)]
pub use mlir_lite_affine::edsc::*;
#[doc(inline)]
pub use {mlir_lite_scf::edsc::*, mlir_lite_standard::edsc::*, mlir_lite_vector::edsc::*};
