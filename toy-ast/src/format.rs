//! The formatter: rewrites a program in one style.
//!
//! It works on tokens and comments, not on the tree: its output has the same tokens in the same
//! order, and all comments. Text becomes [`pieces`]; these become [`lines`], one for each
//! statement, indented by the braces around it; a line that is too long is broken by [`document`],
//! which is built by [`layout`]. Formatting is idempotent.
//!
//! The style: two spaces for each block; one space around binary operators and after `,`; one
//! statement a line; blank lines are kept, at most one in a row and none at the edges of a block;
//! at most [`MAX_WIDTH`] columns where a line can be broken; the rows of a matrix stay on lines of
//! their own if they were.
//!
//! Not here: files.

mod document;
mod layout;
mod lines;
mod pieces;

use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile};

use crate::lexer::token_ranges;
use crate::parser::parse_module;

/// The maximum width of a line, if it can be broken. Comments are not broken.
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
    // A byte order mark has no meaning in UTF-8.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let formatted = lines::write(&pieces::read(text));
    // If the formatter has a bug, the program is left unchanged.
    Ok(if same_tokens(text, &formatted) { formatted } else { text.to_owned() })
}

fn same_tokens(before: &str, after: &str) -> bool {
    let before_tokens = token_ranges(before).map(|range| &before[range]);
    before_tokens.eq(token_ranges(after).map(|range| &after[range]))
}
