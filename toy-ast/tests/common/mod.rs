//! Helpers for the tests of this crate.
#![allow(dead_code, reason = "each test program uses some of it")]

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, RenderStyle, Renderer, SourceMap};
use toy_ast::Module;

/// The module, or the errors as plain text. The file is called `t.toy`.
pub(crate) fn parse(text: &str) -> Result<Module, String> {
    let sources = SourceMap::new();
    // An earlier file: positions are global, and nothing may depend on the base.
    sources.add("other.toy", "def other() { }").unwrap();
    let file = sources.add("t.toy", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let result = toy_ast::parse_module(&file, &mut diagnostics);
    assert_eq!(result.is_err(), diagnostics.has_errors());
    result.map_err(|_| render(&sources, &diagnostics))
}

/// The errors of a text that is wrong.
#[track_caller]
pub(crate) fn errors(text: &str) -> String {
    parse(text).expect_err("an error")
}

/// The dump of a text that is right, under a file name.
#[track_caller]
pub(crate) fn dump(name: &str, text: &str) -> String {
    let sources = SourceMap::new();
    let file = sources.add(name, text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let Ok(module) = toy_ast::parse_module(&file, &mut diagnostics) else {
        panic!("{}", render(&sources, &diagnostics));
    };
    let mut out = Vec::new();
    toy_ast::dump(&module, &sources, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Diagnostics as plain text without their codes, which the table of `docs/errors.md` has.
pub(crate) fn render(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let mut out = Vec::new();
    let mut without_codes: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
    without_codes.iter_mut().for_each(|diagnostic| diagnostic.code = None);
    Renderer::new(sources, RenderStyle::Plain).render_all(&without_codes, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}
