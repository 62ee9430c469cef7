//! Creates a context from the state of the lower layers, with the dialect builtin loaded.

pub use crate::data::{Context, DEBUG_PARTS};
#[doc(hidden)]
pub use crate::ir::SHORT_NAME_PREFIXES;
pub use crate::ir::dialect::{
    DataDoc, Dialect, DialectDoc, DialectId, DialectRegistration, InterfaceMap,
};
pub use crate::ir::op_name::{OpInfo, OpName};

use crate::builtin::BuiltinDialect;
use crate::data::DataTexts;
use crate::ir::Definitions;
use crate::ir::view::OpRef;
use crate::support::context_number::ContextNumber;
use crate::text::{PrintOptions, print_attribute, print_op, print_type};
use mlir_lite_diagnostics::SourceMap;
use std::sync::Arc;

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// Creates a context with the builtin dialect loaded and no sources.
    pub fn new() -> Self {
        Self::with_sources(Arc::new(SourceMap::new()))
    }

    /// Creates a context whose locations are positions in `sources`.
    pub fn with_sources(sources: Arc<SourceMap>) -> Self {
        let texts = DataTexts { of_type: print_type, of_attribute: print_attribute };
        let number = ContextNumber::next();
        let definitions = Arc::new(Definitions::new(number, op_text));
        let ctx = Self::of_parts(number, sources, definitions, texts);
        Definitions::set_context(&ctx);
        ctx.load::<BuiltinDialect>();
        ctx
    }
}

/// The generic text of an op, for a note that shows it.
fn op_text(op: OpRef<'_>) -> String {
    print_op(op, PrintOptions::local().with_generic(true))
}
