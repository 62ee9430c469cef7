//! Syntax errors in words.
//!
//! A [`SyntaxError`] knows where the parser stood and what could have come. This file decides what a person should be
//! told: that something is missing (at the end of what is there) or that something is in the way (where it stands),
//! which bracket it belongs to, and what to do.

use mlir_lite_diagnostics::{Diagnostic, SourceFile, Span};

use crate::codes::Code;
use crate::lexer::{Lexed, begins_line};
use crate::parser::{Expected, ExpectedSet, SyntaxError};
use crate::token::{Token, TokenKind, describe};

/// Names are shown up to this length.
const MAX_SHOWN: usize = 40;

const SHAPE: &str = "a shape is written like `<2, 3>`";

/// Words for the errors of one parse.
pub(crate) struct Wording<'t> {
    file: &'t SourceFile,
    tokens: &'t [Token],
    /// An open literal is reported, and all that is missing at the end follows from it.
    silent_at_end: bool,
    /// Where literals begin that are reported.
    wrong_literals: &'t [u32],
}

/// One error, with what stands around it.
struct Place<'t> {
    error: SyntaxError,
    /// Tokens before the one that was found.
    before: &'t [Token],
    /// The found token and those behind it.
    after: &'t [Token],
    /// The found token, or the end of the input.
    span: Span,
    /// End of the token before.
    previous_end: Span,
}

impl<'t> Wording<'t> {
    pub(crate) fn new(file: &'t SourceFile, lexed: &'t Lexed) -> Self {
        Self {
            file,
            tokens: &lexed.tokens,
            silent_at_end: lexed.open_literal,
            wrong_literals: &lexed.wrong_literals,
        }
    }

    /// One diagnostic per error, but none for what follows from an error in a token.
    pub(crate) fn diagnostics<'e>(
        &self,
        errors: &'e [SyntaxError],
    ) -> impl Iterator<Item = Diagnostic> + use<'_, 't, 'e> {
        let mut previous: Option<&SyntaxError> = None;
        errors
            .iter()
            .filter(move |error| {
                let before = previous.replace(error);
                match error.found {
                    Some(TokenKind::Error) => false,
                    None if self.silent_at_end => false,
                    _ => !self.is_behind_wrong_literal(error) && !self.is_left_of(error, before),
                }
            })
            .map(|error| self.diagnostic(*error))
    }

    /// Whether something stands between definitions because the one before, which is wrong, seemed to end too early.
    fn is_left_of(&self, error: &SyntaxError, before: Option<&SyntaxError>) -> bool {
        let is_rest = matches!(error.found, Some(TokenKind::RBrace | TokenKind::Semi))
            || !begins_line(self.file.text(), self.offset(error.span.start))
            || self.indent(error.span.start) > 0;
        let Some(before) = before.filter(|_| is_rest && error.expected.contains(Expected::Def)) else {
            return false;
        };
        let from = self.tokens.partition_point(|token| token.span.start < before.span.start);
        let to = self.tokens.partition_point(|token| token.span.start < error.span.start);
        !self.tokens[from..to].iter().any(|token| matches!(token.kind, TokenKind::Def | TokenKind::Struct))
    }

    /// Whether a literal was given up before in the same statement.
    fn is_behind_wrong_literal(&self, error: &SyntaxError) -> bool {
        /// Tokens that are looked at.
        const NEAR: usize = 100;
        let index = self.tokens.partition_point(|token| token.span.start < error.span.start);
        let statement = self.tokens[..index].iter().rev().take(NEAR).take_while(|token| {
            !matches!(token.kind, TokenKind::Semi | TokenKind::Var | TokenKind::Return | TokenKind::Def)
        });
        let mut starts = statement.map(|token| token.span.start);
        !self.wrong_literals.is_empty()
            && starts.any(|start| self.wrong_literals.binary_search(&start).is_ok())
    }

    fn diagnostic(&self, error: SyntaxError) -> Diagnostic {
        let index = self.tokens.partition_point(|token| token.span.start < error.span.start);
        let before = &self.tokens[..index];
        let previous_end = before.last().map_or(Span::at(self.file.base()), |token| Span::at(token.span.end));
        let after = &self.tokens[index..];
        let place =
            Place { error, before, after, span: Span::new(error.span.start, error.span.end), previous_end };
        let expects = |expected| error.expected.contains(expected);
        let only = |expected| error.expected == ExpectedSet::only(expected);
        let begins_line = || begins_line(self.file.text(), self.offset(place.span.start));

        if expects(Expected::RBrace) && matches!(error.found, None | Some(TokenKind::Def | TokenKind::Struct))
        {
            return match self.unclosed_block(&place) {
                Some((opener, end)) => Code::MissingClosingBracket
                    .error(end, "missing `}`")
                    .with_label("add `}` here")
                    .with_secondary(opener, "this `{` is not closed, as the lines are indented"),
                None => missing_closing(&place, "}", TokenKind::LBrace),
            };
        }
        let is_behind_brace = before.last().is_some_and(|token| token.kind == TokenKind::LBrace);
        if (expects(Expected::RBrace) || (expects(Expected::Expression) && is_behind_brace))
            && let Some(opener) = self.block_in_header(&place)
        {
            return Code::MissingExpression
                .error(opener, "unexpected `{`")
                .with_label("expected an expression before the block");
        }
        if expects(Expected::RBrace) && !expects(Expected::Statement) && error.found == Some(TokenKind::Semi)
        {
            return missing_closing(&place, "}", TokenKind::LBrace);
        }
        if expects(Expected::RParen)
            && !self.is_separator(&place)
            && (place.found_ends_statement()
                || (error.found == Some(TokenKind::LBrace) && !expects(Expected::Expression)))
        {
            return missing_closing(&place, ")", TokenKind::LParen);
        }
        if expects(Expected::RBracket)
            && (place.found_ends_statement() || error.found == Some(TokenKind::RParen))
        {
            return missing_closing(&place, "]", TokenKind::LBracket);
        }
        if expects(Expected::Assign) {
            return self.no_assign(&place);
        }
        if only(Expected::Semi) && error.found == Some(TokenKind::Assign) {
            return Code::MemberWithValue
                .error(place.span, "a member of a struct has no initial value")
                .with_label("unexpected `=`")
                .with_help("give values where a struct is made: `S s = {...};`");
        }
        if only(Expected::Semi) && error.found == Some(TokenKind::Lt) {
            return Code::MemberWithValue
                .error(place.span, "a member of a struct has no shape")
                .with_label("unexpected `<`")
                .with_help("a member takes the shape of its value");
        }
        if expects(Expected::Semi) && (place.found_ends_statement() || begins_line()) {
            return Code::MissingSemicolon
                .error(place.previous_end, "missing `;`")
                .with_label("add `;` here");
        }
        if expects(Expected::Gt) && !matches!(error.found, Some(TokenKind::Number(_))) {
            return missing(Code::MissingClosingBracket, &place, ">").with_help(SHAPE);
        }
        if let Some(wrong) = self.wrong_head(&place) {
            return wrong;
        }
        if error.found == Some(TokenKind::Assign)
            && let Some(assignment) = self.assignment(&place)
        {
            return assignment;
        }
        for (expected, bracket) in [(Expected::LBrace, "{"), (Expected::LParen, "(")] {
            if only(expected) {
                return self.missing_opening(&place, bracket);
            }
        }
        self.unexpected(&place)
    }

    /// What is wrong in the head of a loop or a choice, before its `{`.
    fn wrong_head(&self, place: &Place<'_>) -> Option<Diagnostic> {
        let head = place.before.iter().rev().take_while(|token| {
            !matches!(token.kind, TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace)
        });
        let keyword = head.last()?.kind;
        let is_choice = matches!(keyword, TokenKind::If | TokenKind::Else);
        if !is_choice && keyword != TokenKind::For {
            return None;
        }
        let error = place.error;
        let begins_line = begins_line(self.file.text(), self.offset(place.span.start));
        if error.expected.contains(Expected::LBrace) && (begins_line || place.found_ends_statement()) {
            return Some(
                missing(Code::MissingOpeningBracket, place, "{")
                    .with_help("the statements of a loop or a choice stand in `{` and `}`"),
            );
        }
        let help = match error.found? {
            TokenKind::Assign if is_choice => "`==` compares: `if a == b { ... }`",
            _ if is_choice => "a choice is written `if a < b { ... } else { ... }`",
            _ => "a loop is written `for i in 0:n { ... }`",
        };
        let words = words(error.expected);
        let what = describe(error.found?, &self.shown(place.span));
        Some(
            Code::UnexpectedToken
                .error(place.span, format!("unexpected {what}"))
                .with_label(format!("expected {words}"))
                .with_help(help),
        )
    }

    /// `a = 1;`, `a += 1;` or `s.a = 1;`
    fn assignment(&self, place: &Place<'_>) -> Option<Diagnostic> {
        let (operator, target) = match place.before {
            [target @ .., operator] if is_operator(operator.kind) => (Some(operator), target),
            target => (None, target),
        };
        let name = target.last().filter(|token| token.kind == TokenKind::Ident)?;
        let is_allowed = place.error.expected.contains(Expected::Semi)
            || operator.is_some_and(|operator| operator.span.end == place.span.start);
        if !is_allowed {
            return None;
        }
        if let Some(operator) = operator {
            let (name, sign) = (self.shown(name.span), self.shown(operator.span));
            return Some(
                Code::Assignment
                    .error(operator.span.to(place.span), format!("there is no operator `{sign}=`"))
                    .with_label(format!("variable '{name}' cannot be changed like this"))
                    .with_help(format!(
                        "in a loop or a choice, write `{name} = {name} {sign} ...;`, elsewhere define a new variable"
                    )),
            );
        }
        let what = match target {
            [.., dot, _] if dot.kind == TokenKind::Dot => "member",
            _ => "variable",
        };
        Some(
            Code::Assignment
                .error(place.span, format!("{what} '{}' cannot be changed", self.shown(name.span)))
                .with_label("values do not change")
                .with_help("define a new variable: `var name = ...;`"),
        )
    }

    /// Whether a `;` stands where a `,` is meant: the parentheses are closed behind it, on the same line.
    fn is_separator(&self, place: &Place<'_>) -> bool {
        if place.error.found != Some(TokenKind::Semi) || !place.error.expected.contains(Expected::RParen) {
            return false;
        }
        let mut open = 0_usize;
        for token in place.after.iter().skip(1) {
            match token.kind {
                _ if begins_line(self.file.text(), self.offset(token.span.start)) => return false,
                TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace => return false,
                TokenKind::LParen => open += 1,
                TokenKind::RParen if open == 0 => return true,
                TokenKind::RParen => open -= 1,
                _ => {}
            }
        }
        false
    }

    /// What is written in place of a word that begins statements in other languages.
    fn is_foreign(&self, token: &Token) -> Option<&'static str> {
        Some(match &*self.shown(token.span) {
            "while" | "loop" | "foreach" | "repeat" => "loops go over a range: `for i in 0:n { ... }`",
            "elif" | "elsif" | "elseif" => "write `else if`",
            "let" | "const" | "val" | "auto" | "float" | "double" | "int" => {
                "a variable is defined by `var name = ...;`"
            }
            _ => return None,
        })
    }

    fn is(&self, token: &Token, text: &str) -> bool {
        token.kind == TokenKind::Ident && self.shown(token.span) == text
    }

    /// The block that misses its `}` by the indentation of what is in it and behind it, and where the `}` is missed. Of
    /// blocks that are not indented nothing is known.
    fn unclosed_block(&self, place: &Place<'_>) -> Option<(Span, Span)> {
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

    /// The indentation of the line of a position.
    fn indent(&self, pos: u32) -> usize {
        let before = self.file.text().get(..self.offset(pos)).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let is_blank = |c: &char| matches!(c, ' ' | '\t');
        let rest = self.file.text().get(self.offset(pos)..).unwrap_or_default();
        line.chars().chain(rest.chars()).take_while(is_blank).count()
    }

    /// The `{` of a block that was taken for a struct's value, because the head of the loop or choice lacks its end.
    fn block_in_header(&self, place: &Place<'_>) -> Option<Span> {
        let opener = place.open_bracket(TokenKind::LBrace)?;
        let index = place.before.iter().rposition(|token| token.span == opener)?;
        let head = place.before[..index].iter().rev().take_while(|token| {
            !matches!(token.kind, TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace)
        });
        let keywords = [TokenKind::For, TokenKind::If, TokenKind::Else];
        let first = head.last().filter(|first| keywords.contains(&first.kind));
        first.map(|_| opener).filter(|_| !place.error.expected.contains(Expected::Statement))
    }

    /// Something else than the `=` of a definition.
    fn no_assign(&self, place: &Place<'_>) -> Diagnostic {
        let names = place.before.iter().rev().take_while(|token| token.kind == TokenKind::Ident).count();
        let is_var = place.before.iter().rev().nth(names).is_some_and(|token| token.kind == TokenKind::Var);
        let is_print = |token: &Token| self.is(token, "print");
        let is_call = matches!(place.before, [.., first, _] if names == 2 && is_print(first));
        if place.found_ends_statement() && !is_call {
            return self.no_value(place);
        }
        let begins_value = place.error.found.is_some_and(begins_expression);
        match place.before {
            [.., first, _] if names == 2 && !is_var && self.is_foreign(first).is_some() => {
                let word = self.shown(first.span);
                let diagnostic = Code::UnexpectedToken
                    .error(first.span, format!("unexpected name `{word}`"))
                    .with_label("not a word of the language");
                match self.is_foreign(first) {
                    Some(help) => diagnostic.with_help(help),
                    None => diagnostic,
                }
            }
            // `print x;` and `a b * c;` begin like `S s = ...;`.
            [.., first, second] if names >= 2 && !is_var => {
                let (first, second_text) = (self.shown(first.span), self.shown(second.span));
                Code::UnexpectedToken
                    .error(second.span, format!("unexpected name `{second_text}`"))
                    .with_label(format!("cannot stand behind `{first}`"))
                    .with_help(if is_call {
                        format!("a call is written `{first}({second_text})`")
                    } else {
                        format!("a call is written `{first}(...)`, and a definition `{first} {second_text} = ...;`")
                    })
            }
            _ if matches!(place.error.found, Some(TokenKind::Literal(_)))
                && place.after.get(1).is_some_and(|token| token.kind == TokenKind::Assign) =>
            {
                Code::MissingAssign
                    .error(place.span, "unexpected tensor literal")
                    .with_label("expected `=` or `<`")
                    .with_help("a shape is written like `<2, 3>`: `var name<2, 3> = ...;`")
            }
            _ if begins_value && place.error.found != Some(TokenKind::LParen) => {
                missing(Code::MissingAssign, place, "=")
            }
            _ => self.unexpected(place),
        }
    }

    /// A function without `(` or `{`, or a struct without `{`.
    fn missing_opening(&self, place: &Place<'_>, bracket: &str) -> Diagnostic {
        let is_function = place.before.iter().rev().find_map(|token| match token.kind {
            TokenKind::Def => Some(true),
            TokenKind::Struct => Some(false),
            _ => None,
        });
        missing(Code::MissingOpeningBracket, place, bracket).with_help(if is_function == Some(false) {
            "a struct is written `struct Name { var member; }`"
        } else {
            "a function is written `def name(a, b) { ... }`, also without parameters: `def name() { ... }`"
        })
    }

    fn unexpected(&self, place: &Place<'_>) -> Diagnostic {
        let error = place.error;
        let what = match error.found {
            Some(kind) => describe(kind, &self.shown(place.span)),
            None => "end of input".to_owned(),
        };
        let (code, help) = self.advice(place);
        let mut diagnostic = code.error(place.span, format!("unexpected {what}"));
        let words = words(error.expected);
        if !words.is_empty() {
            diagnostic = diagnostic.with_label(format!("expected {words}"));
        }
        let is_far = |opener: Span| {
            let between = self.offset(opener.end)..self.offset(place.span.start);
            self.file.text().get(between).is_some_and(|text| text.contains('\n'))
        };
        if error.expected.contains(Expected::RParen)
            && let Some(opener) = place.open_bracket(TokenKind::LParen)
            && is_far(opener)
        {
            diagnostic = diagnostic.with_secondary(opener, "in the parentheses that begin here");
        }
        match help {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        }
    }

    /// Which mistake it is, and what to do about some common ones.
    fn advice(&self, place: &Place<'_>) -> (Code, Option<String>) {
        let (code, help) = self.fixed_advice(place);
        let previous = place.before.last();
        let found_text = self.shown(place.span);
        let own = match place.error.found {
            Some(TokenKind::Ident) if code == Code::OutsideFunction => {
                let is_one_of = |words: &[&str]| words.contains(&&*found_text);
                if is_one_of(&["fn", "func", "function", "fun", "define", "proc"]) {
                    Some("a function is written `def name(a, b) { ... }`".to_owned())
                } else if is_one_of(&["class", "type", "record"]) {
                    Some("a struct is written `struct Name { var member; }`".to_owned())
                } else {
                    None
                }
            }
            Some(TokenKind::Semi) if place.error.expected.contains(Expected::MemberName) => previous
                .filter(|token| token.kind == TokenKind::Ident)
                .map(|token| format!("a member is written `var {};`", self.shown(token.span))),
            Some(found) if code == Code::UnexpectedToken && begins_expression(found) => previous
                .filter(|token| token.kind == TokenKind::Ident && place.begins_statement(1))
                .filter(|token| token.span.end < place.span.start)
                .map(|token| format!("a call is written `{}(...)`", self.shown(token.span))),
            _ => None,
        };
        (code, own.or(help.map(str::to_owned)))
    }

    fn fixed_advice(&self, place: &Place<'_>) -> (Code, Option<&'static str>) {
        let error = place.error;
        let expects = |expected| error.expected.contains(expected);
        let previous = place.before.last().map(|token| token.kind);
        let Some(found) = error.found else { return (Code::UnexpectedToken, None) };
        let closes = matches!(found, TokenKind::RParen | TokenKind::RBrace | TokenKind::RBracket);
        let names = [
            Expected::FunctionName,
            Expected::StructName,
            Expected::VariableName,
            Expected::MemberName,
            Expected::Parameter,
        ];
        match found {
            TokenKind::RBrace if expects(Expected::Def) => {
                (Code::StrayBracket, Some("no `{` is open here: remove this `}`"))
            }
            // At a prompt, statements stand by themselves.
            _ if expects(Expected::Def) && !expects(Expected::Statement) => {
                (Code::OutsideFunction, Some("statements stand in functions: `def main() { ... }`"))
            }
            TokenKind::Comma
                if matches!(previous, Some(TokenKind::Comma | TokenKind::LParen | TokenKind::LBrace)) =>
            {
                (Code::TrailingComma, Some("remove this `,`"))
            }
            TokenKind::Else if expects(Expected::Statement) => {
                (Code::UnexpectedToken, Some("`else` stands behind the `}` of an `if`"))
            }
            TokenKind::Semi if self.is_separator(place) => {
                (Code::MissingComma, Some("parameters and arguments are separated by `,`"))
            }
            TokenKind::LBrace if expects(Expected::Statement) => (
                Code::UnexpectedToken,
                Some("a value in braces is given to a variable: `Struct name = {...};`"),
            ),
            _ if closes && previous == Some(TokenKind::Comma) => {
                (Code::TrailingComma, Some("remove the `,` before it"))
            }
            TokenKind::RBrace if previous == Some(TokenKind::LBrace) => {
                (Code::EmptyStruct, Some("a struct has at least one member"))
            }
            TokenKind::RParen
                if expects(Expected::Semi) && place.open_bracket(TokenKind::LParen).is_none() =>
            {
                (Code::StrayBracket, Some("no `(` is open here: remove this `)`, or add a `(` before"))
            }
            TokenKind::RBracket if expects(Expected::Operator) => {
                (Code::StrayBracket, Some("no `[` is open here: remove this `]`, or add a `[` before"))
            }
            TokenKind::Assign if previous == Some(TokenKind::Assign) => {
                (Code::MissingExpression, Some("a definition has one `=`: remove one of them"))
            }
            TokenKind::Star if previous == Some(TokenKind::Star) => {
                (Code::MissingExpression, Some("there is no operator `**`: multiply, `x * x`"))
            }
            _ if expects(Expected::Dimension) => (Code::WrongSize, Some(SHAPE)),
            TokenKind::Def | TokenKind::Return | TokenKind::Struct | TokenKind::Var
                if names.into_iter().any(expects) =>
            {
                (Code::MissingName, Some("keywords are no names: choose another one"))
            }
            _ if expects(Expected::VariableName) => {
                (Code::MissingName, Some("a variable is defined by `var name = ...;`"))
            }
            _ if expects(Expected::FunctionName) => {
                (Code::MissingName, Some("a function is written `def name(a, b) { ... }`"))
            }
            _ if expects(Expected::StructName) => {
                (Code::MissingName, Some("a struct is written `struct Name { var member; }`"))
            }
            _ if names.into_iter().any(expects) => (Code::MissingName, None),
            _ if expects(Expected::Comma) && (begins_expression(found) || found == TokenKind::Semi) => {
                (Code::MissingComma, None)
            }
            _ if expects(Expected::Expression) && !expects(Expected::Statement) => {
                (Code::MissingExpression, None)
            }
            _ => (Code::UnexpectedToken, None),
        }
    }

    fn no_value(&self, place: &Place<'_>) -> Diagnostic {
        // `var a`, `var a<2>` or `S a`: the variable's name is the last in the statement.
        let name = place.before.iter().rev().find(|token| token.kind == TokenKind::Ident);
        let message = match name {
            Some(name) => format!("variable '{}' has no value", self.shown(name.span)),
            None => "variable without a value".to_owned(),
        };
        Code::VariableWithoutValue
            .error(place.previous_end, message)
            .with_label("add `= value` here")
            .with_help("values do not change: a variable gets its value where it is defined")
    }

    fn offset(&self, pos: u32) -> usize {
        (pos - self.file.base()) as usize
    }

    fn shown(&self, span: Span) -> String {
        let range = self.offset(span.start)..self.offset(span.end);
        let text = self.file.text().get(range).unwrap_or_default();
        match text.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text.to_owned(),
        }
    }
}

impl Place<'_> {
    /// Whether what was found cannot be in the middle of a statement.
    fn found_ends_statement(&self) -> bool {
        matches!(
            self.error.found,
            None | Some(
                TokenKind::Semi
                    | TokenKind::RBrace
                    | TokenKind::Def
                    | TokenKind::Struct
                    | TokenKind::Var
                    | TokenKind::Return
                    | TokenKind::For
                    | TokenKind::If
            )
        )
    }

    /// Whether so many tokens stand between the beginning of the statement and this place.
    fn begins_statement(&self, tokens: usize) -> bool {
        let before = self.before.len().checked_sub(tokens + 1).and_then(|index| self.before.get(index));
        before
            .is_none_or(|token| matches!(token.kind, TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace))
    }

    /// The innermost bracket of a kind that is open at this place.
    fn open_bracket(&self, kind: TokenKind) -> Option<Span> {
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

fn missing(code: Code, place: &Place<'_>, text: &str) -> Diagnostic {
    code.error(place.previous_end, format!("missing `{text}`")).with_label(format!("add `{text}` here"))
}

fn missing_closing(place: &Place<'_>, text: &str, opener: TokenKind) -> Diagnostic {
    let diagnostic = missing(Code::MissingClosingBracket, place, text);
    match (place.open_bracket(opener), opener.fixed_text()) {
        (Some(span), Some(opener)) => {
            diagnostic.with_secondary(span, format!("this `{opener}` is not closed"))
        }
        _ => diagnostic,
    }
}

/// Whether a token can be the first of an expression.
fn begins_expression(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Ident
            | TokenKind::Number(_)
            | TokenKind::BadNumber
            | TokenKind::Literal(_)
            | TokenKind::LParen
            | TokenKind::LBrace
            | TokenKind::Minus
    )
}

fn is_operator(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash)
}

/// "a, b or c".
fn words(expected: ExpectedSet) -> String {
    let mut expected = expected;
    // Where something can end, what could prolong it is not worth naming, except alone.
    if [Expected::Semi, Expected::Comma, Expected::RParen, Expected::RBrace]
        .iter()
        .any(|e| expected.contains(*e))
        && !expected.contains(Expected::Expression)
    {
        expected = expected.without(Expected::LParen);
    }
    if expected.contains(Expected::Expression) {
        // A prefix `-` begins an expression.
        expected = expected.without(Expected::Operator);
    }
    let list: Vec<&str> = expected.iter().map(word).collect();
    match list.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

fn word(expected: Expected) -> &'static str {
    match expected {
        Expected::Expression => "an expression",
        Expected::Statement => "a statement",
        Expected::FunctionName => "a function's name",
        Expected::StructName => "a struct's name",
        Expected::VariableName => "a variable's name",
        Expected::Parameter => "a parameter",
        Expected::MemberName => "a member's name",
        Expected::Member => "a member",
        Expected::Dimension => "a size",
        Expected::Operator => "an operator",
        Expected::Def => "`def`",
        Expected::Struct => "`struct`",
        Expected::In => "`in`",
        Expected::Colon => "`:`",
        Expected::RBracket => "`]`",
        Expected::Assign => "`=`",
        Expected::LParen => "`(`",
        Expected::Lt => "`<`",
        Expected::Gt => "`>`",
        Expected::LBrace => "`{`",
        Expected::Comma => "`,`",
        Expected::Semi => "`;`",
        Expected::RParen => "`)`",
        Expected::RBrace => "`}`",
        Expected::Other => "something else",
    }
}
