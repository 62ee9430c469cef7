//! The lexer: splits text into tokens.
//!
//! It reports errors in single tokens (characters outside the language, malformed numbers) and
//! replaces them by a token for which the parser reports no second error. Tensor literals are read
//! here, through [`literal`](crate::literal), so that the parser sees one token for a million
//! numbers.

use logos::Logos;
use mlir_lite_diagnostics::{Diagnostics, SourceFile, Span};

use crate::ast::TensorLiteral;
use crate::codes::Code;
use crate::cursor::{Cursor, check_number, visible};
use crate::keywords;
use crate::literal;
use crate::token::{Token, TokenKind};

/// The tokens of a file.
pub(crate) struct Lexed {
    pub tokens: Vec<Token>,
    /// Values of the [`TokenKind::Literal`] tokens; `None` where an error was reported.
    pub literals: Vec<Option<TensorLiteral>>,
    /// The start positions of wrong literals, in order.
    pub wrong_literals: Vec<u32>,
    /// Whether the text ended inside a tensor literal.
    pub open_literal: bool,
    /// Whether the missing end is that literal's only error.
    pub unfinished_literal: bool,
}

/// All tokens of a file; some words are names before it.
pub(crate) fn lex(
    file: &SourceFile,
    is_name: &dyn Fn(&str) -> bool,
    diagnostics: &mut Diagnostics,
) -> Lexed {
    let mut cursor = Cursor::new(file);
    let mut lexed = Lexed {
        tokens: Vec::new(),
        literals: Vec::new(),
        wrong_literals: Vec::new(),
        open_literal: false,
        unfinished_literal: false,
    };
    while let Some(token) = cursor.next() {
        let is_index = lexed.tokens.last().is_some_and(|token: &Token| token.kind.can_be_indexed());
        let token = match token.kind {
            TokenKind::LBracket if !is_index => {
                let before = cursor.clone();
                let Some(scanned) = literal::scan(&mut cursor, token.span, diagnostics) else {
                    // Its elements are computed: the parser reads them.
                    cursor = before;
                    lexed.tokens.push(token);
                    continue;
                };
                lexed.open_literal |= scanned.open_at_end;
                lexed.unfinished_literal |= scanned.unfinished;
                if scanned.value.is_none() {
                    lexed.wrong_literals.push(token.span.start);
                }
                lexed.literals.push(scanned.value);
                let kind = TokenKind::Literal(lexed.literals.len() as u32 - 1);
                Token { kind, span: token.span.to(Span::at(cursor.last_end)) }
            }
            TokenKind::OpenText => {
                diagnostics.emit(
                    Code::UnknownCharacter
                        .error(token.span, "a text does not end on its line")
                        .with_label("add `\"` at its end"),
                );
                Token { kind: TokenKind::Error, span: token.span }
            }
            TokenKind::Text if cursor.text(token.span).contains('\0') => {
                diagnostics.emit(
                    Code::UnknownCharacter
                        .error(token.span, "a text has no character '\\u{0}'")
                        .with_label("no file has such a name"),
                );
                token
            }
            TokenKind::Error => unknown_characters(&mut cursor, token, diagnostics),
            // Two adjacent numbers, which are reported already.
            TokenKind::BadNumber if cursor.text(token.span).contains("..") => {
                let checked = check_number(&cursor, token, diagnostics);
                Token { kind: TokenKind::Error, ..checked }
            }
            _ => check_number(&cursor, token, diagnostics),
        };
        lexed.tokens.push(token);
    }
    foreign_comments(&cursor, diagnostics);
    keywords::mark(&mut lexed.tokens, is_name, |token| cursor.text(token.span));
    lexed
}

/// The byte ranges of the tokens of a text: each bracket, sign and number of a tensor literal is
/// one, and so is each character that belongs to no token. White space and comments are left out.
pub fn token_ranges(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    TokenKind::lexer(text)
        .spanned()
        .filter(|(kind, _)| *kind != Ok(TokenKind::ForeignComment))
        .map(|(_, range)| range)
}

/// Reports the first comment in the syntax of another language; a file with one of them usually has
/// more.
fn foreign_comments(cursor: &Cursor<'_>, diagnostics: &mut Diagnostics) {
    let [first, more @ ..] = &cursor.foreign_comments[..] else { return };
    let sign = Span::new(first.start, first.start + 2);
    let diagnostic = Code::ForeignComment
        .error(sign, format!("`{}` begins no comment", cursor.text(sign)))
        .with_label("write `#` here")
        .with_help("a comment begins with `#` and ends with its line");
    diagnostics.emit(match more.len() {
        0 => diagnostic,
        1 => diagnostic.with_note("there is 1 more comment like this"),
        more => diagnostic.with_note(format!("there are {more} more comments like this")),
    });
}

/// Reports a run of adjacent characters that belong to no token as one error.
fn unknown_characters(
    cursor: &mut Cursor<'_>,
    first: Token,
    diagnostics: &mut Diagnostics,
) -> Token {
    let mut span = first.span;
    while let Some(next) = cursor.peek() {
        if next.kind != TokenKind::Error || next.span.start != span.end {
            break;
        }
        span = span.to(next.span);
        cursor.next();
    }
    if cursor.text(span) == "'" {
        span = quoted(cursor, span);
    }
    let text = cursor.text(span);
    let what =
        if text.chars().nth(1).is_some() { "unknown characters" } else { "unknown character" };
    let help = match text.chars().next() {
        Some('\u{d7}' | '\u{22c5}' | '\u{b7}') => Some("write `*`"),
        Some('\u{f7}') => Some("write `/`"),
        Some('\u{2212}' | '\u{2013}' | '\u{2014}') => Some("write `-`"),
        Some('\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' | '\'') => {
            Some("texts are written like \"file.npy\"")
        }
        Some('&' | '|') => Some("conditions are joined by `and` and `or`: `a > 0 and b > 0`"),
        Some('!') => Some("`not x` is 1 where `x` is 0"),
        Some('^') => Some("a power is written `x ** 2`"),
        Some('?') => Some("a selection of elements is written `select(condition, a, b)`"),
        Some('~') => {
            Some("the operators are `+`, `-`, `*`, `/`, `//`, `%`, `**`, `@` and comparisons")
        }
        _ => None,
    };
    let diagnostic = Code::UnknownCharacter
        .error(span, format!("{what} '{}'", visible(text)))
        .with_label("not part of the language");
    diagnostics.emit(match help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    });
    Token { kind: TokenKind::Error, span }
}

/// Everything up to the second of two single quotes on a line; else the first alone.
fn quoted(cursor: &mut Cursor<'_>, first: Span) -> Span {
    let rest = cursor.text.get((first.end - cursor.base) as usize..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let Some(length) = line.find('\'') else { return first };
    let end = first.end + length as u32 + 1;
    while cursor.peek().is_some_and(|token| token.span.end <= end) {
        cursor.next();
    }
    Span::new(first.start, end)
}
