//! The program of `docs/second-day/language-server.md`.

use mlir_lite_diagnostics::Severity;
use mlir_lite_lsp::{
    Checked, Connection, Files, Hover, Language, Message, Notification, Problem, Request, Text,
    View, serve_on,
};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;

/// A setting: the range of its name, and its number, if that is one.
struct Setting {
    name: Range<usize>,
    number: Option<f64>,
}

/// Files of settings.
struct Settings;

impl Language for Settings {
    type Syntax = Vec<Setting>;
    type Analysis = ();

    fn name(&self) -> &str {
        "settings"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn syntax(&self, text: &Text, _before: Option<&Vec<Setting>>) -> Vec<Setting> {
        let settings = (0..text.line_count()).filter_map(|line| {
            let (name, value) = text.line(line).split_once('=')?;
            let start = text.line_start(line);
            let name = start..start + name.trim_end().len();
            Some(Setting { name, number: value.trim().parse().ok() })
        });
        settings.collect()
    }

    fn analyze(&self, _: &Path, _: &Text, syntax: &Vec<Setting>, _: &Files) -> Checked<()> {
        let wrong = syntax.iter().filter(|setting| setting.number.is_none());
        let problems = wrong.map(|setting| Problem {
            range: setting.name.clone(),
            severity: Severity::Error,
            code: None,
            message: "a setting is a number".to_owned(),
            related: Vec::new(),
            fix: Vec::new(),
        });
        Checked { analysis: None, problems: problems.collect() }
    }

    fn hover(&self, view: &View<'_, Self>, offset: usize) -> Option<Hover> {
        let setting = view.syntax.iter().find(|setting| setting.name.contains(&offset))?;
        let text = format!("{} is {}", view.text.slice(setting.name.clone()), setting.number?);
        Some(Hover { range: setting.name.clone(), text })
    }
}

/// Answers the messages of an editor until the one that is looked for comes.
fn wait_for(editor: &Connection, is_it: impl Fn(&Message) -> Option<Value>) -> Value {
    loop {
        let message = editor.receiver.recv().expect("the server answers");
        if let Some(found) = is_it(&message) {
            return found;
        }
    }
}

fn answer(editor: &Connection, number: i32, method: &str, parameters: Value) -> Value {
    let request = Request::new(number.into(), method.to_owned(), parameters);
    editor.sender.send(request.into()).expect("the server listens");
    wait_for(editor, |message| match message {
        Message::Response(response) => response.response_result.clone().ok(),
        _ => None,
    })
}

fn tell(editor: &Connection, method: &str, parameters: Value) {
    let notification = Notification::new(method.to_owned(), parameters);
    editor.sender.send(notification.into()).expect("the server listens");
}

fn main() {
    let (server, editor) = Connection::memory();
    let server = std::thread::spawn(move || serve_on(Settings, server));
    answer(&editor, 1, "initialize", json!({"capabilities": {}}));
    tell(&editor, "initialized", json!({}));
    let uri = "file:///tmp/a.settings";
    let text = "speed = 3\ncolour = red\n";
    let document = json!({"uri": uri, "languageId": "settings", "version": 1, "text": text});
    tell(&editor, "textDocument/didOpen", json!({"textDocument": document}));

    let problems = wait_for(&editor, |message| match message {
        Message::Notification(it) if it.method == "textDocument/publishDiagnostics" => {
            Some(it.params["diagnostics"].clone())
        }
        _ => None,
    });
    assert_eq!(problems[0]["message"], "a setting is a number");
    assert_eq!(problems[0]["range"]["start"], json!({"line": 1, "character": 0}));

    let position = json!({"line": 0, "character": 2});
    let parameters = json!({"textDocument": {"uri": uri}, "position": position});
    let hover = answer(&editor, 2, "textDocument/hover", parameters);
    assert_eq!(hover["contents"]["value"], "speed is 3");

    answer(&editor, 3, "shutdown", Value::Null);
    tell(&editor, "exit", Value::Null);
    server.join().expect("the server does not panic").expect("the editor has said goodbye");
}
