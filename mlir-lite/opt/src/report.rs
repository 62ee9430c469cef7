//! Diagnostics to standard error.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};

use clap::{ColorChoice, ValueEnum};
use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, RenderStyle, Renderer, Severity, SourceMap, visible_lines,
};

/// How diagnostics look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
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
    /// How many errors are shown; all of them without a limit. The tool has an option
    /// `--error-limit=N`.
    pub error_limit: Option<usize>,
}

impl From<DiagnosticStyle> for Reporting {
    fn from(style: DiagnosticStyle) -> Self {
        Self { style, color: ColorChoice::Auto, error_limit: None }
    }
}

/// Writes diagnostics to standard error.
pub fn report(sources: &SourceMap, diagnostics: &Diagnostics, reporting: impl Into<Reporting>) {
    if diagnostics.is_empty() {
        return;
    }
    let reporting = reporting.into();
    let mut text = Vec::new();
    let most = reporting.error_limit.unwrap_or(usize::MAX);
    let mut errors = 0;
    let shown = diagnostics.iter().filter(|diagnostic| {
        errors += usize::from(diagnostic.severity == Severity::Error);
        diagnostic.severity != Severity::Error || errors <= most
    });
    let more = diagnostics.error_count().saturating_sub(most);
    let last = (more > 0).then(|| {
        let message =
            format!("{more} more errors are not shown; '--error-limit=N' shows more, and 0 all");
        Diagnostic::error(Position::Unknown, message)
    });
    // Writing to memory does not fail, and a failure of standard error cannot be reported anywhere.
    let _ =
        Renderer::new(sources, render_style(reporting)).render_all(shown.chain(&last), &mut text);
    let _ = io::stderr().lock().write_all(&text);
}

/// Writes clap's message about wrong arguments to standard error. It quotes words that may contain
/// any characters; if hidden ones are replaced, the message has no colours.
pub fn report_usage(error: &clap::Error) {
    let text = error.render().to_string();
    // An error in writing to standard error cannot be reported anywhere.
    match visible_lines(&text) {
        Cow::Borrowed(_) => drop(error.print()),
        Cow::Owned(shown) => drop(io::stderr().lock().write_all(shown.as_bytes())),
    }
}

/// The style for standard error.
pub fn render_style(reporting: impl Into<Reporting>) -> RenderStyle {
    let Reporting { style, color, .. } = reporting.into();
    let terminal = io::stderr().is_terminal();
    let colour = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    match style {
        DiagnosticStyle::Auto if terminal || color == ColorChoice::Always => {
            RenderStyle::Fancy { colour }
        }
        DiagnosticStyle::Auto | DiagnosticStyle::Plain => RenderStyle::Plain,
        DiagnosticStyle::Human => RenderStyle::Fancy { colour },
        DiagnosticStyle::Json => RenderStyle::Json,
    }
}
