//! The loop over messages.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit,
    Notification as NotificationKind, PublishDiagnostics,
};
use lsp_types::request::{InlayHintRefreshRequest, Request as RequestKind, SemanticTokensRefresh};
use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CompletionOptions, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, FoldingRangeProviderCapability, HoverProviderCapability,
    InitializeParams, InitializeResult, OneOf, PublishDiagnosticsParams, RenameOptions,
    SemanticTokenModifier, SemanticTokenType, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, ServerCapabilities, ServerInfo, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};

use crate::documents::Document;
use crate::language::{Language, TokenKind};
use crate::positions::Encoding;
use crate::requests;
use crate::worker::{Found, Worker};

/// A question that needs an analysis waits for it at most so long; then it is answered without.
const PATIENCE: Duration = Duration::from_millis(20);

/// The reason why a server ended before it was asked to.
#[derive(Debug)]
pub struct ServerError(String);

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServerError {}

/// Serves an editor on standard input and output until it says that it ends.
///
/// # Errors
/// If the editor ends without saying so, or does not keep to the protocol.
pub fn serve<L: Language>(language: L) -> Result<(), ServerError> {
    let (connection, threads) = Connection::stdio();
    let served = serve_on(language, connection);
    // Without an editor, the threads wait for input that never comes.
    if served.is_ok() {
        threads.join().map_err(|error| ServerError(format!("cannot write answers: {error}")))?;
    }
    served
}

/// Serves an editor on a connection.
///
/// # Errors
/// As [`serve`].
pub fn serve_on<L: Language>(language: L, connection: Connection) -> Result<(), ServerError> {
    let wrong = |error: &dyn fmt::Display| ServerError(format!("the editor said: {error}"));
    let (id, parameters) = connection.initialize_start().map_err(|error| wrong(&error))?;
    let parameters: InitializeParams = serde_json::from_value(parameters)
        .map_err(|error| ServerError(format!("the editor's first message is wrong: {error}")))?;
    let client = parameters.capabilities;
    let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
    let encoding = Encoding::chosen(offered);
    let answer = InitializeResult {
        capabilities: abilities(&language, encoding),
        server_info: Some(ServerInfo {
            name: language.name().to_owned(),
            version: Some(language.version().to_owned()),
        }),
    };
    let answer = serde_json::to_value(answer).map_err(|error| ServerError(error.to_string()))?;
    connection.initialize_finish(id, answer).map_err(|error| wrong(&error))?;
    let language = Arc::new(language);
    let worker = Worker::new(Arc::clone(&language))
        .map_err(|error| ServerError(format!("cannot begin a thread: {error}")))?;
    let mut server = Server {
        language,
        connection,
        encoding,
        documents: HashMap::new(),
        worker,
        generation: 0,
        asked: 0,
        refreshes: Refreshes::of(&client),
    };
    server.run()
}

/// What the server can do.
fn abilities<L: Language>(language: &L, encoding: Encoding) -> ServerCapabilities {
    let legend = SemanticTokensLegend {
        token_types: TokenKind::ALL.map(|kind| SemanticTokenType::new(kind.name())).to_vec(),
        token_modifiers: Vec::<SemanticTokenModifier>::new(),
    };
    let triggers = language.completion_triggers().iter().map(|&text| text.to_owned()).collect();
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(triggers),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend,
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        inlay_hint_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

/// What an editor can be told to ask for again.
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
pub(crate) struct Server<L: Language> {
    pub(crate) language: Arc<L>,
    connection: Connection,
    pub(crate) encoding: Encoding,
    documents: HashMap<String, Document<L>>,
    worker: Worker<L>,
    generation: u64,
    /// The number of questions to the editor.
    asked: i32,
    refreshes: Refreshes,
}

impl<L: Language> Server<L> {
    fn run(&mut self) -> Result<(), ServerError> {
        let messages = self.connection.receiver.clone();
        let found = self.worker.found.clone();
        loop {
            let message = select! {
                recv(found) -> result => {
                    if let Ok(result) = result {
                        self.take(result);
                    }
                    continue;
                }
                recv(messages) -> message => message,
            };
            let Ok(message) = message else {
                return Err(ServerError("the editor ended without saying so".to_owned()));
            };
            match message {
                Message::Request(request) => {
                    let ends = self
                        .connection
                        .handle_shutdown(&request)
                        .map_err(|error| ServerError(error.to_string()))?;
                    if ends {
                        return Ok(());
                    }
                    let response = requests::answer(self, request);
                    self.send(response.into());
                }
                Message::Notification(notification) if notification.method == Exit::METHOD => {
                    return Err(ServerError("the editor ended without saying so".to_owned()));
                }
                Message::Notification(notification) => self.notice(notification),
                // Answers to our requests to ask again.
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: Message) {
        // If the editor is gone, the next message that is read says so.
        let _ = self.connection.sender.send(message);
    }

    /// A document that is open.
    pub(crate) fn document(&self, uri: &Uri) -> Option<&Document<L>> {
        self.documents.get(uri.as_str())
    }

    /// The text of a file that is open.
    pub(crate) fn open_text(&self, uri: &str) -> Option<&crate::text::Text> {
        Some(&self.documents.get(uri)?.text)
    }

    /// Waits a little until a document is checked.
    pub(crate) fn settle(&mut self, uri: &Uri) {
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
    fn notice(&mut self, notification: Notification) {
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
                self.worker.check(document.job(uri));
                self.documents.insert(uri.to_owned(), document);
            }
            DidChangeTextDocument::METHOD => {
                let changed = serde_json::from_value::<DidChangeTextDocumentParams>(params);
                let Ok(changed) = changed else { return };
                let generation = self.next_generation();
                let uri = changed.text_document.uri.as_str();
                let Some(document) = self.documents.get_mut(uri) else { return };
                document.edit(
                    &self.language,
                    changed.text_document.version,
                    changed.content_changes,
                    self.encoding,
                    generation,
                );
                self.worker.check(document.job(uri));
            }
            DidCloseTextDocument::METHOD => {
                let closed = serde_json::from_value::<DidCloseTextDocumentParams>(params);
                let Ok(closed) = closed else { return };
                let uri = closed.text_document.uri;
                self.documents.remove(uri.as_str());
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
    fn take(&mut self, found: Found<L>) {
        let Ok(uri) = found.uri.parse::<Uri>() else { return };
        let Some(document) = self.documents.get_mut(&found.uri) else { return };
        if !document.take(found) {
            return;
        }
        let version = Some(document.version);
        let problems = document.problems.iter();
        let diagnostics = problems
            .map(|problem| requests::diagnostic(&uri, &document.text, problem, self.encoding))
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

/// An answer that says why there is none.
pub(crate) fn refusal(id: lsp_server::RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}
