//! `toyc check`: checks a program as a run with its arguments would. Without arguments, code that
//! depends on the shapes of files that are arguments cannot be checked, and is listed.

use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use toy_dialect::shapes::check_known_shapes;

use crate::arguments::Arguments;

/// Whether the program takes arguments, for each of which `usage` has a word, but was given none:
/// then some shapes are unknown.
pub(crate) fn is_partial(arguments: &Arguments, usage: &[&str]) -> bool {
    !usage.is_empty() && arguments.program_arguments.is_empty()
}

/// Checks the shapes of a module; `usage` has a word for each argument of the program.
///
/// # Errors
/// If the program is wrong; it was reported.
pub(crate) fn check(
    module: &mut Body,
    arguments: &Arguments,
    usage: &[&str],
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let pipeline = arguments.pipeline();
    if !is_partial(arguments, usage) {
        return pipeline.infer_shapes(module, diagnostics);
    }
    pipeline.inline(module, diagnostics)?;
    let mut remarks = check_known_shapes(module, diagnostics)?.remarks();
    if let Some(last) = remarks.pop() {
        let file = arguments.file.as_ref().map_or("-".into(), |file| file.display().to_string());
        let help = format!(
            "`toyc check {file} -- {}` checks it with the shapes of these files",
            usage.join(" ")
        );
        remarks.push(last.with_help(help));
    }
    diagnostics.extend(remarks);
    Ok(())
}
