//! Modules from texts, with as few words as possible.

use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer};
use mlir_lite_ir::Context;
use mlir_lite_ir::ir::Body;
use mlir_lite_ir::text::{ParseOptions, parse_module};
use mlir_lite_ir::verify::verify;

/// Reads a module from a text, and verifies it: for examples, tests and small programs. Where
/// positions in files, or several errors, are of interest, [`parse_module`] has more.
///
/// Ops of dialects that are not loaded are allowed if the context
/// [allows them](Context::allow_unregistered_dialects).
///
/// ```
/// let ctx = mlir_lite::Context::new();
/// mlir_lite::register_all_dialects(&ctx);
/// let module = mlir_lite::read_module(&ctx, "func @f() {\n  return\n}")?;
/// assert_eq!(module.own_ops().len(), 1);
///
/// let error = mlir_lite::read_module(&ctx, "func @f() {\n}").unwrap_err();
/// assert!(error.starts_with("text:"), "{error}");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The messages of all errors, as they are printed.
pub fn read_module(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx.sources().add("text", text).map_err(|error| error.to_string())?;
    let options = ParseOptions::default();
    let options = options.with_allow_unregistered(ctx.allows_unregistered_dialects());
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, &file, options, &mut diagnostics);
    let valid = module.and_then(|module| verify(&module, &mut diagnostics).map(|()| module));
    valid.map_err(|_| {
        let mut message = Vec::new();
        // Writing to memory does not fail.
        let _ =
            Renderer::new(ctx.sources(), RenderStyle::Plain).render_all(&diagnostics, &mut message);
        String::from_utf8_lossy(&message).into_owned()
    })
}
