//! Reads modules.

use mlir_lite::Context;
use mlir_lite::dialects::context_with_all;
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;

/// A context with all dialects.
pub fn context() -> Context {
    let ctx = context_with_all();
    ctx.set_threads(1);
    ctx
}

/// Reads a module.
///
/// # Errors
/// If the text is not valid; the error says why.
pub fn parse(ctx: &Context, text: &str) -> Result<Body, String> {
    let file =
        ctx.sources().add("random.mlir", text.to_owned()).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    parse_module(ctx, &file, options, &mut diagnostics).map_err(|_| {
        let first = diagnostics.iter().next();
        let place =
            first.map(|diagnostic| format!("{:?}", diagnostic.position)).unwrap_or_default();
        format!("{} {place}", messages(&diagnostics))
    })
}

/// The texts of messages.
pub fn messages(diagnostics: &Diagnostics) -> String {
    let all = diagnostics.iter().map(|diagnostic| {
        let notes = diagnostic.notes.iter().map(|note| format!("\n  note: {}", note.message));
        format!("{}{}", diagnostic.message, notes.collect::<String>())
    });
    all.collect::<Vec<_>>().join("\n")
}
