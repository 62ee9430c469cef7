//! Random IR, and the checks that every pass has to stand on it.
//!
//! | file | concept |
//! |---|---|
//! | `generate/` | random modules, by seed |
//! | `pipelines.rs` | the registered passes, with options, and random pipelines of them |
//! | `outcome.rs` | what a module computes |
//! | `marks.rs` | what passes may not touch |
//! | `check.rs` | one module through pipelines: verified, read back, computed before and after |
//! | `upstream.rs` | what passes leave, as `mlir-opt` reads it |
//! | `minimize.rs` | a smaller module that fails in the same way |
//! | `campaign.rs` | many modules, in processes of their own |
//!
//! The binary, `fuzz-ir`, runs campaigns: `make fuzz-ir COUNT=20000`.

#![forbid(unsafe_code)]

pub mod campaign;
pub mod check;
pub mod generate;
pub mod marks;
pub mod minimize;
pub mod outcome;
pub mod pipelines;
pub mod upstream;

pub use check::{Checker, Failure, Stage};
pub use generate::{Features, RandomModule, generate, generate_with};
