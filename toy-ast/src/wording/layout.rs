//! Clues to missing brackets in the layout of a text: lines, and their indentation.
//!
//! The grammar ignores lines, so nothing here decides whether a program is valid; it finds the
//! location where a person would look for the mistake.

use mlir_lite_diagnostics::Span;

use super::Wording;
use super::place::{ErrorContext, last_statement};
use crate::cursor::begins_line;
use crate::syntax_error::Expected;
use crate::token::{Token, TokenKind};

impl Wording<'_> {
    /// Whether a `;` was written for a `,`: the enclosing brackets are closed after it, on the same
    /// line.
    pub(super) fn is_separator(&self, place: &ErrorContext<'_>) -> bool {
        let expected = place.error.expected;
        let (opener, closer) = match () {
            () if expected.contains(Expected::RBracket) => {
                (TokenKind::LBracket, TokenKind::RBracket)
            }
            () if expected.contains(Expected::RParen) => (TokenKind::LParen, TokenKind::RParen),
            () => return false,
        };
        if place.error.found != Some(TokenKind::Semi) {
            return false;
        }
        let mut open = 0_usize;
        for token in place.after.iter().skip(1) {
            match token.kind {
                _ if begins_line(self.file.text(), self.offset(token.span.start)) => return false,
                TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace => return false,
                kind if kind == opener => open += 1,
                kind if kind == closer && open == 0 => return true,
                kind if kind == closer => open -= 1,
                _ => {}
            }
        }
        false
    }

    /// The block without a `}`, determined by the indentation of its contents and of the lines
    /// after it, and where the `}` is missing. Only indented blocks are found.
    pub(super) fn unclosed_block(&self, place: &ErrorContext<'_>) -> Option<(Span, Span)> {
        struct Block {
            opener: Span,
            indent: usize,
            /// The indentation of the first line in it.
            inner: Option<usize>,
        }
        let is_start = |token: &Token| matches!(token.kind, TokenKind::Def | TokenKind::Struct);
        let start = place.before.iter().rposition(is_start).unwrap_or(0);
        let mut blocks: Vec<Block> = Vec::new();
        for (index, token) in place.before.iter().enumerate().skip(start) {
            let closes = token.kind == TokenKind::RBrace;
            if let Some(block) = blocks.last_mut()
                && begins_line(self.file.text(), self.offset(token.span.start))
            {
                let indent = self.indent(token.span.start);
                let inner = *block.inner.get_or_insert(indent);
                let is_outside = indent < block.indent || (indent == block.indent && !closes);
                if inner > block.indent && is_outside {
                    let end = place.before.get(index.checked_sub(1)?)?.span.end;
                    return Some((block.opener, Span::at(end)));
                }
            }
            if token.kind == TokenKind::LBrace {
                let indent = self.indent(token.span.start);
                blocks.push(Block { opener: token.span, indent, inner: None });
            } else if closes {
                blocks.pop();
            }
        }
        None
    }

    /// The parenthesis without a `)`, determined by the indentation of a line that begins with one,
    /// and where the `)` is missing.
    pub(super) fn unclosed_parenthesis(&self, place: &ErrorContext<'_>) -> Option<(Span, Span)> {
        let outer = place.open_bracket(TokenKind::LParen)?;
        let start = place.before.iter().rposition(|token| token.span == outer)?;
        let mut open: Vec<Span> = Vec::new();
        for (index, token) in place.before.iter().enumerate().skip(start) {
            match token.kind {
                TokenKind::LParen => open.push(token.span),
                TokenKind::RParen => {
                    let closed = open.pop()?;
                    let begins_line = begins_line(self.file.text(), self.offset(token.span.start));
                    let meant = self.indent(token.span.start);
                    let fits = |opener: &Span| self.indent(opener.start) == meant;
                    if begins_line && !fits(&closed) && open.iter().any(fits) {
                        return Some((
                            closed,
                            Span::at(place.before.get(index.checked_sub(1)?)?.span.end),
                        ));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The indentation of the line of a position.
    pub(super) fn indent(&self, pos: u32) -> usize {
        let before = self.file.text().get(..self.offset(pos)).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let is_blank = |c: &char| matches!(c, ' ' | '\t');
        let rest = self.file.text().get(self.offset(pos)..).unwrap_or_default();
        line.chars().chain(rest.chars()).take_while(is_blank).count()
    }

    /// The `{` of a block that was parsed as a struct's value, because the head of the loop or
    /// conditional is incomplete.
    pub(super) fn block_in_header(&self, place: &ErrorContext<'_>) -> Option<Span> {
        let opener = place.open_bracket(TokenKind::LBrace)?;
        let index = place.before.iter().rposition(|token| token.span == opener)?;
        let head = last_statement(&place.before[..index]);
        let keywords = [TokenKind::For, TokenKind::While, TokenKind::If, TokenKind::Else];
        let first = head.first().filter(|first| keywords.contains(&first.kind));
        first.map(|_| opener).filter(|_| !place.error.expected.contains(Expected::Statement))
    }
}
