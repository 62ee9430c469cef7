//! Comments that describe definitions.

use std::ops::Range;

use toy_ast::TokenClass;

/// The comment in the lines before a definition that begins at an offset of a text with these
/// tokens.
pub(crate) fn comment_before(
    text: &str,
    tokens: &[(Range<usize>, TokenClass)],
    start: usize,
) -> String {
    let before = tokens.partition_point(|(place, _)| place.end <= start);
    let mut lines = Vec::new();
    let mut next = start;
    for (place, class) in tokens[..before].iter().rev() {
        // A blank line ends the comment, and one after code belongs to the code.
        let line = text[..place.start].rfind('\n').map_or(0, |end| end + 1);
        let is_alone = text[line..place.start].trim().is_empty();
        let ends_above = text[place.end..next].matches('\n').count() == 1;
        if *class != TokenClass::Comment || !ends_above || !is_alone {
            break;
        }
        lines.push(text[place.clone()].trim_start_matches('#').trim());
        next = place.start;
    }
    lines.reverse();
    lines.join("\n")
}
