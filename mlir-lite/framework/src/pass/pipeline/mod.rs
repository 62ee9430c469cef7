//! Pipelines as text: `func(cse, canonicalize{max-iterations=3}), inline`, or
//! `builtin.module(func.func(cse,canonicalize),inline)` as today's MLIR writes
//! it.
//!
//! ```text
//! pipelines        ::= pipeline-element (`,` pipeline-element)*
//! pipeline-element ::= op-name `(` pipelines? `)` | (pass-name | pipeline-name) options?
//! options          ::= `{` (key (`=` value)?)* `}`
//! ```
//! The names of ops are of either spelling. A text that is one pipeline for
//! modules is the pipeline of the module that is given; otherwise the elements
//! are. What is wrong is shown in the text, which counts as a source.

mod build;
mod parse;
pub(super) mod print;

pub use build::{PipelineStep, parse_pipeline, parse_steps};
