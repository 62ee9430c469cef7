//! Expressions: operators by precedence over atoms.
//!
//! Binary operators and `.` are chains, parsed in a loop by chumsky's `pratt`. What recurses is what the nesting limit
//! counts: parentheses, braces and prefix `-`.

use chumsky::pratt::{infix, left, postfix, prefix};
use chumsky::prelude::*;

use super::builder::{Operand, to_span};
use super::error::Expected;
use super::{Action, Extra, Input, TokenSpan};
use crate::ast::{BinaryOp, ExprKind};
use crate::token::TokenKind;

/// An identifier, as its place; `expected` is what it is called when it is missing.
pub(super) fn name<'t>(expected: Expected) -> impl Parser<'t, Input<'t>, TokenSpan, Extra<'t>> + Clone {
    select! { TokenKind::Ident = e => e.span() }.labelled(expected)
}

/// Adds an expression whose place is all that was parsed and whose position is its first token.
fn node(e: &mut Action<'_, '_>, kind: ExprKind) -> Operand {
    let span = to_span(e.span());
    e.state().expr(kind, span, span.start)
}

/// An expression.
pub(super) fn expression<'t>() -> impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone {
    recursive(|expression| {
        let list = expression.clone().separated_by(just(TokenKind::Comma)).collect::<Vec<Operand>>();
        let ids = |list: Vec<Operand>| list.into_iter().map(|operand| operand.id).collect::<Vec<_>>();

        let number = select! { TokenKind::Number(value) => value }
            .map_with(|value, e: &mut Action<'t, '_>| node(e, ExprKind::Number(value)));
        let literal =
            select! { TokenKind::Literal(index) => index }.map_with(|index, e: &mut Action<'t, '_>| {
                let kind = e.state().literal(index);
                node(e, kind)
            });
        let arguments = list.clone().delimited_by(just(TokenKind::LParen), just(TokenKind::RParen));
        let variable_or_call = select! { TokenKind::Ident = e => e.span() }
            .then(arguments.or_not())
            .map_with(move |(name, arguments): (TokenSpan, Option<Vec<Operand>>), e: &mut Action<'t, '_>| {
                let name = e.state().name(name);
                let kind = match arguments {
                    Some(arguments) => ExprKind::Call { callee: name, args: ids(arguments) },
                    None => ExprKind::Var(name.into_text()),
                };
                node(e, kind)
            });
        let struct_literal = expression
            .clone()
            .separated_by(just(TokenKind::Comma))
            .at_least(1)
            .collect::<Vec<Operand>>()
            .delimited_by(just(TokenKind::LBrace), just(TokenKind::RBrace))
            .map_with(move |list, e| node(e, ExprKind::StructLiteral(ids(list))));
        let parenthesized = expression
            .delimited_by(just(TokenKind::LParen), just(TokenKind::RParen))
            .map_with(|inner: Operand, e| Operand { id: inner.id, span: to_span(e.span()) });
        let atom = choice((variable_or_call, number, literal, parenthesized, struct_literal))
            .labelled(Expected::Expression);

        let member = just(TokenKind::Dot).ignore_then(name(Expected::MemberName));
        let products = select! { TokenKind::Star => BinaryOp::Mul, TokenKind::Slash => BinaryOp::Div };
        let sums = select! { TokenKind::Plus => BinaryOp::Add, TokenKind::Minus => BinaryOp::Sub };
        let binary = |lhs: Operand, op, rhs: Operand, e: &mut Action<'t, '_>| {
            let kind = ExprKind::Binary { op, lhs: lhs.id, rhs: rhs.id };
            e.state().expr(kind, lhs.span.to(rhs.span), rhs.span.start)
        };
        atom.pratt((
            postfix(4, member, |base: Operand, member: TokenSpan, e: &mut Action<'t, '_>| {
                let kind = ExprKind::Member { base: base.id, member: e.state().name(member) };
                e.state().expr(kind, base.span.to(to_span(member)), member.start)
            }),
            prefix(
                3,
                just(TokenKind::Minus).map_with(|_, e| e.span()),
                |minus: TokenSpan, operand: Operand, e: &mut Action<'t, '_>| {
                    e.state().expr(ExprKind::Neg(operand.id), to_span(minus).to(operand.span), minus.start)
                },
            ),
            infix(left(2), products.labelled(Expected::Operator), binary),
            infix(left(1), sums.labelled(Expected::Operator), binary),
        ))
        .labelled(Expected::Expression)
    })
}
