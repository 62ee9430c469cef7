//! Pipelines as text: `func(cse, canonicalize{max-iterations=3}), inline`, or
//! `builtin.module(func.func(cse,canonicalize),inline)` as today's MLIR writes it.
//!
//! ```text
//! pipelines        ::= pipeline-element (`,` pipeline-element)*
//! pipeline-element ::= op-name `(` pipelines? `)` | (pass-name | pipeline-name) options?
//! options          ::= `{` (key (`=` value)?)* `}`
//! ```
//! The names of ops are of either spelling. A text that is a single pipeline for modules is the
//! pipeline of the given module; otherwise the elements run on it. Errors point into the text,
//! which counts as a source.

mod build;
mod parse;
pub(super) mod print;

pub use build::{PipelineStep, parse_pipeline, parse_steps};
