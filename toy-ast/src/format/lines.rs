//! Groups tokens into lines: one for each statement, for the head of each block and for its end,
//! indented by the enclosing blocks.

use super::document::Writer;
use super::layout::{begins_value, line};
use super::pieces::{Comment, Pieces, Token};

/// Columns for each block.
const INDENT: usize = 2;

/// The program as text.
pub(super) fn write(pieces: &Pieces<'_>) -> String {
    let mut writer = Writer::new();
    let tokens = &pieces.tokens;
    let mut at = 0;
    let mut depth = 0_usize;
    // No blank lines at the edges of a block or of the file.
    let mut at_edge = true;
    while at < tokens.len() {
        let end = line_end(tokens, at);
        let first = &tokens[at];
        comments(&mut writer, &first.comments, depth * INDENT, &mut at_edge);
        let closes = first.text == "}";
        if closes {
            depth = depth.saturating_sub(1);
        }
        begin_line(&mut writer, depth * INDENT, first.blank_before && !at_edge && !closes);
        writer.document(&line(&tokens[at..end]), depth * INDENT);
        let opens = tokens[end - 1].text == "{";
        if opens {
            depth += 1;
        }
        at_edge = opens;
        at = end;
    }
    comments(&mut writer, &pieces.end, depth * INDENT, &mut at_edge);
    writer.finish()
}

fn begin_line(writer: &mut Writer, indent: usize, blank: bool) {
    if blank && !writer.is_empty() {
        writer.blank_line();
    }
    writer.newline(indent);
}

/// Comments between two lines: at the end of the previous one, or on lines of their own.
fn comments(writer: &mut Writer, comments: &[Comment<'_>], indent: usize, at_edge: &mut bool) {
    for comment in comments {
        if comment.own_line || writer.is_empty() || writer.ends_line() {
            begin_line(writer, indent, comment.blank_before && !*at_edge);
            writer.document(&super::document::Doc::text(comment.text), indent);
            *at_edge = false;
        } else {
            writer.trailing_comment(comment.text);
        }
    }
}

/// The end of the line that begins at a token: after a `;` or the `{` of a block, and before the
/// `}` of one.
fn line_end(tokens: &[Token<'_>], start: usize) -> usize {
    let mut open = 0_usize;
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        match token.text {
            "(" | "[" => open += 1,
            "{" if open > 0 || (at > start && begins_value(&tokens[at - 1])) => open += 1,
            "{" => return at + 1,
            ")" | "]" => open = open.saturating_sub(1),
            "}" if open > 0 => open -= 1,
            "}" if at > start => return at,
            "}" => {
                // `} else {`, and the optional `;` after a struct.
                match tokens.get(at + 1).map(|next| next.text) {
                    Some("else") => {}
                    Some(";") => return at + 2,
                    _ => return at + 1,
                }
            }
            ";" if open == 0 => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}
