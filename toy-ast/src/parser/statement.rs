//! Statements and blocks.

use chumsky::prelude::*;
use mlir_lite_diagnostics::{BytePos, Span};

use super::builder::{Operand, to_span};
use super::expression::{expression, name, size};
use super::recovery::{item_boundary, skip_nested_definition, skip_statement, statement_boundary};
use super::{Action, Extra};
use crate::ast::{BinaryOp, For, If, Size, Stmt, StmtKind, VarType, While};
use crate::syntax_error::Expected;
use crate::syntax_error::{Input, TokenSpan};
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

/// The head of a `for`: variable, first value, bound and step.
type Range = (((TokenSpan, Operand), Operand), Option<Operand>);

/// The right side of an assignment: the operator of `+=` and its kin, the sign's location, and the
/// value.
type Assigned = ((Option<BinaryOp>, TokenSpan), Operand);

/// The `;` at the end of a statement.
pub(super) fn semicolon<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    just(TokenKind::Semi).ignored().recover_with(via_parser(statement_boundary()))
}

/// A statement, terminated by `ending`.
pub(super) fn statement<'t>(
    ending: impl Parser<'t, Input<'t>, Ending, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Ended, Extra<'t>> + Clone {
    let block = recursive(|block| {
        let statement = statement_over(semicolon().to(Ending::Dropped), block);
        just(TokenKind::LBrace).ignore_then(statements(statement)).map(|(statements, _)| statements)
    });
    statement_over(ending, block.boxed())
}

/// `=`, or an operator with `=`.
fn assignment_operator<'t>() -> impl Parser<'t, Input<'t>, Option<BinaryOp>, Extra<'t>> + Clone {
    select! {
        TokenKind::Assign => None,
        TokenKind::PlusAssign => Some(BinaryOp::Add),
        TokenKind::MinusAssign => Some(BinaryOp::Sub),
        TokenKind::StarAssign => Some(BinaryOp::Mul),
        TokenKind::SlashAssign => Some(BinaryOp::Div),
    }
}

/// A statement; `block` parses `{ ... }`.
#[expect(clippy::too_many_lines, reason = "the grammar of statements, rule by rule")]
fn statement_over<'t>(
    ending: impl Parser<'t, Input<'t>, Ending, Extra<'t>> + Clone + 't,
    block: impl Parser<'t, Input<'t>, Vec<Stmt>, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Ended, Extra<'t>> + Clone {
    let expression = expression().boxed();
    let initializer = just(TokenKind::Assign).ignore_then(expression.clone());

    // A `>=` ends the shape and begins the value.
    let end_of_shape = choice((
        just(TokenKind::Gt)
            .map_with(|_, e| to_span(e.span()).end)
            .then_ignore(just(TokenKind::Assign)),
        just(TokenKind::Ge).map_with(|_, e| to_span(e.span()).start + 1),
    ));
    let shape = size()
        .map_with(|size, e: &mut Action<'t, '_>| e.state().size(size))
        .separated_by(just(TokenKind::Comma))
        .at_least(1)
        .collect::<Vec<Size>>();
    let shaped = just(TokenKind::Lt)
        .map_with(|_, e| to_span(e.span()).start)
        .then(shape)
        .then(end_of_shape)
        .map(|((start, shape), end)| VarType::Shaped { shape, span: Span::new(start, end) });
    let ty = choice((shaped, just(TokenKind::Assign).to(VarType::Inferred)));
    let variable = just(TokenKind::Var)
        .ignore_then(name(Expected::VariableName))
        .then(ty)
        .then(expression.clone())
        .then_ignore(ending.clone())
        .map_with(|((name, ty), init): ((TokenSpan, _), Operand), e| StmtKind::Var {
            ty,
            name: e.state().name(name),
            init: init.id,
        });
    let struct_variable = select! { TokenKind::Ident = e => e.span() }
        .then(select! { TokenKind::Ident = e => e.span() })
        .then(initializer)
        .then_ignore(ending.clone())
        .map_with(|((ty, name), init): ((TokenSpan, TokenSpan), Operand), e| {
            let ty = VarType::Struct(e.state().name(ty));
            StmtKind::Var { ty, name: e.state().name(name), init: init.id }
        });
    let for_ = just(TokenKind::For)
        .ignore_then(name(Expected::VariableName))
        .then_ignore(just(TokenKind::In))
        .then(expression.clone())
        .then_ignore(just(TokenKind::Colon))
        .then(expression.clone())
        .then(just(TokenKind::Colon).ignore_then(expression.clone()).or_not())
        .then(block.clone())
        .map_with(|((((variable, from), to), step), body): (Range, _), e| {
            let variable = e.state().name(variable);
            let step = step.map(|step| step.id);
            StmtKind::For(Box::new(For { variable, from: from.id, to: to.id, step, body }))
        });
    let while_ = just(TokenKind::While).ignore_then(expression.clone()).then(block.clone()).map(
        |(condition, body): (Operand, _)| {
            StmtKind::While(Box::new(While { condition: condition.id, body }))
        },
    );
    let jump = choice((
        just(TokenKind::Break).to(StmtKind::Break),
        just(TokenKind::Continue).to(StmtKind::Continue),
    ))
    .then_ignore(ending.clone());
    let arm = expression.clone().map(|condition: Operand| condition.id).then(block.clone());
    let others = just(TokenKind::Else).ignore_then(just(TokenKind::If)).ignore_then(arm.clone());
    let if_ = just(TokenKind::If)
        .ignore_then(arm)
        .then(others.repeated().collect::<Vec<_>>())
        .then(just(TokenKind::Else).ignore_then(block).or_not())
        .map(|((first, mut arms), otherwise)| {
            arms.insert(0, first);
            StmtKind::If(Box::new(If { arms, otherwise: otherwise.unwrap_or_default() }))
        });
    let return_ = just(TokenKind::Return)
        .ignore_then(expression.clone().or_not())
        .then_ignore(ending.clone())
        .map(|value: Option<Operand>| StmtKind::Return(value.map(|value| value.id)));
    let assigned = assignment_operator()
        .map_with(|op, e| (op, e.span()))
        .labelled(Expected::Operator)
        .then(expression.clone())
        .or_not();
    // A `{` does not begin a statement: it would be a struct's value without a use.
    let value = none_of([TokenKind::LBrace])
        .rewind()
        .ignore_then(expression)
        .then(assigned)
        .then(ending)
        .map_with(|((target, assigned), ending): ((Operand, Option<Assigned>), Ending), e| {
            match assigned {
                Some(((op, sign), value)) => {
                    (e.state().assignment(target, op, sign, value), Ending::Dropped)
                }
                None => (e.state().expression_statement(target.id), ending),
            }
        });

    let dropped = |kind| (kind, Ending::Dropped);
    choice((
        variable.map(dropped),
        return_.map(dropped),
        for_.map(dropped),
        while_.map(dropped),
        if_.map(dropped),
        jump.map(dropped),
        struct_variable.map(dropped),
        value,
    ))
    .map_with(|(kind, ending), e| {
        let span = to_span(e.span());
        (Stmt { kind, span, loc: BytePos(span.start) }, ending)
    })
    .labelled(Expected::Statement)
}

/// Statements up to and including the closing brace, whose location is the second part.
pub(super) fn rest_of_block<'t>() -> impl Parser<'t, Input<'t>, (Vec<Stmt>, Span), Extra<'t>> + Clone
{
    statements(statement(semicolon().to(Ending::Dropped)))
}

/// Statements up to and including the closing brace; the argument parses one of them.
fn statements<'t>(
    statement: impl Parser<'t, Input<'t>, Ended, Extra<'t>> + Clone,
) -> impl Parser<'t, Input<'t>, (Vec<Stmt>, Span), Extra<'t>> + Clone {
    statement
        .map(|(statement, _)| Some(statement))
        .recover_with(via_parser(
            choice((skip_statement(), skip_nested_definition())).map(|()| None),
        ))
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
