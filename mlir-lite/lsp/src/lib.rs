//! The protocol's side of language servers.
//!
//! A [`Language`] says what it knows of a text, in offsets of bytes; [`serve`] does the rest: it
//! keeps the texts that an editor has open, applies its edits, translates positions, checks texts
//! in the background, and answers. The messages are those of the Language Server Protocol, version
//! 3.17.
//!
//! | file | concept |
//! |---|---|
//! | `text.rs` | a text in pieces, of which an edit replaces a few |
//! | `language.rs` | what a language answers |
//! | `files.rs` | the files around a text, open or on disk |
//! | `positions.rs`, `uris.rs` | positions and names of the protocol |
//! | `worker.rs` | the thread that checks |
//! | `documents.rs` | the texts that are open |
//! | `session.rs` | what a server knows while it runs |
//! | `requests.rs`, `problems.rs` | one function for each question; what is wrong |
//! | `server.rs` | the loop over messages |
//!
//! **Architecture invariant:** nothing here knows a language, and nothing outside knows the
//! protocol.
//!
//! ```
//! use std::path::Path;
//!
//! use mlir_lite_lsp::{Checked, Files, Hover, Language, Text, View};
//!
//! /// Plain text, which is always right.
//! struct Plain;
//!
//! impl Language for Plain {
//!     type Syntax = ();
//!     type Analysis = ();
//!
//!     fn name(&self) -> &str {
//!         "plain"
//!     }
//!
//!     fn version(&self) -> &str {
//!         "1"
//!     }
//!
//!     fn syntax(&self, _: &Text, _: Option<&()>) {}
//!
//!     fn analyze(&self, _: &Path, _: &Text, (): &(), _: &Files) -> Checked<()> {
//!         Checked { analysis: None, problems: Vec::new() }
//!     }
//!
//!     fn hover(&self, view: &View<'_, Self>, offset: usize) -> Option<Hover> {
//!         Some(Hover { range: offset..offset, text: format!("{} bytes", view.text.len()) })
//!     }
//! }
//! # let _ = || mlir_lite_lsp::serve(Plain);
//! ```
#![forbid(unsafe_code)]

mod documents;
mod files;
mod language;
mod positions;
mod problems;
mod requests;
mod server;
mod session;
mod text;
mod transport;
mod uris;
mod worker;

pub use files::Files;
pub use language::{
    Call, Checked, Edit, Form, Hint, Hover, InFile, Language, Mention, Problem, Proposal,
    ProposalKind, SourceRange, Symbol, SymbolKind, TokenKind, View,
};
pub use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
pub use server::{ServerError, serve, serve_on};
pub use text::Text;
