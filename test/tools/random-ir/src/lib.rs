//! Random IR, and checks that every pass must satisfy on it.
//!
//! | file | concept |
//! |---|---|
//! | `generate/` | random modules, by seed |
//! | `pipelines.rs` | the registered passes, with options, and random pipelines of them |
//! | `outcome.rs` | the results and output of a module |
//! | `marks.rs` | ops and attributes that passes must keep |
//! | `check.rs` | runs pipelines on one module: verified, parsed again, run before and after |
//! | `read.rs` | reads modules |
//! | `upstream.rs` | checks the results of passes with `mlir-opt` |
//! | `minimize.rs` | a smaller module that fails in the same way |
//! | `campaign.rs` | many modules, in processes of their own |
//!
//! The binary, `fuzz-ir`, runs campaigns: `make fuzz-ir COUNT=20000`.

#![forbid(unsafe_code)]

pub mod campaign;
pub mod check;
pub mod damage;
pub mod generate;
pub mod marks;
pub mod minimize;
pub mod outcome;
pub mod pipelines;
pub mod read;
pub mod upstream;

pub use check::{Checker, Failure, Stage};
pub use generate::{Features, RandomModule, generate, generate_with};
