//! Functions for C, which the flag `--export` names, and the C header.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | compiles a module for its exports |
//! | `header.rs` | the prototypes in C |

mod header;

pub(crate) use header::header;

use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use toy_dialect::exports::{Export, Signature, add_exports, refuse_arguments, signatures};

use crate::arguments::{Arguments, Language};
use crate::stage::Stage;

/// Lowers a module of the toy dialect to the requested stage, as a library of the exported
/// functions.
///
/// # Errors
/// If an export or the program is wrong; it was reported.
pub(crate) fn compile(
    module: &mut Body,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Signature>, Reported> {
    let exports = &arguments.exports;
    let pipeline = arguments.pipeline().keeping(exports.iter().map(Export::root).collect());
    let pipeline = match arguments.language() {
        Language::Toy => pipeline,
        Language::Mlir => pipeline.of_module(module),
    };
    add_exports(module, exports, diagnostics)?;
    pipeline.infer_shapes(module, diagnostics)?;
    refuse_arguments(module, diagnostics)?;
    let signatures = signatures(module, exports);
    if arguments.emit != Stage::Header {
        pipeline.lower(module, arguments.emit, diagnostics)?;
        if arguments.emit >= Stage::MlirLlvm {
            pipeline.export_to_c(module, signatures.clone(), diagnostics)?;
        }
    }
    Ok(signatures)
}
