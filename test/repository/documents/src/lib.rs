//! The programs of the pages below `docs/`, as documentation tests: each block of Rust is compiled
//! and run.
//!
//! They are not in the crate `mlir-lite`, because its package does not have the pages.

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/writing-patterns.md")]
mod writing_patterns {}

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/from-cpp-mlir.md")]
mod from_cpp_mlir {}

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/building-ir.md")]
mod building_ir {}

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/own-dialects.md")]
mod own_dialects {}

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/irdl.md")]
mod irdl {}

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/running-ir.md")]
mod running_ir {}

/// The front page of the package `mlir-lite`.
#[cfg(doctest)]
#[doc = include_str!("../../../../mlir-lite/README.md")]
mod mlir_lite_readme {}
