//! Writes diagnostics: the styles, and how a position becomes a file, line and column.
//!
//! One file per style. All styles keep the order of emission, cope with files that cannot be read,
//! and cut lines that are too long to read.

mod excerpt;
mod fancy;
mod json;
mod place;
mod plain;

use std::io;

use crate::diagnostic::Diagnostic;
use crate::source_map::SourceMap;
use place::PositionResolver;

/// How diagnostics look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RenderStyle {
    /// `file:line:col: error: message`, the source line, a caret.
    Plain,
    /// A drawing for terminals.
    Fancy {
        /// Whether ANSI colours are used.
        colour: bool,
    },
    /// One JSON object a line.
    Json,
}

/// Writes diagnostics in one style. Files that it has read and indexed are kept for the next
/// diagnostic.
pub struct Renderer<'a> {
    style: RenderStyle,
    places: PositionResolver<'a>,
    drawings: fancy::Drawings,
}

impl<'a> Renderer<'a> {
    /// A renderer for diagnostics whose spans are positions in `sources`.
    pub fn new(sources: &'a SourceMap, style: RenderStyle) -> Self {
        Self { style, places: PositionResolver::new(sources), drawings: fancy::Drawings::default() }
    }

    /// Writes one diagnostic.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn render(&self, diagnostic: &Diagnostic, out: &mut dyn io::Write) -> io::Result<()> {
        match self.style {
            RenderStyle::Plain => plain::render(&self.places, diagnostic, out),
            RenderStyle::Fancy { colour } => {
                self.drawings.render(&self.places, diagnostic, colour, out)
            }
            RenderStyle::Json => json::render(&self.places, diagnostic, out),
        }
    }

    /// Writes diagnostics in the order given.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn render_all<'d>(
        &self,
        diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        diagnostics.into_iter().try_for_each(|diagnostic| self.render(diagnostic, out))
    }
}
