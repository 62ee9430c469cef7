//! `mlir-lite-opt lsp`: what an editor asks about MLIR's text. A [`Tool`](crate::Tool) of one's own
//! has it for its dialects.
//!
//! | file | concept |
//! |---|---|
//! | `pieces.rs` | what can be seen in a piece of the text |
//! | `index.rs` | what each name means |
//! | `analysis.rs` | reads a text as the tool does, and keeps the IR |
//! | `describe.rs` | what is shown about a name, and the call around the cursor |
//! | `layout.rs` | the text in one style |
//! | `outline.rs` | colours, types beside names, folding, and the list of symbols |

mod analysis;
mod describe;
mod index;
mod layout;
mod outline;
mod pieces;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;

use mlir_lite::Context;
use mlir_lite::text;
use mlir_lite_lsp::{
    Call, Checked, Edit, Files, Hint, Hover, Language, Mention, Proposal, ProposalKind,
    SourceRange, Symbol, Text, TokenKind, View,
};

use analysis::Analysis;
use index::Index;
use pieces::EventKind;

/// MLIR's text, with the dialects of a tool.
pub(crate) struct Mlir {
    name: String,
    version: String,
    load: Box<dyn Fn(&Context) + Send + Sync>,
    /// A context in which the dialects are loaded.
    ctx: Context,
}

impl Mlir {
    pub(crate) fn new(
        name: String,
        version: String,
        load: Box<dyn Fn(&Context) + Send + Sync>,
    ) -> Self {
        let ctx = Context::new();
        load(&ctx);
        Self { name, version, load, ctx }
    }
}

impl Language for Mlir {
    type Syntax = Index;
    type Analysis = Analysis;

    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn may_begin_piece(line: &str) -> bool {
        pieces::may_begin(line)
    }

    fn syntax(&self, text: &Text, before: Option<&Index>) -> Index {
        Index::new(text, before, &self.ctx)
    }

    fn analyze(&self, path: &Path, text: &Text, syntax: &Index, _: &Files) -> Checked<Analysis> {
        // The first question about a large text need not wait until all of it is read.
        syntax.read_all();
        analysis::check(path, text, &*self.load)
    }

    fn hover(&self, view: &View<'_, Self>, offset: usize) -> Option<Hover> {
        describe::hover(view.syntax, view.analysis, view.text, offset)
    }

    fn definition(&self, view: &View<'_, Self>, offset: usize) -> Vec<SourceRange> {
        let index = view.syntax;
        let found = index.at(offset).and_then(|place| index.definition(place));
        found.map(|definition| SourceRange::Here(index.range(definition))).into_iter().collect()
    }

    fn references(&self, view: &View<'_, Self>, offset: usize, limit: usize) -> Vec<Mention> {
        let index = view.syntax;
        index.at(offset).map_or_else(Vec::new, |place| index.references(place, limit))
    }

    fn renamed(
        &self,
        view: &View<'_, Self>,
        offset: usize,
    ) -> Result<Option<Range<usize>>, String> {
        let index = view.syntax;
        let Some(place) = index.at(offset).filter(|&place| index.event(place).kind.is_name())
        else {
            return Ok(None);
        };
        match index.definition(place) {
            Some(_) => Ok(Some(index.range(place))),
            None => Err(format!("'{}' is not defined here", index.name(place))),
        }
    }

    fn rename(
        &self,
        view: &View<'_, Self>,
        offset: usize,
        name: &str,
    ) -> Result<Vec<Edit>, String> {
        let index = view.syntax;
        let Some(range) = self.renamed(view, offset)? else {
            return Err("there is no name here".to_owned());
        };
        let Some(place) = index.at(range.start.max(offset)) else { return Ok(Vec::new()) };
        let old = index.name(place);
        let sigil = old.chars().next().filter(|c| "%^@#!".contains(*c));
        let bare = sigil.map_or(name, |sigil| name.strip_prefix(sigil).unwrap_or(name));
        let written = sigil.map_or(bare.to_owned(), |sigil| format!("{sigil}{bare}"));
        let is_name = match sigil {
            Some(_) => {
                let mut tokens = text::tokens(&written);
                let first = tokens.next().is_some_and(|(kind, range)| {
                    range.len() == written.len()
                        && matches!(
                            kind,
                            text::TokenKind::ValueId
                                | text::TokenKind::BlockId
                                | text::TokenKind::SymbolId
                                | text::TokenKind::HashId
                                | text::TokenKind::BangId
                        )
                });
                first && (sigil != Some('#') && sigil != Some('!') || !bare.contains('.'))
            }
            None => !bare.is_empty() && !bare.contains(['"', '\\', '\n']),
        };
        if !is_name {
            return Err(format!("'{written}' is not a name here"));
        }
        if index.is_taken(place, &written) {
            return Err(format!("'{written}' is defined already where '{old}' is used"));
        }
        let edit = |mention: Mention| {
            // The generic form writes a symbol without `@`.
            let first = view.text.slice(mention.range.start..mention.range.start + 1);
            let has_sigil = sigil.is_some_and(|sigil| first.starts_with(sigil));
            let text = match (sigil, has_sigil) {
                (Some(_), false) => bare.trim_matches('"').to_owned(),
                (None, _) if first == "@" => format!("@{bare}"),
                _ => written.clone(),
            };
            Edit { range: mention.range, text }
        };
        Ok(index.references(place, usize::MAX).into_iter().map(edit).collect())
    }

    fn completion(&self, view: &View<'_, Self>, offset: usize) -> (Range<usize>, Vec<Proposal>) {
        let index = view.syntax;
        let line = view.text.line_start(view.text.line_of(offset));
        let before = view.text.slice(line..offset);
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
        let start = line + before.trim_end_matches(is_part).len();
        let sigil = before[..start - line].chars().last();
        let place = index.from(offset);
        let written = view.text.slice(start..offset);
        let names = match sigil {
            Some('%') => index.visible_values(place, line, &written),
            Some('^') => index.visible_blocks(place),
            Some('@') => index.visible_everywhere(place, EventKind::Symbol),
            Some('#' | '!') => index.visible_everywhere(place, EventKind::Alias),
            _ => return (start..offset, self.op_proposals(&written)),
        };
        let sigil = sigil.unwrap_or_default();
        let start = start - 1;
        let names = names.into_iter().filter(|&found| {
            // Not what is being written.
            let range = index.range(found);
            !(range.start <= offset && offset <= range.end)
        });
        let mut found: Vec<Proposal> = names
            .map(|found| format!("{sigil}{}", index.name(found).trim_start_matches(sigil)))
            .filter(|name| name[sigil.len_utf8()..].starts_with(&written))
            .map(|text| Proposal {
                text,
                kind: match sigil {
                    '@' => ProposalKind::Function,
                    '!' => ProposalKind::Type,
                    _ => ProposalKind::Variable,
                },
                detail: String::new(),
                documentation: String::new(),
            })
            .collect();
        found.sort_by(|a, b| a.text.cmp(&b.text));
        found.dedup_by(|a, b| a.text == b.text);
        (start..offset, found)
    }

    fn completion_triggers(&self) -> &'static [&'static str] {
        &["%", "@", "^", "#", "!", "."]
    }

    fn call(&self, view: &View<'_, Self>, offset: usize) -> Option<Call> {
        describe::call(view.syntax, view.text, offset)
    }

    fn tokens(&self, view: &View<'_, Self>, range: Range<usize>) -> Vec<(Range<usize>, TokenKind)> {
        outline::tokens(view.syntax, view.text, range)
    }

    fn hints(&self, view: &View<'_, Self>, range: Range<usize>) -> Vec<Hint> {
        view.analysis
            .map_or_else(Vec::new, |found| outline::hints(view.syntax, found, view.text, range))
    }

    fn formatted(&self, view: &View<'_, Self>) -> Result<Option<String>, String> {
        layout::formatted(view.syntax, &view.text.to_string()).map(Some)
    }

    fn folds(&self, view: &View<'_, Self>) -> Vec<Range<usize>> {
        outline::folds(view.syntax)
    }

    fn symbols(&self, view: &View<'_, Self>) -> Vec<Symbol> {
        outline::symbols(view.syntax, view.text)
    }
}

impl Mlir {
    /// The ops whose names begin with `written`.
    fn op_proposals(&self, written: &str) -> Vec<Proposal> {
        let mut found = Vec::new();
        for namespace in self.ctx.loaded_dialects() {
            let Some(dialect) = self.ctx.find_dialect(namespace) else { continue };
            for def in self.ctx.dialect_ops(dialect) {
                let upstream = def.upstream.iter().flat_map(|upstream| upstream.names.iter());
                // The ops of std are written without a prefix.
                let names = std::iter::once(def.name.strip_prefix("std.").unwrap_or(def.name));
                for name in names.chain(upstream.copied()) {
                    if name.starts_with(written) {
                        found.push(Proposal {
                            text: name.to_owned(),
                            kind: ProposalKind::Function,
                            detail: def.summary.to_owned(),
                            documentation: def.description.to_owned(),
                        });
                    }
                }
            }
        }
        found.sort_by(|a, b| a.text.cmp(&b.text));
        found.dedup_by(|a, b| a.text == b.text);
        found
    }
}
