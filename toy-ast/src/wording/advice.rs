//! The code of an unexpected token, and advice for common mistakes.

use super::place::ErrorContext;
use super::{SHAPE, Wording};
use crate::codes::Code;
use crate::syntax_error::Expected;
use crate::token::TokenKind;

impl Wording<'_> {
    /// The code of the mistake, and advice for some common ones.
    pub(super) fn advice(&self, place: &ErrorContext<'_>) -> (Code, Option<String>) {
        let (code, help) = self.fixed_advice(place);
        let previous = place.before.last();
        let own = match place.error.found {
            Some(TokenKind::Semi) if place.error.expected.contains(Expected::MemberName) => {
                previous
                    .filter(|token| token.kind == TokenKind::Ident)
                    .map(|token| format!("a member is written `var {};`", self.shown(token.span)))
            }
            // As in `loop (x) {`.
            Some(TokenKind::LBrace)
                if previous.is_some_and(|token| token.kind == TokenKind::RParen) =>
            {
                place.statement().first().and_then(|token| self.word(token)).map(str::to_owned)
            }
            Some(found) if code == Code::UnexpectedToken && begins_expression(found) => previous
                .filter(|token| token.kind == TokenKind::Ident && place.begins_statement(1))
                .filter(|token| token.span.end < place.span.start)
                .map(|token| format!("a call is written `{}(...)`", self.shown(token.span))),
            _ => None,
        };
        (code, own.or(help.map(str::to_owned)))
    }

    #[expect(clippy::too_many_lines, reason = "a case for each error")]
    fn fixed_advice(&self, place: &ErrorContext<'_>) -> (Code, Option<&'static str>) {
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
            // At a prompt, statements are allowed at the top level.
            _ if expects(Expected::Def) && !expects(Expected::Statement) => {
                (Code::OutsideFunction, Some("statements are in functions: `def main() { ... }`"))
            }
            TokenKind::Comma
                if matches!(
                    previous,
                    Some(TokenKind::Comma | TokenKind::LParen | TokenKind::LBrace)
                ) =>
            {
                (Code::TrailingComma, Some("remove this `,`"))
            }
            TokenKind::Else if expects(Expected::Statement) => {
                (Code::UnexpectedToken, Some("`else` follows the `}` of an `if`"))
            }
            TokenKind::Semi if self.is_separator(place) && expects(Expected::RBracket) => {
                (Code::MissingComma, Some("subscripts are separated by `,`: `a[i, j]`"))
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
                (
                    Code::StrayBracket,
                    Some("no `(` is open here: remove this `)`, or add a `(` before"),
                )
            }
            TokenKind::RBracket if expects(Expected::Operator) => (
                Code::StrayBracket,
                Some("no `[` is open here: remove this `]`, or add a `[` before"),
            ),
            TokenKind::Assign if previous == Some(TokenKind::Assign) => {
                (Code::MissingExpression, Some("a definition has one `=`: remove one of them"))
            }
            TokenKind::Plus if previous == Some(TokenKind::Plus) => {
                (Code::MissingExpression, Some("there is no operator `++`: write `x += 1;`"))
            }
            TokenKind::LBrace if previous == Some(TokenKind::Ident) && expects(Expected::Semi) => (
                Code::UnexpectedToken,
                Some("a value in braces is given to a variable: `Struct name = {...};`"),
            ),
            _ if expects(Expected::Dimension) => (Code::WrongSize, Some(SHAPE)),
            TokenKind::Def | TokenKind::Return | TokenKind::Struct | TokenKind::Var
                if names.into_iter().any(expects) =>
            {
                (Code::MissingName, Some("keywords cannot be names: choose another one"))
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
            _ if expects(Expected::Comma)
                && (begins_expression(found) || found == TokenKind::Semi) =>
            {
                (Code::MissingComma, None)
            }
            _ if expects(Expected::Expression) && !expects(Expected::Statement) => {
                (Code::MissingExpression, None)
            }
            _ => (Code::UnexpectedToken, None),
        }
    }
}

/// Whether a token can be the first of an expression.
pub(super) fn begins_expression(kind: TokenKind) -> bool {
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
