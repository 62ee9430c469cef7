//! `toyc lsp`: what an editor asks about a Toy program.
//!
//! | file | concept |
//! |---|---|
//! | `syntax.rs` | tokens and tree of a text that need not be well formed |
//! | `names.rs` | the definitions that names refer to |
//! | `programs.rs` | files that import each other, and their names |
//! | `mentions.rs` | where a name is defined and mentioned, in all files; renaming |
//! | `analysis.rs` | checks a text, and finds its shapes |
//! | `describe.rs` | what is shown about a name |
//! | `complete.rs` | what can be written at the cursor, and the call around it |
//! | `outline.rs` | colours, shapes beside names, folding, and the list of definitions |

mod analysis;
mod complete;
mod describe;
mod mentions;
mod names;
mod outline;
mod programs;
mod syntax;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use mlir_lite_lsp::{
    Call, Checked, Edit, Files, Hint, Hover, InFile, Language, Mention, Proposal, SourceRange,
    Symbol, Text, TokenKind, View,
};
use toy_ast::format_source;

use analysis::Analysis;
use syntax::Syntax;

/// The Toy language.
pub(crate) struct Toy;

impl Language for Toy {
    type Syntax = Syntax;
    type Analysis = Analysis;

    fn name(&self) -> &str {
        "toyc"
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn syntax(&self, text: &Text, _: Option<&Syntax>) -> Syntax {
        Syntax::of(text.to_string())
    }

    fn analyze(&self, path: &Path, _: &Text, syntax: &Syntax, files: &Files) -> Checked<Analysis> {
        analysis::check(path, syntax, files)
    }

    fn hover(&self, view: &View<'_, Self>, offset: usize) -> Option<Hover> {
        describe::hover(view.syntax, view.analysis, offset)
    }

    fn depends_on_files(&self, syntax: &Syntax) -> bool {
        !syntax.module.imports.is_empty()
    }

    fn definition(&self, view: &View<'_, Self>, offset: usize) -> Vec<SourceRange> {
        mentions::definition(view, offset).into_iter().collect()
    }

    fn references(&self, view: &View<'_, Self>, offset: usize, limit: usize) -> Vec<Mention> {
        mentions::references(view, offset, limit)
    }

    fn references_elsewhere(
        &self,
        view: &View<'_, Self>,
        offset: usize,
        limit: usize,
    ) -> Vec<InFile<Mention>> {
        mentions::references_elsewhere(view, offset, limit)
    }

    fn renamed(
        &self,
        view: &View<'_, Self>,
        offset: usize,
    ) -> Result<Option<Range<usize>>, String> {
        mentions::renamed(view, offset)
    }

    fn rename(
        &self,
        view: &View<'_, Self>,
        offset: usize,
        name: &str,
    ) -> Result<Vec<Edit>, String> {
        let files = mentions::rename(view, offset, name)?;
        let own = files.into_iter().filter(|file| is_own(view, file));
        Ok(own.flat_map(|file| file.found).collect())
    }

    fn rename_elsewhere(
        &self,
        view: &View<'_, Self>,
        offset: usize,
        name: &str,
    ) -> Result<Vec<InFile<Edit>>, String> {
        let files = mentions::rename(view, offset, name)?;
        Ok(files.into_iter().filter(|file| !is_own(view, file)).collect())
    }

    fn completion(&self, view: &View<'_, Self>, offset: usize) -> (Range<usize>, Vec<Proposal>) {
        complete::proposals(view.path, view.syntax, view.analysis, offset)
    }

    fn completion_triggers(&self) -> &'static [&'static str] {
        &[".", "\"", "/"]
    }

    fn call(&self, view: &View<'_, Self>, offset: usize) -> Option<Call> {
        complete::call(view.syntax, view.analysis, offset)
    }

    fn tokens(&self, view: &View<'_, Self>, range: Range<usize>) -> Vec<(Range<usize>, TokenKind)> {
        outline::tokens(view.syntax, range)
    }

    fn hints(&self, view: &View<'_, Self>, range: Range<usize>) -> Vec<Hint> {
        view.analysis.map_or_else(Vec::new, |found| outline::hints(view.syntax, found, range))
    }

    fn formatted(&self, view: &View<'_, Self>) -> Result<Option<String>, String> {
        let sources = SourceMap::new();
        let file = sources
            .add(view.path.display().to_string(), view.syntax.text.clone())
            .map_err(|error| error.to_string())?;
        let mut diagnostics = Diagnostics::new();
        format_source(&file, &mut diagnostics).map(Some).map_err(|_| {
            let first = diagnostics.iter().next().map_or("", |found| &found.message);
            format!("only a well-formed program is formatted: {first}")
        })
    }

    fn folds(&self, view: &View<'_, Self>) -> Vec<Range<usize>> {
        outline::folds(view.syntax)
    }

    fn symbols(&self, view: &View<'_, Self>) -> Vec<Symbol> {
        outline::symbols(view.syntax)
    }
}

/// Whether a file is the text itself.
fn is_own<T>(view: &View<'_, Toy>, file: &InFile<T>) -> bool {
    Files::identity(&file.path) == Files::identity(view.path)
}
