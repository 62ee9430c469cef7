//! Calls of functions as members, `a.sum()`, and with a module before them, `np.sum(a)`.

use mlir_lite_diagnostics::{Diagnostic, Span};

use super::Wording;
use super::numpy_calls;
use super::place::ErrorContext;
use crate::codes::Code;
use crate::foreign::{self, Ours};
use crate::syntax_error::Expected;
use crate::token::{Token, TokenKind};

/// Longer texts are not repeated in messages.
const MAX_SHOWN: usize = 30;

/// At most this many tokens are searched for a bracket: there may be many errors.
const NEAR: usize = 1000;

impl Wording<'_> {
    /// The error that a function is called as a member, at the `(` after its name.
    pub(super) fn call_of_member(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
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
            if matches!(module, "console" | "Console") {
                let arguments = arguments.unwrap_or("...");
                return Some(
                    wrong
                        .with_help(format!("write `print({})`", shown(arguments)))
                        .with_edit(base_span.to(member.span), "print"),
                );
            }
            let call = match self.call(place, name, None) {
                Ok(call) => call,
                Err(help) => return Some(wrong.with_help(help)),
            };
            let wrong = wrong
                .with_help(format!("write `{}({})`", call.function, shown(&call.arguments)))
                .with_edit(base_span.to(member.span), call.function);
            return Some(
                call.edits.into_iter().fold(wrong, |wrong, (span, new)| wrong.with_edit(span, new)),
            );
        }
        let wrong = Code::CallOfMember
            .error(member.span, format!("a value has no function '{name}'"))
            .with_label("functions are not members");
        if let Some(ours) = foreign::member(name) {
            return Some(wrong.with_help(ours));
        }
        let is_statement = place.begins_statement(base.len() + 2);
        let call = match self.call(place, name, Some(is_statement)) {
            Ok(call) => call,
            Err(help) => return Some(wrong.with_help(help)),
        };
        let value = self.text(base_span);
        let comma = if arguments.is_none_or(str::is_empty) { "" } else { ", " };
        let function = call.function;
        let (value_shown, arguments) = (shown(value), shown(&call.arguments));
        let wrong = wrong
            .with_help(format!("write `{function}({value_shown}{comma}{arguments})`"))
            .with_edit(base_span.to(member.span), function);
        // The value comes before the arguments, also where their first character changes.
        let begin = Span::at(place.span.end);
        let mut edits = call.edits;
        match edits.first_mut().filter(|(span, _)| span.start == begin.start) {
            Some((_, new)) => new.insert_str(0, &format!("{value}{comma}")),
            None => edits.insert(0, (begin, format!("{value}{comma}"))),
        }
        Some(edits.into_iter().fold(wrong, |wrong, (span, new)| wrong.with_edit(span, new)))
    }

    /// `x.var()` and `np.var(x)`: `var` is a keyword.
    pub(super) fn variance(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let is_member = place.before.last().is_some_and(|dot| dot.kind == TokenKind::Dot);
        let is_call = place.after.get(1).is_some_and(|next| next.kind == TokenKind::LParen);
        if place.error.found != Some(TokenKind::Var) || !is_member || !is_call {
            return None;
        }
        let help = foreign::function("var")?.help();
        let wrong = Code::CallOfMember.error(place.span, "there is no function 'var'");
        Some(wrong.with_label("functions are not members").with_help(help))
    }

    /// The call of a function of Toy that has the value of a call of `name` in NumPy, or advice.
    /// The first argument of a member is the value before it; `member` says whether the call is a
    /// whole statement.
    fn call(
        &self,
        place: &ErrorContext<'_>,
        name: &str,
        member: Option<bool>,
    ) -> Result<Call, String> {
        let function = match foreign::function(name) {
            _ if self.defines(name) => return Ok(self.unchanged(place, name)),
            Some(Ours::Name(ours)) => ours,
            Some(advice @ Ours::Advice(_)) => return Err(advice.help()),
            None => foreign::BUILTINS.iter().find(|ours| **ours == name).ok_or_else(|| {
                format!("there is no function of this name: define it, `def {name}(...) {{ ... }}`")
            })?,
        };
        let Some(arguments) = arguments(place.after) else {
            return Ok(self.unchanged(place, function));
        };
        let text = |token: &Token| self.text(token.span);
        let edits = numpy_calls::adapt(name, function, &arguments, member, text)
            .ok_or_else(|| numpy_calls::advice(name, function))?;
        let mut text = String::new();
        let (mut at, end) = (place.span.end, closing(place.after).map_or(0, |close| close.start));
        for (span, new) in &edits {
            text += self.text(Span::new(at, span.start));
            text += new;
            at = span.end;
        }
        text += self.text(Span::new(at, end.max(at)));
        Ok(Call { function: function.to_owned(), arguments: text, edits })
    }

    /// A call of a function with the arguments that are written.
    fn unchanged(&self, place: &ErrorContext<'_>, function: &str) -> Call {
        let end = closing(place.after).map_or(place.span.end, |close| close.start);
        let arguments = self.text(Span::new(place.span.end, end)).to_owned();
        Call { function: function.to_owned(), arguments, edits: Vec::new() }
    }

    /// Whether the program defines a function of this name.
    fn defines(&self, name: &str) -> bool {
        self.tokens.windows(2).any(|pair| {
            let [def, defined] = pair else { return false };
            def.kind == TokenKind::Def && self.text(defined.span) == name
        })
    }
}

/// A call of a function of Toy, with the changes to the arguments of another language.
struct Call {
    function: String,
    arguments: String,
    edits: Vec<(Span, String)>,
}

/// The arguments of the call whose `(` is the first of these tokens.
fn arguments(tokens: &[Token]) -> Option<Vec<&[Token]>> {
    let mut open = 0_usize;
    let (mut arguments, mut start) = (Vec::new(), 1);
    for (at, token) in tokens.iter().enumerate().take(NEAR) {
        match token.kind {
            TokenKind::LParen | TokenKind::LBracket => open += 1,
            TokenKind::RParen | TokenKind::RBracket => open = open.checked_sub(1)?,
            _ => {}
        }
        if open == 0 || (open == 1 && token.kind == TokenKind::Comma) {
            if at > start {
                arguments.push(&tokens[start..at]);
            }
            start = at + 1;
        }
        if open == 0 {
            return Some(arguments);
        }
    }
    None
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
