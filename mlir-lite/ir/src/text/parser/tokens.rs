//! The position in a source: the next token, and what was written where.

use crate::data::location::Location;
use crate::text::lexer::{Lexer, Token, TokenKind};
use mlir_lite_diagnostics::Span;
use std::ops::Range;

/// The tokens of a source, from the next one on.
pub(in crate::text) struct Tokens<'s> {
    lexer: Lexer<'s>,
    token: Token,
    /// The whole source, of which a part may be read.
    pub(in crate::text) whole: &'s str,
    /// The position of the source among all sources.
    pub(in crate::text) base: u32,
}

impl<'s> Tokens<'s> {
    /// The tokens of a part of a source.
    pub(in crate::text) fn new(whole: &'s str, part: Range<usize>, base: u32) -> Self {
        let mut lexer = Lexer::new(&whole[..part.end]);
        lexer.reset(part.start);
        let token = lexer.next_token();
        Self { lexer, token, whole, base }
    }

    /// Reads on from an offset of the whole source, which may be outside of the part. Returns what
    /// [`Self::come_back`] needs.
    pub(in crate::text) fn go_elsewhere(&mut self, position: usize) -> (Lexer<'s>, usize) {
        let back = self.token.start;
        let part = std::mem::replace(&mut self.lexer, Lexer::new(self.whole));
        self.jump(position);
        (part, back)
    }

    /// Reads on where [`Self::go_elsewhere`] was called.
    pub(in crate::text) fn come_back(&mut self, (part, back): (Lexer<'s>, usize)) {
        self.lexer = part;
        self.jump(back);
    }

    pub(in crate::text) fn token(&self) -> Token {
        self.token
    }

    pub(in crate::text) fn text_of(&self, token: Token) -> &'s str {
        &self.lexer.text()[token.start..token.end]
    }

    pub(in crate::text) fn token_text(&self) -> &'s str {
        self.text_of(self.token)
    }

    /// All of the source.
    pub(in crate::text) fn source(&self) -> &'s str {
        self.lexer.text()
    }

    #[inline]
    pub(in crate::text) fn advance(&mut self) -> Token {
        let token = self.token;
        self.token = self.lexer.next_token();
        token
    }

    /// The next token's text.
    pub(in crate::text) fn advance_text(&mut self) -> &'s str {
        let token = self.advance();
        self.text_of(token)
    }

    /// Reads on from an offset of the source.
    pub(in crate::text) fn jump(&mut self, position: usize) {
        self.lexer.reset(position);
        self.token = self.lexer.next_token();
    }

    #[inline]
    pub(in crate::text) fn is_kind(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// The next token's bytes; unlike [`Self::token_text`] this need not look
    /// where characters begin.
    #[inline]
    fn token_bytes(&self) -> &'s [u8] {
        &self.lexer.text().as_bytes()[self.token.start..self.token.end]
    }

    #[inline]
    pub(in crate::text) fn is_punct(&self, text: &str) -> bool {
        self.token.kind == TokenKind::Punct && is_same_punct(self.token_bytes(), text.as_bytes())
    }

    #[inline]
    pub(in crate::text) fn is_keyword(&self, text: &str) -> bool {
        self.token.kind == TokenKind::BareId && self.token_bytes() == text.as_bytes()
    }

    #[inline]
    pub(in crate::text) fn eat_punct(&mut self, text: &str) -> bool {
        let found = self.is_punct(text);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    pub(in crate::text) fn eat_keyword(&mut self, text: &str) -> bool {
        let found = self.is_keyword(text);
        if found {
            self.advance();
        }
        found
    }

    pub(in crate::text) fn span(&self, token: Token) -> Span {
        Span::new(self.base + token.start as u32, self.base + token.end as u32)
    }

    pub(in crate::text) fn location_of(&self, token: Token) -> Location {
        Location::position(self.base + token.start as u32)
    }

    /// The end of the token before this one, if that is on an earlier line.
    #[cold]
    pub(in crate::text) fn end_of_line_before(&self, token: Token) -> Option<Token> {
        let text = self.lexer.text();
        let mut line_end = token.start;
        loop {
            let line = text[..line_end].rfind('\n').map_or(0, |newline| newline + 1);
            // Comments are not tokens, and tokens do not extend over lines.
            let mut lexer = Lexer::new(&text[..line_end]);
            lexer.reset(line);
            let mut last = None;
            loop {
                let next = lexer.next_token();
                if next.kind == TokenKind::Eof || next.start >= line_end || next.end == next.start {
                    break;
                }
                last = Some(next.end);
            }
            match last {
                Some(_) if line_end == token.start => return None,
                Some(end) => return Some(Token { start: end, end, ..token }),
                None if line == 0 => return None,
                None => line_end = line - 1,
            }
        }
    }
}

/// Compares short texts, usually of one byte, without a call.
#[inline(always)]
fn is_same_punct(found: &[u8], wanted: &[u8]) -> bool {
    found.len() == wanted.len() && found[0] == wanted[0] && (found.len() == 1 || found == wanted)
}
