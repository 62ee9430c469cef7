//! Text to IR, passes, IR to text.

use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer, SourceMap};
use mlir_lite_framework::Context;
use mlir_lite_framework::ir::{Body, SymbolRequests};
use mlir_lite_framework::pass::{Pass, PassContext, PassManager, RunOptions, SymbolSnapshot};
use mlir_lite_framework::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite_framework::verify::verify;
use mlir_lite_standard::StdDialect;

/// The name of the file that texts are in, as locations and messages show it.
const FILE: &str = "t.mlir";

/// A context with the dialects builtin and std.
pub fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx
}

/// Reads and verifies a module. Unknown ops are allowed.
///
/// # Errors
/// The messages of the parser or the verifier, one per line.
pub fn read(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx.sources().add(FILE, text).map_err(|error| error.to_string())?;
    let (mut diagnostics, options) =
        (Diagnostics::new(), ParseOptions::default().with_allow_unregistered(true));
    let module = parse_module(ctx, &file, options, &mut diagnostics);
    let valid = module.and_then(|module| verify(&module, &mut diagnostics).map(|()| module));
    valid.map_err(|_| messages(&diagnostics))
}

/// Parses a module, and does not verify it. Unknown ops are allowed.
///
/// # Panics
/// The parser rejects the text; the panic contains the messages.
#[track_caller]
pub fn parse(ctx: &Context, text: &str) -> Body {
    parse_with(ctx, text, ParseOptions::default().with_allow_unregistered(true))
}

/// Parses a module of registered ops, and does not verify it.
///
/// # Panics
/// The parser rejects the text; the panic contains the messages.
#[track_caller]
pub fn parse_registered(ctx: &Context, text: &str) -> Body {
    parse_with(ctx, text, ParseOptions::default())
}

/// Parses and verifies a module in a context of its own, which has the dialects builtin and std and
/// those that `load` adds.
///
/// # Panics
/// The text is not valid; the panic contains the messages.
#[track_caller]
pub fn parse_in(load: impl FnOnce(&Context), text: &str) -> Body {
    let ctx = context();
    load(&ctx);
    read(&ctx, text).unwrap_or_else(|messages| panic!("{messages}\n{text}"))
}

#[track_caller]
fn parse_with(ctx: &Context, text: &str, options: ParseOptions) -> Body {
    let file = ctx.sources().add(FILE, text).expect("the texts of tests are short");
    let mut diagnostics = Diagnostics::new();
    parse_module(ctx, &file, options, &mut diagnostics)
        .unwrap_or_else(|_| panic!("{}\n{text}", messages(&diagnostics)))
}

/// The text of a module, with aliases of attributes and locations.
pub fn print(module: &Body) -> String {
    print_op(module.as_op(), PrintOptions::default())
}

/// The messages without locations and notes, one per line.
pub fn messages(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|it| it.message.as_str()).collect::<Vec<_>>().join("\n")
}

/// The diagnostics as a command line prints them if its output is not a terminal.
pub fn render(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let mut out = Vec::new();
    Renderer::new(sources, RenderStyle::Plain)
        .render_all(diagnostics, &mut out)
        .expect("memory takes everything");
    String::from_utf8(out).expect("diagnostics are UTF-8")
}

/// Runs a pipeline.
///
/// # Errors
/// The messages, one per line, if a pass fails.
pub fn run_passes(passes: &PassManager, module: &mut Body) -> Result<(), String> {
    let mut diagnostics = Diagnostics::new();
    let result = passes.run(module, &mut RunOptions::default(), &mut diagnostics);
    result.map_err(|_| messages(&diagnostics))
}

/// Runs one pass on a body, verifies the result, and returns its text.
///
/// # Panics
/// The messages of the pass are not `expected`, or the result is not valid.
#[track_caller]
pub fn run_pass(pass: &dyn Pass, module: &mut Body, expected: &[&str]) -> String {
    let mut diagnostics = Diagnostics::new();
    let (mut requests, symbols) = (SymbolRequests::new(), SymbolSnapshot::default());
    let result = pass.run(module, &mut PassContext::new(&mut diagnostics, &mut requests, &symbols));
    pretty_assertions::assert_eq!(messages(&diagnostics), expected.join("\n"));
    assert_eq!(result.is_err(), diagnostics.has_errors(), "only an error is a failure");
    let mut invalid = Diagnostics::new();
    assert!(verify(module, &mut invalid).is_ok(), "{}", messages(&invalid));
    print_op(module.as_op(), PrintOptions::local())
}
