//! Tokens one at a time, from which the lexer reads its tokens and tensor literals.

use logos::Logos;
use mlir_lite_diagnostics::{Diagnostics, SourceFile, Span};

use crate::codes::Code;
use crate::token::{Token, TokenKind};

/// Tokens one at a time, with one token of lookahead and global positions.
#[derive(Clone)]
pub(crate) struct Cursor<'s> {
    lexer: logos::Lexer<'s, TokenKind>,
    pub(crate) text: &'s str,
    pub(crate) base: u32,
    peeked: Option<Option<Token>>,
    /// Comments in the syntax of other languages; they are not tokens.
    pub(crate) foreign_comments: Vec<Span>,
    /// The last token.
    previous: Option<TokenKind>,
    /// End of the last token taken.
    pub last_end: u32,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(file: &'s SourceFile) -> Self {
        let text = file.text();
        let mut lexer = TokenKind::lexer(text);
        // A byte order mark has no meaning in UTF-8.
        lexer.bump(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
        Self {
            lexer,
            text,
            base: file.base(),
            peeked: None,
            foreign_comments: Vec::new(),
            previous: None,
            last_end: file.base(),
        }
    }

    #[inline]
    pub(crate) fn peek(&mut self) -> Option<Token> {
        match self.peeked {
            Some(token) => token,
            None => self.read(),
        }
    }

    fn read(&mut self) -> Option<Token> {
        let token = loop {
            let Some(result) = self.lexer.next() else { break None };
            let range = self.lexer.span();
            let span = Span::new(self.base + range.start as u32, self.base + range.end as u32);
            match result.unwrap_or(TokenKind::Error) {
                TokenKind::ForeignComment => self.foreign_comments.push(span),
                TokenKind::SlashSlash | TokenKind::SlashSlashAssign if self.is_comment() => {
                    let rest = self.lexer.remainder();
                    let length = rest.find('\n').unwrap_or(rest.len());
                    self.lexer.bump(length);
                    let end = Span::at(span.end + length as u32);
                    self.foreign_comments.push(span.to(end));
                }
                kind => {
                    self.previous = Some(kind);
                    break Some(Token { kind, span });
                }
            }
        };
        *self.peeked.insert(token)
    }

    /// Whether the `//` that was just read plainly begins a comment of another language: there is
    /// no left operand, or two words follow it that are not `b and`.
    fn is_comment(&self) -> bool {
        let has_operand =
            self.previous.is_some_and(|kind| kind.ends_operand() && kind != TokenKind::RBrace);
        let line = self.lexer.remainder().lines().next().unwrap_or_default();
        let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
        let mut words = line.split_ascii_whitespace();
        let is_operator = |word: &str| matches!(word, "and" | "or");
        let are_words = words.next().is_some_and(is_word)
            && words.next().is_some_and(|word| is_word(word) && !is_operator(word));
        !has_operand || are_words
    }

    pub(crate) fn next(&mut self) -> Option<Token> {
        let token = self.peek()?;
        self.peeked = None;
        self.last_end = token.span.end;
        Some(token)
    }

    /// Whether more brackets are closed than opened after a `;`, before the next one and the end of
    /// the line.
    pub(crate) fn closes_on_this_line(&self, semicolon: Span) -> bool {
        let rest = self.text.get((semicolon.end - self.base) as usize..).unwrap_or_default();
        let rest = rest.split(['\n', '#']).next().unwrap_or_default();
        rest.matches(']').count() > rest.matches('[').count()
    }

    /// Whether a token is the first of its line.
    pub(crate) fn begins_line(&self, span: Span) -> bool {
        begins_line(self.text, (span.start - self.base) as usize)
    }

    pub(crate) fn text(&self, span: Span) -> &'s str {
        let range = (span.start - self.base) as usize..(span.end - self.base) as usize;
        self.text.get(range).unwrap_or_default()
    }
}

/// Reports a number that is malformed or too large; the token then represents some number.
pub(crate) fn check_number(
    cursor: &Cursor<'_>,
    token: Token,
    diagnostics: &mut Diagnostics,
) -> Token {
    match token.kind {
        TokenKind::BadNumber => {
            let text = cursor.text(token.span);
            diagnostics.emit(
                Code::MalformedNumber
                    .error(token.span, format!("`{text}` is not a number"))
                    .with_label("malformed number")
                    .with_help(number_help(text)),
            );
        }
        TokenKind::Number(value) if value.is_infinite() => {
            let text = cursor.text(token.span);
            diagnostics.emit(
                Code::NumberTooLarge
                    .error(token.span, format!("number `{text}` is too large"))
                    .with_label("does not fit a 64-bit float")
                    .with_note("the largest 64-bit float is about 1.8e308"),
            );
        }
        _ => return token,
    }
    Token { kind: TokenKind::Number(0.0), span: token.span }
}

/// How a malformed number is written.
fn number_help(text: &str) -> String {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    let plain = "numbers are written like 1, .5, 2.25 and 1.5e-3";
    match &text[digits.len()..] {
        _ if text.contains("..") => "a range is written `0:5`".to_owned(),
        _ if text.contains('_') => "a `_` is between two digits, as in 1_000_000".to_owned(),
        _ if text.starts_with("0x") || text.starts_with("0b") || text.starts_with("0o") => {
            "integers in other bases are written like 0xff, 0b1010 and 0o17".to_owned()
        }
        "i" | "j" => "there are no complex numbers: write the two parts".to_owned(),
        "f" | "F" | "L" | "u" | "d" if is_number(digits) => {
            format!("numbers have no suffix: write `{digits}`")
        }
        "" => plain.to_owned(),
        name if is_number(digits) && !name.starts_with(['e', 'E']) => {
            format!("a product is written `{digits} * {name}`; names begin with a letter or `_`")
        }
        _ => format!("{plain}, and names begin with a letter or `_`"),
    }
}

/// Whether only white space precedes an offset on its line.
pub(crate) fn begins_line(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or_default();
    before.trim_end_matches([' ', '\t', '\r']).ends_with('\n')
}

/// The beginning of a text, with control characters as escapes.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars().take(20) {
        if c.is_control() { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}
