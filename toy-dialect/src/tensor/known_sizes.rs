//! The error for ops that need known sizes.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::sizes::{first_file_size, symbols_of};

/// The error for an op on a tensor, sizes of which a caller decides.
pub(crate) fn needs_known_sizes(op: OpRef<'_>) -> Box<Diagnostic> {
    let error = op.error("the sizes of this operand must be known when the program is compiled");
    let sizes = op.operand_types().map(|ty| symbols_of(op.context(), ty)).max().unwrap_or(0);
    let is_of_file = first_file_size(op.body().as_op()).is_some_and(|first| sizes > first);
    let (label, help) = match is_of_file {
        true => ("a file decides them", "load it with sizes in digits, as in `shape=<100, 3>`"),
        false => {
            ("a caller decides them", "export the function for sizes in digits, as in 'f(<2,3>)'")
        }
    };
    Box::new(error.with_label(label).with_help(help))
}
