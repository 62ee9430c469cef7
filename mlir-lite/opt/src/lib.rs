//! Opt tools: programs that read IR, verify it, run passes on it and print it.
//!
//! `mlir-lite-opt` is the one with the dialects of mlir-lite. A tool with other dialects takes
//! a few lines: see [`Tool`].
//!
//! | file | concept |
//! |---|---|
//! | `options.rs`, `printing.rs` | the flags |
//! | `absent_flags.rs` | flags of `mlir-opt` that are not here, with the reason |
//! | `passes.rs` | the flags of passes |
//! | `tool.rs` | a tool: its name, dialects, passes and flags |
//! | `driver.rs` | one run |
//! | `irdl.rs` | dialects that files define |
//! | `split.rs` | parts of a file |
//! | `diff.rs`, `query.rs` | questions about IR instead of printing it |
//! | `run.rs` | running a function of the result |
//! | `lsp/` | what an editor asks about a text |
//! | `dashes.rs`, `source.rs`, `output.rs`, `report.rs`, `status.rs` | what every command line of the project shares: flags with one dash, sources, dumps, diagnostics, exit statuses |
//! | `standard_output.rs` | standard output, which may be closed |
//!
//! **Architecture invariant:** nothing here knows a dialect (but `main.rs`, which lists those of
//! mlir-lite, and `irdl.rs`), and nothing here needs LLVM.
#![deny(unsafe_code)]

mod absent_flags;
pub mod dashes;
mod diff;
mod driver;
pub mod irdl;
pub mod limits;
mod lsp;
mod only_op;
pub mod options;
pub mod output;
pub mod passes;
mod patterns;
pub mod printing;
pub mod query;
pub mod remarks;
mod report;
mod run;
pub mod source;
pub mod split;
pub mod standard_output;
mod status;
mod tool;

pub use options::Options;
pub use printing::{Printing, Spelling};
pub use report::{DiagnosticStyle, Reporting, render_style, report, report_usage};
pub use status::Status;
pub use tool::Tool;
