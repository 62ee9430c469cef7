//! Edits that wait are applied together: a text is parsed and checked once for all of them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mlir_lite_lsp::{
    Checked, Connection, Files, Hover, Language, Message, Notification, Request, Text, View,
    serve_on,
};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

/// Plain text. Counts how often a text is parsed and checked.
#[derive(Clone, Default)]
struct Counted {
    parsed: Arc<AtomicUsize>,
    checked: Arc<AtomicUsize>,
}

impl Language for Counted {
    /// The length of the text.
    type Syntax = usize;
    type Analysis = ();

    fn name(&self) -> &str {
        "counted"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn syntax(&self, text: &Text, _: Option<&usize>) -> usize {
        self.parsed.fetch_add(1, Ordering::Relaxed);
        text.len()
    }

    fn analyze(&self, _: &Path, _: &Text, _: &usize, _: &Files) -> Checked<()> {
        self.checked.fetch_add(1, Ordering::Relaxed);
        Checked { analysis: Some(()), problems: Vec::new() }
    }

    fn hover(&self, view: &View<'_, Self>, offset: usize) -> Option<Hover> {
        let text = format!("{} of {}", view.syntax, view.text.len());
        Some(Hover { range: offset..offset, text })
    }
}

fn notification(method: &str, parameters: Value) -> Message {
    Message::Notification(Notification::new(method.to_owned(), parameters))
}

fn request(id: i32, method: &str, parameters: Value) -> Message {
    Message::Request(Request::new(id.into(), method.to_owned(), parameters))
}

/// An edit that adds a character at the beginning of a document.
fn edit(uri: &str, version: i32) -> Message {
    let begin = json!({ "line": 0, "character": 0 });
    notification(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{ "range": { "start": begin, "end": begin }, "text": "x" }],
        }),
    )
}

#[test]
fn edits_that_wait_are_parsed_once_and_questions_see_them() {
    let (editor, server) = Connection::memory();
    let [one, other] = ["file:///one", "file:///other"];
    let open = |uri: &str| {
        let document =
            json!({ "uri": uri, "languageId": "counted", "version": 0, "text": "text\n" });
        notification("textDocument/didOpen", json!({ "textDocument": document }))
    };
    let hover = |id, uri: &str| {
        let position = json!({ "line": 0, "character": 0 });
        let parameters = json!({ "textDocument": { "uri": uri }, "position": position });
        request(id, "textDocument/hover", parameters)
    };
    let mut messages = vec![
        request(1, "initialize", json!({ "capabilities": {} })),
        notification("initialized", json!({})),
        open(one),
        open(other),
    ];
    messages.extend((1..=300).map(|version| edit(one, version)));
    messages.push(edit(other, 1));
    messages.push(hover(2, one));
    messages.push(hover(3, other));
    messages.extend((301..=400).map(|version| edit(one, version)));
    messages.push(hover(4, one));
    messages.push(request(5, "shutdown", Value::Null));
    messages.push(notification("exit", Value::Null));
    // All wait before the server begins.
    messages.into_iter().for_each(|message| editor.sender.send(message).expect("it is kept"));
    let language = Counted::default();
    serve_on(language.clone(), server).expect("the editor ends it");
    let answers = editor.receiver.try_iter().filter_map(|message| match message {
        Message::Response(response) => response.response_result.ok(),
        _ => None,
    });
    let hovers: Vec<String> = answers
        .filter_map(|answer| Some(answer["contents"]["value"].as_str()?.to_owned()))
        .collect();
    assert_eq!(hovers, ["305 of 305", "6 of 6", "405 of 405"]);
    // Each text as it was opened, and as it was at the questions after edits.
    assert_eq!(language.parsed.load(Ordering::Relaxed), 5);
    assert!(language.checked.load(Ordering::Relaxed) <= 5);
}
