//! Reduction of Toy programs by their syntax tree: a program is made smaller while a test finds it
//! interesting.
//!
//! ```
//! let program = "def f(x) {\n  return x + 1;\n}\ndef main() {\n  var a = [1, 2] * 3;\n  print(f(a - 4));\n}\n";
//! // Interesting is a difference.
//! let mut test = |candidate: &str| candidate.contains(" - ");
//! let options = mlir_lite_reduce::Options::default();
//! let reduced = mlir_lite_reduce::reduce_with(&toy_reduce::EDITS, program, &options, &mut test);
//! assert!(reduced.text.contains(" - ") && !reduced.text.contains("return"));
//! ```
//!
//! The tool `toy-reduce` is `mlir-lite-reduce`, which also knows these edits and the `toy` dialect.

#![forbid(unsafe_code)]

mod edits;

pub use edits::EDITS;

use std::ffi::OsString;
use std::process::ExitCode;

use mlir_lite::Context;
use mlir_lite_reduce::Language;

fn set_up(ctx: &Context) {
    mlir_lite::register_all_dialects(ctx);
    ctx.load::<toy_dialect::ToyDialect>();
}

/// The reducer: reduces the file that its command line names and prints the result.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let toy = Language { extension: "toy", edits: &EDITS };
    mlir_lite_reduce::run_with(set_up, &[toy], arguments)
}
