//! The error for ops that need known sizes.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

/// The error for an op on a tensor, sizes of which a caller decides.
pub(crate) fn needs_known_sizes(op: OpRef<'_>) -> Box<Diagnostic> {
    let error = op.error("the sizes of this operand must be known when the program is compiled");
    Box::new(
        error
            .with_label("a caller decides them")
            .with_help("export the function for sizes in digits, as in 'f(<2,3>)'"),
    )
}
