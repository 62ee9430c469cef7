//! Sources that are read as one op (`--no-implicit-module`): the parser has put it into a module of
//! its own, which is not printed.

use mlir_lite::ir::location::{LocationKind, UniquedLocation};
use mlir_lite::ir::{Body, OpRef};
use mlir_lite::pass::PipelineStep;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

/// The name of the file, if the parser made the module around the ops in it.
fn file_around(module: &Body) -> Option<&str> {
    let ctx = module.context();
    match module.as_op().location().kind(ctx) {
        LocationKind::Uniqued(UniquedLocation::FileLineCol { file, line: 0, column: 0 }) => {
            Some(file.text(ctx))
        }
        _ => None,
    }
}

/// The only op of a module that the parser made.
pub(crate) fn find(module: &Body) -> Option<OpRef<'_>> {
    file_around(module)?;
    let mut ops = module.as_op().region(0)?.ops();
    ops.next().filter(|_| ops.next().is_none())
}

/// Checks that the source is one op, and that pipelines are for it.
///
/// # Errors
/// If it is not.
pub(crate) fn check(
    module: &Body,
    steps: &[PipelineStep],
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let Some(file) = file_around(module) else { return Ok(()) };
    let Some(op) = find(module) else {
        let found = module.as_op().region(0).map_or(0, |region| region.ops().count());
        let message = format!("source must contain a single top-level operation, found: {found}");
        let position = Position::FileLineCol { file: file.into(), line: 0, col: 0 };
        return Err(diagnostics.error(Diagnostic::error(position, message)));
    };
    let is_for_modules = |step: &PipelineStep| match step {
        PipelineStep::Text(text) => text.trim_start().starts_with("builtin.module("),
        _ => false,
    };
    if steps.iter().any(is_for_modules) {
        let name = op.spelled_name();
        let message = format!("can't run 'builtin.module' pass manager on '{name}' op");
        return Err(diagnostics.error(op.error(message)));
    }
    Ok(())
}
