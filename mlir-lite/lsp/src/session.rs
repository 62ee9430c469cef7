//! The state of a server while it runs: the documents that are open, and their analyses.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;
use lsp_server::{Connection, Message, Notification, Request};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument,
    Notification as NotificationKind, PublishDiagnostics,
};
use lsp_types::request::{InlayHintRefreshRequest, Request as RequestKind, SemanticTokensRefresh};
use lsp_types::{
    ClientCapabilities, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, PublishDiagnosticsParams, Uri,
};

use crate::documents::Document;
use crate::files::Files;
use crate::language::Language;
use crate::positions::Encoding;
use crate::problems::diagnostic;
use crate::text::Text;
use crate::worker::{Found, Worker};

/// A question that needs an analysis waits for it at most so long; then it is answered without.
const PATIENCE: Duration = Duration::from_millis(10);

/// The requests that an editor can be asked to repeat.
#[derive(Clone, Copy)]
struct Refreshes {
    hints: bool,
    tokens: bool,
}

impl Refreshes {
    fn of(client: &ClientCapabilities) -> Self {
        let workspace = client.workspace.as_ref();
        Self {
            hints: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref()?.refresh_support)
                .unwrap_or(false),
            tokens: workspace
                .and_then(|workspace| workspace.semantic_tokens.as_ref()?.refresh_support)
                .unwrap_or(false),
        }
    }
}

/// A server that is running.
pub(crate) struct Session<L: Language> {
    pub(crate) language: Arc<L>,
    pub(crate) connection: Connection,
    pub(crate) encoding: Encoding,
    documents: HashMap<String, Document<L>>,
    /// The documents that were edited since [`catch_up`](Self::catch_up).
    edited: Vec<String>,
    folders: Vec<PathBuf>,
    /// The current documents and folders.
    pub(crate) files: Arc<Files>,
    pub(crate) worker: Worker<L>,
    generation: u64,
    /// The number of questions to the editor.
    asked: i32,
    refreshes: Refreshes,
}

impl<L: Language> Session<L> {
    /// A session with an editor that can do this and has these folders open.
    pub(crate) fn new(
        language: Arc<L>,
        connection: Connection,
        encoding: Encoding,
        client: &ClientCapabilities,
        folders: Vec<PathBuf>,
    ) -> std::io::Result<Self> {
        Ok(Self {
            worker: Worker::new(Arc::clone(&language))?,
            language,
            connection,
            encoding,
            documents: HashMap::new(),
            edited: Vec::new(),
            files: Arc::new(Files::new(folders.clone(), Vec::new())),
            folders,
            generation: 0,
            asked: 0,
            refreshes: Refreshes::of(client),
        })
    }

    pub(crate) fn send(&self, message: Message) {
        // If the editor has ended, the next read finds that out.
        let _ = self.connection.sender.send(message);
    }

    /// A document that is open.
    pub(crate) fn document(&self, uri: &Uri) -> Option<&Document<L>> {
        self.documents.get(uri.as_str())
    }

    /// The name and the text of a file that is open.
    pub(crate) fn open_file(&self, path: &Path) -> Option<(&str, &Text)> {
        let identity = Files::identity(path);
        let found =
            self.documents.iter().find(|(_, document)| Files::identity(&document.path) == identity);
        found.map(|(uri, document)| (&**uri, &document.text))
    }

    /// Records the open files, and checks the documents that depend on other files than the one
    /// that has changed.
    fn files_have_changed(&mut self, changed: &str) {
        let open = self.documents.values();
        let open = open.map(|document| (document.path.clone(), document.text.clone())).collect();
        self.files = Arc::new(Files::new(self.folders.clone(), open));
        for (uri, document) in &mut self.documents {
            if uri != changed && document.depends_on_files(&self.language) {
                self.generation += 1;
                document.outdate(self.generation);
                self.worker.check(document.job(uri, &self.files));
            }
        }
    }

    /// Checks a document whose text is new.
    fn check(&mut self, uri: &str) {
        self.files_have_changed(uri);
        if let Some(document) = self.documents.get_mut(uri) {
            self.worker.check(document.job(uri, &self.files));
        }
    }

    /// Parses and checks the documents that were edited. Edits that wait are applied before, as a
    /// large text takes a while to parse, and the states in between are not needed.
    pub(crate) fn catch_up(&mut self) {
        let edited = std::mem::take(&mut self.edited);
        for uri in &edited {
            if let Some(document) = self.documents.get_mut(uri) {
                document.renew(&self.language);
            }
        }
        for uri in &edited {
            self.check(uri);
        }
    }

    /// Waits a little until a document is checked.
    pub(crate) fn wait_until_checked(&mut self, uri: &Uri) {
        let deadline = Instant::now() + PATIENCE;
        while self.document(uri).is_some_and(|document| !document.is_checked()) {
            match self.worker.found.recv_deadline(deadline) {
                Ok(found) => self.take(found),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn next_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    /// Does what a notification asks for. One that cannot be read, or is not known, is ignored, as
    /// nothing can be answered.
    pub(crate) fn notice(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Ok(opened) = serde_json::from_value::<DidOpenTextDocumentParams>(params) else {
                    return;
                };
                let opened = opened.text_document;
                let generation = self.next_generation();
                let uri = opened.uri.as_str();
                let document =
                    Document::new(&*self.language, uri, opened.version, &opened.text, generation);
                self.documents.insert(uri.to_owned(), document);
                self.check(uri);
            }
            DidChangeTextDocument::METHOD => {
                let changed = serde_json::from_value::<DidChangeTextDocumentParams>(params);
                let Ok(changed) = changed else { return };
                let generation = self.next_generation();
                let uri = changed.text_document.uri.as_str();
                let Some(document) = self.documents.get_mut(uri) else { return };
                document.edit(
                    changed.text_document.version,
                    changed.content_changes,
                    self.encoding,
                    generation,
                );
                if !self.edited.iter().any(|edited| edited == uri) {
                    self.edited.push(uri.to_owned());
                }
            }
            DidCloseTextDocument::METHOD => {
                let closed = serde_json::from_value::<DidCloseTextDocumentParams>(params);
                let Ok(closed) = closed else { return };
                let uri = closed.text_document.uri;
                self.documents.remove(uri.as_str());
                self.files_have_changed(uri.as_str());
                self.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                    uri,
                    diagnostics: Vec::new(),
                    version: None,
                });
            }
            _ => {}
        }
    }

    fn notify<N: NotificationKind>(&self, parameters: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), parameters).into());
    }

    /// Asks the editor for something; its answer does not matter.
    fn ask<R: RequestKind<Params = ()>>(&mut self) {
        self.asked += 1;
        let request = Request::new(self.asked.into(), R::METHOD.to_owned(), ());
        self.send(request.into());
    }

    /// Takes what was found out about a document, and tells the editor.
    pub(crate) fn take(&mut self, found: Found<L>) {
        let Ok(uri) = found.uri.parse::<Uri>() else { return };
        let Some(document) = self.documents.get_mut(&found.uri) else { return };
        if !document.take(found) {
            return;
        }
        let version = Some(document.version);
        let problems = document.problems.iter();
        let diagnostics = problems
            .map(|problem| diagnostic(&uri, &document.text, problem, self.encoding))
            .collect();
        self.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
        if self.refreshes.hints {
            self.ask::<InlayHintRefreshRequest>();
        }
        if self.refreshes.tokens {
            self.ask::<SemanticTokensRefresh>();
        }
    }
}
