//! A program at the stage that its plan asks for.

use mlir_lite::ir::Body;
use toy_dialect::exports::Signature;

#[cfg(feature = "llvm")]
use crate::debug::DebugSource;
#[cfg(feature = "llvm")]
use crate::execution::CodeOptions;
use crate::exports::Described;
#[cfg(feature = "llvm")]
use crate::plan::Plan;

/// A program that was lowered to a stage.
pub(crate) struct Lowered {
    pub(crate) module: Body,
    /// The name of its source.
    pub(crate) name: String,
    /// The signatures of its exports.
    pub(crate) signatures: Vec<Signature>,
    /// The names of parameters and the comments of its functions, if the stage shows them.
    pub(crate) described: Described,
    /// Whether the function is known to take no arguments.
    #[cfg(feature = "llvm")]
    pub(crate) takes_no_arguments: bool,
    #[cfg(feature = "llvm")]
    pub(crate) debug: Option<DebugSource>,
}

#[cfg(feature = "llvm")]
impl Lowered {
    /// The options for generating its code.
    pub(crate) fn code_options<'p>(&'p self, plan: &'p Plan) -> CodeOptions<'p> {
        CodeOptions {
            optimization: plan.code.optimization,
            debug: self.debug.as_ref(),
            libraries: &plan.shared_libraries,
            is_from_source: !plan.is_mlir() && !plan.pipeline.has_text(),
        }
    }
}
