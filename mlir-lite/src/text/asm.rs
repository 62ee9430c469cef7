//! What dialects parse and print with.

use crate::context::Context;
use crate::types::Type;

/// Writes types and attributes.
pub struct AsmPrinter<'p> {
    ctx: &'p Context,
    out: &'p mut String,
}

impl<'p> AsmPrinter<'p> {
    /// Appends to `out`.
    pub fn new(ctx: &'p Context, out: &'p mut String) -> Self {
        Self { ctx, out }
    }

    /// Writes a type.
    pub fn ty(&mut self, ty: Type) {
        self.out.push_str(&format!("{:?}", ty.kind(self.ctx)));
    }
}

/// Reads types and attributes.
pub struct AsmParser<'p, 's> {
    ctx: &'p Context,
    text: &'s str,
}

impl AsmParser<'_, '_> {
    /// The context.
    pub fn context(&self) -> &Context {
        let _ = self.text;
        self.ctx
    }
}

/// Writes ops.
pub struct OpAsmPrinter<'p, 'b> {
    asm: &'b mut AsmPrinter<'p>,
}

impl<'p> OpAsmPrinter<'p, '_> {
    /// For types and attributes.
    pub fn asm(&mut self) -> &mut AsmPrinter<'p> {
        self.asm
    }
}

/// Reads ops.
pub struct OpAsmParser<'p, 's> {
    asm: AsmParser<'p, 's>,
}

impl<'p, 's> OpAsmParser<'p, 's> {
    /// For types and attributes.
    pub fn asm(&mut self) -> &mut AsmParser<'p, 's> {
        &mut self.asm
    }
}
