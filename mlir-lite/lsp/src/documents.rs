//! The texts that an editor has open.

use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::TextDocumentContentChangeEvent;

use crate::files::Files;
use crate::language::{Language, Problem, View};
use crate::positions::Encoding;
use crate::text::Text;
use crate::uris::path_of;
use crate::worker::{Found, Job};

/// A text that an editor has open.
pub(crate) struct Document<L: Language> {
    pub(crate) path: PathBuf,
    /// The editor's number for the state of the text.
    pub(crate) version: i32,
    /// Our number for it: no two states of documents have the same.
    generation: u64,
    pub(crate) text: Text,
    syntax: Arc<L::Syntax>,
    /// The analysis of this state, if it is done.
    checked: Option<Option<L::Analysis>>,
    pub(crate) problems: Vec<Problem>,
    /// The analysis of an earlier state.
    outdated: Option<L::Analysis>,
}

impl<L: Language> Document<L> {
    pub(crate) fn new(language: &L, uri: &str, version: i32, text: &str, generation: u64) -> Self {
        let text = Text::new(text, L::may_begin_piece);
        let syntax = Arc::new(language.syntax(&text, None));
        Self {
            path: path_of(uri),
            version,
            generation,
            text,
            syntax,
            checked: None,
            problems: Vec::new(),
            outdated: None,
        }
    }

    /// Applies edits one after the other. Until [`renew`](Self::renew), the syntax is that of an
    /// earlier state.
    pub(crate) fn edit(
        &mut self,
        version: i32,
        edits: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
        generation: u64,
    ) {
        for edit in edits {
            let range = match edit.range {
                Some(range) => encoding.offsets(&self.text, range),
                None => 0..self.text.len(),
            };
            self.text.replace(range, &edit.text);
        }
        self.version = version;
        self.outdate(generation);
    }

    /// Finds the syntax of the text after edits.
    pub(crate) fn renew(&mut self, language: &L) {
        self.syntax = Arc::new(language.syntax(&self.text, Some(&self.syntax)));
    }

    /// Forgets what was found out: the text is in another state, or the files around it are.
    pub(crate) fn outdate(&mut self, generation: u64) {
        self.generation = generation;
        if let Some(outdated) = self.checked.take().flatten() {
            self.outdated = Some(outdated);
        }
    }

    /// Whether what is found out depends on other files.
    pub(crate) fn depends_on_files(&self, language: &L) -> bool {
        language.depends_on_files(&self.syntax)
    }

    /// The inputs that the worker needs to check it.
    pub(crate) fn job(&mut self, uri: &str, files: &Arc<Files>) -> Job<L> {
        Job {
            uri: uri.to_owned(),
            generation: self.generation,
            path: self.path.clone(),
            text: self.text.clone(),
            syntax: Arc::clone(&self.syntax),
            files: Arc::clone(files),
            outdated: self.outdated.take(),
        }
    }

    /// Takes what the worker has found out; false if the text has changed meanwhile.
    pub(crate) fn take(&mut self, found: Found<L>) -> bool {
        if found.generation != self.generation {
            self.outdated = found.checked.analysis;
            return false;
        }
        self.checked = Some(found.checked.analysis);
        self.problems = found.checked.problems;
        true
    }

    /// Whether this state was checked.
    pub(crate) fn is_checked(&self) -> bool {
        self.checked.is_some()
    }

    pub(crate) fn view<'v>(&'v self, files: &'v Files) -> View<'v, L> {
        View {
            path: &self.path,
            text: &self.text,
            syntax: &self.syntax,
            analysis: self.checked.as_ref().and_then(Option::as_ref),
            files,
        }
    }
}
