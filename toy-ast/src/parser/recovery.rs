//! Error recovery: where parsing continues after an error.
//!
//! Each recovery either finds its end and succeeds, or declines; it never fails halfway. A recovery
//! that skips takes at least one token, so that no loop runs forever.

use chumsky::input::InputRef;
use chumsky::prelude::*;

use super::Extra;
use crate::syntax_error::Input;
use crate::syntax_error::SyntaxError;
use crate::token::TokenKind;

type Recovered = Result<(), SyntaxError>;

fn recovery<'t>(
    find: impl Fn(&mut InputRef<'t, '_, Input<'t>, Extra<'t>>) -> bool + Clone,
) -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    custom(move |input| -> Recovered {
        if find(input) { Ok(()) } else { Err(SyntaxError::not_recovered()) }
    })
}

/// Whether the next token is the first of its line.
fn begins_line<'t>(input: &mut InputRef<'t, '_, Input<'t>, Extra<'t>>) -> bool {
    let before = input.save();
    let cursor = input.cursor();
    input.skip();
    let start = input.span_since(&cursor).start;
    input.rewind(before);
    input.state().begins_line(start)
}

/// Whether a token can only continue an expression or statement.
fn continues(kind: Option<TokenKind>) -> bool {
    matches!(
        kind,
        Some(
            TokenKind::Comma
                | TokenKind::LParen
                | TokenKind::RParen
                | TokenKind::LBrace
                | TokenKind::RBracket
                | TokenKind::Number(_)
                | TokenKind::Literal(_)
                | TokenKind::Plus
                | TokenKind::Star
                | TokenKind::Slash
                | TokenKind::SlashSlash
                | TokenKind::Percent
                | TokenKind::StarStar
                | TokenKind::Gt
                | TokenKind::Assign
                | TokenKind::Dot
        )
    )
}

/// Whether the next token, a closing brace, is in the middle of a statement.
fn is_inside<'t>(input: &mut InputRef<'t, '_, Input<'t>, Extra<'t>>) -> bool {
    let before = input.save();
    input.skip();
    let inside =
        (continues(input.peek()) || input.peek() == Some(TokenKind::RBrace)) && !ends_line(input);
    input.rewind(before);
    inside
}

/// Whether the next token is on a later line, or there is none.
fn ends_line<'t>(input: &mut InputRef<'t, '_, Input<'t>, Extra<'t>>) -> bool {
    input.peek().is_none() || begins_line(input)
}

/// For a missing `;`: the next token begins a statement on a line of its own, or cannot continue
/// this one.
pub(super) fn statement_boundary<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    recovery(|input| match input.peek() {
        None
        | Some(
            TokenKind::RBrace
            | TokenKind::Var
            | TokenKind::Return
            | TokenKind::For
            | TokenKind::If
            | TokenKind::While
            | TokenKind::Break
            | TokenKind::Continue
            | TokenKind::Def
            | TokenKind::Struct,
        ) => true,
        Some(TokenKind::Ident | TokenKind::Number(_) | TokenKind::Literal(_)) => begins_line(input),
        _ => false,
    })
}

/// For a missing `}`: the next definition begins, or the text ends.
pub(super) fn item_boundary<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    recovery(|input| matches!(input.peek(), None | Some(TokenKind::Def | TokenKind::Struct)))
}

/// For a missing `{`: the next token begins a statement or ends the body.
pub(super) fn body_boundary<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    recovery(|input| {
        matches!(
            input.peek(),
            Some(
                TokenKind::Var
                    | TokenKind::Return
                    | TokenKind::For
                    | TokenKind::If
                    | TokenKind::While
                    | TokenKind::Break
                    | TokenKind::Continue
                    | TokenKind::Ident
                    | TokenKind::RBrace
            )
        )
    })
}

/// Skips a parameter list up to its `)`, or up to the body.
pub(super) fn skip_parameters<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    recovery(|input| {
        loop {
            match input.peek() {
                Some(TokenKind::LBrace) => {
                    // No statement begins with a brace, so a second one is the body's.
                    let first = input.save();
                    input.skip();
                    if input.peek() != Some(TokenKind::LBrace) {
                        input.rewind(first);
                    }
                    return true;
                }
                Some(TokenKind::RParen) => {
                    input.skip();
                    // Otherwise it is a mistyped punctuation mark.
                    if input.peek() == Some(TokenKind::LBrace) || ends_line(input) {
                        return true;
                    }
                }
                None
                | Some(TokenKind::RBrace | TokenKind::Semi | TokenKind::Def | TokenKind::Struct) => {
                    return false;
                }
                Some(_) => input.skip(),
            }
        }
    })
}

/// Skips a statement or a struct's member: up to and including its `;`, or up to a keyword that
/// begins a line, or up to the brace that ends the block.
pub(super) fn skip_statement<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    recovery(|input| {
        let is_block = input.peek() == Some(TokenKind::LBrace);
        // A loop or a conditional continues to the end of its blocks.
        let is_control =
            matches!(input.peek(), Some(TokenKind::For | TokenKind::While | TokenKind::If));
        let mut open_braces = 0_usize;
        let mut skipped = false;
        loop {
            match input.peek() {
                None | Some(TokenKind::Def | TokenKind::Struct) => return skipped,
                Some(
                    TokenKind::Var
                    | TokenKind::Return
                    | TokenKind::For
                    | TokenKind::While
                    | TokenKind::Break
                    | TokenKind::Continue
                    | TokenKind::If,
                ) if skipped
                    && !is_block
                    && !(is_control && open_braces > 0)
                    && begins_line(input) =>
                {
                    return true;
                }
                // So is a `}` in the middle of one.
                Some(TokenKind::RBrace)
                    if open_braces == 0 && skipped && !is_block && is_inside(input) =>
                {
                    input.skip();
                }
                Some(TokenKind::RBrace) if open_braces == 0 => return skipped,
                Some(TokenKind::RBrace) => {
                    input.skip();
                    open_braces -= 1;
                    if is_control && open_braces == 0 && input.peek() != Some(TokenKind::Else) {
                        return true;
                    }
                    if is_block && open_braces == 0 {
                        if input.peek() == Some(TokenKind::Semi) {
                            input.skip();
                        }
                        return true;
                    }
                }
                Some(TokenKind::LBrace) => {
                    input.skip();
                    open_braces += 1;
                }
                Some(TokenKind::Semi) if !(is_block || is_control && open_braces > 0) => {
                    input.skip();
                    // A `;` in the middle of a statement: the rest of the line does not begin
                    // another one.
                    if (open_braces > 0 || is_control || continues(input.peek()))
                        && !ends_line(input)
                    {
                        skipped = true;
                        continue;
                    }
                    return true;
                }
                Some(_) => input.skip(),
            }
            skipped = true;
        }
    })
}

/// Skips a definition within a body, if the text's braces show that it is within: it is reported at
/// its start.
pub(super) fn skip_nested_definition<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    recovery(|input| {
        let is_definition = matches!(input.peek(), Some(TokenKind::Def | TokenKind::Struct));
        if !is_definition || !input.state().braces_match() {
            return false;
        }
        let mut open_braces = 0_usize;
        while let Some(kind) = input.peek() {
            input.skip();
            match kind {
                TokenKind::LBrace => open_braces += 1,
                TokenKind::RBrace if open_braces <= 1 => {
                    if input.peek() == Some(TokenKind::Semi) {
                        input.skip();
                    }
                    return true;
                }
                TokenKind::RBrace => open_braces -= 1,
                _ => {}
            }
        }
        true
    })
}

/// Skips to the next definition.
pub(super) fn skip_item<'t>() -> impl Parser<'t, Input<'t>, (), Extra<'t>> + Clone {
    recovery(|input| {
        if input.next().is_none() {
            return false;
        }
        while !matches!(input.peek(), None | Some(TokenKind::Def | TokenKind::Struct)) {
            input.skip();
        }
        true
    })
}
