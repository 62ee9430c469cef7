//! What the builtins that read and write files have in common: whose name a file has.

use mlir_lite::ir::prelude::*;

use super::Text;
use crate::program::{self, no_argument};

/// The attributes for a text: `path`, and the number of the program's `argument` that it comes from.
pub(super) fn attributes(ctx: &Context, text: &Text) -> [Option<Attribute>; 2] {
    match text {
        Text::Literal(path) => [Some(ctx.string_attr(path)), None],
        Text::Argument { number, value } => {
            [value.as_ref().map(|path| ctx.string_attr(path)), Some(ctx.i64_attr(*number))]
        }
    }
}

/// The number of the program's argument that names an op's file, if one does.
pub(crate) fn argument(op: OpRef<'_>) -> Option<i64> {
    op.attr_named("argument")?.as_i64(op.context())
}

/// The name of the file that an op is compiled with.
///
/// # Errors
/// If it is an argument that the program was not compiled with.
pub(crate) fn path<'c>(op: OpRef<'c>) -> Result<&'c str, String> {
    let path = op.attr_named("path").and_then(|path| path.as_str(op.context()));
    path.ok_or_else(|| no_argument(argument(op).unwrap_or_default()))
}

/// The name of the file that an op reads or writes when it runs.
///
/// # Errors
/// If it is an argument that the program was not given.
pub(super) fn run_time_path(op: OpRef<'_>) -> Result<String, String> {
    match argument(op) {
        Some(number) => program::argument(number),
        None => path(op).map(str::to_owned),
    }
}
