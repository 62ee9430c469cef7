//! Diagnostics to standard error.

use std::io::{self, IsTerminal as _, Write as _};

use clap::{ColorChoice, ValueEnum};
use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer, SourceMap};

/// How diagnostics look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiagnosticStyle {
    /// Drawn on a terminal, plain elsewhere
    Auto,
    /// file:line:col: error: message
    Plain,
    /// Drawn, for people
    #[value(alias = "fancy")]
    Human,
    /// One JSON object a line
    Json,
}

/// How diagnostics are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reporting {
    /// How they look.
    pub style: DiagnosticStyle,
    /// Whether they have colours, where the style has any.
    pub color: ColorChoice,
}

impl From<DiagnosticStyle> for Reporting {
    fn from(style: DiagnosticStyle) -> Self {
        Self { style, color: ColorChoice::Auto }
    }
}

/// Writes diagnostics to standard error.
pub fn report(sources: &SourceMap, diagnostics: &Diagnostics, reporting: impl Into<Reporting>) {
    if diagnostics.is_empty() {
        return;
    }
    let mut text = Vec::new();
    // Writing into memory does not fail, and of an error on standard error nobody could be told.
    let _ = Renderer::new(sources, render_style(reporting)).render_all(diagnostics, &mut text);
    let _ = io::stderr().lock().write_all(&text);
}

/// The style for standard error.
pub fn render_style(reporting: impl Into<Reporting>) -> RenderStyle {
    let Reporting { style, color } = reporting.into();
    let terminal = io::stderr().is_terminal();
    let colour = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    match style {
        DiagnosticStyle::Auto if terminal || color == ColorChoice::Always => RenderStyle::Fancy { colour },
        DiagnosticStyle::Auto | DiagnosticStyle::Plain => RenderStyle::Plain,
        DiagnosticStyle::Human => RenderStyle::Fancy { colour },
        DiagnosticStyle::Json => RenderStyle::Json,
    }
}
