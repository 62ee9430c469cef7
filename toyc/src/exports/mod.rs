//! Functions for C and Python, which the flag `--export` names: the C header, the Python module.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | compiles a module for its exports |
//! | `described.rs` | names of parameters, and comments |
//! | `header.rs` | the prototypes in C |
//! | `python.rs` | the Python module, and the C functions that it calls |
//! | `module.py` | the part of a Python module that is the same in all |

mod described;
mod header;
#[cfg(feature = "llvm")]
mod python;

pub(crate) use described::{Described, described};
pub(crate) use header::header;
#[cfg(feature = "llvm")]
pub(crate) use python::python_module;

use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use toy_dialect::exports::{Export, Signature, add_exports, refuse_arguments, signatures};

use crate::plan::Plan;
use crate::stage::Stage;

/// Lowers a module of the toy dialect to the requested stage, as a library of the exported
/// functions.
///
/// # Errors
/// If an export or the program is wrong; it was reported.
pub(crate) fn compile(
    module: &mut Body,
    stage: Stage,
    plan: &Plan,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Signature>, Reported> {
    let exports = match stage {
        #[cfg(feature = "llvm")]
        Stage::Python => &python::numbered(&plan.exports),
        _ => &plan.exports,
    };
    let pipeline = plan.pipeline.clone().keeping(exports.iter().map(Export::root).collect());
    let pipeline = if plan.is_mlir() { pipeline.of_module(module) } else { pipeline };
    add_exports(module, exports, diagnostics)?;
    pipeline.infer_shapes(module, diagnostics)?;
    refuse_arguments(module, diagnostics)?;
    let signatures = signatures(module, exports);
    if stage != Stage::Header {
        pipeline.lower(module, stage, diagnostics)?;
        // Python calls the functions through C functions of its own.
        if stage >= Stage::MlirLlvm && stage != Stage::Python {
            pipeline.export_to_c(module, signatures.clone(), diagnostics)?;
        }
    }
    Ok(signatures)
}
