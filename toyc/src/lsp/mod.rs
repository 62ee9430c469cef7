//! `toyc lsp`: what an editor asks about a Toy program.
//!
//! | file | concept |
//! |---|---|
//! | `syntax.rs` | tokens and tree of a text that need not be well formed |
//! | `names.rs` | what each name stands for |
//! | `analysis.rs` | checks a text, and finds its shapes |
//! | `describe.rs` | what is shown about a name |
//! | `complete.rs` | what can be written at the cursor, and the call around it |
//! | `outline.rs` | colours, shapes beside names, folding, and the list of definitions |

mod analysis;
mod complete;
mod describe;
mod names;
mod outline;
mod syntax;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use mlir_lite_lsp::{
    Call, Checked, Edit, Hint, Hover, Language, Mention, Place, Proposal, Symbol, Text, TokenKind,
    View,
};
use toy_ast::{KEYWORDS, TokenClass, classify, format_source};
use toy_dialect::builtins;

use analysis::Analysis;
use names::Meaning;
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

    fn analyze(&self, path: &Path, _: &Text, syntax: &Syntax) -> Checked<Analysis> {
        analysis::check(path, syntax)
    }

    fn hover(&self, view: &View<'_, Self>, offset: usize) -> Option<Hover> {
        describe::hover(view.syntax, view.analysis, offset)
    }

    fn definition(&self, view: &View<'_, Self>, offset: usize) -> Vec<Place> {
        if let Some((binding, _)) = view.syntax.names.at(offset) {
            return vec![Place::Here(binding.range.clone())];
        }
        let imported = imported_at(view, offset);
        let place = imported.map(|found| Place::Elsewhere {
            path: found.path.clone(),
            start: found.start,
            end: (found.start.0, found.start.1 + found.name.len()),
        });
        place.into_iter().collect()
    }

    fn references(&self, view: &View<'_, Self>, offset: usize, limit: usize) -> Vec<Mention> {
        let names = &view.syntax.names;
        if let Some((binding, _)) = names.at(offset) {
            return binding.mentions.iter().take(limit).cloned().collect();
        }
        let Some(free) = names.free_at(offset) else { return Vec::new() };
        let same = names
            .free
            .iter()
            .filter(|other| other.name == free.name && other.is_call == free.is_call);
        let mut mentions: Vec<Mention> = same
            .map(|other| Mention { range: other.range.clone(), is_definition: false })
            .collect();
        mentions.sort_by_key(|mention| mention.range.start);
        mentions.truncate(limit);
        mentions
    }

    fn renamed(
        &self,
        view: &View<'_, Self>,
        offset: usize,
    ) -> Result<Option<Range<usize>>, String> {
        let names = &view.syntax.names;
        if let Some((binding, range)) = names.at(offset) {
            let is_member = matches!(binding.meaning, Meaning::Member(..));
            if is_member && names.unclear.iter().any(|unclear| unclear.name == binding.name) {
                return Err(format!(
                    "'.{}' is also written where the struct is not known before the program is \
                     compiled",
                    binding.name
                ));
            }
            return Ok(Some(range));
        }
        if let Some(found) = imported_at(view, offset) {
            return Err(format!("'{}' is defined in '{}'", found.name, found.path.display()));
        }
        let Some(free) = names.free_at(offset) else { return Ok(None) };
        let is_builtin =
            builtins::find(&free.name).is_some() || builtins::constant(&free.name).is_some();
        match is_builtin {
            true => Err(format!("'{}' belongs to the language", free.name)),
            false => Err(format!("'{}' is not defined", free.name)),
        }
    }

    fn rename(
        &self,
        view: &View<'_, Self>,
        offset: usize,
        name: &str,
    ) -> Result<Vec<Edit>, String> {
        let Some(range) = self.renamed(view, offset)? else {
            return Err("there is no name here".to_owned());
        };
        let Some((binding, _)) = view.syntax.names.at(range.start) else { return Ok(Vec::new()) };
        let is_name =
            matches!(&classify(name)[..], [(place, TokenClass::Name)] if place.len() == name.len());
        if !is_name || KEYWORDS.contains(&name) {
            return Err(format!(
                "'{name}' is no name: names are letters, digits and `_`, and begin with no digit"
            ));
        }
        let is_taken = view.syntax.names.bindings.iter().any(|other| {
            let same_kind = Kind::of(other.meaning) == Kind::of(binding.meaning);
            let overlaps = match (other.meaning, binding.meaning) {
                (Meaning::Member(of, _), Meaning::Member(this, _)) => of == this,
                _ => other.scope.start < binding.scope.end && binding.scope.start < other.scope.end,
            };
            other.name == name && same_kind && overlaps && other.range != binding.range
        });
        if is_taken {
            return Err(format!("'{name}' is defined already where '{}' is used", binding.name));
        }
        let edit = |mention: &Mention| Edit { range: mention.range.clone(), text: name.to_owned() };
        Ok(binding.mentions.iter().map(edit).collect())
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

/// The definition in another file of the name at an offset.
fn imported_at<'v>(view: &View<'v, Toy>, offset: usize) -> Option<&'v analysis::Imported> {
    let free = view.syntax.names.free_at(offset)?;
    view.analysis?.imported.iter().find(|imported| imported.name == free.name)
}

/// Names of different kinds do not hide each other.
#[derive(PartialEq, Eq)]
enum Kind {
    Function,
    Struct,
    Member,
    Variable,
}

impl Kind {
    fn of(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Function(_) => Self::Function,
            Meaning::Struct(_) => Self::Struct,
            Meaning::Member(..) => Self::Member,
            Meaning::Constant(_)
            | Meaning::Parameter(..)
            | Meaning::Variable
            | Meaning::LoopVariable => Self::Variable,
        }
    }
}
