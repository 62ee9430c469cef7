//! Checks a text as `toyc check` does, and keeps the shapes that were found.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, SourceFile, SourceMap, Span};
use mlir_lite_lsp::{Checked, Files, Problem};
use mlir_lite_opt::source::read_text;
use rustc_hash::FxHashMap;
use toy_ast::{Module, classify};
use toy_dialect::sema::{analyze, lint};
use toy_dialect::shapes::ShapesOfValues;
use toy_dialect::{ProgramArguments, arguments_taken};

use super::syntax::Syntax;
use crate::arguments::Arguments;
use crate::comments::comment_before;
use crate::driver::check;
use crate::imports;

/// Properties of a valid text.
pub(crate) struct Analysis {
    shapes: ShapesOfValues,
    /// Where the text begins in the positions of the shapes.
    base: u32,
    /// The definitions of the files that the text imports.
    pub(super) imported: Vec<Imported>,
}

/// A definition of another file.
pub(super) struct Imported {
    pub(super) name: String,
    /// `f(a, b)`, or `struct S`.
    pub(super) signature: String,
    pub(super) documentation: String,
    pub(super) is_function: bool,
    pub(super) path: PathBuf,
}

impl Analysis {
    /// The shapes of the expression at a place in the syntax.
    pub(super) fn shapes_at(&self, range: Range<usize>) -> &[String] {
        let start = self.base + range.start as u32;
        self.shapes.at(Span::new(start, start + range.len() as u32))
    }

    /// The shapes that a parameter of a function has.
    pub(super) fn parameter(&self, function: &str, index: usize) -> &[String] {
        self.shapes.parameter(function, index)
    }

    /// The shapes that a function returns.
    pub(super) fn result(&self, function: &str) -> &[String] {
        self.shapes.result(function)
    }
}

/// Checks a text.
pub(super) fn check(path: &Path, syntax: &Syntax, files: &Files) -> Checked<Analysis> {
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    let file = match sources.add(path.display().to_string(), syntax.text.clone()) {
        Ok(file) => file,
        Err(error) => {
            diagnostics.emit(Diagnostic::error(Position::Unknown, error.to_string()));
            let problems = diagnostics.iter().map(|found| problem(found, None, &[])).collect();
            return Checked { analysis: None, problems };
        }
    };
    let analysis = analysis(&file, &sources, files, &mut diagnostics);
    let imports: Vec<Span> = syntax.module.imports.iter().map(|import| import.span).collect();
    let imports: Vec<_> = imports.into_iter().map(|span| syntax.range(span)).collect();
    let problems = diagnostics.iter().map(|found| problem(found, Some(&file), &imports)).collect();
    Checked { analysis, problems }
}

/// The analysis if the text is valid; even if shapes are wrong, names of other files are known.
fn analysis(
    file: &SourceFile,
    sources: &Arc<SourceMap>,
    files: &Files,
    diagnostics: &mut Diagnostics,
) -> Option<Analysis> {
    let plan = Arguments::nothing().plan();
    // Files that are open in the editor have its text.
    let read = |path: &Path| match files.open_text(path) {
        Some(text) => Ok(text.to_string()),
        None => read_text(path),
    };
    let module = imports::parse_with(file, sources, &read, diagnostics).ok()?;
    let imported = imported(&module, file, sources);
    let mut found = Analysis { shapes: ShapesOfValues::default(), base: file.base(), imported };
    let Ok(kinds) = analyze(&module, diagnostics) else { return Some(found) };
    lint(&module, &[], diagnostics);
    let ctx = Context::with_sources(Arc::clone(sources));
    toy_dialect::register(&ctx);
    let given = ProgramArguments { words: &[], are_counted: true };
    let mut emitted = toy_dialect::emit_module_with_arguments(&ctx, &module, &kinds, given);
    let mut copy = emitted.deep_clone();
    if check::check(&mut emitted, &arguments_taken(&module), &plan, diagnostics).is_ok()
        && plan.pipeline.specialize_as_written(&mut copy, &mut Diagnostics::new()).is_ok()
    {
        found.shapes = ShapesOfValues::of(&copy);
    }
    Some(found)
}

/// The functions and structs of other files.
fn imported(module: &Module, file: &SourceFile, sources: &SourceMap) -> Vec<Imported> {
    let functions = module
        .functions
        .iter()
        .map(|function| (&function.name, function.signature(), function.span, true));
    let structs = module.structs.iter().map(|structure| {
        (&structure.name, format!("struct {}", structure.name.text()), structure.span, false)
    });
    let own = file.span();
    let others = functions
        .chain(structs)
        .filter(|(name, ..)| !(own.start..own.end).contains(&name.span.start));
    let mut tokens = FxHashMap::default();
    let imported = others.filter_map(|(name, signature, span, is_function)| {
        let other = sources.file_at(name.span.start)?;
        let tokens = tokens.entry(other.base()).or_insert_with(|| classify(other.text()));
        let start = (span.start - other.base()) as usize;
        Some(Imported {
            name: name.text().to_owned(),
            signature,
            documentation: comment_before(other.text(), tokens, start),
            is_function,
            path: other.name().into(),
        })
    });
    imported.collect()
}

/// A diagnostic as an editor shows it. One of another file is shown at the import of a file.
fn problem(found: &Diagnostic, file: Option<&SourceFile>, imports: &[Range<usize>]) -> Problem {
    let range = |position: &Position| match (position, file) {
        (Position::Span(span), Some(file)) if is_within(file, *span) => {
            let start = (span.start - file.base()) as usize;
            Some(start..start + span.len() as usize)
        }
        _ => None,
    };
    let elsewhere = imports.first().cloned();
    let mut problem = Problem::of(found, range, elsewhere.clone().unwrap_or(0..0));
    let has_place = range(&found.position).is_some() || found.position == Position::Unknown;
    if elsewhere.is_some() && !has_place {
        problem.message = format!("in an imported file: {}", problem.message);
    }
    problem
}

fn is_within(file: &SourceFile, span: Span) -> bool {
    let whole = file.span();
    whole.start <= span.start && span.end <= whole.end
}
