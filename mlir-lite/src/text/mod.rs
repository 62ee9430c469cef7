//! MLIR's text: reading and writing.

pub mod asm;
pub mod format;

use crate::context::Context;
use crate::types::Type;

/// The text of a type.
pub fn print_type(ctx: &Context, ty: Type) -> String {
    let mut out = String::new();
    asm::AsmPrinter::new(ctx, &mut out).ty(ty);
    out
}
