//! Diagnostics to standard error.

use std::io::{self, IsTerminal as _, Write as _};

use clap::ValueEnum;
use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer, SourceMap};

/// How diagnostics look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiagnosticStyle {
    /// Drawn on a terminal, plain elsewhere
    Auto,
    /// file:line:col: error: message
    Plain,
    /// Drawn
    #[value(alias = "human")]
    Fancy,
    /// One JSON object a line
    Json,
}

/// Writes diagnostics to standard error.
pub fn report(sources: &SourceMap, diagnostics: &Diagnostics, style: DiagnosticStyle) {
    if diagnostics.is_empty() {
        return;
    }
    let mut text = Vec::new();
    // Writing into memory does not fail, and of an error on standard error nobody could be told.
    let _ = Renderer::new(sources, render_style(style)).render_all(diagnostics, &mut text);
    let _ = io::stderr().lock().write_all(&text);
}

/// The style for standard error.
pub fn render_style(style: DiagnosticStyle) -> RenderStyle {
    let terminal = io::stderr().is_terminal();
    let colour = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match style {
        DiagnosticStyle::Auto if terminal => RenderStyle::Fancy { colour },
        DiagnosticStyle::Auto | DiagnosticStyle::Plain => RenderStyle::Plain,
        DiagnosticStyle::Fancy => RenderStyle::Fancy { colour },
        DiagnosticStyle::Json => RenderStyle::Json,
    }
}
