//! What the tests of this crate share.
#![allow(dead_code, reason = "each test program uses some of it")]

use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer, SourceMap};
use toy_dialect::sema;

/// What analysis has to say about a program in the file `t.toy`, as plain text: errors, warnings, or nothing.
#[track_caller]
pub(crate) fn analysis(text: &str) -> String {
    let sources = SourceMap::new();
    let file = sources.add("t.toy", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
    let result = sema::analyze(&module, &mut diagnostics);
    assert_eq!(result.is_err(), diagnostics.has_errors());
    render(&sources, &diagnostics)
}

/// The messages of [`analysis`] with their places, without the source lines.
#[track_caller]
pub(crate) fn messages(text: &str) -> Vec<String> {
    let all = analysis(text);
    all.lines()
        .filter_map(|line| line.strip_prefix("t.toy:"))
        .filter(|line| line.contains(": error: ") || line.contains(": warning: "))
        .map(str::to_owned)
        .collect()
}

pub(crate) fn render(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let mut out = Vec::new();
    Renderer::new(sources, RenderStyle::Plain).render_all(diagnostics, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}
