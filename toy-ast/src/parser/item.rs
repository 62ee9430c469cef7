//! Definitions: functions and structs.

use chumsky::prelude::*;
use mlir_lite_diagnostics::{BytePos, Span};

use super::Extra;
use super::builder::{Operand, to_span};
use super::expression::{expression, name, size};
use super::recovery::{body_boundary, skip_item, skip_parameters, skip_statement};
use super::statement::{closing_brace, constant, rest_of_block, semicolon};
use crate::ast::{Constant, Field, Function, Import, Item, Module, Param, StructDef};
use crate::syntax_error::Expected;
use crate::syntax_error::{Input, TokenSpan};
use crate::token::TokenKind;

/// A parameter's struct or name, and its name if the former is a struct.
type Names = (TokenSpan, Option<TokenSpan>);

/// The declared sizes of a parameter and where they are, and its default value.
type Rest = (Option<(Vec<Operand>, Span)>, Option<Operand>);

/// A function, a struct or a constant.
pub(super) enum Definition {
    Function(Function),
    Struct(StructDef),
    Constant(Constant),
    Import(Import),
}

/// Puts definitions into a module, in order.
pub(super) fn add_definitions(
    module: &mut Module,
    definitions: impl IntoIterator<Item = Definition>,
) {
    for definition in definitions {
        match definition {
            Definition::Function(function) => {
                module.items.push(Item::Function(module.functions.len()));
                module.functions.push(function);
            }
            Definition::Struct(definition) => {
                module.items.push(Item::Struct(module.structs.len()));
                module.structs.push(definition);
            }
            Definition::Import(import) => module.imports.push(import),
            Definition::Constant(constant) => {
                module.items.push(Item::Constant(module.constants.len()));
                module.constants.push(constant);
            }
        }
    }
}

/// All definitions of a file.
pub(super) fn definitions<'t>() -> impl Parser<'t, Input<'t>, Vec<Definition>, Extra<'t>> {
    choice((
        definition(),
        import(semicolon()).map(Definition::Import),
        constant().map(Definition::Constant),
    ))
    .map(Some)
    .recover_with(via_parser(skip_item().map(|()| None)))
    .repeated()
    .collect::<Vec<_>>()
    .map(|definitions| definitions.into_iter().flatten().collect())
    .then_ignore(end())
}

/// `import "file.toy";`.
pub(super) fn import<'t>(
    ending: impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone + 't,
) -> impl Parser<'t, Input<'t>, Import, Extra<'t>> + Clone {
    just(TokenKind::Import)
        .labelled(Expected::Def)
        .ignore_then(select! { TokenKind::Text = e => e.span() })
        .then_ignore(ending)
        .map_with(|path: TokenSpan, e| {
            let path_text = e.state().unquoted(path);
            Import { path: path_text, span: to_span(path) }
        })
}

/// A function or a struct.
pub(super) fn definition<'t>() -> impl Parser<'t, Input<'t>, Definition, Extra<'t>> + Clone {
    choice((function().map(Definition::Function), struct_definition().map(Definition::Struct)))
}

fn function<'t>() -> impl Parser<'t, Input<'t>, Function, Extra<'t>> + Clone {
    // Where it is missing, messages name what is more often meant.
    let default = just(TokenKind::Assign).labelled(Expected::Comma).ignore_then(expression());
    let sizes = size()
        .separated_by(just(TokenKind::Comma))
        .at_least(1)
        .collect::<Vec<Operand>>()
        .map_with(|sizes, e| (sizes, to_span(e.span())));
    // A `>=` ends the sizes and begins the default value.
    let sized = just(TokenKind::Lt).labelled(Expected::Comma).ignore_then(sizes).then(choice((
        just(TokenKind::Gt).ignore_then(default.clone().or_not()),
        just(TokenKind::Ge).ignore_then(expression()).map(Some),
    )));
    let rest = choice((
        sized.map(|(sizes, default)| (Some(sizes), default)),
        default.or_not().map(|default| (None, default)),
    ));
    let parameter = name(Expected::Parameter)
        .then(select! { TokenKind::Ident = e => e.span() }.or_not())
        .then(rest)
        .map_with(|((first, second), (sizes, default)): (Names, Rest), e| {
            let span = to_span(e.span());
            let default = default.map(|default| default.id);
            let first = e.state().name(first);
            let parameter = match second {
                Some(second) => {
                    let name = e.state().name(second);
                    Param { struct_name: Some(first), name, default, span }
                }
                None => Param { struct_name: None, name: first, default, span },
            };
            (parameter, sizes)
        });
    let parameters = parameter
        .separated_by(just(TokenKind::Comma))
        .collect::<Vec<_>>()
        .delimited_by(just(TokenKind::LParen), just(TokenKind::RParen))
        .recover_with(via_parser(skip_parameters().to(Vec::new())));
    let opening_brace = just(TokenKind::LBrace).ignored().recover_with(via_parser(body_boundary()));
    just(TokenKind::Def)
        .ignore_then(name(Expected::FunctionName))
        .then(parameters)
        .then_ignore(opening_brace)
        .then(rest_of_block())
        .map_with(|((name, params), (body, end)): ((TokenSpan, Vec<_>), _), e| {
            let span = to_span(e.span());
            let name = e.state().name(name);
            let (params, sizes): (Vec<Param>, Vec<_>) = params.into_iter().unzip();
            let body = [e.state().declared_sizes(&params, sizes), body].concat();
            Function { name, params, body, span, end, loc: BytePos(span.start) }
        })
}

fn struct_definition<'t>() -> impl Parser<'t, Input<'t>, StructDef, Extra<'t>> + Clone {
    let tensor = just(TokenKind::Var).to(None);
    let of_struct = select! { TokenKind::Ident = e => Some(e.span()) };
    let member = choice((tensor, of_struct))
        .labelled(Expected::Member)
        .then(name(Expected::MemberName))
        .then_ignore(semicolon())
        .map_with(|(struct_name, name): (Option<TokenSpan>, TokenSpan), e| {
            let span = to_span(e.span());
            let struct_name = struct_name.map(|span| e.state().name(span));
            Field { struct_name, name: e.state().name(name), span, loc: BytePos(span.start) }
        });
    // At least one member, or an attempt at one.
    let members = member
        .map(Some)
        .recover_with(via_parser(skip_statement().map(|()| None)))
        .repeated()
        .at_least(1)
        .collect::<Vec<_>>()
        .map(|members| members.into_iter().flatten().collect());
    just(TokenKind::Struct)
        .ignore_then(name(Expected::StructName))
        .then_ignore(just(TokenKind::LBrace))
        .then(members)
        .then(closing_brace())
        .map_with(|((name, fields), end): ((TokenSpan, _), Span), e| {
            let start = e.span().start;
            let span = Span::new(start, end.end);
            StructDef { name: e.state().name(name), fields, span, loc: BytePos(start) }
        })
        .then_ignore(just(TokenKind::Semi).or_not())
}
