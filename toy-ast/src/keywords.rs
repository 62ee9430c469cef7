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

/// The element types. At the end of the shape of a declaration, `var a<2, f32> = ...`, they are not
/// sizes; elsewhere they are names.
pub(crate) const ELEMENT_TYPES: [&str; 6] = ["f64", "f32", "i64", "i8", "u8", "bool"];

/// Makes keywords of these words, but for those that the text defines as names, and those that are
/// names before it. Marks element types at the end of declared shapes under the same conditions.
/// `text` gives a token's text.
pub(crate) fn mark<'s>(
    tokens: &mut [Token],
    is_name_before: &dyn Fn(&str) -> bool,
    text: impl Fn(&Token) -> &'s str,
) {
    let Found { soft, element_types, imports, lambdas } = Found::in_tokens(tokens, text);
    let mut is_name = [false; SOFT_KEYWORDS.len()];
    for &(at, word) in &soft {
        is_name[word] =
            is_name[word] || defines(tokens, at) || is_name_before(SOFT_KEYWORDS[word].0);
    }
    for (at, word) in soft {
        if !is_name[word] {
            tokens[at].kind = SOFT_KEYWORDS[word].1;
        }
    }
    let mut is_name = [false; ELEMENT_TYPES.len()];
    for &(at, word) in &element_types {
        is_name[word] = is_name[word] || defines(tokens, at) || is_name_before(ELEMENT_TYPES[word]);
    }
    for (at, word) in element_types {
        if !is_name[word] && ends_declared_shape(tokens, at) {
            tokens[at].kind = TokenKind::ElementType;
        }
    }
    for at in imports {
        tokens[at].kind = TokenKind::Import;
    }
    for at in lambdas {
        tokens[at].kind = TokenKind::Lambda;
    }
}

/// Names of a text that may have a meaning: the indices of their tokens, and of their words in the
/// tables.
#[derive(Default)]
struct Found {
    soft: Vec<(usize, usize)>,
    element_types: Vec<(usize, usize)>,
    imports: Vec<usize>,
    lambdas: Vec<usize>,
}

impl Found {
    fn in_tokens<'s>(tokens: &[Token], text: impl Fn(&Token) -> &'s str) -> Self {
        let mut found = Self::default();
        for (at, token) in tokens.iter().enumerate() {
            if token.kind != TokenKind::Ident {
                continue;
            }
            let text = text(token);
            // Comparing one byte is enough for nearly all names.
            let is =
                |word: &str| word.as_bytes().first() == text.as_bytes().first() && word == text;
            if let Some(word) = SOFT_KEYWORDS.iter().position(|(word, _)| is(word)) {
                found.soft.push((at, word));
            } else if let Some(word) = ELEMENT_TYPES.iter().position(|word| is(word)) {
                found.element_types.push((at, word));
            } else if tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Text)
                && text == "import"
            {
                // A text after a name is an error otherwise.
                found.imports.push(at);
            } else if text == "lambda" && begins_lambda(&tokens[at + 1..]) {
                found.lambdas.push(at);
            }
        }
        found
    }
}

/// Whether these tokens are names with commas between them, and a `:`. After another name, as after
/// a value, that is an error otherwise.
fn begins_lambda(tokens: &[Token]) -> bool {
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let mut at = 0;
    while kind(at) == Some(TokenKind::Ident) && kind(at + 1) == Some(TokenKind::Comma) {
        at += 2;
    }
    kind(at) == Some(TokenKind::Ident) && kind(at + 1) == Some(TokenKind::Colon)
}

/// Whether the token at this index is the last one before the end of a shape that `var name <`
/// begins, and the first of its part.
fn ends_declared_shape(tokens: &[Token], at: usize) -> bool {
    let kind = |index: usize| tokens.get(index).map(|token| token.kind);
    let is_last = matches!(kind(at + 1), Some(TokenKind::Gt | TokenKind::Ge));
    let is_first = |at: usize| matches!(tokens[at].kind, TokenKind::Comma | TokenKind::Lt);
    if !is_last || !at.checked_sub(1).is_some_and(is_first) {
        return false;
    }
    let is_outside = |kind: TokenKind| kind == TokenKind::Gt || kind.bounds_statement();
    let before = (0..at).rev().take_while(|index| !is_outside(tokens[*index].kind));
    let mut opening = before.filter(|index| tokens[*index].kind == TokenKind::Lt);
    opening.any(|index| {
        let of = |distance: usize| index.checked_sub(distance).and_then(kind);
        of(1) == Some(TokenKind::Ident) && of(2) == Some(TokenKind::Var)
    })
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
    fn element_types_are_the_last_part_of_a_declared_shape() {
        let count = |text: &str| {
            let tokens = TokenKind::lexer(text).spanned().map(|(kind, range)| Token {
                kind: kind.unwrap_or(TokenKind::Error),
                span: Span::new(range.start as u32, range.end as u32),
            });
            let mut tokens: Vec<Token> = tokens.collect();
            let shown = |token: &Token| &text[token.span.start as usize..token.span.end as usize];
            mark(&mut tokens, &|_| false, shown);
            tokens.iter().filter(|token| token.kind == TokenKind::ElementType).count()
        };
        assert_eq!(count("var a<2, f32> = f32(x); var b<i64>= 1; var c<n * 2, f64> = 0;"), 3);
        assert_eq!(
            count("var a<f32, 2> = 1; a < f32 > 2; f(a < 1, f32 > 2); var b = a<2, f32>;"),
            0
        );
        assert_eq!(count("var f32 = 2; var a<2, f32> = 1; var b<i64> = 1;"), 1);
        assert_eq!(count("def f(f32) { var a<2, f32> = 1; } def i64(x) { var b<i64> = x; }"), 0);
        assert_eq!(count("var a<2 * f32> = 1; var b<-i64> = 1; var c<, f64> = 1;"), 1);
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
