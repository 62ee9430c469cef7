//! Syntax of a text, which is known at once: its tokens, its tree as far as it can be read, and its
//! names.

use std::ops::Range;

use mlir_lite_diagnostics::{Diagnostics, SourceMap, Span};
use toy_ast::{Module, TokenClass, classify, parse_partial};

use super::names::Names;
use crate::comments::comment_before;

/// A text that need not be well formed.
pub(crate) struct Syntax {
    pub(super) text: String,
    pub(super) tokens: Vec<(Range<usize>, TokenClass)>,
    pub(super) module: Module,
    pub(super) names: Names,
    /// Where the text begins in the positions of the tree.
    base: u32,
}

impl Syntax {
    pub(super) fn of(text: String) -> Self {
        let sources = SourceMap::new();
        // A text that is too large has no tree.
        let file = sources.add("text", text.clone()).ok();
        let module = file
            .as_ref()
            .map_or_else(Module::default, |file| parse_partial(file, &mut Diagnostics::new()));
        let base = file.as_ref().map_or(0, |file| file.base());
        let names = Names::of(&module, base, text.len());
        Self { tokens: classify(&text), text, module, names, base }
    }

    /// The place of a span of the tree.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        (span.start - self.base) as usize..(span.end - self.base) as usize
    }

    /// The index of the first token that does not end before an offset.
    pub(super) fn token_from(&self, offset: usize) -> usize {
        self.tokens.partition_point(|(place, _)| place.end < offset)
    }

    /// The token at an offset.
    pub(super) fn token_at(&self, offset: usize) -> Option<(&str, Range<usize>, TokenClass)> {
        let near = self.tokens.get(self.token_from(offset)..)?.iter().take(2);
        // Where two tokens meet, a name is meant rather than the token beside it.
        let touching = near.filter(|(place, _)| place.start <= offset);
        let (place, class) = touching
            .max_by_key(|(_, class)| matches!(class, TokenClass::Name | TokenClass::Keyword))?;
        Some((&self.text[place.clone()], place.clone(), *class))
    }

    /// The comment in the lines before a definition that begins at an offset.
    pub(super) fn comment_before(&self, start: usize) -> String {
        comment_before(&self.text, &self.tokens, start)
    }
}
