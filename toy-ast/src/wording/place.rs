//! The context of a syntax error: the tokens around it, and the brackets that are open there.

use mlir_lite_diagnostics::{Diagnostic, Span};

use crate::codes::Code;
use crate::syntax_error::SyntaxError;
use crate::token::{Token, TokenKind};

/// One error, with its surrounding tokens.
pub(super) struct ErrorContext<'t> {
    pub(super) error: SyntaxError,
    /// Tokens before the one that was found.
    pub(super) before: &'t [Token],
    /// The found token and those after it.
    pub(super) after: &'t [Token],
    /// The found token, or the end of the input.
    pub(super) span: Span,
    /// End of the previous token.
    pub(super) previous_end: Span,
}

impl<'t> ErrorContext<'t> {
    /// The tokens of the statement or the definition before the error.
    pub(super) fn statement(&self) -> &'t [Token] {
        last_statement(self.before)
    }

    /// Whether the found token cannot be in the middle of a statement.
    pub(super) fn found_ends_statement(&self) -> bool {
        self.error.found.is_none_or(TokenKind::bounds_statement)
    }

    /// Whether this many tokens are between the beginning of the statement and the error.
    pub(super) fn begins_statement(&self, tokens: usize) -> bool {
        let before =
            self.before.len().checked_sub(tokens + 1).and_then(|index| self.before.get(index));
        before.is_none_or(|token| {
            matches!(token.kind, TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace)
        })
    }

    /// The innermost open bracket of a kind at the error.
    pub(super) fn open_bracket(&self, kind: TokenKind) -> Option<Span> {
        let (open, close) = match kind {
            TokenKind::LBrace => (TokenKind::LBrace, TokenKind::RBrace),
            TokenKind::LBracket => (TokenKind::LBracket, TokenKind::RBracket),
            _ => (TokenKind::LParen, TokenKind::RParen),
        };
        let mut closed = 0_usize;
        for token in self.before.iter().rev() {
            if token.kind == close {
                closed += 1;
            } else if token.kind == open {
                if closed == 0 {
                    return Some(token.span);
                }
                closed -= 1;
            } else if matches!(token.kind, TokenKind::Def | TokenKind::Struct)
                || (token.kind == TokenKind::Semi && open == TokenKind::LParen)
            {
                // Brackets do not reach across definitions, nor parentheses across statements.
                return None;
            }
        }
        None
    }
}

/// The tokens at the end that belong to one statement, or to the head of one with a block.
pub(super) fn last_statement(tokens: &[Token]) -> &[Token] {
    let ends = |token: &Token| {
        matches!(token.kind, TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace)
    };
    let start = tokens.iter().rposition(ends).map_or(0, |end| end + 1);
    &tokens[start..]
}

pub(super) fn missing(code: Code, place: &ErrorContext<'_>, text: &str) -> Diagnostic {
    code.error(place.previous_end, format!("missing `{text}`"))
        .with_label(format!("add `{text}` here"))
}

pub(super) fn missing_closing(
    place: &ErrorContext<'_>,
    text: &str,
    opener: TokenKind,
) -> Diagnostic {
    let diagnostic = missing(Code::MissingClosingBracket, place, text);
    match (place.open_bracket(opener), opener.fixed_text()) {
        (Some(span), Some(opener)) => {
            diagnostic.with_secondary(span, format!("this `{opener}` is not closed"))
        }
        _ => diagnostic,
    }
}
