//! One function for each question of an editor.

use std::collections::HashMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, References, Rename, Request as RequestKind, SemanticTokensFullRequest,
    SemanticTokensRangeRequest, SignatureHelpRequest,
};
use lsp_types::*;

use crate::documents::Document;
use crate::language::{
    Edit, Language, Mention, ProposalKind, SourceRange, Symbol, SymbolKind as OurSymbolKind,
    TokenKind,
};
use crate::positions::Encoding;
use crate::problems::diagnostic;
use crate::session::Session;
use crate::text::Text;
use crate::uris::uri_of;

/// The tokens of a whole text are sent only if it is not longer than this, in bytes: an editor asks
/// for those that it shows.
const MAX_WHOLE: usize = 1 << 20;

/// The maximum number of mentions of a thing that an editor shows.
const MAX_MENTIONS: usize = 2000;

/// The reason why a question has no answer.
type Refused = String;

/// Answers a question.
pub(crate) fn answer<L: Language>(session: &mut Session<L>, request: Request) -> Response {
    match request.method.as_str() {
        HoverRequest::METHOD => reply::<HoverRequest, L>(session, request, hover),
        GotoDefinition::METHOD => reply::<GotoDefinition, L>(session, request, definition),
        References::METHOD => reply::<References, L>(session, request, references),
        DocumentHighlightRequest::METHOD => {
            reply::<DocumentHighlightRequest, L>(session, request, highlights)
        }
        PrepareRenameRequest::METHOD => {
            reply::<PrepareRenameRequest, L>(session, request, prepare_rename)
        }
        Rename::METHOD => reply::<Rename, L>(session, request, rename),
        Completion::METHOD => reply::<Completion, L>(session, request, completion),
        SignatureHelpRequest::METHOD => reply::<SignatureHelpRequest, L>(session, request, call),
        SemanticTokensFullRequest::METHOD => {
            reply::<SemanticTokensFullRequest, L>(session, request, all_tokens)
        }
        SemanticTokensRangeRequest::METHOD => {
            reply::<SemanticTokensRangeRequest, L>(session, request, tokens_of_range)
        }
        InlayHintRequest::METHOD => reply::<InlayHintRequest, L>(session, request, hints),
        Formatting::METHOD => reply::<Formatting, L>(session, request, formatting),
        FoldingRangeRequest::METHOD => reply::<FoldingRangeRequest, L>(session, request, folds),
        DocumentSymbolRequest::METHOD => {
            reply::<DocumentSymbolRequest, L>(session, request, symbols)
        }
        CodeActionRequest::METHOD => reply::<CodeActionRequest, L>(session, request, actions),
        method => {
            let message = format!("this server does not know '{method}'");
            refusal(request.id, ErrorCode::MethodNotFound, message)
        }
    }
}

/// Reads a question, answers it, and writes the answer.
fn reply<R: RequestKind, L: Language>(
    session: &mut Session<L>,
    request: Request,
    answer: impl FnOnce(&mut Session<L>, R::Params) -> Result<R::Result, Refused>,
) -> Response {
    let parameters = match serde_json::from_value::<R::Params>(request.params) {
        Ok(parameters) => parameters,
        Err(error) => return refusal(request.id, ErrorCode::InvalidParams, error.to_string()),
    };
    // A mistake in the language's code costs one answer, not the session.
    match catch_unwind(AssertUnwindSafe(|| answer(session, parameters))) {
        Ok(Ok(result)) => Response::new_ok(request.id, result),
        Ok(Err(reason)) => refusal(request.id, ErrorCode::RequestFailed, reason),
        Err(_) => {
            let message = format!("internal error: '{}' was not answered", R::METHOD);
            refusal(request.id, ErrorCode::InternalError, message)
        }
    }
}

/// The document that a question is about, and the offset.
fn at<'s, L: Language>(
    session: &'s Session<L>,
    place: &TextDocumentPositionParams,
) -> Result<(&'s Document<L>, usize), Refused> {
    let document = open(session, &place.text_document)?;
    Ok((document, session.encoding.offset(&document.text, place.position)))
}

fn open<'s, L: Language>(
    session: &'s Session<L>,
    document: &TextDocumentIdentifier,
) -> Result<&'s Document<L>, Refused> {
    let uri = &document.uri;
    session.document(uri).ok_or_else(|| format!("'{}' is not open", uri.as_str()))
}

fn markdown(text: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value: text }
}

fn hover<L: Language>(
    session: &mut Session<L>,
    parameters: HoverParams,
) -> Result<Option<Hover>, Refused> {
    let place = parameters.text_document_position_params;
    session.wait_until_checked(&place.text_document.uri);
    let (document, offset) = at(session, &place)?;
    let found = session.language.hover(&document.view(&session.files), offset);
    Ok(found.map(|found| Hover {
        contents: HoverContents::Markup(markdown(found.text)),
        range: Some(session.encoding.range(&document.text, &found.range)),
    }))
}

fn definition<L: Language>(
    session: &mut Session<L>,
    parameters: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>, Refused> {
    let place = parameters.text_document_position_params;
    let (document, offset) = at(session, &place)?;
    let places = session.language.definition(&document.view(&session.files), offset);
    let locations = places.into_iter().filter_map(|found| match found {
        SourceRange::Here(range) => Some(Location::new(
            place.text_document.uri.clone(),
            session.encoding.range(&document.text, &range),
        )),
        SourceRange::Elsewhere { path, start, end } => {
            let read;
            let (uri, text) = match session.open_file(&path) {
                Some((uri, text)) => (uri.to_owned(), text),
                None => {
                    read = Text::new(&std::fs::read_to_string(&path).ok()?, |_| true);
                    (uri_of(&path), &read)
                }
            };
            let position = |(line, byte): (usize, usize)| {
                Position::new(line as u32, session.encoding.column(text.line(line), byte))
            };
            Some(Location::new(
                uri.parse().ok()?,
                lsp_types::Range::new(position(start), position(end)),
            ))
        }
    });
    Ok(Some(GotoDefinitionResponse::Array(locations.collect())))
}

fn references<L: Language>(
    session: &mut Session<L>,
    parameters: ReferenceParams,
) -> Result<Option<Vec<Location>>, Refused> {
    let place = parameters.text_document_position;
    let (document, offset) = at(session, &place)?;
    let found = session.language.references(&document.view(&session.files), offset, MAX_MENTIONS);
    let wanted = |is_definition: bool| parameters.context.include_declaration || !is_definition;
    let uri = &place.text_document.uri;
    let locations = found.iter().filter(|found| wanted(found.is_definition)).map(|found| {
        Location::new(uri.clone(), session.encoding.range(&document.text, &found.range))
    });
    let mut locations: Vec<Location> = locations.collect();
    let limit = MAX_MENTIONS - locations.len().min(MAX_MENTIONS);
    let view = document.view(&session.files);
    for file in session.language.references_elsewhere(&view, offset, limit) {
        let Some(uri) = uri_of_file(session, &file.path) else { continue };
        let text = Text::new(&file.text, |_| true);
        let found = file.found.iter().filter(|found| wanted(found.is_definition));
        let range = |found: &Mention| session.encoding.range(&text, &found.range);
        locations.extend(found.map(|found| Location::new(uri.clone(), range(found))));
    }
    Ok(Some(locations))
}

/// The name of a file: the editor's own, if it has it open.
fn uri_of_file<L: Language>(session: &Session<L>, path: &Path) -> Option<Uri> {
    let open = session.open_file(path).map(|(uri, _)| uri.to_owned());
    open.unwrap_or_else(|| uri_of(path)).parse().ok()
}

fn highlights<L: Language>(
    session: &mut Session<L>,
    parameters: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, Refused> {
    let (document, offset) = at(session, &parameters.text_document_position_params)?;
    let found = session.language.references(&document.view(&session.files), offset, MAX_MENTIONS);
    let highlight = |found: &Mention| DocumentHighlight {
        range: session.encoding.range(&document.text, &found.range),
        kind: Some(match found.is_definition {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    };
    Ok(Some(found.iter().map(highlight).collect()))
}

fn prepare_rename<L: Language>(
    session: &mut Session<L>,
    place: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refused> {
    let (document, offset) = at(session, &place)?;
    let range = session.language.renamed(&document.view(&session.files), offset)?;
    Ok(range
        .map(|range| PrepareRenameResponse::Range(session.encoding.range(&document.text, &range))))
}

fn rename<L: Language>(
    session: &mut Session<L>,
    parameters: RenameParams,
) -> Result<Option<WorkspaceEdit>, Refused> {
    let place = parameters.text_document_position;
    let (document, offset) = at(session, &place)?;
    let (view, name) = (document.view(&session.files), &parameters.new_name);
    let edits = session.language.rename(&view, offset, name)?;
    let elsewhere = session.language.rename_elsewhere(&view, offset, name)?;
    let uri = &place.text_document.uri;
    let mut edit = workspace_edit(uri, &document.text, &edits, session.encoding);
    for file in elsewhere {
        let uri = uri_of_file(session, &file.path)
            .ok_or_else(|| format!("'{}' has no name for editors", file.path.display()))?;
        let text = Text::new(&file.text, |_| true);
        let edits = file.found.iter().map(|edit| text_edit(&text, edit, session.encoding));
        edit.changes.get_or_insert_default().insert(uri, edits.collect());
    }
    Ok(Some(edit))
}

/// Edits of one document.
fn workspace_edit(uri: &Uri, text: &Text, edits: &[Edit], encoding: Encoding) -> WorkspaceEdit {
    let edits = edits.iter().map(|edit| text_edit(text, edit, encoding)).collect();
    WorkspaceEdit::new(HashMap::from([(uri.clone(), edits)]))
}

fn text_edit(text: &Text, edit: &Edit, encoding: Encoding) -> TextEdit {
    TextEdit::new(encoding.range(text, &edit.range), edit.text.clone())
}

fn completion<L: Language>(
    session: &mut Session<L>,
    parameters: CompletionParams,
) -> Result<Option<CompletionResponse>, Refused> {
    let place = parameters.text_document_position;
    session.wait_until_checked(&place.text_document.uri);
    let (document, offset) = at(session, &place)?;
    let (range, proposals) = session.language.completion(&document.view(&session.files), offset);
    let range = session.encoding.range(&document.text, &range);
    let item = |proposal: crate::language::Proposal| CompletionItem {
        kind: Some(match proposal.kind {
            ProposalKind::Keyword => CompletionItemKind::KEYWORD,
            ProposalKind::Function => CompletionItemKind::FUNCTION,
            ProposalKind::Variable => CompletionItemKind::VARIABLE,
            ProposalKind::Constant => CompletionItemKind::CONSTANT,
            ProposalKind::Type => CompletionItemKind::STRUCT,
            ProposalKind::Field => CompletionItemKind::FIELD,
            ProposalKind::File => CompletionItemKind::FILE,
        }),
        detail: (!proposal.detail.is_empty()).then_some(proposal.detail),
        documentation: (!proposal.documentation.is_empty())
            .then(|| Documentation::MarkupContent(markdown(proposal.documentation))),
        text_edit: Some(TextEdit::new(range, proposal.text.clone()).into()),
        label: proposal.text,
        ..CompletionItem::default()
    };
    Ok(Some(CompletionResponse::Array(proposals.into_iter().map(item).collect())))
}

fn call<L: Language>(
    session: &mut Session<L>,
    parameters: SignatureHelpParams,
) -> Result<Option<SignatureHelp>, Refused> {
    let (document, offset) = at(session, &parameters.text_document_position_params)?;
    let Some(found) = session.language.call(&document.view(&session.files), offset) else {
        return Ok(None);
    };
    let column = |text: &str, byte: usize| Encoding::Utf16.column(text, byte);
    let form = |form: crate::language::Form| SignatureInformation {
        parameters: Some(
            form.parameters
                .iter()
                .map(|place| ParameterInformation {
                    label: ParameterLabel::LabelOffsets([
                        column(&form.text, place.start),
                        column(&form.text, place.end),
                    ]),
                    documentation: None,
                })
                .collect(),
        ),
        documentation: (!form.documentation.is_empty())
            .then(|| Documentation::MarkupContent(markdown(form.documentation))),
        label: form.text,
        active_parameter: None,
    };
    Ok(Some(SignatureHelp {
        signatures: found.forms.into_iter().map(form).collect(),
        active_signature: Some(found.active as u32),
        active_parameter: Some(found.argument as u32),
    }))
}

fn all_tokens<L: Language>(
    session: &mut Session<L>,
    parameters: SemanticTokensParams,
) -> Result<Option<SemanticTokensResult>, Refused> {
    let document = open(session, &parameters.text_document)?;
    let whole = 0..document.text.len();
    if whole.end > MAX_WHOLE {
        return Ok(None);
    }
    Ok(Some(tokens(session, document, whole).into()))
}

fn tokens_of_range<L: Language>(
    session: &mut Session<L>,
    parameters: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>, Refused> {
    let document = open(session, &parameters.text_document)?;
    let range = session.encoding.offsets(&document.text, parameters.range);
    Ok(Some(tokens(session, document, range).into()))
}

/// Tokens as the protocol writes them: each relative to the one before.
fn tokens<L: Language>(
    session: &Session<L>,
    document: &Document<L>,
    range: Range<usize>,
) -> SemanticTokens {
    let found = session.language.tokens(&document.view(&session.files), range);
    let text = &document.text;
    let mut data = Vec::with_capacity(found.len());
    // The line of the last token: its number, its offset and its text.
    let (mut number, mut start, mut line) = (0, 0, text.line(0));
    let mut last = Position::new(0, 0);
    for (place, kind) in found {
        if place.start > start + line.len() {
            number = text.line_of(place.start);
            start = text.line_start(number);
            line = text.line(number);
        }
        let column = session.encoding.column(line, place.start - start);
        let end = session.encoding.column(line, place.end - start);
        let delta_line = number as u32 - last.line;
        data.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { column - last.character } else { column },
            length: end - column,
            token_type: token_number(kind),
            token_modifiers_bitset: 0,
        });
        last = Position::new(number as u32, column);
    }
    SemanticTokens { result_id: None, data }
}

fn token_number(kind: TokenKind) -> u32 {
    let number = TokenKind::ALL.iter().position(|&known| known == kind);
    number.unwrap_or_default() as u32
}

fn hints<L: Language>(
    session: &mut Session<L>,
    parameters: InlayHintParams,
) -> Result<Option<Vec<InlayHint>>, Refused> {
    session.wait_until_checked(&parameters.text_document.uri);
    let document = open(session, &parameters.text_document)?;
    let range = session.encoding.offsets(&document.text, parameters.range);
    let found = session.language.hints(&document.view(&session.files), range);
    let hint = |hint: crate::language::Hint| InlayHint {
        position: session.encoding.position(&document.text, hint.offset),
        label: InlayHintLabel::String(hint.text),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: None,
        data: None,
    };
    Ok(Some(found.into_iter().map(hint).collect()))
}

fn formatting<L: Language>(
    session: &mut Session<L>,
    parameters: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refused> {
    let document = open(session, &parameters.text_document)?;
    let Some(formatted) = session.language.formatted(&document.view(&session.files))? else {
        return Ok(None);
    };
    // The cursor stays where it is if only what differs is replaced.
    let before = document.text.to_string();
    if before == formatted {
        return Ok(Some(Vec::new()));
    }
    let common = |a: &str, b: &str| {
        let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        (0..=same).rev().find(|&at| a.is_char_boundary(at) && b.is_char_boundary(at)).unwrap_or(0)
    };
    let start = common(&before, &formatted);
    let (rest, new) = (&before[start..], &formatted[start..]);
    let same = rest.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count();
    let is_end =
        |n: &usize| rest.is_char_boundary(rest.len() - n) && new.is_char_boundary(new.len() - n);
    let kept = (0..=same).rev().find(is_end).unwrap_or(0);
    let edit = Edit { range: start..before.len() - kept, text: new[..new.len() - kept].to_owned() };
    Ok(Some(vec![text_edit(&document.text, &edit, session.encoding)]))
}

fn folds<L: Language>(
    session: &mut Session<L>,
    parameters: FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>, Refused> {
    let document = open(session, &parameters.text_document)?;
    let found = session.language.folds(&document.view(&session.files));
    let lines = found.into_iter().map(|range| {
        (document.text.line_of(range.start) as u32, document.text.line_of(range.end) as u32)
    });
    let folds = lines.filter(|(first, last)| first < last).map(|(first, last)| FoldingRange {
        start_line: first,
        end_line: last,
        ..FoldingRange::default()
    });
    Ok(Some(folds.collect()))
}

fn symbols<L: Language>(
    session: &mut Session<L>,
    parameters: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, Refused> {
    let document = open(session, &parameters.text_document)?;
    let found = session.language.symbols(&document.view(&session.files));
    let nested = found
        .into_iter()
        .map(|symbol| document_symbol(&document.text, symbol, session.encoding))
        .collect();
    Ok(Some(DocumentSymbolResponse::Nested(nested)))
}

/// Definitions nest only as deep as their language lets them.
#[expect(deprecated, reason = "the protocol's type has a deprecated field")]
fn document_symbol(text: &Text, symbol: Symbol, encoding: Encoding) -> DocumentSymbol {
    let children: Vec<_> =
        symbol.children.into_iter().map(|child| document_symbol(text, child, encoding)).collect();
    DocumentSymbol {
        name: symbol.name,
        detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
        kind: match symbol.kind {
            OurSymbolKind::Function => SymbolKind::FUNCTION,
            OurSymbolKind::Struct => SymbolKind::STRUCT,
            OurSymbolKind::Field => SymbolKind::FIELD,
            OurSymbolKind::Variable => SymbolKind::VARIABLE,
            OurSymbolKind::Constant => SymbolKind::CONSTANT,
            OurSymbolKind::Module => SymbolKind::MODULE,
        },
        tags: None,
        deprecated: None,
        range: encoding.range(text, &symbol.range),
        selection_range: encoding.range(text, &symbol.name_range),
        children: (!children.is_empty()).then_some(children),
    }
}

fn actions<L: Language>(
    session: &mut Session<L>,
    parameters: CodeActionParams,
) -> Result<Option<CodeActionResponse>, Refused> {
    let uri = parameters.text_document.uri.clone();
    session.wait_until_checked(&uri);
    let document = open(session, &parameters.text_document)?;
    if !document.is_checked() {
        return Ok(Some(Vec::new()));
    }
    let range = session.encoding.offsets(&document.text, parameters.range);
    let wants = |kind: &CodeActionKind| {
        let only = parameters.context.only.as_deref();
        only.is_none_or(|only| only.iter().any(|wanted| is_within(kind, wanted)))
    };
    let repairable = || document.problems.iter().filter(|problem| !problem.fix.is_empty());
    let edit = |edits: &[Edit]| workspace_edit(&uri, &document.text, edits, session.encoding);
    let mut actions = Vec::new();
    if wants(&CodeActionKind::QUICKFIX) {
        let touched = repairable()
            .filter(|problem| problem.range.start <= range.end && range.start <= problem.range.end);
        actions.extend(touched.map(|problem| CodeAction {
            title: title(&document.text, &problem.fix),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(&uri, &document.text, problem, session.encoding)]),
            edit: Some(edit(&problem.fix)),
            is_preferred: Some(true),
            ..CodeAction::default()
        }));
    }
    if wants(&CodeActionKind::SOURCE_FIX_ALL) && repairable().next().is_some() {
        // Repairs that overlap wait for the next time.
        let mut all: Vec<Edit> = Vec::new();
        for problem in repairable() {
            let is_free = problem.fix.iter().all(|new| {
                all.iter()
                    .all(|old| new.range.end <= old.range.start || old.range.end <= new.range.start)
            });
            if is_free {
                all.extend(problem.fix.iter().cloned());
            }
        }
        actions.push(CodeAction {
            title: "Repair all that is certain".to_owned(),
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            edit: Some(edit(&all)),
            ..CodeAction::default()
        });
    }
    Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
}

/// Whether a kind of action is another, or one of its parts: `source.fixAll` is a `source`.
fn is_within(kind: &CodeActionKind, wanted: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
}

/// A description of edits, in a few words.
fn title(text: &Text, edits: &[Edit]) -> String {
    let [edit] = edits else { return "Repair it".to_owned() };
    let old = text.slice(edit.range.clone());
    match (old.trim(), edit.text.trim()) {
        ("", new) => format!("Add `{new}`"),
        (old, "") => format!("Remove `{old}`"),
        (old, new) => format!("Replace `{old}` by `{new}`"),
    }
}

/// An answer that says why there is none.
fn refusal(id: RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}
