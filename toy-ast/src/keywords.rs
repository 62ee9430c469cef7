//! Words that are keywords only in texts that do not define them as names.
//!
//! Programs that were written before these words had a meaning may have variables, functions,
//! structs or members called `while` or `not`. In such a text the word stays a name everywhere.

use crate::token::{Token, TokenKind};

/// The words and their tokens.
pub(crate) const SOFT_KEYWORDS: [(&str, TokenKind); 6] = [
    ("while", TokenKind::While),
    ("break", TokenKind::Break),
    ("continue", TokenKind::Continue),
    ("and", TokenKind::And),
    ("or", TokenKind::Or),
    ("not", TokenKind::Not),
];

/// Makes keywords of these words, but for those that the text defines as names, and those that are
/// names before it. `text` gives a token's text.
pub(crate) fn mark<'s>(
    tokens: &mut [Token],
    is_name_before: &dyn Fn(&str) -> bool,
    text: impl Fn(&Token) -> &'s str,
) {
    let index_of = |token: &Token| match token.kind {
        TokenKind::Ident => SOFT_KEYWORDS.iter().position(|(word, _)| *word == text(token)),
        _ => None,
    };
    let found: Vec<(usize, usize)> =
        tokens.iter().enumerate().filter_map(|(at, token)| Some((at, index_of(token)?))).collect();
    let mut is_name = SOFT_KEYWORDS.map(|(word, _)| is_name_before(word));
    for &(at, word) in &found {
        is_name[word] |= defines(tokens, at);
    }
    for (at, word) in found {
        if !is_name[word] {
            tokens[at].kind = SOFT_KEYWORDS[word].1;
        }
    }
    // A text after a name is an error otherwise.
    for at in 1..tokens.len() {
        let (before, kind) = (&tokens[at - 1], tokens[at].kind);
        if before.kind == TokenKind::Ident && kind == TokenKind::Text && text(before) == "import" {
            tokens[at - 1].kind = TokenKind::Import;
        }
    }
}

/// Whether the name at this index is defined there: after a keyword that a name follows, as a
/// parameter, or as a variable of a struct, `S name = ...`.
fn defines(tokens: &[Token], at: usize) -> bool {
    let kind = |index: usize| tokens.get(index).map(|token| token.kind);
    let previous = at.checked_sub(1).and_then(kind);
    let next = kind(at + 1);
    match previous {
        Some(TokenKind::Var | TokenKind::Def | TokenKind::For | TokenKind::Struct) => true,
        Some(TokenKind::Ident) if next == Some(TokenKind::Assign) => true,
        Some(TokenKind::Ident | TokenKind::LParen | TokenKind::Comma) => {
            matches!(next, Some(TokenKind::Comma | TokenKind::RParen)) && is_parameter(tokens, at)
        }
        _ => false,
    }
}

/// Whether only names and commas are between the token at this index and the `def name (` before.
fn is_parameter(tokens: &[Token], at: usize) -> bool {
    let between = |token: &Token| matches!(token.kind, TokenKind::Ident | TokenKind::Comma);
    let Some(open) = tokens[..at].iter().rposition(|token| !between(token)) else { return false };
    let def = open.checked_sub(2).map(|def| tokens[def].kind);
    tokens[open].kind == TokenKind::LParen && def == Some(TokenKind::Def)
}

#[cfg(test)]
mod tests {
    use logos::Logos as _;
    use mlir_lite_diagnostics::Span;

    use super::*;

    /// The words of a text that are keywords.
    fn keywords(text: &str) -> Vec<&str> {
        keywords_after("", text)
    }

    /// The words of a text that are keywords, where one is a name before it.
    fn keywords_after<'t>(before: &str, text: &'t str) -> Vec<&'t str> {
        let tokens = TokenKind::lexer(text).spanned().map(|(kind, range)| Token {
            kind: kind.unwrap_or(TokenKind::Error),
            span: Span::new(range.start as u32, range.end as u32),
        });
        let mut tokens: Vec<Token> = tokens.collect();
        let shown = |token: &Token| &text[token.span.start as usize..token.span.end as usize];
        mark(&mut tokens, &|word| word == before, shown);
        let is_soft = |token: &&Token| SOFT_KEYWORDS.iter().any(|(_, kind)| *kind == token.kind);
        tokens.iter().filter(is_soft).map(shown).collect()
    }

    #[test]
    fn a_word_that_is_defined_is_a_name_everywhere() {
        assert_eq!(keywords("while not a and b { break; }"), ["while", "not", "and", "break"]);
        assert!(keywords("def f(x) { var not = x; return not; }").is_empty());
        assert!(keywords("def or(x) { return x; } def main() { or(or(1)); }").is_empty());
        assert!(keywords("def f(S and, break) { print(and); break; }").is_empty());
        assert!(keywords("struct S { var while; } def f(S s) { return s.while; }").is_empty());
        assert!(keywords("def f() { for continue in 0:3 { print(continue); } }").is_empty());
        assert!(keywords("def f() { S while = {1}; print(while); }").is_empty());
        assert_eq!(keywords_after("not", "not * 2 and 3"), ["and"]);
        assert_eq!(keywords("def f(a, b) { return a and b or not(a, b); }"), ["and", "or", "not"]);
    }
}
