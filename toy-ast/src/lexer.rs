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
use crate::texts;
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
            TokenKind::Lt if begins_argument(&lexed.tokens) => {
                let after = sizes_after(&cursor);
                cursor = after.unwrap_or(cursor);
                let kind =
                    if cursor.last_end == token.span.end { token.kind } else { TokenKind::Sizes };
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
            TokenKind::Text => {
                let wrong = texts::wrong_escape(cursor.text(token.span), token.span.start);
                diagnostics.extend(wrong);
                token
            }
            TokenKind::Error | TokenKind::Amp | TokenKind::Pipe | TokenKind::Tilde
                if token.kind == TokenKind::Error
                    || begins_foreign_operator(&mut cursor, token) =>
            {
                let previous = lexed.tokens.last().map(|token: &Token| token.kind);
                unknown_characters(&mut cursor, token, previous, diagnostics)
            }
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
    // A comment that goes on after its line, or ends within it, is not repaired by one sign.
    let diagnostic = match cursor.text(sign) {
        "//" => diagnostic.with_edit(sign, "#"),
        _ => diagnostic,
    };
    diagnostics.emit(match more.len() {
        0 => diagnostic,
        1 => diagnostic.with_note("there is 1 more comment like this"),
        more => diagnostic.with_note(format!("there are {more} more comments like this")),
    });
}

/// Whether an argument with a name begins after these tokens: `f(name =`.
fn begins_argument(tokens: &[Token]) -> bool {
    let mut last = tokens.iter().rev().map(|token| token.kind);
    last.next() == Some(TokenKind::Assign)
        && last.next() == Some(TokenKind::Ident)
        && matches!(last.next(), Some(TokenKind::LParen | TokenKind::Comma))
}

/// The cursor after sizes in digits, or `?`, and the `>` that ends them; none if something else is
/// there.
fn sizes_after<'s>(cursor: &Cursor<'s>) -> Option<Cursor<'s>> {
    let mut cursor = cursor.clone();
    let mut is_size = true;
    loop {
        let token = cursor.next()?;
        match token.kind {
            TokenKind::Number(_) if is_size => {}
            TokenKind::Error if is_size && cursor.text(token.span) == "?" => {}
            TokenKind::Comma if !is_size => {}
            TokenKind::Gt if !is_size => return Some(cursor),
            _ => return None,
        }
        is_size = !is_size;
    }
}

/// Whether `&&`, `||`, `|>` or `~=` begins with a token.
fn begins_foreign_operator(cursor: &mut Cursor<'_>, token: Token) -> bool {
    let next = cursor.peek().filter(|next| next.span.start == token.span.end);
    next.is_some_and(|next| match token.kind {
        TokenKind::Tilde => next.kind == TokenKind::Assign,
        kind => next.kind == kind || kind == TokenKind::Pipe && next.kind == TokenKind::Gt,
    })
}

/// Reports a run of adjacent characters that belong to no token as one error.
fn unknown_characters(
    cursor: &mut Cursor<'_>,
    first: Token,
    previous: Option<TokenKind>,
    diagnostics: &mut Diagnostics,
) -> Token {
    let mut span = first.span;
    while let Some(next) = cursor.peek() {
        let is_doubled = first.kind == next.kind && span == first.span;
        if !(next.kind == TokenKind::Error || is_doubled) || next.span.start != span.end {
            break;
        }
        span = span.to(next.span);
        cursor.next();
    }
    let is_after_operand = previous.is_some_and(TokenKind::ends_operand);
    if matches!(cursor.text(span), "'" | "\u{2018}" | "\u{201c}") && !is_after_operand {
        span = quoted(cursor, span);
    }
    let equals = cursor.peek().filter(|next| next.kind == TokenKind::Assign);
    if let Some(equals) = equals.filter(|next| next.span.start == span.end)
        && cursor.text(span) == "~"
    {
        span = span.to(equals.span);
        cursor.next();
    }
    let text = cursor.text(span);
    let what =
        if text.chars().nth(1).is_some() { "unknown characters" } else { "unknown character" };
    let diagnostic = Code::UnknownCharacter
        .error(span, format!("{what} '{}'", visible(text)))
        .with_label("not part of the language");
    let rest = cursor.text.get((span.end - cursor.base) as usize..).unwrap_or_default();
    let diagnostic = match advice_on_characters(text, rest, is_after_operand) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    };
    diagnostics.emit(match replacement(text, rest) {
        Some(ours) => diagnostic.with_edit(span, ours),
        None => diagnostic,
    });
    Token { kind: TokenKind::Error, span }
}

/// Toy's counterparts of characters of other languages and of mathematics.
fn advice_on_characters(text: &str, rest: &str, is_after_operand: bool) -> Option<&'static str> {
    Some(match text.chars().next()? {
        '\u{d7}' | '\u{22c5}' | '\u{b7}' => "write `*`",
        '\u{f7}' => "write `/`",
        '\u{2212}' | '\u{2013}' | '\u{2014}' => "write `-`",
        '\u{2264}' => "write `<=`",
        '\u{2265}' => "write `>=`",
        '\u{2260}' => "write `!=`",
        '\u{3c0}' => "write `pi`",
        '\u{221e}' => "write `inf`",
        '\u{221a}' => "a square root is written `sqrt(x)`",
        '\'' if text == "'" && is_after_operand => "a transposed matrix is written `transpose(x)`",
        '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' | '\'' => {
            "texts are written like \"file.npy\""
        }
        '|' if rest.starts_with('>') => "a function is called with its argument: `sum(a)`",
        '&' | '|' if text.len() == 2 => {
            "conditions are joined by `and` and `or`: `a > 0 and b > 0`"
        }
        '!' => "`not x` is 1 where `x` is 0",
        '?' => "a selection of elements is written `where(condition, a, b)`",
        '~' if text == "~=" => "`a != b` is 1 where they differ",
        _ => return None,
    })
}

/// The certain replacement of characters of other languages, which `rest` follows.
fn replacement(text: &str, rest: &str) -> Option<String> {
    let ours = match text {
        "&&" => "and",
        "||" => "or",
        "!" if is_operand(rest) => "not ",
        "~=" | "\u{2260}" => "!=",
        "\u{d7}" | "\u{22c5}" | "\u{b7}" => "*",
        "\u{f7}" => "/",
        "\u{2212}" | "\u{2013}" | "\u{2014}" => "-",
        "\u{2264}" => "<=",
        "\u{2265}" => ">=",
        "\u{3c0}" => "pi",
        "\u{221e}" => "inf",
        _ => {
            let quoted = text.strip_prefix('\'')?.strip_suffix('\'')?;
            let is_plain =
                !quoted.contains(['"', '\'']) && texts::wrong_escape(quoted, 0).is_none();
            return is_plain.then(|| format!("\"{quoted}\""));
        }
    };
    Some(ours.to_owned())
}

/// Whether a text begins with an operand to which no operator belongs. `not` binds weaker than
/// operators: `!a == b` is not `not a == b`.
fn is_operand(text: &str) -> bool {
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '(' | '[' => open += 1,
            ')' | ']' if open > 0 => open -= 1,
            _ if open > 0 || c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ' ') => {}
            _ => return matches!(c, ')' | ']' | ',' | ';' | '{' | '}' | '&' | '|' | '#' | '\n'),
        }
    }
    true
}

/// Everything up to the second of two single quotes on a line; else the first alone.
fn quoted(cursor: &mut Cursor<'_>, first: Span) -> Span {
    let rest = cursor.text.get((first.end - cursor.base) as usize..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let closing = match cursor.text(first) {
        "\u{2018}" => '\u{2019}',
        "\u{201c}" => '\u{201d}',
        _ => '\'',
    };
    let Some(length) = line.find(closing) else { return first };
    let end = first.end + (length + closing.len_utf8()) as u32;
    while cursor.peek().is_some_and(|token| token.span.end <= end) {
        cursor.next();
    }
    Span::new(first.start, end)
}
