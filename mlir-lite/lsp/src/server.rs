//! The loop over messages.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::select;
use lsp_server::{Connection, Message, Notification, ProtocolError};
use lsp_types::notification::{DidChangeTextDocument, Exit, Notification as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, InitializeResult,
    OneOf, RenameOptions, SemanticTokenModifier, SemanticTokenType, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities, ServerInfo,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};

use crate::language::{Language, TokenKind};
use crate::positions::Encoding;
use crate::requests;
use crate::session::Session;
use crate::transport;
use crate::uris::path_of;

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
    let (connection, threads) = transport::stdio();
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
    let wrong = |error: ProtocolError| match error.channel_is_disconnected() {
        true => ServerError("the editor ended before it has said what it can do".to_owned()),
        false => ServerError(format!("the editor does not keep to the protocol: {error}")),
    };
    let (id, parameters) = connection.initialize_start().map_err(wrong)?;
    let parameters: InitializeParams = serde_json::from_value(parameters)
        .map_err(|error| ServerError(format!("the editor's first message is wrong: {error}")))?;
    let folders = folders(&parameters);
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
    connection.initialize_finish(id, answer).map_err(wrong)?;
    let mut session = Session::new(Arc::new(language), connection, encoding, &client, folders)
        .map_err(|error| ServerError(format!("cannot begin a thread: {error}")))?;
    run(&mut session)
}

/// The folders that an editor has open.
#[expect(deprecated, reason = "older editors have one folder")]
fn folders(parameters: &InitializeParams) -> Vec<PathBuf> {
    let several = parameters.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let uris = several.chain(&parameters.root_uri);
    let folders = uris.map(|uri| path_of(uri.as_str()));
    let mut folders: Vec<PathBuf> = folders.filter(|folder| folder.is_absolute()).collect();
    folders.sort();
    folders.dedup();
    folders
}

/// The capabilities of the server.
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

/// Answers messages until the editor ends.
fn run<L: Language>(session: &mut Session<L>) -> Result<(), ServerError> {
    let messages = session.connection.receiver.clone();
    let found = session.worker.found.clone();
    loop {
        let message = select! {
            recv(found) -> result => {
                if let Ok(result) = result {
                    session.take(result);
                }
                continue;
            }
            recv(messages) -> message => message,
        };
        let is_edit = |notice: &Notification| notice.method == DidChangeTextDocument::METHOD;
        if !matches!(&message, Ok(Message::Notification(notice)) if is_edit(notice)) {
            session.catch_up();
        }
        let Ok(message) = message else {
            return Err(ServerError("the editor ended without saying so".to_owned()));
        };
        match message {
            Message::Request(request) => {
                let ends = session
                    .connection
                    .handle_shutdown(&request)
                    .map_err(|error| ServerError(error.to_string()))?;
                if ends {
                    return Ok(());
                }
                let response = requests::answer(session, request);
                session.send(response.into());
            }
            Message::Notification(notification) if notification.method == Exit::METHOD => {
                return Err(ServerError("the editor ended without saying so".to_owned()));
            }
            Message::Notification(notification) => {
                session.notice(notification);
                if messages.is_empty() {
                    session.catch_up();
                }
            }
            // Answers to our requests to ask again.
            Message::Response(_) => {}
        }
    }
}
