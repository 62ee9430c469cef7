//! The limit on nesting, checked on tokens before the parser recurses.
//!
//! `(`, `{`, `[` and the prefixes `-` and `not` nest. Chains of binary operators, of `.` and of
//! subscripts do not. The check tolerates unmatched brackets, which the parser reports: `;` closes
//! what was opened inside a statement, and `def` and `struct` reset the depth.

use mlir_lite_diagnostics::{Diagnostic, Limit, Span};

use crate::codes::Code;
use crate::token::{Token, TokenKind};

/// The maximum number of nested brackets, braces and prefix operators.
///
/// Deeper than people write, and shallow enough for the parser on the 2 MiB stack of a thread also
/// without optimisation: there a level takes up to 13 KB (operators of both precedences in each
/// pair of brackets).
pub const MAX_NESTING: usize = 128;

/// The accepted number of levels; at most [`MAX_NESTING`].
pub static NESTING: Limit = Limit::new("--max-nesting=N", MAX_NESTING).at_most(MAX_NESTING);

/// The diagnostic for a token that exceeds the limit.
pub(crate) fn too_deep(span: Span) -> Diagnostic {
    let (most, advice) = (NESTING.get(), NESTING.advice());
    Code::NestingTooDeep
        .error(span, "nesting is too deep")
        .with_label(format!("more than {most} levels are open here"))
        .with_note("each `(`, `[`, `{` and each prefix `-` and `not` is a level")
        .with_help(format!("give inner parts names of their own: `var part = ...;`; {advice}"))
}

/// An open bracket, and the number of prefix operators inside it whose operand is incomplete.
struct Level {
    brace: bool,
    prefixes: usize,
}

/// Finds the first token that nests too deep.
///
/// # Errors
/// The diagnostic for it.
pub(crate) fn check(tokens: &[Token]) -> Result<(), Box<Diagnostic>> {
    let most = NESTING.get();
    let mut levels = vec![Level { brace: false, prefixes: 0 }];
    let mut prefixes = 0;
    let mut after_operand = false;
    for token in tokens {
        let mut ended = 0;
        match token.kind {
            TokenKind::LParen | TokenKind::LBrace | TokenKind::LBracket => {
                levels.push(Level { brace: token.kind == TokenKind::LBrace, prefixes: 0 });
            }
            TokenKind::RParen | TokenKind::RBrace | TokenKind::RBracket if levels.len() > 1 => {
                ended = levels.pop().map_or(0, |level| level.prefixes);
            }
            TokenKind::Minus | TokenKind::Not | TokenKind::Tilde if !after_operand => {
                prefixes += 1;
                if let Some(level) = levels.last_mut() {
                    level.prefixes += 1;
                }
            }
            TokenKind::Semi => {
                while levels.len() > 1 && levels.last().is_some_and(|level| !level.brace) {
                    ended += levels.pop().map_or(0, |level| level.prefixes);
                }
                ended += end_operand(&mut levels);
            }
            TokenKind::Def | TokenKind::Struct => {
                levels.truncate(1);
                ended = prefixes;
                levels[0].prefixes = 0;
            }
            TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Star
            | TokenKind::Slash
            | TokenKind::SlashSlash
            | TokenKind::Percent
            | TokenKind::StarStar
            | TokenKind::At
            | TokenKind::Lt
            | TokenKind::Le
            | TokenKind::Gt
            | TokenKind::Ge
            | TokenKind::EqEq
            | TokenKind::Ne
            | TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::And
            | TokenKind::Or
            | TokenKind::Assign
            | TokenKind::PlusAssign
            | TokenKind::MinusAssign
            | TokenKind::StarAssign
            | TokenKind::SlashAssign
            | TokenKind::SlashSlashAssign
            | TokenKind::PercentAssign
            | TokenKind::StarStarAssign
            | TokenKind::AtAssign
            | TokenKind::Amp
            | TokenKind::Pipe
            | TokenKind::Caret
            | TokenKind::LtLt
            | TokenKind::GtGt
            | TokenKind::AmpAssign
            | TokenKind::PipeAssign
            | TokenKind::CaretAssign
            | TokenKind::LtLtAssign
            | TokenKind::GtGtAssign => ended = end_operand(&mut levels),
            _ => {}
        }
        prefixes -= ended;
        if levels.len() - 1 + prefixes > most {
            return Err(Box::new(too_deep(token.span)));
        }
        after_operand = token.kind.ends_operand();
    }
    Ok(())
}

/// Ends the operand of the innermost bracket's prefix operators; returns how many end.
fn end_operand(levels: &mut [Level]) -> usize {
    levels.last_mut().map_or(0, |level| std::mem::take(&mut level.prefixes))
}

/// Whether there are as many closing braces as opening ones, and each closes an open one.
pub(crate) fn braces_match(tokens: &[Token]) -> bool {
    let mut open = 0_usize;
    for token in tokens {
        match token.kind {
            TokenKind::LBrace => open += 1,
            TokenKind::RBrace if open == 0 => return false,
            TokenKind::RBrace => open -= 1,
            _ => {}
        }
    }
    open == 0
}
