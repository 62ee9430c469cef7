//! The property of any text: it is parsed, verified, printed and parsed again, without a panic or a
//! hang.
//!
//! Valid IR is printed in all forms; each is parsed again and prints as before. Invalid IR is
//! printed in generic form, as for a diagnostic.

use mlir_lite::Context;
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::Body;
use mlir_lite::text::{self, ParseOptions, PrintOptions, Spelling};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer};

/// Panics if `text` does not have the property.
pub(crate) fn check(text: &str) {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
    let mut diagnostics = Diagnostics::new();
    let Some(module) = parse(&ctx, text, &mut diagnostics) else {
        return render(&ctx, &diagnostics);
    };
    if verify(&module, &mut diagnostics).is_err() {
        text::print_op(module.as_op(), PrintOptions::default().with_generic(true));
        return render(&ctx, &diagnostics);
    }
    for spelling in [Spelling::Std, Spelling::Upstream] {
        for generic in [false, true] {
            let options = PrintOptions::default()
                .with_spelling(spelling)
                .with_generic(generic)
                .with_debug_info(generic)
                .with_local_scope(generic);
            let printed = text::print_op(module.as_op(), options);
            let mut diagnostics = Diagnostics::new();
            let again = parse(&ctx, &printed, &mut diagnostics)
                .filter(|again| verify(again, &mut diagnostics).is_ok())
                .unwrap_or_else(|| {
                    panic!("{options:?} is not read again: {diagnostics:?}\n{printed}")
                });
            assert_eq!(printed, text::print_op(again.as_op(), options), "{options:?}");
        }
    }
}

fn parse(ctx: &Context, text: &str, diagnostics: &mut Diagnostics) -> Option<Body> {
    let file = ctx.sources().add("fuzz.mlir", text).ok()?;
    text::parse_module(
        ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        diagnostics,
    )
    .ok()
}

/// An error is reported, and its positions are in the text.
fn render(ctx: &Context, diagnostics: &Diagnostics) {
    assert!(diagnostics.has_errors());
    let mut out = Vec::new();
    for style in [RenderStyle::Plain, RenderStyle::Json] {
        Renderer::new(ctx.sources(), style)
            .render_all(diagnostics, &mut out)
            .expect("memory can be written");
    }
}
