//! Expressions: operators by precedence over atoms.
//!
//! Binary operators, `.` and subscripts are chains, parsed in a loop, most of them by chumsky's
//! `pratt`. Only what the nesting limit counts recurses: brackets of all kinds, and the prefixes.

use chumsky::pratt::{infix, left, postfix, prefix};
use chumsky::prelude::*;
use mlir_lite_diagnostics::Span;

use super::builder::{Operand, to_span};
use super::tokens::{before_end, before_operator, name_of_argument, operator, sign, token};
use super::{Action, Extra};
use crate::ast::{BinaryOp, ExprId, ExprKind, Subscript};
use crate::syntax_error::Expected;
use crate::syntax_error::{Input, TokenSpan};
use crate::token::TokenKind;

/// An identifier with its location; `expected` describes it when it is missing.
pub(super) fn name<'t>(
    expected: Expected,
) -> impl Parser<'t, Input<'t>, TokenSpan, Extra<'t>> + Clone {
    select! { TokenKind::Ident = e => e.span() }.labelled(expected)
}

/// Adds an expression whose span is everything parsed and whose position is its first token.
fn node(e: &mut Action<'_, '_>, kind: ExprKind) -> Operand {
    let span = to_span(e.span());
    e.state().expr(kind, span, span.start)
}

/// An expression.
pub(super) fn expression<'t>() -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone {
    let longer = recursive(|longer| {
        let comparisons = operator(|kind| {
            Some(match kind {
                TokenKind::Lt => BinaryOp::Lt,
                TokenKind::Le => BinaryOp::Le,
                TokenKind::Gt => BinaryOp::Gt,
                TokenKind::Ge => BinaryOp::Ge,
                TokenKind::EqEq => BinaryOp::Eq,
                TokenKind::Ne => BinaryOp::Ne,
                _ => return None,
            })
        });
        let shifts = operator(|kind| match kind {
            TokenKind::LtLt => Some(BinaryOp::ShiftLeft),
            TokenKind::GtGt => Some(BinaryOp::ShiftRight),
            _ => None,
        });
        let bits = |sign, op| operator(move |kind| (kind == sign).then_some(op));
        let bit_and = bits(TokenKind::Amp, BinaryOp::BitAnd);
        let bit_xor = bits(TokenKind::Caret, BinaryOp::BitXor);
        let bit_or = bits(TokenKind::Pipe, BinaryOp::BitOr);
        let not = token(TokenKind::Not).map_with(|_, e| e.span());
        let and = operator(|kind| (kind == TokenKind::And).then_some(BinaryOp::And));
        let or = operator(|kind| (kind == TokenKind::Or).then_some(BinaryOp::Or));
        let operators = power(choice((before_end(), longer)))
            .boxed()
            .pratt((
                infix(left(10), products(), binary),
                infix(left(9), sums(), binary),
                infix(left(8), shifts, binary),
                infix(left(7), bit_and, binary),
                infix(left(6), bit_xor, binary),
                infix(left(5), bit_or, binary),
                infix(left(4), comparisons, binary),
                prefix(3, not, |not: TokenSpan, operand: Operand, e: &mut Action<'t, '_>| {
                    let span = to_span(not).to(operand.span);
                    e.state().expr(ExprKind::Not(operand.id), span, not.start)
                }),
                infix(left(2), and, binary),
                infix(left(1), or, binary),
            ))
            .boxed();
        // Its body is no other one, so that only brackets nest them.
        let lambda = token(TokenKind::Lambda)
            .ignore_then(
                name(Expected::Parameter)
                    .separated_by(token(TokenKind::Comma))
                    .at_least(1)
                    .collect::<Vec<TokenSpan>>(),
            )
            .then_ignore(token(TokenKind::Colon))
            .then(choice((before_end(), operators.clone())))
            .map_with(|(params, body): (Vec<TokenSpan>, Operand), e: &mut Action<'t, '_>| {
                let params = params.into_iter().map(|name| e.state().name(name)).collect();
                let span = to_span(e.span());
                let span = Span::new(span.start, body.span.end);
                e.state().expr(ExprKind::Lambda { params, body: body.id }, span, span.start)
            });
        choice((lambda.boxed(), operators)).labelled(Expected::Expression)
    });
    choice((before_end(), longer))
}

/// A size in a declared shape, where `>` ends the shape.
pub(super) fn size<'t>() -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone {
    power(expression())
        .boxed()
        .pratt((infix(left(2), products(), binary), infix(left(1), sums(), binary)))
        .labelled(Expected::Dimension)
}

/// The operators of products.
fn products<'t>() -> impl Parser<'t, Input<'t>, BinaryOp, Extra<'t>> + Clone {
    operator(|kind| {
        Some(match kind {
            TokenKind::Star => BinaryOp::Mul,
            TokenKind::Slash => BinaryOp::Div,
            TokenKind::At => BinaryOp::MatMul,
            TokenKind::SlashSlash => BinaryOp::FloorDiv,
            TokenKind::Percent => BinaryOp::Rem,
            _ => return None,
        })
    })
}

/// The operators of sums.
fn sums<'t>() -> impl Parser<'t, Input<'t>, BinaryOp, Extra<'t>> + Clone {
    operator(|kind| match kind {
        TokenKind::Plus => Some(BinaryOp::Add),
        TokenKind::Minus => Some(BinaryOp::Sub),
        _ => None,
    })
}

/// Adds `lhs op rhs`.
fn binary(lhs: Operand, op: BinaryOp, rhs: Operand, e: &mut Action<'_, '_>) -> Operand {
    let kind = ExprKind::Binary { op, lhs: lhs.id, rhs: rhs.id };
    e.state().expr(kind, lhs.span.to(rhs.span), rhs.span.start)
}

/// An atom with members and subscripts.
fn primary<'t>(
    expression: impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone {
    let member = token(TokenKind::Dot).ignore_then(name(Expected::MemberName));
    let subscripts = subscripts(expression.clone());
    atom(expression).pratt((
        postfix(1, member, |base: Operand, member: TokenSpan, e: &mut Action<'t, '_>| {
            let kind = ExprKind::Member { base: base.id, member: e.state().name(member) };
            e.state().expr(kind, base.span.to(to_span(member)), member.start)
        }),
        postfix(
            1,
            subscripts,
            |base: Operand,
             (subscripts, span): (Vec<Subscript>, TokenSpan),
             e: &mut Action<'t, '_>| {
                let kind = ExprKind::Index { base: base.id, subscripts };
                e.state().expr(kind, base.span.to(to_span(span)), base.span.start)
            },
        ),
    ))
}

/// The expression of an operand with a sign.
type Sign = fn(ExprId) -> ExprKind;

/// A chain of powers of operands with signs.
///
/// `**` binds tighter than a sign before its left operand, `-` or `~`, and is right associative:
/// `-a ** -b ** c` is `-(a ** -(b ** c))`. The chain is parsed in a loop, and combined from its
/// end.
fn power<'t>(
    expression: impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone {
    let primary = primary(expression).boxed();
    let sign_of = |kind, sign: Sign| token(kind).map_with(move |_, e| (sign, e.span()));
    let signs = choice((
        sign_of(TokenKind::Minus, ExprKind::Neg),
        sign_of(TokenKind::Tilde, ExprKind::Invert),
    ));
    let signed = signs.repeated().collect::<Vec<(Sign, TokenSpan)>>().then(primary);
    let raised = sign(TokenKind::StarStar).ignore_then(signed.clone());
    let longer = signed.then(raised.repeated().collect::<Vec<_>>()).map_with(
        |(first, mut rest), e: &mut Action<'t, '_>| {
            let mut exponent = None;
            while let Some(last) = rest.pop() {
                exponent = Some(raise(last, exponent, e));
            }
            raise(first, exponent, e)
        },
    );
    choice((before_operator(), longer))
}

/// An operand to the power of an exponent, if there is one, with signs before both.
fn raise(
    (signs, base): (Vec<(Sign, TokenSpan)>, Operand),
    exponent: Option<Operand>,
    e: &mut Action<'_, '_>,
) -> Operand {
    let power = match exponent {
        Some(exponent) => binary(base, BinaryOp::Pow, exponent, e),
        None => base,
    };
    signs.into_iter().rev().fold(power, |operand, (sign, place)| {
        let span = to_span(place).to(operand.span);
        e.state().expr(sign(operand.id), span, place.start)
    })
}

/// The end of a range and its step.
type Rest = (Option<ExprId>, Option<ExprId>);

/// `[i, from:to:step]`, with its location.
fn subscripts<'t>(
    expression: impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, (Vec<Subscript>, TokenSpan), Extra<'t>> + Clone {
    let number = token(TokenKind::Colon)
        .ignore_then(expression.clone().or_not())
        .map(|number: Option<Operand>| number.map(|number| number.id));
    let range = number.clone().then(number.or_not().map(Option::flatten)).boxed();
    let subscript = choice((
        range.clone().map(|(to, step)| Subscript::Range(None, to, step)),
        token(TokenKind::Ellipsis).map_with(|_, e| Subscript::Rest(to_span(e.span()))),
        expression.then(range.or_not()).map_with(
            |(from, range): (Operand, Option<Rest>), e: &mut Action<'t, '_>| match range {
                None if e.state().is_variable(from.id, "None") => {
                    Subscript::New(e.state().exprs[from.id].span)
                }
                None => Subscript::At(from.id),
                Some((to, step)) => Subscript::Range(Some(from.id), to, step),
            },
        ),
    ));
    subscript
        .separated_by(token(TokenKind::Comma))
        .at_least(1)
        .collect::<Vec<_>>()
        .delimited_by(token(TokenKind::LBracket), token(TokenKind::RBracket))
        .map_with(|subscripts, e| (subscripts, e.span()))
}

/// An operand of operators.
fn atom<'t>(
    expression: impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone {
    let ids = |list: Vec<Operand>| list.into_iter().map(|operand| operand.id).collect::<Vec<_>>();

    let number =
        select! { TokenKind::Number(value) => value }.map_with(|value, e: &mut Action<'t, '_>| {
            let span = e.span();
            let kind = e.state().number(value, span);
            node(e, kind)
        });
    let literal =
        select! { TokenKind::Literal(index) => index }.map_with(|index, e: &mut Action<'t, '_>| {
            let kind = e.state().literal(index);
            node(e, kind)
        });
    let text =
        select! { TokenKind::Text = e => e.span() }.map_with(|span, e: &mut Action<'t, '_>| {
            let kind = ExprKind::Text(e.state().unquoted(span));
            node(e, kind)
        });
    let sizes =
        select! { TokenKind::Sizes = e => e.span() }.map_with(|span, e: &mut Action<'t, '_>| {
            let kind = ExprKind::Sizes(e.state().sizes(span));
            node(e, kind)
        });
    let named = name_of_argument()
        .then_ignore(token(TokenKind::Assign))
        .then(choice((sizes.boxed(), expression.clone())))
        .map_with(|(name, value): (TokenSpan, Operand), e: &mut Action<'t, '_>| {
            let kind = ExprKind::Named { name: e.state().name(name), value: value.id };
            node(e, kind)
        });
    let arguments = choice((named, expression.clone()))
        .separated_by(token(TokenKind::Comma))
        .collect::<Vec<Operand>>()
        .delimited_by(token(TokenKind::LParen), token(TokenKind::RParen));
    let variable_or_call =
        select! { TokenKind::Ident = e => e.span() }.then(arguments.or_not()).map_with(
            move |(name, arguments): (TokenSpan, Option<Vec<Operand>>), e: &mut Action<'t, '_>| {
                let name = e.state().name(name);
                let kind = match arguments {
                    Some(arguments) => ExprKind::Call { callee: name, args: ids(arguments) },
                    None => ExprKind::Var(name.into_text()),
                };
                node(e, kind)
            },
        );
    let struct_literal = expression
        .clone()
        .separated_by(token(TokenKind::Comma))
        .at_least(1)
        .collect::<Vec<Operand>>()
        .delimited_by(token(TokenKind::LBrace), token(TokenKind::RBrace))
        .map_with(move |list, e| node(e, ExprKind::StructLiteral(ids(list))));
    let list = expression
        .clone()
        .separated_by(token(TokenKind::Comma))
        .at_least(1)
        .collect::<Vec<Operand>>()
        .delimited_by(token(TokenKind::LBracket), token(TokenKind::RBracket))
        .map_with(move |list, e| node(e, ExprKind::List(ids(list))));
    let parenthesized = expression
        .delimited_by(token(TokenKind::LParen), token(TokenKind::RParen))
        .map_with(|inner: Operand, e| Operand { id: inner.id, span: to_span(e.span()) });
    // Recursive parsers are on the heap, so that nested expressions need less of the stack.
    choice((
        variable_or_call.boxed(),
        number,
        literal,
        text,
        parenthesized.boxed(),
        list.boxed(),
        struct_literal.boxed(),
    ))
    .labelled(Expected::Expression)
}
