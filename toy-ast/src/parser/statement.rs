//! Statements and blocks.

use chumsky::prelude::*;
use mlir_lite_diagnostics::{BytePos, Span};

use super::builder::{Operand, to_span};
use super::expression::{expression, name, size};
use super::recovery::{item_boundary, skip_nested_definition, skip_statement, statement_boundary};
use super::tokens::token;
use super::{Action, Extra};
use crate::ast::{
    BinaryOp, Constant, ExprId, ExprKind, For, If, Name, Size, Stmt, StmtKind, Unpack, VarType,
    While,
};
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

/// The parts of a definition of a variable.
struct Variable {
    name: Name,
    ty: VarType,
    init: ExprId,
}

impl Variable {
    fn into_kind(self) -> StmtKind {
        let Self { name, ty, init } = self;
        StmtKind::Var { ty, name, init }
    }
}

/// The head of a `for`: variable, first value, bound and step.
type Range = (((TokenSpan, Operand), Operand), Option<Operand>);

/// The right side of an assignment: the operator of `+=` and its kin, the sign's location, and the
/// value.
type Assigned = ((Option<BinaryOp>, TokenSpan), Operand);

/// The `;` at the end of a statement.
pub(super) fn semicolon<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    token(TokenKind::Semi).ignored().recover_with(via_parser(statement_boundary()))
}

/// A statement, terminated by `ending`.
pub(super) fn statement<'t>(
    ending: impl Parser<'t, Input<'t>, Ending, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Ended, Extra<'t>> + Clone {
    let block = recursive(|block| {
        let statement = statement_over(semicolon().to(Ending::Dropped), block);
        token(TokenKind::LBrace)
            .ignore_then(statements(statement))
            .map(|(statements, _)| statements)
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
        TokenKind::SlashSlashAssign => Some(BinaryOp::FloorDiv),
        TokenKind::PercentAssign => Some(BinaryOp::Rem),
        TokenKind::StarStarAssign => Some(BinaryOp::Pow),
        TokenKind::AtAssign => Some(BinaryOp::MatMul),
        TokenKind::AmpAssign => Some(BinaryOp::BitAnd),
        TokenKind::PipeAssign => Some(BinaryOp::BitOr),
        TokenKind::CaretAssign => Some(BinaryOp::BitXor),
        TokenKind::LtLtAssign => Some(BinaryOp::ShiftLeft),
        TokenKind::GtGtAssign => Some(BinaryOp::ShiftRight),
    }
}

/// `var name<shape, element> = value`, terminated by `ending`. The value is converted to the
/// element type as by a call of the function of that name.
fn variable<'t>(
    expression: impl Parser<'t, Input<'t>, Operand, Extra<'t>> + Clone + 't,
    ending: impl Parser<'t, Input<'t>, Ending, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Variable, Extra<'t>> + Clone {
    // A `>=` ends the shape and begins the value.
    let end_of_shape = choice((
        token(TokenKind::Gt)
            .map_with(|_, e| to_span(e.span()).end)
            .then_ignore(token(TokenKind::Assign)),
        token(TokenKind::Ge).map_with(|_, e| to_span(e.span()).start + 1),
    ));
    let shape = size()
        .map_with(|size, e: &mut Action<'t, '_>| e.state().size(size))
        .separated_by(token(TokenKind::Comma))
        .at_least(1)
        .collect::<Vec<Size>>();
    let element = select! { TokenKind::ElementType = e => e.span() }
        .map_with(|word, e: &mut Action<'t, '_>| e.state().name(word));
    let declared = choice((
        element.map(|element| (Vec::new(), Some(element))),
        shape.then(token(TokenKind::Comma).ignore_then(element).or_not()),
    ));
    let shaped = token(TokenKind::Lt)
        .map_with(|_, e| to_span(e.span()).start)
        .then(declared)
        .then(end_of_shape)
        .map(|((start, (shape, element)), end)| {
            let span = Span::new(start, end);
            let ty = match shape.is_empty() {
                true => VarType::Inferred,
                false => VarType::Shaped { shape, span },
            };
            (ty, element)
        });
    // On the heap, so that nested statements need less of the stack.
    let ty = choice((token(TokenKind::Assign).to((VarType::Inferred, None)), shaped)).boxed();
    token(TokenKind::Var)
        .ignore_then(name(Expected::VariableName))
        .then(ty)
        .then(expression)
        .then_ignore(ending)
        .map_with(|((name, (ty, element)), init): ((TokenSpan, _), Operand), e| Variable {
            ty,
            name: e.state().name(name),
            init: e.state().converted(init.id, element),
        })
}

/// A constant: `var name<shape> = value;` outside of functions.
pub(super) fn constant<'t>() -> impl Parser<'t, Input<'t>, Constant, Extra<'t>> + Clone {
    let ending = semicolon().to(Ending::Dropped);
    variable(expression().boxed(), ending).map_with(|variable, e| {
        let (name, span) = (variable.name.clone(), to_span(e.span()));
        let kind = variable.into_kind();
        Constant { name, definition: Stmt { kind, span, loc: BytePos(span.start) } }
    })
}

/// A statement; `block` parses `{ ... }`.
#[expect(clippy::too_many_lines, reason = "the grammar of statements, rule by rule")]
fn statement_over<'t>(
    ending: impl Parser<'t, Input<'t>, Ending, Extra<'t>> + Clone + 't,
    block: impl Parser<'t, Input<'t>, Vec<Stmt>, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Ended, Extra<'t>> + Clone {
    let expression = expression().boxed();
    let initializer = token(TokenKind::Assign).ignore_then(expression.clone());

    let variable = variable(expression.clone(), ending.clone()).boxed();
    let struct_variable = select! { TokenKind::Ident = e => e.span() }
        .then(select! { TokenKind::Ident = e => e.span() })
        .then(initializer)
        .then_ignore(ending.clone())
        .map_with(|((ty, name), init): ((TokenSpan, TokenSpan), Operand), e| {
            let ty = VarType::Struct(e.state().name(ty));
            StmtKind::Var { ty, name: e.state().name(name), init: init.id }
        });
    let for_ = token(TokenKind::For)
        .ignore_then(name(Expected::VariableName))
        .then_ignore(token(TokenKind::In))
        .then(expression.clone())
        .then_ignore(token(TokenKind::Colon))
        .then(expression.clone())
        .then(token(TokenKind::Colon).ignore_then(expression.clone()).or_not())
        .then(block.clone())
        .map_with(|((((variable, from), to), step), body): (Range, _), e| {
            let variable = e.state().name(variable);
            let step = step.map(|step| step.id);
            StmtKind::For(Box::new(For { variable, from: from.id, to: to.id, step, body }))
        });
    let while_ = token(TokenKind::While).ignore_then(expression.clone()).then(block.clone()).map(
        |(condition, body): (Operand, _)| {
            StmtKind::While(Box::new(While { condition: condition.id, body }))
        },
    );
    let jump = choice((
        token(TokenKind::Break).to(StmtKind::Break),
        token(TokenKind::Continue).to(StmtKind::Continue),
    ))
    .then_ignore(ending.clone());
    let arm = expression.clone().map(|condition: Operand| condition.id).then(block.clone());
    let others = token(TokenKind::Else).ignore_then(token(TokenKind::If)).ignore_then(arm.clone());
    let if_ = token(TokenKind::If)
        .ignore_then(arm)
        .then(others.repeated().collect::<Vec<_>>())
        .then(token(TokenKind::Else).ignore_then(block).or_not())
        .map(|((first, mut arms), otherwise)| {
            arms.insert(0, first);
            StmtKind::If(Box::new(If { arms, otherwise: otherwise.unwrap_or_default() }))
        });
    // Where it is missing, messages name what is more often meant.
    let comma = |label| token(TokenKind::Comma).labelled(label);
    let more_values = comma(Expected::Operator).ignore_then(expression.clone()).repeated();
    let values = expression.clone().then(more_values.collect::<Vec<_>>()).map_with(
        |(first, more): (Operand, Vec<Operand>), e| match &more[..] {
            [] => first.id,
            _ => {
                let list = std::iter::once(first).chain(more).map(|value| value.id).collect();
                let span = to_span(e.span());
                e.state().expr(ExprKind::Values(list), span, span.start).id
            }
        },
    );
    let return_ = token(TokenKind::Return)
        .ignore_then(values.or_not())
        .then_ignore(ending.clone())
        .map(StmtKind::Return);
    let more_names = comma(Expected::Assign).ignore_then(name(Expected::VariableName)).repeated();
    let unpack = token(TokenKind::Var)
        .ignore_then(name(Expected::VariableName))
        .then(more_names.at_least(1).collect::<Vec<_>>())
        .then_ignore(token(TokenKind::Assign))
        .then(expression.clone())
        .then_ignore(ending.clone())
        .map_with(|((first, more), init): ((TokenSpan, Vec<TokenSpan>), Operand), e| {
            let spans = std::iter::once(first).chain(more);
            let names = spans.map(|span| e.state().name(span)).collect();
            StmtKind::Unpack(Box::new(Unpack { names, init: init.id }))
        });
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
        variable.map(|variable| (variable.into_kind(), Ending::Dropped)),
        unpack.map(dropped),
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
    token(TokenKind::RBrace)
        .ignored()
        .recover_with(via_parser(item_boundary()))
        .map_with(|(), e| to_span(e.span()))
}
