//! Warns about characters that make a text look different from the text that the compiler reads.
//!
//! Comments and texts may contain any characters, also controls of the direction of text. With
//! these, a line can be displayed in another order than the compiler reads it: apparent code may be
//! in a comment, or the reverse.

use mlir_lite_diagnostics::{Diagnostics, SourceFile, Span};

use crate::codes::Code;

/// Whether a character begins or ends a part of a text in another direction (Unicode Standard Annex
/// 9). Marks, which have no extent, are allowed.
fn reorders(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Warns about the first such character of each line, in a file without errors.
pub(crate) fn warn(file: &SourceFile, diagnostics: &mut Diagnostics) {
    if file.text().is_ascii() {
        return;
    }
    let mut start = file.base();
    for line in file.text().split_inclusive('\n') {
        if let Some((offset, c)) = line.char_indices().find(|(_, c)| reorders(*c)) {
            let at = start + offset as u32;
            diagnostics.emit(
                Code::HiddenDirection
                    .warning(
                        Span::new(at, at + c.len_utf8() as u32),
                        format!(
                            "the character U+{:04X} changes the order in which text is shown",
                            u32::from(c)
                        ),
                    )
                    .with_label("from here on, the line may read otherwise than it is")
                    .with_help("remove the character, unless the text needs it"),
            );
        }
        start += line.len() as u32;
    }
}
