//! Source texts, diagnostics and how they are shown.
//!
//! An error in a user's input is a value here: a [`Diagnostic`] with a severity, a message,
//! labelled positions, notes and help. Phases collect them in [`Diagnostics`]; the driver renders
//! them at the end as plain text, as a drawing for terminals, or as JSON. Positions are [`Span`]s:
//! ranges of global byte positions in one [`SourceMap`], so that a position is eight bytes and
//! determines its file.
//!
//! **Architecture invariant:** this crate knows nothing of any language or IR, and nothing in it
//! prints by itself: a [`Renderer`] writes to the output that it is given.
//!
//! ```
//! use mlir_lite_diagnostics::{Diagnostic, Diagnostics, RenderStyle, Renderer, SourceMap, Span};
//!
//! let sources = SourceMap::new();
//! let file = sources.add("a.toy", "var a = b;\n")?;
//! let mut diagnostics = Diagnostics::new();
//! diagnostics.error(Diagnostic::error(Span::new(file.base() + 8, file.base() + 9), "unknown variable 'b'"));
//!
//! let mut out = Vec::new();
//! Renderer::new(&sources, RenderStyle::Plain).render_all(&diagnostics, &mut out)?;
//! assert_eq!(String::from_utf8(out)?, "a.toy:1:9: error: unknown variable 'b'\nvar a = b;\n        ^\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod collector;
mod decode;
mod diagnostic;
mod engine;
mod expected;
mod fixes;
mod limit;
mod remark;
mod render;
mod source_map;
mod span;
mod stack_trace;
mod suggestion;
mod visible;

pub use collector::{Diagnostics, Reported};
pub use decode::decode_source;
pub use diagnostic::{Diagnostic, Edit, Label, Note, Position, Severity};
pub use engine::{DiagnosticEngine, Handled, HandlerId, in_order};
pub use expected::ExpectedDiagnostics;
pub use fixes::apply_fixes;
pub use limit::Limit;
pub use remark::{Remark, RemarkFilter, RemarkKind};
pub use render::{RenderStyle, Renderer};
pub use source_map::{LineCol, SourceFile, SourceMap, SourceTooLarge};
pub use span::{BytePos, Span};
pub use stack_trace::show_stack_traces;
pub use suggestion::{did_you_mean, nearest};
pub use visible::{is_hidden, visible, visible_lines};
