//! The parser: its entry points, and the common parts of the grammar.
//!
//! The grammar is written with chumsky. Recovery keeps independent errors apart: an invalid
//! statement is skipped up to its `;`, a `;` or `}` that is missing at the end of a line is
//! reported and inserted there, and an invalid definition is skipped up to the next. Only
//! expressions recurse, and only as deep as [`nesting`](crate::nesting) allows.

mod builder;
mod expression;
mod imports;
mod item;
mod recovery;
mod repl;
mod statement;
mod tokens;

use std::collections::HashSet;

use chumsky::input::{Input as _, MapExtra};
use chumsky::inspector::SimpleState;
use chumsky::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, SourceFile};

use crate::ast::{Exprs, Module};
use crate::hidden;
use crate::lexer::{self, Lexed};
use crate::nesting::{self, braces_match};
use crate::syntax_error::{Input, Spanned, SyntaxError};
use crate::wording::Wording;
use builder::Builder;

pub use imports::{Imported, parse_partial_program, parse_program};
pub use repl::{ReplInput, ReplParse, parse_repl_input};

type Extra<'t> = extra::Full<SyntaxError, SimpleState<Builder<'t>>, ()>;

/// The inputs of an action of the grammar besides the values: the location, and the [`Builder`].
type Action<'t, 'b> = MapExtra<'t, 'b, Input<'t>, Extra<'t>>;

/// Parses a source file. The files that it imports are not read.
///
/// # Errors
/// If the file is not well formed; all errors that recovery can tell apart are in `diagnostics`, in
/// source order.
pub fn parse_module(file: &SourceFile, diagnostics: &mut Diagnostics) -> Result<Module, Reported> {
    parse_after(file, Exprs::default(), diagnostics)
}

/// Parses as much of a source file as can be read: wrong parts are left out. For editors, whose
/// texts are often not well formed.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostics, SourceMap};
///
/// let sources = SourceMap::new();
/// let mut diagnostics = Diagnostics::new();
/// let file = sources.add("a.toy", "def f(a) { var b = ; return a; }")?;
/// let module = toy_ast::parse_partial(&file, &mut diagnostics);
/// assert_eq!(module.functions[0].body.len(), 1);
/// assert!(diagnostics.has_errors());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_partial(file: &SourceFile, diagnostics: &mut Diagnostics) -> Module {
    let (module, found) = parse_all(file, Exprs::default());
    // The module is the same with errors.
    let _ = finish(found, diagnostics);
    module
}

/// Parses a source file whose expressions follow those of other files.
fn parse_after(
    file: &SourceFile,
    exprs: Exprs,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Reported> {
    let (module, found) = parse_all(file, exprs);
    finish(found, diagnostics).map(|()| module)
}

/// The readable part of a file, and the errors in it.
fn parse_all(file: &SourceFile, exprs: Exprs) -> (Module, Diagnostics) {
    let mut found = Diagnostics::new();
    let mut module = Module::default();
    if let Some(mut lexed) = read(file, &|_| false, &mut found) {
        let tokens = spanned(&lexed);
        let parsed = parse_with(file, &tokens, &mut lexed, exprs, item::definitions());
        found.extend(parsed.diagnostics);
        add_errors(&mut found, Wording::new(file, &lexed).diagnostics(&parsed.errors));
        module.exprs = parsed.exprs;
        item::add_definitions(&mut module, parsed.output.unwrap_or_default());
    } else {
        module.exprs = exprs;
    }
    if !found.has_errors() {
        hidden::warn(file, &mut found);
    }
    (module, found)
}

/// Tokens that are safe to parse, where some words are names already; `None`, with an error, if
/// they nest too deep.
fn read(
    file: &SourceFile,
    is_name: &dyn Fn(&str) -> bool,
    found: &mut Diagnostics,
) -> Option<Lexed> {
    let lexed = lexer::lex(file, is_name, found);
    match nesting::check(&lexed.tokens) {
        Ok(()) => Some(lexed),
        Err(too_deep) => {
            found.emit(*too_deep);
            None
        }
    }
}

fn spanned(lexed: &Lexed) -> Vec<Spanned> {
    lexed
        .tokens
        .iter()
        .map(|token| (token.kind, (token.span.start..token.span.end).into()))
        .collect()
}

/// The result of a parse: with errors, `output` is the recovered part.
struct Parsed<T> {
    output: Option<T>,
    exprs: Exprs,
    errors: Vec<SyntaxError>,
    /// Errors that the grammar's actions found.
    diagnostics: Diagnostics,
}

/// Runs a grammar over tokens. The literals move from `lexed` into the tree.
fn parse<'t, T>(
    file: &'t SourceFile,
    tokens: &'t [Spanned],
    lexed: &mut Lexed,
    grammar: impl Parser<'t, Input<'t>, T, Extra<'t>>,
) -> Parsed<T> {
    parse_with(file, tokens, lexed, Exprs::default(), grammar)
}

/// As [`parse`]; the expressions are added to those of other files.
fn parse_with<'t, T>(
    file: &'t SourceFile,
    tokens: &'t [Spanned],
    lexed: &mut Lexed,
    exprs: Exprs,
    grammar: impl Parser<'t, Input<'t>, T, Extra<'t>>,
) -> Parsed<T> {
    let end = file.span().end;
    let input: Input<'t> = tokens.split_token_span((end..end).into());
    let literals = std::mem::take(&mut lexed.literals);
    let builder =
        Builder::new(file.text(), file.base(), literals, braces_match(&lexed.tokens), exprs);
    let mut state = SimpleState(builder);
    let (output, errors) = grammar.parse_with_state(input, &mut state).into_output_errors();
    let SimpleState(mut builder) = state;
    if errors.is_empty() {
        builder.check_prints();
    }
    Parsed { output, exprs: builder.exprs, errors, diagnostics: builder.diagnostics }
}

/// Adds syntax errors, at most one for each token, and none for a token with another error.
fn add_errors(found: &mut Diagnostics, errors: impl Iterator<Item = Diagnostic>) {
    let mut reported: HashSet<Position> =
        found.iter().map(|diagnostic| diagnostic.position.clone()).collect();
    found.extend(errors.filter(|error| reported.insert(error.position.clone())));
}

/// Passes the diagnostics to the caller, in source order.
fn finish(found: Diagnostics, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let result = found.check();
    let mut list = found.into_vec();
    list.sort_by_key(|diagnostic| match diagnostic.position {
        Position::Span(span) => span.start,
        _ => 0,
    });
    diagnostics.extend(list);
    result
}
