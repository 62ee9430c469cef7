//! The messages of syntax errors.
//!
//! A [`SyntaxError`] has the parser's location and the tokens that it expected. This file decides
//! whether to report something missing (at the end of the preceding token) or something unexpected
//! (at its own location). `layout` finds the bracket that is concerned, and `advice` suggests a
//! fix.

mod advice;
mod foreign;
mod layout;
mod members;
mod numpy_calls;
mod place;
mod words;

use mlir_lite_diagnostics::{Diagnostic, SourceFile, Span};

use crate::codes::Code;
use crate::cursor::begins_line;
use crate::lexer::Lexed;
use crate::nesting::braces_match;
use crate::syntax_error::{Expected, ExpectedSet, SyntaxError};
use crate::token::{Token, TokenKind, describe};
use advice::begins_expression;
use place::{ErrorContext, missing, missing_closing};
use words::words;

/// Names are shown up to this length.
const MAX_SHOWN: usize = 40;

const SHAPE: &str = "a shape is written like `<2, 3>`";

/// Creates the messages for the errors of one parse.
pub(crate) struct Wording<'t> {
    file: &'t SourceFile,
    tokens: &'t [Token],
    /// An open literal is reported, and everything missing at the end follows from it.
    silent_at_end: bool,
    /// The start positions of literals that are reported.
    wrong_literals: &'t [u32],
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

    /// One diagnostic per error, but none for errors that follow from an error in a token.
    pub(crate) fn diagnostics<'e>(
        &self,
        errors: &'e [SyntaxError],
    ) -> impl Iterator<Item = Diagnostic> + use<'_, 't, 'e> {
        let mut previous: Option<&SyntaxError> = None;
        // The end of the last line with a construct that Toy does not have.
        let mut foreign_end = 0;
        errors
            .iter()
            .filter(move |error| {
                let before = previous.replace(error);
                match error.found {
                    Some(TokenKind::Error) => false,
                    None if self.silent_at_end => false,
                    _ => {
                        !self.is_after_wrong_literal(error)
                            && !self.is_left_of(error, before)
                            && !is_end_of_body_without_begin(error, before)
                    }
                }
            })
            .filter_map(move |error| {
                // The rest of the line follows from it.
                if error.span.start < foreign_end {
                    return None;
                }
                let place = self.place(*error);
                let foreign = self.foreign_construct(&place);
                if foreign.is_some() {
                    foreign_end = self.line_end(error.span.start);
                }
                Some(foreign.unwrap_or_else(|| self.diagnostic(&place)))
            })
    }

    /// Whether an error at the end of an entry stays, whatever is entered in the next line.
    pub(crate) fn is_final(&self, error: &SyntaxError) -> bool {
        // A definition without a value, or two names.
        error.expected.contains(Expected::Assign)
            || self.foreign_construct(&self.place(*error)).is_some()
    }

    fn place(&self, error: SyntaxError) -> ErrorContext<'t> {
        let index = self.tokens.partition_point(|token| token.span.start < error.span.start);
        let before = &self.tokens[..index];
        let previous_end =
            before.last().map_or(Span::at(self.file.base()), |token| Span::at(token.span.end));
        let after = &self.tokens[index..];
        let span = Span::new(error.span.start, error.span.end);
        ErrorContext { error, before, after, span, previous_end }
    }

    /// The end of the line of a position.
    fn line_end(&self, position: u32) -> u32 {
        let rest = self.file.text().get(self.offset(position)..).unwrap_or_default();
        position + rest.find('\n').unwrap_or(rest.len()) as u32
    }

    /// Whether there is something between definitions because the previous one, which is wrong,
    /// seemed to end too early.
    fn is_left_of(&self, error: &SyntaxError, before: Option<&SyntaxError>) -> bool {
        let is_rest = matches!(error.found, Some(TokenKind::RBrace | TokenKind::Semi))
            || !begins_line(self.file.text(), self.offset(error.span.start))
            || self.indent(error.span.start) > 0;
        let Some(before) = before.filter(|_| is_rest && error.expected.contains(Expected::Def))
        else {
            return false;
        };
        let from = self.tokens.partition_point(|token| token.span.start < before.span.start);
        let to = self.tokens.partition_point(|token| token.span.start < error.span.start);
        !self.tokens[from..to]
            .iter()
            .any(|token| matches!(token.kind, TokenKind::Def | TokenKind::Struct))
    }

    /// Whether reading a literal was given up before in the same statement.
    fn is_after_wrong_literal(&self, error: &SyntaxError) -> bool {
        /// The maximum number of tokens searched.
        const NEAR: usize = 100;
        let index = self.tokens.partition_point(|token| token.span.start < error.span.start);
        let statement = self.tokens[..index].iter().rev().take(NEAR).take_while(|token| {
            !matches!(
                token.kind,
                TokenKind::Semi | TokenKind::Var | TokenKind::Return | TokenKind::Def
            )
        });
        let mut starts = statement.map(|token| token.span.start);
        !self.wrong_literals.is_empty()
            && starts.any(|start| self.wrong_literals.binary_search(&start).is_ok())
    }

    #[expect(clippy::too_many_lines, reason = "a case for each error")]
    fn diagnostic(&self, place: &ErrorContext<'_>) -> Diagnostic {
        let (error, before) = (place.error, place.before);
        let expects = |expected| error.expected.contains(expected);
        let only = |expected| error.expected == ExpectedSet::only(expected);
        let begins_line = || begins_line(self.file.text(), self.offset(place.span.start));

        if expects(Expected::Statement)
            && let Some(definition) = self.nested_definition(place)
        {
            return definition;
        }
        if expects(Expected::RBrace)
            && matches!(error.found, None | Some(TokenKind::Def | TokenKind::Struct))
        {
            return match self.unclosed_block(place) {
                Some((opener, end)) => self.ending_word(place, end).unwrap_or_else(|| {
                    Code::MissingClosingBracket
                        .error(end, "missing `}`")
                        .with_label("add `}` here")
                        .with_secondary(opener, "this `{` is not closed, as the lines are indented")
                }),
                None => missing_closing(place, "}", TokenKind::LBrace),
            };
        }
        let is_after_brace = before.last().is_some_and(|token| token.kind == TokenKind::LBrace);
        if (expects(Expected::RBrace) || (expects(Expected::Expression) && is_after_brace))
            && let Some(opener) = self.block_in_header(place)
        {
            let wrong = Code::MissingExpression
                .error(opener, "unexpected `{`")
                .with_label("expected an expression before the block");
            let is_after_colon =
                place.before.iter().rev().find(|token| token.span.start < opener.start);
            return match is_after_colon.map(|token| token.kind) {
                Some(TokenKind::Colon) => wrong
                    .with_help("a loop is written `for i in 0:n { ... }`, without a `:` after it"),
                _ => wrong,
            };
        }
        if expects(Expected::RBrace)
            && !expects(Expected::Statement)
            && error.found == Some(TokenKind::Semi)
        {
            return missing_closing(place, "}", TokenKind::LBrace);
        }
        if expects(Expected::RParen)
            && !self.is_separator(place)
            && (place.found_ends_statement()
                || (error.found == Some(TokenKind::LBrace) && !expects(Expected::Expression)))
        {
            return match self.unclosed_parenthesis(place) {
                Some((opener, end)) => Code::MissingClosingBracket
                    .error(end, "missing `)`")
                    .with_label("add `)` here")
                    .with_secondary(opener, "this `(` is not closed, as the lines are indented"),
                None => missing_closing(place, ")", TokenKind::LParen),
            };
        }
        if expects(Expected::RBracket)
            && !self.is_separator(place)
            && (place.found_ends_statement() || error.found == Some(TokenKind::RParen))
        {
            return missing_closing(place, "]", TokenKind::LBracket);
        }
        if expects(Expected::Assign) {
            return self.no_assign(place);
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
                .with_label("add `;` here")
                .with_edit(place.previous_end, ";");
        }
        if expects(Expected::Gt) && !matches!(error.found, Some(TokenKind::Number(_))) {
            return missing(Code::MissingClosingBracket, place, ">").with_help(SHAPE);
        }
        if let Some(wrong) = self.wrong_head(place) {
            return wrong;
        }
        for (expected, bracket) in [(Expected::LBrace, "{"), (Expected::LParen, "(")] {
            if only(expected) {
                return self.missing_opening(place, bracket);
            }
        }
        self.unexpected(place)
    }

    /// A definition in the body of a function, if the braces around it match.
    fn nested_definition(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let what = match place.error.found? {
            TokenKind::Def => "function",
            TokenKind::Struct => "struct",
            _ => return None,
        };
        if !braces_match(self.tokens) {
            return None;
        }
        let name = place.after.get(1).filter(|name| name.kind == TokenKind::Ident);
        let name = name.map_or(String::new(), |name| format!(" '{}'", self.shown(name.span)));
        Some(
            Code::NestedDefinition
                .error(place.span, format!("{what}{name} is defined in a function"))
                .with_label("definitions are not nested")
                .with_help(format!("move the {what} out of the function that it is in")),
        )
    }

    /// An error in the head of a loop or a conditional, before its `{`.
    fn wrong_head(&self, place: &ErrorContext<'_>) -> Option<Diagnostic> {
        let keyword = place.statement().first()?.kind;
        let is_choice = matches!(keyword, TokenKind::If | TokenKind::Else);
        let is_while = keyword == TokenKind::While;
        if !is_choice && !is_while && keyword != TokenKind::For {
            return None;
        }
        let error = place.error;
        let begins_line = begins_line(self.file.text(), self.offset(place.span.start));
        if error.expected.contains(Expected::LBrace)
            && (begins_line || place.found_ends_statement())
        {
            return Some(
                missing(Code::MissingOpeningBracket, place, "{")
                    .with_help("the statements of a loop or a conditional are in `{` and `}`"),
            );
        }
        let help = match error.found? {
            TokenKind::Assign if is_choice => "`==` compares: `if a == b { ... }`",
            TokenKind::Assign if is_while => "`==` compares: `while a == b { ... }`",
            _ if is_while => "a loop is written `while a < b { ... }`",
            _ if is_choice => "a conditional is written `if a < b { ... } else { ... }`",
            TokenKind::LBrace if error.expected.contains(Expected::Colon) => {
                "a loop goes over a range of numbers: `for i in 0:n { ... }`"
            }
            TokenKind::Colon if error.expected.contains(Expected::LBrace) => {
                "a range is written `from:to` or `from:to:step`"
            }
            _ => "a loop is written `for i in 0:n { ... }`",
        };
        let words = words(error.expected);
        let what = describe(error.found?, &self.shown(place.span));
        let wrong = Code::UnexpectedToken
            .error(place.span, format!("unexpected {what}"))
            .with_label(format!("expected {words}"))
            .with_help(help);
        let compares = error.found == Some(TokenKind::Assign) && keyword != TokenKind::For;
        Some(if compares { wrong.with_edit(place.span, "==") } else { wrong })
    }

    fn is(&self, token: &Token, text: &str) -> bool {
        token.kind == TokenKind::Ident && self.shown(token.span) == text
    }

    /// A definition without `=`.
    fn no_assign(&self, place: &ErrorContext<'_>) -> Diagnostic {
        let names =
            place.before.iter().rev().take_while(|token| token.kind == TokenKind::Ident).count();
        let is_var =
            place.before.iter().rev().nth(names).is_some_and(|token| token.kind == TokenKind::Var);
        let is_print = |token: &Token| self.is(token, "print");
        // `sum a;`: names of structs begin with capitals, and `int a;` defines a variable.
        let is_function = |token: &Token| {
            let name = self.shown(token.span);
            name.starts_with(|c: char| c.is_ascii_lowercase())
                && crate::foreign::word(&name).is_none()
        };
        let ends = place.found_ends_statement();
        let is_call = !is_var
            && matches!(place.before, [.., first, _]
                if names == 2 && (is_print(first) || ends && is_function(first)));
        if place.found_ends_statement() && !is_call {
            return self.no_value(place);
        }
        let begins_value = place.error.found.is_some_and(begins_expression);
        match place.before {
            // `print x;` and `a b * c;` begin like `S s = ...;`.
            [.., first, second] if names >= 2 && !is_var => {
                let (first, second_text) = (self.shown(first.span), self.shown(second.span));
                Code::UnexpectedToken
                    .error(second.span, format!("unexpected name `{second_text}`"))
                    .with_label(format!("cannot follow `{first}`"))
                    .with_help(if is_call && (first == "print" || !ends) {
                        format!("a call is written `{first}({second_text})`")
                    } else if is_call {
                        format!(
                            "a call is written `{first}({second_text})`, and a struct gets a \
                             value: `{first} {second_text} = {{...}};`"
                        )
                    } else {
                        format!(
                            "a call is written `{first}(...)`, and a definition `{first} \
                            {second_text} = ...;`"
                        )
                    })
            }
            _ if place.error.found == Some(TokenKind::LBracket) && is_var => self
                .unexpected(place)
                .with_help("a shape is written like `<2, 3>`: `var name<2, 3> = ...;`"),
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
    fn missing_opening(&self, place: &ErrorContext<'_>, bracket: &str) -> Diagnostic {
        let is_function = place.before.iter().rev().find_map(|token| match token.kind {
            TokenKind::Def => Some(true),
            TokenKind::Struct => Some(false),
            _ => None,
        });
        missing(Code::MissingOpeningBracket, place, bracket).with_help(if is_function == Some(false) {
            "a struct is written `struct Name { var member; }`"
        } else {
            "a function is written `def name(a, b) { ... }`, also without parameters: `def name() \
                { ... }`"
        })
    }

    fn unexpected(&self, place: &ErrorContext<'_>) -> Diagnostic {
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

    fn no_value(&self, place: &ErrorContext<'_>) -> Diagnostic {
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

    fn text(&self, span: Span) -> &str {
        let range = self.offset(span.start)..self.offset(span.end);
        self.file.text().get(range).unwrap_or_default()
    }

    /// A text as messages repeat it, which is shortened.
    fn shown(&self, span: Span) -> String {
        let text = self.text(span);
        match text.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text.to_owned(),
        }
    }
}

/// Whether the `}` of a function is missing as its `{` was.
fn is_end_of_body_without_begin(error: &SyntaxError, before: Option<&SyntaxError>) -> bool {
    error.expected.contains(Expected::RBrace)
        && matches!(error.found, None | Some(TokenKind::Def | TokenKind::Struct))
        && before.is_some_and(|before| before.expected == ExpectedSet::only(Expected::LBrace))
}
