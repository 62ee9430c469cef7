//! Calls of functions as members, `a.sum()`, and with a module before them, `np.sum(a)`.

use mlir_lite_diagnostics::{Diagnostic, Span};

use super::Wording;
use super::place::Place;
use crate::codes::Code;
use crate::foreign;
use crate::syntax_error::Expected;
use crate::token::{Token, TokenKind};

/// Longer texts are not repeated in messages.
const MAX_SHOWN: usize = 30;

/// At most this many tokens are searched for a bracket: there may be many errors.
const NEAR: usize = 1000;

impl Wording<'_> {
    /// The error that a function is called as a member, at the `(` after its name.
    pub(super) fn call_of_member(&self, place: &Place<'_>) -> Option<Diagnostic> {
        let [before @ .., dot, member] = place.before else { return None };
        if (dot.kind, member.kind) != (TokenKind::Dot, TokenKind::Ident)
            || place.error.found != Some(TokenKind::LParen)
            || !place.error.expected.contains(Expected::Operator)
        {
            return None;
        }
        let base = operand(&before[before.len().saturating_sub(NEAR)..])?;
        let base_span = base.first()?.span.to(base.last()?.span);
        let (root, name) = (base.first()?, self.text(member.span));
        let close = closing(place.after);
        let arguments = close.map(|close| self.text(Span::new(place.span.end, close.start)));
        let shown =
            |text: &'_ str| if text.len() <= MAX_SHOWN { text.to_owned() } else { "...".into() };
        let module = self.text(root.span);
        if foreign::is_module(module) && root.kind == TokenKind::Ident {
            let wrong = Code::CallOfMember
                .error(base_span, format!("there is no module '{module}'"))
                .with_label("functions are called without a prefix");
            let arguments = arguments.unwrap_or("...");
            if matches!(module, "console" | "Console") {
                return Some(
                    wrong
                        .with_help(format!("write `print({})`", shown(arguments)))
                        .with_edit(base_span.to(member.span), "print"),
                );
            }
            let wrong = wrong.with_edit(Span::new(base_span.start, member.span.start), "");
            if let Some(ours) = foreign::function(name) {
                return Some(wrong.with_help(ours.help()));
            }
            // A shape in parentheses of its own.
            let inner = arguments.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            let inner = inner.filter(|inner| !inner.contains(['(', ')']));
            let help = format!("write `{name}({})`", shown(inner.unwrap_or(arguments)));
            let wrong = wrong.with_help(help);
            return Some(match (inner, close) {
                (Some(_), Some(close)) => {
                    let open = place.span.end;
                    wrong
                        .with_edit(Span::new(open, open + 1), "")
                        .with_edit(Span::new(close.start - 1, close.start), "")
                }
                _ => wrong,
            });
        }
        let wrong = Code::CallOfMember
            .error(member.span, format!("a value has no function '{name}'"))
            .with_label("functions are not members");
        let ours = foreign::member(name).map(str::to_owned);
        if let Some(ours) = ours.or_else(|| foreign::function(name).map(foreign::Ours::help)) {
            return Some(wrong.with_help(ours));
        }
        let value = self.text(base_span);
        let comma = if arguments.is_none_or(str::is_empty) { "" } else { ", " };
        let (value_shown, arguments) = (shown(value), shown(arguments.unwrap_or_default()));
        Some(
            wrong
                .with_help(format!("write `{name}({value_shown}{comma}{arguments})`"))
                .with_edit(base_span.to(member.span), name)
                .with_edit(Span::at(place.span.end), format!("{value}{comma}")),
        )
    }
}

/// The operand at the end of these tokens: a name, a number, a literal or brackets, with its
/// subscripts, members and arguments.
fn operand(tokens: &[Token]) -> Option<&[Token]> {
    let mut start = tokens.len();
    loop {
        let last = start.checked_sub(1)?;
        match tokens[last].kind {
            TokenKind::RParen | TokenKind::RBracket => {
                start = opening(&tokens[..start])?;
                // The name of a function, or the tensor of subscripts.
                let before = start.checked_sub(1).map(|before| tokens[before].kind);
                let is_called = before.is_some_and(TokenKind::can_be_indexed);
                if is_called {
                    continue;
                }
            }
            TokenKind::Ident | TokenKind::Number(_) | TokenKind::Literal(_) => start = last,
            _ => return None,
        }
        match start.checked_sub(1).map(|before| tokens[before].kind) {
            Some(TokenKind::Dot) => start -= 1,
            _ => return Some(&tokens[start..]),
        }
    }
}

/// The index of the bracket that the last token closes.
fn opening(tokens: &[Token]) -> Option<usize> {
    let mut open = 0_usize;
    tokens.iter().rposition(|token| {
        match token.kind {
            TokenKind::RParen | TokenKind::RBracket => open += 1,
            TokenKind::LParen | TokenKind::LBracket => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    })
}

/// The bracket that closes the one at the start.
fn closing(tokens: &[Token]) -> Option<Span> {
    let mut open = 0_usize;
    let close = tokens.iter().take(NEAR).find(|token| {
        match token.kind {
            TokenKind::LParen | TokenKind::LBracket => open += 1,
            TokenKind::RParen | TokenKind::RBracket => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    })?;
    (close.kind == TokenKind::RParen).then_some(close.span)
}
