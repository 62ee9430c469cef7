//! Parsers of single tokens.
//!
//! Most attempts of a grammar fail, also in a program without errors: after each operand, every
//! operator is tried. chumsky's own parsers of tokens first make an error of the found token, then
//! label it and merge it with others; these make the labelled error at once. And most operands are
//! one token, after which no operator follows: [`before_end`] takes them without an attempt at each
//! operator.

use chumsky::input::InputRef;
use chumsky::prelude::*;

use super::Extra;
use super::builder::Operand;
use crate::ast::{BinaryOp, ExprKind};
use crate::syntax_error::{Expected, ExpectedSet, Input, SyntaxError, TokenSpan};
use crate::token::TokenKind;

type Tokens<'t, 'p> = InputRef<'t, 'p, Input<'t>, Extra<'t>>;

/// Takes the next token if `choose` makes something of it; `expected` describes it otherwise.
fn take<'t, T>(
    input: &mut Tokens<'t, '_>,
    expected: ExpectedSet,
    choose: impl Fn(TokenKind) -> Option<T>,
) -> Result<T, SyntaxError> {
    let before = input.cursor();
    let found = input.next();
    found.and_then(choose).ok_or_else(|| SyntaxError {
        span: input.span_since(&before),
        found,
        expected,
    })
}

/// A token of a kind, which has no value.
pub(super) fn token<'t>(
    kind: TokenKind,
) -> impl Parser<'t, Input<'t>, TokenKind, Extra<'t>> + Copy {
    let expected = ExpectedSet::only(Expected::of_token(kind));
    custom(move |input: &mut Tokens<'t, '_>| {
        take(input, expected, |found| (found == kind).then_some(found))
    })
}

/// A token that messages call an operator.
pub(super) fn sign<'t>(kind: TokenKind) -> impl Parser<'t, Input<'t>, TokenKind, Extra<'t>> + Copy {
    let expected = ExpectedSet::only(Expected::Operator);
    custom(move |input: &mut Tokens<'t, '_>| {
        take(input, expected, |found| (found == kind).then_some(found))
    })
}

/// One of several operators between two operands.
pub(super) fn operator<'t>(
    choose: impl Fn(TokenKind) -> Option<BinaryOp> + Copy,
) -> impl Parser<'t, Input<'t>, BinaryOp, Extra<'t>> + Copy {
    let expected = ExpectedSet::only(Expected::Operator);
    custom(move |input: &mut Tokens<'t, '_>| take(input, expected, choose))
}

/// The name of an argument, which is followed by a `=` that is not taken.
pub(super) fn name_of_argument<'t>() -> impl Parser<'t, Input<'t>, TokenSpan, Extra<'t>> + Copy {
    custom(move |input: &mut Tokens<'t, '_>| {
        let before = input.cursor();
        let found = input.next();
        let span = input.span_since(&before);
        match found {
            Some(TokenKind::Ident) if input.peek() == Some(TokenKind::Assign) => Ok(span),
            // Other tokens that may follow a name are reported where it is parsed as an expression.
            _ => Err(SyntaxError { span, found, expected: ExpectedSet::default() }),
        }
    })
}

/// Whether a token ends an expression: no operator, no subscript and no call goes on with it.
fn ends_expression(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Comma
            | TokenKind::Semi
            | TokenKind::RParen
            | TokenKind::RBracket
            | TokenKind::RBrace
            | TokenKind::Colon
            | TokenKind::Assign
    )
}

/// Whether a token ends an operand of operators other than `**`.
fn ends_operand(kind: TokenKind) -> bool {
    !matches!(kind, TokenKind::LParen | TokenKind::LBracket | TokenKind::Dot | TokenKind::StarStar)
}

/// A name or number that is a whole expression.
pub(super) fn before_end<'t>() -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Copy {
    one_token(ends_expression)
}

/// A name or number that is a whole operand of operators.
pub(super) fn before_operator<'t>() -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Copy {
    one_token(ends_operand)
}

/// A name or number before a token that ends it. It fails without a word about what is expected:
/// that is for the parser which is tried then.
fn one_token<'t>(
    ends: impl Fn(TokenKind) -> bool + Copy,
) -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Copy {
    // The tokens that the parsers of longer operands expect after the token.
    let after_number = ExpectedSet::of(&[Expected::Operator, Expected::Other]);
    let after_name = ExpectedSet::of(&[Expected::Operator, Expected::Other, Expected::LParen]);
    let nothing = |expected| {
        custom(move |input: &mut Tokens<'t, '_>| take(input, expected, |_| None::<()>)).or_not()
    };
    custom(move |input: &mut Tokens<'t, '_>| {
        let before = input.cursor();
        let found = input.next();
        let span = input.span_since(&before);
        if !input.peek().is_some_and(ends) {
            return Err(SyntaxError { span, found, expected: ExpectedSet::default() });
        }
        let (kind, expected) = match found {
            Some(TokenKind::Ident) => {
                (ExprKind::Var(input.state().name(span).into_text()), after_name)
            }
            Some(TokenKind::Number(value)) => (input.state().number(value, span), after_number),
            _ => return Err(SyntaxError { span, found, expected: ExpectedSet::default() }),
        };
        input.parse(nothing(expected))?;
        Ok(input.state().token(kind, span))
    })
}
