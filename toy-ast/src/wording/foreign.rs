//! Mistakes of users of another language: a construct that Toy does not have, where the tokens
//! around the error show which one is meant.
//!
//! Each function here recognises one construct, or returns `None`, and the error is described by
//! the expected tokens. A change that certainly repairs the program goes with the diagnostic.

use mlir_lite_diagnostics::{Diagnostic, Span};

use super::Wording;
use super::advice::begins_expression;
use super::place::ErrorContext;
use crate::codes::Code;
use crate::foreign;
use crate::syntax_error::{Expected, ExpectedSet};
use crate::token::{Token, TokenKind, describe};

/// Words between operands that are operators elsewhere, and Toy's counterparts.
const WORD_OPERATORS: &[(&str, &str)] = &[
    ("is", "`==` compares: `a == b`"),
    ("in", "`any(a == x)` is 1 if an element of `a` is `x`"),
    ("mod", "the remainder is `a % b`"),
    ("rem", "the remainder is `a % b`"),
    ("div", "`a // b` divides and rounds down"),
    ("xor", "`a != b` is 1 if one of two conditions holds"),
    ("to", "a range is written `from:to`, without its second number: `for i in 0:n { ... }`"),
    ("step", "a range with a step is written `from:to:step`"),
    ("by", "a range with a step is written `from:to:step`"),
];

impl Wording<'_> {
    /// The description of an error by the construct that was meant.
    pub(super) fn foreign_construct(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        self.call_of_member(place)
            .or_else(|| self.variance(place))
            .or_else(|| self.foreign_word(place))
            .or_else(|| self.loop_over(place))
            .or_else(|| self.colon(place))
            .or_else(|| self.increment(place))
            .or_else(|| self.foreign_operator(place))
            .or_else(|| self.word_operator(place))
            .or_else(|| self.text_after_name(place))
            .or_else(|| self.adjacent_operands(place))
            .or_else(|| self.list_without_brackets(place))
            .or_else(|| self.definition_in_short(place))
    }

    fn wrong_token(&self, place: &ErrorContext<'_>) -> Diagnostic {
        let what = place
            .error
            .found
            .map_or("end of input".to_owned(), |kind| describe(kind, &self.shown(place.span)));
        Code::UnexpectedToken.error(place.span, format!("unexpected {what}"))
    }

    /// `switch x {`, `assert x;`, `import numpy`: a word that begins a statement elsewhere.
    fn foreign_word(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        // At a prompt, statements are allowed between definitions.
        let expected = place.error.expected;
        let is_outside =
            expected.contains(Expected::Def) && !expected.contains(Expected::Statement);
        let found = place.after.first();
        let code = if is_outside { Code::OutsideFunction } else { Code::UnexpectedToken };
        if is_outside && let Some(help) = self.outside_functions(place) {
            return Some(self.replaced_word(code, found?, place.after.get(1)?, help));
        }
        // The word itself, outside of functions, or the token after it.
        let (word, next) = if is_outside {
            (found?, place.after.get(1))
        } else if place.begins_statement(1) {
            (place.before.last()?, Some(found?))
        } else if place.begins_statement(2) {
            // `elif a > 1 {` begins like `Struct name = ...`.
            let [.., word, next] = place.before else { return None };
            (word, Some(next))
        } else {
            return None;
        };
        let help = self.word(word)?;
        let next = next?;
        let is_definition = matches!(
            next.kind,
            TokenKind::Assign | TokenKind::Dot | TokenKind::Semi | TokenKind::Comma
        );
        (!is_definition).then(|| self.replaced_word(code, word, next, help))
    }

    /// The error for a word, with Toy's in its place if it is as good.
    fn replaced_word(&self, code: Code, word: &Token, next: &Token, help: &str) -> Diagnostic {
        let wrong = self.wrong_word(code, word, help);
        match &*self.shown(word.span) {
            "elif" | "elsif" | "elseif" => wrong.with_edit(word.span, "else if"),
            "fn" | "func" | "function" | "fun" | "define" if next.kind == TokenKind::Ident => {
                wrong.with_edit(word.span, "def")
            }
            _ => wrong,
        }
    }

    fn wrong_word(&self, code: Code, word: &Token, help: &str) -> Diagnostic {
        code.error(word.span, format!("unexpected name `{}`", self.shown(word.span)))
            .with_label("not a word of the language")
            .with_help(help)
    }

    /// `int main() {` and `main();` between definitions.
    fn outside_functions(&self, place: &ErrorContext<'_>) -> Option<&'static str> {
        let kinds: Vec<TokenKind> = place.after.iter().take(3).map(|token| token.kind).collect();
        match kinds[..] {
            [TokenKind::Ident, TokenKind::Ident, TokenKind::LParen] => {
                Some("a function is written `def name(a, b) { ... }`")
            }
            [TokenKind::Ident, TokenKind::LParen, ..] if self.is(place.after.first()?, "main") => {
                Some("running the program calls `main`: remove this call")
            }
            _ => None,
        }
    }

    /// The error that a block ends with a word, as in Julia and MATLAB, at the token after `end`.
    pub(super) fn ending_word(&self, place: &ErrorContext<'_>, end: Span) -> Option<Diagnostic> {
        let index = place.before.partition_point(|token| token.span.start < end.end);
        let word = place.before.get(index)?;
        let is_end = self.shown(word.span).starts_with("end");
        let help = self.word(word).filter(|_| is_end)?;
        Some(self.wrong_word(Code::UnexpectedToken, word, help))
    }

    /// Toy's counterpart of a word that begins statements in other languages.
    pub(super) fn word(&self, token: &Token) -> Option<&'static str> {
        match token.kind {
            TokenKind::Ident => foreign::word(&self.shown(token.span)),
            _ => None,
        }
    }

    /// `for i in range(n) {` and `for x in a {`.
    fn loop_over(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let is_block = place.error.found == Some(TokenKind::LBrace);
        let is_body = place.error.expected.contains(Expected::LBrace);
        let is_head = is_block || place.error.found == Some(TokenKind::Colon);
        if !(is_body || place.error.expected.contains(Expected::Colon) && is_head) {
            return None;
        }
        let start = place.before.iter().rposition(|token| token.kind == TokenKind::In)?;
        let [TokenKind::For, TokenKind::Ident] =
            [start.checked_sub(2)?, start - 1].map(|index| place.before[index].kind)
        else {
            return None;
        };
        let variable = self.shown(place.before[start - 1].span);
        let mut subject = &place.before[start + 1..];
        if is_body {
            // The statement after Python's `:` reads like the end of a range.
            let colon = subject.iter().position(|token| token.kind == TokenKind::Colon)?;
            subject = subject[..colon]
                .last()
                .filter(|last| last.kind == TokenKind::RParen)
                .map(|_| &subject[..colon])?;
        }
        let (first, last) = (subject.first()?, subject.last()?);
        let span = first.span.to(last.span);
        if let [name, open, arguments @ .., close] = subject
            && name.kind == TokenKind::Ident
            && matches!(&*self.shown(name.span), "range" | "xrange" | "arange" | "iota" | "seq")
            && (open.kind, close.kind) == (TokenKind::LParen, TokenKind::RParen)
        {
            let range = self.range(arguments)?;
            let wrong = Code::UnexpectedToken
                .error(span, format!("a loop over a call of `{}`", self.shown(name.span)))
                .with_label("expected a range")
                .with_help(format!("write `for {variable} in {range} {{ ... }}`"));
            return Some(if is_body { wrong } else { wrong.with_edit(span, range) });
        }
        let text = self.shown(span);
        let help = match subject {
            _ if is_body => return None,
            [name] if name.kind == TokenKind::Ident && is_block => format!(
                "for each row of `{text}`: `for i in 0:shape({text})[0] {{ var {variable} = \
                 {text}[i]; ... }}`"
            ),
            [number] if matches!(number.kind, TokenKind::Number(_)) => {
                format!("write `for {variable} in 0:{text} {{ ... }}`")
            }
            _ => return None,
        };
        Some(
            Code::UnexpectedToken
                .error(span, "a loop over something that is not a range")
                .with_label("expected a range")
                .with_help(help),
        )
    }

    /// `0:n`, for the arguments of `range(n)`.
    fn range(&self, arguments: &[Token]) -> Option<String> {
        let mut depth = 0_usize;
        let mut parts = vec![Vec::new()];
        for token in arguments {
            match token.kind {
                TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::RParen | TokenKind::RBracket => depth = depth.saturating_sub(1),
                TokenKind::Comma if depth == 0 => {
                    parts.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            parts.last_mut()?.push(token.span);
        }
        let text = |part: &Vec<Span>| Some(self.text(part.first()?.to(*part.last()?)));
        let parts: Option<Vec<&str>> = parts.iter().map(text).collect();
        match &parts?[..] {
            [to] => Some(format!("0:{to}")),
            parts @ ([_, _] | [_, _, _]) => Some(parts.join(":")),
            _ => None,
        }
    }

    /// A `:` that Python, MATLAB, Pascal or Go have.
    fn colon(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        if place.error.found != Some(TokenKind::Colon) {
            return None;
        }
        let wrong = self.wrong_token(place);
        let statement = place.statement();
        let first = statement.first().map(|token| token.kind);
        let next = place.after.get(1);
        let ends_line = next.is_none_or(|next| self.begins_line(next));
        if next
            .is_some_and(|next| next.kind == TokenKind::Assign && next.span.start == place.span.end)
        {
            let span = place.span.to(next?.span);
            return Some(
                Code::UnexpectedToken
                    .error(span, "there is no operator `:=`")
                    .with_label("write `=` here")
                    .with_edit(span, "="),
            );
        }
        let heads = [TokenKind::If, TokenKind::Else, TokenKind::While, TokenKind::For];
        if ends_line && first.is_some_and(|first| heads.contains(&first)) {
            return Some(
                wrong
                    .with_label("expected `{`")
                    .with_help("a block is in `{` and `}`, not made by indentation"),
            );
        }
        if let Some(open) = place.open_bracket(TokenKind::LParen) {
            let before = place.before.iter().rev().find(|token| token.span.end == open.start);
            let is_parameter = statement.iter().any(|token| token.kind == TokenKind::Def);
            return if is_parameter {
                Some(wrong.with_label("types are not written").with_help(
                    "a function works on tensors of all shapes: `def name(a, b) { ... }`",
                ))
            } else {
                let name = before.filter(|token| token.kind == TokenKind::Ident)?;
                let name = self.shown(name.span);
                Some(
                    wrong
                        .with_label("a range in the arguments of a call")
                        .with_help(format!("elements are taken with brackets: `{name}[0:2]`")),
                )
            };
        }
        match statement {
            [var, name] if (var.kind, name.kind) == (TokenKind::Var, TokenKind::Ident) => {
                let name = self.shown(name.span);
                Some(
                    wrong
                        .with_label("types are not written")
                        .with_help(format!("write `var {name} = ...;`")),
                )
            }
            [.., last] if matches!(first, Some(TokenKind::Var)) && last.kind.ends_operand() => {
                Some(
                    wrong
                        .with_label("a range is not a value")
                        .with_help("`iota(n)` is the tensor of 0, 1, ... up to n - 1"),
                )
            }
            _ => None,
        }
    }

    /// `++i;` and `i--;`.
    fn increment(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        if let [first, second, name, ..] = place.after
            && (first.kind, second.kind) == (TokenKind::Plus, TokenKind::Plus)
            && first.span.end == second.span.start
            && name.kind == TokenKind::Ident
            && place.error.expected.contains(Expected::Statement)
        {
            let span = first.span.to(second.span);
            return Some(
                Code::UnexpectedToken
                    .error(span, "there is no operator `++`")
                    .with_label("not part of the language")
                    .with_help(format!("write `{} += 1;`", self.shown(name.span))),
            );
        }
        if let [.., name, first, second] = place.before
            && (first.kind, second.kind) == (TokenKind::Minus, TokenKind::Minus)
            && first.span.end == second.span.start
            && name.kind == TokenKind::Ident
            && place.error.found == Some(TokenKind::Semi)
            && place.begins_statement(3)
        {
            let span = first.span.to(second.span);
            return Some(
                Code::MissingExpression
                    .error(span, "there is no operator `--`")
                    .with_label("not part of the language")
                    .with_help(format!("write `{} -= 1;`", self.shown(name.span)))
                    .with_edit(span, " -= 1"),
            );
        }
        None
    }

    /// Two signs, or a sign and a word, that are one operator elsewhere.
    fn foreign_operator(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let (before, found) = (place.before.last()?, place.after.first()?);
        let operator = |help: &str, ours: Option<&str>| {
            let span = before.span.to(found.span);
            let wrong = Code::UnexpectedToken
                .error(span, format!("there is no operator `{}`", self.shown(span)))
                .with_label("not part of the language")
                .with_help(help);
            match ours {
                Some(ours) => wrong.with_edit(span, ours),
                None => wrong,
            }
        };
        let is_one = before.span.end == found.span.start;
        match (before.kind, found.kind) {
            (TokenKind::Lt, TokenKind::Gt)
                if is_one && !place.error.expected.contains(Expected::Dimension) =>
            {
                Some(operator("`a != b` is 1 where they differ", Some("!=")))
            }
            (TokenKind::EqEq, TokenKind::Assign) if is_one => {
                Some(operator("`==` compares: `a == b`", Some("==")))
            }
            (TokenKind::Ne, TokenKind::Assign) if is_one => {
                Some(operator("`a != b` is 1 where they differ", Some("!=")))
            }
            (TokenKind::Plus, TokenKind::Plus) if is_one => {
                let name = place.before.iter().rev().nth(1);
                let name = name.filter(|name| name.kind == TokenKind::Ident)?;
                let ours = operator(&format!("write `{} += 1;`", self.shown(name.span)), None);
                let ends = place.begins_statement(2)
                    && place.after.get(1).is_some_and(|next| next.kind == TokenKind::Semi);
                let span = before.span.to(found.span);
                Some(if ends { ours.with_edit(span, " += 1") } else { ours })
            }
            (TokenKind::Minus, TokenKind::Gt) if is_one => Some(operator(
                "a member is written `a.x`, and a function `def name(x) { return ...; }`",
                None,
            )),
            (TokenKind::Assign, TokenKind::Gt) if is_one => {
                Some(operator("functions have names: `def name(x) { return ...; }`", None))
            }
            (
                TokenKind::Dot,
                TokenKind::Star
                | TokenKind::Slash
                | TokenKind::StarStar
                | TokenKind::Plus
                | TokenKind::Minus,
            ) => {
                let sign = self.shown(found.span);
                let help =
                    format!("`{sign}` works element by element, and `@` multiplies matrices");
                Some(operator(&help, Some(&sign)))
            }
            _ => None,
        }
    }

    /// `a is b`, `1 to 3`, `x if c else y`, `x for x in a`.
    fn word_operator(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let (before, found) = (place.before.last()?, place.after.first()?);
        if !before.kind.ends_operand() || self.begins_line(found) {
            return None;
        }
        let line_end = self.line_end(found.span.start);
        let wrong = self.wrong_token(place);
        let is_in_brackets = place.open_bracket(TokenKind::LParen).is_some()
            || place.open_bracket(TokenKind::LBracket).is_some();
        let is_assigned =
            |token: &Token| matches!(token.kind, TokenKind::Assign | TokenKind::Return);
        // At a prompt, `1 if a else 2` alone: a block would come before `else`.
        let mut rest = place.after.iter().take_while(|token| {
            !matches!(token.kind, TokenKind::LBrace | TokenKind::Semi)
                && token.span.start < line_end
        });
        let is_value = is_in_brackets
            || place.statement().iter().any(is_assigned)
            || rest.any(|token| token.kind == TokenKind::Else);
        match found.kind {
            TokenKind::If if is_value => Some(
                wrong
                    .with_label("a conditional is not a value")
                    .with_help("`where(condition, a, b)` chooses between two values"),
            ),
            TokenKind::For if is_value => {
                Some(wrong.with_label("a loop is not a value").with_help(
                    "operators work on whole tensors: `iota(5) * 2` is `[0, 2, 4, 6, 8]`",
                ))
            }
            TokenKind::Ident | TokenKind::In => {
                let first = place.statement().first().map(|token| token.kind);
                if first == Some(TokenKind::While) && found.kind == TokenKind::In {
                    return None;
                }
                let text = self.shown(found.span);
                let (_, help) = WORD_OPERATORS.iter().find(|(word, _)| *word == text)?;
                Some(wrong.with_label("expected an operator").with_help(*help))
            }
            _ => None,
        }
    }

    /// `print "x"`, and `f"..."`.
    fn text_after_name(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let name = place.before.last().filter(|token| token.kind == TokenKind::Ident)?;
        if place.error.found != Some(TokenKind::Text) {
            return None;
        }
        let (word, wrong) = (self.shown(name.span), self.wrong_token(place));
        let is_prefix = name.span.end == place.span.start && word.len() <= 2;
        Some(if is_prefix {
            wrong.with_label(format!("a text has no prefix `{word}`")).with_help(
                "`print` takes texts and values: `print(\"x =\", x, format(y, \".3f\"));`",
            )
        } else {
            wrong
                .with_label(format!("cannot follow `{word}`"))
                .with_help(format!("a call is written `{word}({})`", self.shown(place.span)))
        })
    }

    /// `2(x + 1)`, `new P(1)`, `var a = 1 print(a);`.
    fn adjacent_operands(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let (before, found) = (place.before.last()?, place.after.first()?);
        let number = matches!(before.kind, TokenKind::Number(_));
        if found.kind == TokenKind::LParen && number {
            let factor = self.shown(before.span);
            return Some(
                self.wrong_token(place)
                    .with_label("expected an operator")
                    .with_help(format!("a product is written with `*`: `{factor} * (...)`"))
                    .with_edit(Span::at(before.span.end), " * "),
            );
        }
        if found.kind == TokenKind::Ident && self.is(before, "new") {
            let name = self.shown(found.span);
            return Some(
                self.wrong_token(place)
                    .with_label("cannot follow `new`")
                    .with_help(format!("a struct is a value: `{name} name = {{...}};`")),
            );
        }
        if found.kind == TokenKind::Ident && self.is(before, "lambda") {
            return Some(
                self.wrong_token(place)
                    .with_label("cannot follow `lambda`")
                    .with_help("names, a `:` and an expression follow: `lambda x, y: x + y`"),
            );
        }
        // A statement after another one on a line.
        let begins_statement = match found.kind {
            TokenKind::Ident => place
                .after
                .get(1)
                .is_some_and(|next| matches!(next.kind, TokenKind::LParen | TokenKind::Assign)),
            _ => false,
        };
        let is_first = place
            .statement()
            .first()
            .is_some_and(|first| matches!(first.kind, TokenKind::Var | TokenKind::Return))
            || before.kind == TokenKind::RParen && self.is_call(place);
        (begins_statement
            && is_first
            && before.kind.ends_operand()
            && place.error.expected.contains(Expected::Semi)
            && place.open_bracket(TokenKind::LParen).is_none())
        .then(|| {
            Code::MissingSemicolon
                .error(place.previous_end, "missing `;`")
                .with_label("add `;` here")
                .with_edit(place.previous_end, ";")
        })
    }

    /// Whether the statement before the error is a call.
    fn is_call(&self, place: &ErrorContext<'_>) -> bool {
        matches!(place.statement(), [name, open, ..]
            if (name.kind, open.kind) == (TokenKind::Ident, TokenKind::LParen))
    }

    /// `(1, 2)`, `[1 2]`, `x, y = y, x` and `var x, y = 1, 2`.
    fn list_without_brackets(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let found = place.error.found?;
        let statement = place.statement();
        if let Some(open) = place.open_bracket(TokenKind::LBracket)
            && place.error.expected.contains(Expected::RBracket)
            && place.open_bracket(TokenKind::LParen).is_none_or(|paren| paren.start < open.start)
            && begins_expression(found)
        {
            return Some(
                Code::MissingComma
                    .error(place.previous_end, "missing `,`")
                    .with_label("add `,` here")
                    .with_help("elements are separated by `,`: `[1, 2, 3]`")
                    .with_edit(place.previous_end, ","),
            );
        }
        if found != TokenKind::Comma {
            return None;
        }
        let wrong = self.wrong_token(place);
        if let Some(open) = place.open_bracket(TokenKind::LParen) {
            let index = place.before.iter().rposition(|token| token.span == open)?;
            let help = match place.before[..index].last().map(|token| token.kind) {
                Some(kind) if kind.ends_operand() => return None,
                Some(TokenKind::Return) => "several values have no parentheses: `return a, b;`",
                Some(TokenKind::LParen) => {
                    "sizes and arguments are not in parentheses of their own: `zeros(2, 3)`"
                }
                _ => "a tensor is written in brackets: `[1, 2]`",
            };
            return Some(wrong.with_label("a list in parentheses").with_help(help));
        }
        match statement {
            [name] if name.kind == TokenKind::Ident => Some(
                wrong
                    .with_label("one variable is assigned to at a time")
                    .with_help("several names take the values of a call: `var a, b = f();`"),
            ),
            [var, _]
                if var.kind == TokenKind::Var
                    && place.error.expected == ExpectedSet::only(Expected::Semi) =>
            {
                Some(
                    wrong
                        .with_label("each member is written alone")
                        .with_help("a member is written `var name;`"),
                )
            }
            [number] if matches!(number.kind, TokenKind::Number(_)) => Some(
                wrong
                    .with_label("a list without brackets")
                    .with_help("a tensor is written `[1, 2]`, and a large number `1000` or `1e6`"),
            ),
            [var, ..] if var.kind == TokenKind::Var => {
                Some(wrong.with_label("expected one value").with_help(
                    "several names take the values of a call, `var a, b = f();`; a tensor is \
                     written `[1, 2]`",
                ))
            }
            _ => None,
        }
    }

    /// `def f(x) = x * 2;`, `def f(x) -> y {` and `var y = x = 2;`.
    fn definition_in_short(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let statement = place.statement();
        let first = statement.first()?.kind;
        let wrong = self.wrong_token(place);
        match place.error.found? {
            TokenKind::Assign if first == TokenKind::Def => Some(
                wrong
                    .with_label("expected `{`")
                    .with_help("a function is written `def name(a, b) { return a + b; }`"),
            ),
            TokenKind::Minus
                if first == TokenKind::Def
                    && place.after.get(1).is_some_and(|next| next.kind == TokenKind::Gt) =>
            {
                Some(wrong.with_label("types are not written").with_help(
                    "a function works on tensors of all shapes: `def name(a, b) { ... }`",
                ))
            }
            TokenKind::Assign
                if statement.iter().any(|token| token.kind == TokenKind::Assign)
                    && place.before.last().is_some_and(|token| token.kind == TokenKind::Ident) =>
            {
                Some(
                    wrong.with_label("an assignment has no value").with_help(
                        "write one definition for each variable: `var a = 1; var b = a;`",
                    ),
                )
            }
            _ => None,
        }
    }

    fn begins_line(&self, token: &Token) -> bool {
        crate::cursor::begins_line(self.file.text(), self.offset(token.span.start))
    }
}
