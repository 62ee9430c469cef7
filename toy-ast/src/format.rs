//! The formatter: a program in one style, whatever the style that it was written in.
//!
//! It works on tokens and comments, not on the tree: what it writes has the same tokens in the same order, and all
//! comments. Text becomes [`pieces`]; these become [`lines`], one for each statement, indented by the braces around it; a
//! line that is too long is broken by [`document`], which is built by [`layout`]. Formatting twice is formatting once.
//!
//! The style: two blanks for each block; one blank around binary operators and behind `,`; one statement a line; blank
//! lines are kept, one at a place and none at the edges of a block; at most [`MAX_WIDTH`] columns where there is a place to
//! break; the rows of a matrix stay on lines of their own if they were.
//!
//! Not here: files.

mod document;
mod layout;
mod lines;
mod pieces;

use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile};

use crate::lexer::token_ranges;
use crate::parser::parse_module;

/// Columns that a line has at most, if it can be broken. Comments are not broken.
pub const MAX_WIDTH: usize = 100;

/// The text of a file in the formatter's style.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostics, SourceMap};
///
/// let sources = SourceMap::new();
/// let file = sources.add("a.toy", "def main(){print( -1*[1,2] ) ; } # shown")?;
/// let text = toy_ast::format_source(&file, &mut Diagnostics::new()).expect("a well-formed program");
/// assert_eq!(text, "def main() {\n  print(-1 * [1, 2]);\n}  # shown\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file is not well formed.
pub fn format_source(file: &SourceFile, diagnostics: &mut Diagnostics) -> Result<String, Reported> {
    parse_module(file, diagnostics)?;
    let text = file.text();
    // A byte order mark says nothing in UTF-8.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let formatted = lines::write(&pieces::read(text));
    // Whatever happens, no program is changed.
    Ok(if same_tokens(text, &formatted) { formatted } else { text.to_owned() })
}

fn same_tokens(before: &str, after: &str) -> bool {
    let before_tokens = token_ranges(before).map(|range| &before[range]);
    before_tokens.eq(token_ranges(after).map(|range| &after[range]))
}
