//! Opt tools: programs that read IR, verify it, run passes on it and print it.
//!
//! `mlir-lite-opt` is the one with the dialects of mlir-lite. A tool with other dialects takes
//! three lines:
//! ```no_run
//! use std::process::ExitCode;
//! use mlir_lite::Context;
//! # use mlir_lite::context::{Dialect, DialectRegistration};
//! # struct MyDialect;
//! # impl Dialect for MyDialect {
//! #     const NAMESPACE: &'static str = "my";
//! #     fn register(_: &mut DialectRegistration<'_>) {}
//! # }
//!
//! fn main() -> ExitCode {
//!     mlir_lite_opt::run(|ctx: &Context| { ctx.load::<MyDialect>(); }, std::env::args_os())
//! }
//! ```
//! | file | concept |
//! |---|---|
//! | `options.rs`, `printing.rs` | the flags |
//! | `passes.rs` | the flags of passes |
//! | `driver.rs` | one run |
//! | `split.rs` | parts of a file |
//! | `run.rs` | running a function of the result |
//! | `dashes.rs`, `source.rs`, `output.rs`, `report.rs`, `status.rs` | what every command line of the project shares: flags with one dash, sources, dumps, diagnostics, exit statuses |
//! | `standard_output.rs` | standard output, which may be closed |
//!
//! **Architecture invariant:** nothing here knows a dialect (but `main.rs`, which lists those of
//! mlir-lite), and nothing here needs LLVM.
#![deny(unsafe_code)]

pub mod dashes;
mod driver;
pub mod limits;
pub mod options;
pub mod output;
pub mod passes;
pub mod printing;
mod report;
mod run;
pub mod source;
pub mod split;
pub mod standard_output;
mod status;

pub use driver::{run, run_with_passes};
pub use options::Options;
pub use printing::{Printing, Spelling};
pub use report::{DiagnosticStyle, Reporting, render_style, report, report_usage};
pub use status::Status;
