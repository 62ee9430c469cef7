//! Classifies the tokens of a text, for syntax highlighting and completion: it reports nothing and
//! accepts any text.

use std::ops::Range;

use logos::Logos as _;
use mlir_lite_diagnostics::Span;

use crate::keywords;
use crate::token::{Token, TokenKind};

/// The words of the language. `and`, `break`, `continue`, `not`, `or` and `while` are names in a
/// text that defines them.
pub const KEYWORDS: [&str; 14] = [
    "and", "break", "continue", "def", "else", "for", "if", "in", "not", "or", "return", "struct",
    "var", "while",
];

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenClass {
    /// One of [`KEYWORDS`].
    Keyword,
    /// A name.
    Name,
    /// A number.
    Number,
    /// A text in quotes.
    Text,
    /// One of `()[]{}`.
    Bracket,
    /// An operator or a separator.
    Punctuation,
    /// From `#` to the end of the line.
    Comment,
    /// Characters that belong to no token.
    Unknown,
}

/// The tokens and comments of a text, in order, with their byte ranges. Only white space is between
/// them.
///
/// ```
/// use toy_ast::{TokenClass, classify};
///
/// let text = "var a # one";
/// let classes: Vec<_> = classify(text).into_iter().map(|(place, class)| (&text[place], class)).collect();
/// let expected = [("var", TokenClass::Keyword), ("a", TokenClass::Name), ("# one", TokenClass::Comment)];
/// assert_eq!(classes, expected);
/// ```
pub fn classify(text: &str) -> Vec<(Range<usize>, TokenClass)> {
    let mut classes = Vec::new();
    let mut end = 0;
    let spanned = TokenKind::lexer(text).spanned().map(|(kind, place)| Token {
        kind: kind.unwrap_or(TokenKind::Error),
        span: Span::new(place.start as u32, place.end as u32),
    });
    let mut tokens: Vec<Token> = spanned.collect();
    let place = |token: &Token| token.span.start as usize..token.span.end as usize;
    keywords::mark(&mut tokens, &|_| false, |token| &text[place(token)]);
    for token in &tokens {
        let place = place(token);
        add_comments(text, end..place.start, &mut classes);
        end = place.end;
        let class = class(token.kind, &text[place.clone()]);
        classes.push((place, class));
    }
    add_comments(text, end..text.len(), &mut classes);
    classes
}

fn class(kind: TokenKind, text: &str) -> TokenClass {
    match kind {
        TokenKind::Ident | TokenKind::ElementType => TokenClass::Name,
        TokenKind::Number(_) => TokenClass::Number,
        TokenKind::Text => TokenClass::Text,
        TokenKind::Sizes => TokenClass::Number,
        TokenKind::BadNumber | TokenKind::OpenText | TokenKind::Error => TokenClass::Unknown,
        TokenKind::LParen
        | TokenKind::RParen
        | TokenKind::LBrace
        | TokenKind::RBrace
        | TokenKind::LBracket
        | TokenKind::RBracket => TokenClass::Bracket,
        _ if text.starts_with(|c: char| c.is_ascii_alphabetic()) => TokenClass::Keyword,
        _ => TokenClass::Punctuation,
    }
}

/// Adds the comments in a range that the lexer skips.
fn add_comments(text: &str, skipped: Range<usize>, classes: &mut Vec<(Range<usize>, TokenClass)>) {
    let mut start = skipped.start;
    for line in text[skipped].split_inclusive('\n') {
        if let Some(comment) = line.find('#') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            classes.push((start + comment..end, TokenClass::Comment));
        }
        start += line.len();
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn every_class() {
        use TokenClass::{Bracket, Comment, Keyword, Name, Number, Punctuation, Text, Unknown};
        let text = "def f(x) { # twice\n return x * 2.5; } print(1x, \"a\") \u{e9}# é";
        let found: Vec<_> =
            classify(text).into_iter().map(|(place, class)| (&text[place], class)).collect();
        let expected = [
            ("def", Keyword),
            ("f", Name),
            ("(", Bracket),
            ("x", Name),
            (")", Bracket),
            ("{", Bracket),
            ("# twice", Comment),
            ("return", Keyword),
            ("x", Name),
            ("*", Punctuation),
            ("2.5", Number),
            (";", Punctuation),
            ("}", Bracket),
            ("print", Name),
            ("(", Bracket),
            ("1x", Unknown),
            (",", Punctuation),
            ("\"a\"", Text),
            (")", Bracket),
            ("\u{e9}", Unknown),
            ("# é", Comment),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn all_keywords_are_keywords() {
        for word in KEYWORDS {
            assert_eq!(classify(word), [(0..word.len(), TokenClass::Keyword)]);
        }
    }
}
