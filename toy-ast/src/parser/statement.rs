//! Statements and blocks.

use chumsky::prelude::*;
use mlir_lite_diagnostics::{BytePos, Span};

use super::builder::{Operand, to_span};
use super::error::Expected;
use super::expression::{expression, name};
use super::recovery::{item_boundary, skip_statement, statement_boundary};
use super::{Action, Extra, Input, TokenSpan};
use crate::ast::{Stmt, StmtKind, VarType};
use crate::token::TokenKind;

/// How a statement ends.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ending {
    /// With `;`: the value of an expression is dropped.
    Dropped,
    /// At the end of a REPL's input: the value of an expression is shown.
    Shown,
}

/// A statement, and whether its value is shown.
pub(super) type Ended = (Stmt, Ending);

/// The `;` at the end of a statement.
pub(super) fn semicolon<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    just(TokenKind::Semi).ignored().recover_with(via_parser(statement_boundary()))
}

/// A statement; `ending` is what ends it.
pub(super) fn statement<'t>(
    ending: impl Parser<'t, Input<'t>, Ending, Extra<'t>> + Clone,
) -> impl Parser<'t, Input<'t>, Ended, Extra<'t>> + Clone {
    let expression = expression().boxed();
    let initializer = just(TokenKind::Assign).ignore_then(expression.clone());

    let dimension = select! { TokenKind::Number(_) = e => e.span() }
        .labelled(Expected::Dimension)
        .map_with(|span: TokenSpan, e: &mut Action<'t, '_>| e.state().dimension(span));
    let shape = dimension
        .separated_by(just(TokenKind::Comma))
        .at_least(1)
        .collect::<Vec<u64>>()
        .delimited_by(just(TokenKind::Lt), just(TokenKind::Gt))
        .map_with(|shape, e| VarType::Shaped { shape, span: to_span(e.span()) });
    let variable = just(TokenKind::Var)
        .ignore_then(name(Expected::VariableName))
        .then(shape.or_not())
        .then(initializer.clone())
        .then_ignore(ending.clone())
        .map_with(|((name, shape), init): ((TokenSpan, _), Operand), e| {
            let ty = shape.unwrap_or(VarType::Inferred);
            StmtKind::Var { ty, name: e.state().name(name), init: init.id }
        });
    let struct_variable = select! { TokenKind::Ident = e => e.span() }
        .then(select! { TokenKind::Ident = e => e.span() })
        .then(initializer)
        .then_ignore(ending.clone())
        .map_with(|((ty, name), init): ((TokenSpan, TokenSpan), Operand), e| {
            let ty = VarType::Struct(e.state().name(ty));
            StmtKind::Var { ty, name: e.state().name(name), init: init.id }
        });
    let return_ = just(TokenKind::Return)
        .ignore_then(expression.clone().or_not())
        .then_ignore(ending.clone())
        .map(|value: Option<Operand>| StmtKind::Return(value.map(|value| value.id)));
    // A `{` begins no statement: it would be a struct's value without a use.
    let value =
        none_of([TokenKind::LBrace]).rewind().ignore_then(expression).then(ending).map_with(
            |(value, ending): (Operand, Ending), e| (e.state().expression_statement(value.id), ending),
        );

    let dropped = |kind| (kind, Ending::Dropped);
    choice((variable.map(dropped), return_.map(dropped), struct_variable.map(dropped), value))
        .map_with(|(kind, ending), e| {
            let span = to_span(e.span());
            (Stmt { kind, span, loc: BytePos(span.start) }, ending)
        })
        .labelled(Expected::Statement)
}

/// Statements up to and with the closing brace, whose place is the second part.
pub(super) fn rest_of_block<'t>() -> impl Parser<'t, Input<'t>, (Vec<Stmt>, Span), Extra<'t>> + Clone {
    statement(semicolon().to(Ending::Dropped))
        .map(|(statement, _)| Some(statement))
        .recover_with(via_parser(skip_statement().map(|()| None)))
        .repeated()
        .collect::<Vec<_>>()
        .map(|statements| statements.into_iter().flatten().collect())
        .then(closing_brace())
}

/// The `}` of a body.
pub(super) fn closing_brace<'t>() -> impl Parser<'t, Input<'t>, Span, Extra<'t>> + Clone {
    just(TokenKind::RBrace)
        .ignored()
        .recover_with(via_parser(item_boundary()))
        .map_with(|(), e| to_span(e.span()))
}
