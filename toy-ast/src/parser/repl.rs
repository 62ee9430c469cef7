//! One input of a REPL: definitions, statements, and an expression whose value is to be shown.
//!
//! Also recognises incomplete inputs, so that a REPL can ask for another line.

use chumsky::prelude::*;
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile};

use super::item::{Definition, add_definitions, definition, import};
use super::recovery::skip_statement;
use super::statement::{Ended, Ending, semicolon, statement};
use super::{Extra, add_errors, finish, parse, read, spanned};
use crate::ast::{ExprId, Module, Stmt, StmtKind};
use crate::hidden;
use crate::syntax_error::Input;
use crate::token::TokenKind;
use crate::wording::Wording;

/// The parsed entry.
#[derive(Clone, Debug, Default)]
pub struct ReplInput {
    /// The definitions, and the arena of all expressions of the input.
    pub module: Module,
    /// The statements, in order.
    pub body: Vec<Stmt>,
    /// An expression at the end without `;`: its value is to be shown.
    pub value: Option<ExprId>,
}

/// The result of parsing an input.
#[derive(Clone, Debug)]
pub enum ReplParse {
    /// It is well formed. It may be empty.
    Complete(ReplInput),
    /// It is valid so far: a bracket is open, or an operand is missing.
    Incomplete,
    /// It is wrong, and the diagnostics explain it.
    Wrong(Reported),
}

enum Piece {
    Definition(Definition),
    Statement(Ended),
}

/// Parses an input of a REPL. Nothing is reported for an incomplete one. `is_name` says which words
/// are names already: `while` and others are keywords only where they are not.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostics, SourceMap};
/// use toy_ast::{ReplParse, parse_repl_input};
///
/// let sources = SourceMap::new();
/// let mut diagnostics = Diagnostics::new();
/// let open = sources.add("<repl>", "def f(a) {")?;
/// assert!(matches!(parse_repl_input(&open, &|_| false, &mut diagnostics), ReplParse::Incomplete));
/// let value = sources.add("<repl>", "f(2) * 3")?;
/// let parse = parse_repl_input(&value, &|_| false, &mut diagnostics);
/// assert!(matches!(parse, ReplParse::Complete(input) if input.value.is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_repl_input(
    file: &SourceFile,
    is_name: &dyn Fn(&str) -> bool,
    diagnostics: &mut Diagnostics,
) -> ReplParse {
    let mut found = Diagnostics::new();
    let mut input = ReplInput::default();
    if let Some(mut lexed) = read(file, is_name, &mut found) {
        if lexed.unfinished_literal && found.error_count() == 1 {
            return ReplParse::Incomplete;
        }
        let tokens = spanned(&lexed);
        let parsed = parse(file, &tokens, &mut lexed, pieces());
        let stops_at_end = parsed.errors.first().is_some_and(|error| error.found.is_none());
        let wording = Wording::new(file, &lexed);
        let is_final = parsed.errors.first().is_some_and(|error| wording.is_final(error));
        let is_right = !found.has_errors() && !parsed.diagnostics.has_errors();
        if stops_at_end && is_right && !is_final {
            return ReplParse::Incomplete;
        }
        found.extend(parsed.diagnostics);
        add_errors(&mut found, wording.diagnostics(&parsed.errors));
        input.module.exprs = parsed.exprs;
        input.add(parsed.output.unwrap_or_default());
    }
    if !found.has_errors() {
        hidden::warn(file, &mut found);
    }
    match finish(found, diagnostics) {
        Ok(()) => ReplParse::Complete(input),
        Err(reported) => ReplParse::Wrong(reported),
    }
}

impl ReplInput {
    fn add(&mut self, pieces: Vec<Piece>) {
        for piece in pieces {
            match piece {
                Piece::Definition(definition) => add_definitions(&mut self.module, [definition]),
                Piece::Statement((Stmt { kind: StmtKind::Expr(value), .. }, Ending::Shown)) => {
                    self.value = Some(value);
                }
                Piece::Statement((statement, _)) => self.body.push(statement),
            }
        }
    }
}

fn pieces<'t>() -> impl Parser<'t, Input<'t>, Vec<Piece>, Extra<'t>> {
    let ending = choice((end().to(Ending::Shown), semicolon().to(Ending::Dropped)));
    let stray_brace = just(TokenKind::RBrace).ignored();
    let import = import(ending.clone().ignored()).map(Definition::Import);
    choice((
        choice((definition(), import)).map(Piece::Definition),
        statement(ending).map(Piece::Statement),
    ))
    .map(Some)
    .recover_with(via_parser(skip_statement().or(stray_brace).map(|()| None)))
    .repeated()
    .collect::<Vec<_>>()
    .map(|pieces| pieces.into_iter().flatten().collect())
    .then_ignore(end())
}
