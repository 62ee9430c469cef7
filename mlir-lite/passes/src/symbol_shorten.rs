//! Makes symbol references as short as possible.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::symbol_resolution::shorten_references;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Shorten symbol references.
///
/// In the table `@foo`, `@.super::@foo::@bar` and `@bar` are references to one symbol, but two
/// attributes. The pass writes the second instead of the first, so that passes like `cse` see that
/// ops with these references are equal. References that cannot be resolved stay as they are.
#[pass(name = "symbol-shorten", pure)]
pub struct SymbolShortenPass;

impl RunPass for SymbolShortenPass {
    fn run(&self, table: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        cx.expect_symbol_table(table)?;
        shorten_references(table);
        Ok(())
    }
}
