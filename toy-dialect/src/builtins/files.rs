//! What the builtins that read and write files have in common: whose name a file has.

use mlir_lite::ir::prelude::*;

use super::Text;

/// The attributes for a text: `path`, and the number of the program's `argument` that it comes from.
pub(super) fn attributes(ctx: &Context, text: &Text) -> [Option<Attribute>; 2] {
    match text {
        Text::Literal(path) => [Some(ctx.string_attr(path)), None],
        Text::Argument { number, value } => {
            [value.as_ref().map(|path| ctx.string_attr(path)), Some(ctx.i64_attr(*number))]
        }
    }
}

/// The name of an op's file.
///
/// # Errors
/// If it is an argument that the program was not given.
pub(super) fn path<'c>(op: OpRef<'c>) -> Result<&'c str, String> {
    let ctx = op.context();
    if let Some(path) = op.attr_named("path").and_then(|path| path.as_str(ctx)) {
        return Ok(path);
    }
    let number = op.attr_named("argument").and_then(|number| number.as_i64(ctx)).unwrap_or_default();
    Err(format!(
        "the program has no argument {number}: arguments stand behind `--`, as in `toyc program.toy -- file.npy`"
    ))
}
