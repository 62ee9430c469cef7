//! Splits text into tokens with the preceding comments, line ends and blank lines.

use crate::classify::{TokenClass, classify};

/// The tokens of a program, and the comments after the last of them.
pub(super) struct Pieces<'s> {
    pub(super) tokens: Vec<Token<'s>>,
    pub(super) end: Vec<Comment<'s>>,
}

/// A token.
pub(super) struct Token<'s> {
    pub(super) text: &'s str,
    pub(super) class: TokenClass,
    /// The comments between the previous token and this one.
    pub(super) comments: Vec<Comment<'s>>,
    /// Whether the piece is the first of its line.
    pub(super) begins_line: bool,
    /// Whether the line before it is blank.
    pub(super) blank_before: bool,
}

/// A comment, from its `#`, without trailing spaces.
pub(super) struct Comment<'s> {
    pub(super) text: &'s str,
    /// Whether the comment is on a line of its own.
    pub(super) own_line: bool,
    /// Whether the line before it is blank.
    pub(super) blank_before: bool,
}

/// All tokens and comments of a text.
pub(super) fn read(text: &str) -> Pieces<'_> {
    let mut tokens = Vec::new();
    let mut comments = Vec::new();
    let mut end = 0;
    for (range, class) in classify(text) {
        let newlines = text[end..range.start].matches('\n').count();
        let (begins_line, blank_before) = (end == 0 || newlines > 0, newlines > 1);
        end = range.end;
        let text = text[range].trim_end();
        if class == TokenClass::Comment {
            comments.push(Comment { text, own_line: begins_line, blank_before });
        } else {
            let comments = std::mem::take(&mut comments);
            tokens.push(Token { text, class, comments, begins_line, blank_before });
        }
    }
    Pieces { tokens, end: comments }
}

impl Token<'_> {
    /// Whether the token is a name.
    pub(super) fn is_name(&self) -> bool {
        self.class == TokenClass::Name
    }

    /// Whether an operand can end with this token, so that a `-` after it is binary.
    pub(super) fn ends_operand(&self) -> bool {
        self.is_name()
            || self.class == TokenClass::Number
            || self.text.starts_with('"')
            || matches!(self.text, ")" | "]" | "}")
    }

    /// The precedence of a binary operator; none for other tokens.
    pub(super) fn precedence(&self) -> Option<u8> {
        match self.text {
            "or" if !self.is_name() => Some(1),
            "and" if !self.is_name() => Some(2),
            "<" | "<=" | ">" | ">=" | "==" | "!=" => Some(3),
            "|" => Some(4),
            "^" => Some(5),
            "&" => Some(6),
            "<<" | ">>" => Some(7),
            "+" | "-" => Some(8),
            "*" | "/" | "//" | "%" | "@" => Some(9),
            "**" => Some(10),
            _ => None,
        }
    }
}
