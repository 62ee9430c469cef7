//! An editor for tests of language servers: it keeps the text that the server should have, and
//! counts columns in UTF-16 on its own.
//!
//! It shares no code with the servers. Errors are panics, as they are failed tests.

#![forbid(unsafe_code)]

mod session;

pub use session::EditingSession;

use std::collections::{BTreeMap, HashMap};
use std::io::{BufReader, Write as _};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server that does not answer for so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor with a server.
pub struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    asked: u64,
    open: HashMap<String, Document>,
    /// The last diagnostics of each document, with its version.
    found: HashMap<String, (i64, Vec<Value>)>,
    /// How long the answers to each question took.
    pub times: BTreeMap<String, Vec<Duration>>,
}

struct Document {
    text: String,
    version: i64,
}

impl Editor {
    /// Begins a server and says hello.
    pub fn start(program: &Path, arguments: &[&str]) -> Self {
        Self::begin(program, arguments, &Value::Null)
    }

    /// Begins a server of an editor that has a folder open.
    pub fn start_in(program: &Path, arguments: &[&str], folder: &Path) -> Self {
        let uri = format!("file://{}", folder.display());
        Self::begin(program, arguments, &json!([{"uri": uri, "name": "folder"}]))
    }

    fn begin(program: &Path, arguments: &[&str], folders: &Value) -> Self {
        let mut server = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server begins");
        let input = server.stdin.take();
        let output = server.stdout.take().expect("it is a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut editor = Self {
            server,
            input,
            messages,
            asked: 0,
            open: HashMap::new(),
            found: HashMap::new(),
            times: BTreeMap::new(),
        };
        let hello = json!({
            "processId": null,
            "rootUri": null,
            "workspaceFolders": folders,
            "capabilities": {},
        });
        let answer = editor.ask("initialize", hello);
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        editor
    }

    /// Ends the server, which must end as it should.
    pub fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.input = None;
        let status = self.server.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.input.as_mut().expect("the server is not ended");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, parameters: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}));
    }

    /// Asks a question; the answer, or the error's message.
    pub fn try_ask(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.asked += 1;
        let id = self.asked;
        let begin = Instant::now();
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !parameters.is_null() {
            message["params"] = parameters;
        }
        self.send(&message);
        loop {
            let message = self.next();
            if message["id"] == id && message.get("method").is_none() {
                self.times.entry(method.to_owned()).or_default().push(begin.elapsed());
                return match message.get("error") {
                    Some(error) => Err(error["message"].as_str().unwrap_or_default().to_owned()),
                    None => Ok(message["result"].clone()),
                };
            }
            self.keep(message);
        }
    }

    /// Asks a question that has an answer.
    pub fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.try_ask(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn next(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server says something")
    }

    /// Keeps diagnostics, and answers questions of the server.
    fn keep(&mut self, message: Value) {
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                let parameters = &message["params"];
                let uri = parameters["uri"].as_str().unwrap_or_default().to_owned();
                let version = parameters["version"].as_i64().unwrap_or(-1);
                let list = parameters["diagnostics"].as_array().cloned().unwrap_or_default();
                self.found.insert(uri, (version, list));
            }
            Some(_) if message.get("id").is_some() => {
                let id = message["id"].clone();
                self.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}));
            }
            _ => {}
        }
    }

    /// Opens a document.
    pub fn open(&mut self, uri: &str, text: &str) {
        self.open.insert(uri.to_owned(), Document { text: text.to_owned(), version: 1 });
        let document = json!({"uri": uri, "languageId": "any", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &str) {
        self.open.remove(uri);
        self.found.remove(uri);
        self.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// The text of a document.
    pub fn text(&self, uri: &str) -> &str {
        &self.open[uri].text
    }

    /// Replaces a range of bytes of a document.
    pub fn edit(&mut self, uri: &str, range: Range<usize>, new: &str) {
        let change = json!({"range": self.range(uri, range.clone()), "text": new});
        let document = self.open.get_mut(uri).expect("it is open");
        document.text.replace_range(range, new);
        document.version += 1;
        let version = document.version;
        let parameters = json!({
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [change],
        });
        self.tell("textDocument/didChange", parameters);
    }

    /// The diagnostics of a document's present state.
    pub fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        let version = self.open[uri].version;
        loop {
            if let Some((found, list)) = self.found.get(uri)
                && *found == version
            {
                return list.clone();
            }
            let message = self.next();
            self.keep(message);
        }
    }

    /// The diagnostics of a document once they are as expected.
    pub fn diagnostics_when(
        &mut self,
        uri: &str,
        is_expected: impl Fn(&[Value]) -> bool,
    ) -> Vec<Value> {
        loop {
            let found = self.diagnostics(uri);
            if is_expected(&found) {
                return found;
            }
            let message = self.next();
            self.keep(message);
        }
    }

    /// Whether a document is open.
    pub fn is_open(&self, uri: &str) -> bool {
        self.open.contains_key(uri)
    }

    /// The position of a byte of a document.
    pub fn position(&self, uri: &str, offset: usize) -> Value {
        let before = &self.open[uri].text[..offset];
        let line = before.matches('\n').count();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        json!({"line": line, "character": before[start..].encode_utf16().count()})
    }

    /// The range of bytes of a document, as positions.
    pub fn range(&self, uri: &str, range: Range<usize>) -> Value {
        json!({"start": self.position(uri, range.start), "end": self.position(uri, range.end)})
    }

    /// The byte of a position.
    pub fn offset(&self, uri: &str, position: &Value) -> usize {
        let text = &self.open[uri].text;
        let line = position["line"].as_u64().expect("a line") as usize;
        let column = position["character"].as_u64().expect("a column") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = 0;
        for (at, c) in text[start..].char_indices() {
            if units >= column {
                return start + at;
            }
            units += c.len_utf16();
        }
        text.len()
    }

    /// The text at a range of positions.
    pub fn at_range(&self, uri: &str, range: &Value) -> &str {
        &self.open[uri].text[self.offset(uri, &range["start"])..self.offset(uri, &range["end"])]
    }

    /// The texts at the ranges of an answer, with their lines.
    pub fn texts(&self, uri: &str, answer: &Value) -> Vec<String> {
        let places = answer.as_array().expect("a list").iter();
        let text = |place: &Value| {
            let line = place["range"]["start"]["line"].as_u64().expect("a line") + 1;
            format!("{line}: {}", self.at_range(uri, &place["range"]))
        };
        places.map(text).collect()
    }

    /// The text that is shown about a marked place of a document.
    pub fn hover(&mut self, uri: &str, marked: &str) -> String {
        let offset = self.find(uri, marked);
        let answer = self.ask_at("textDocument/hover", uri, offset);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The byte of a document where a marked place is: `a = |b` is after `a = `.
    pub fn find(&self, uri: &str, marked: &str) -> usize {
        let (before, after) = marked.split_once('|').expect("a mark");
        let text = self.text(uri);
        let at = text.find(&format!("{before}{after}"));
        at.unwrap_or_else(|| panic!("no '{marked}' in {text}")) + before.len()
    }

    /// Asks something about a byte of a document.
    pub fn ask_at(&mut self, method: &str, uri: &str, offset: usize) -> Value {
        let parameters = self.place(uri, offset);
        self.ask(method, parameters)
    }

    /// The parameters of a question about a byte of a document.
    pub fn place(&self, uri: &str, offset: usize) -> Value {
        json!({
            "textDocument": {"uri": uri},
            "position": self.position(uri, offset),
            "context": {"includeDeclaration": true, "triggerKind": 1, "isRetrigger": false},
        })
    }

    /// Asks something about a whole document.
    pub fn ask_of(&mut self, method: &str, uri: &str) -> Value {
        let whole = self.range(uri, 0..self.text(uri).len());
        let parameters = json!({
            "textDocument": {"uri": uri},
            "range": whole,
            "options": {"tabSize": 2, "insertSpaces": true},
            "context": {"diagnostics": []},
        });
        self.ask(method, parameters)
    }

    /// The text of a document after the edits of an answer.
    pub fn edited(&self, uri: &str, edits: &Value) -> String {
        let mut text = self.text(uri).to_owned();
        let mut ranges: Vec<(Range<usize>, &str)> = edits
            .as_array()
            .expect("edits")
            .iter()
            .map(|edit| {
                let range = &edit["range"];
                let place = self.offset(uri, &range["start"])..self.offset(uri, &range["end"]);
                (place, edit["newText"].as_str().expect("a text"))
            })
            .collect();
        ranges.sort_by_key(|(range, _)| range.start);
        for (range, new) in ranges.into_iter().rev() {
            text.replace_range(range, new);
        }
        text
    }

    /// The tokens of a document: text and kind, in order.
    pub fn tokens(&mut self, uri: &str) -> Vec<(String, u64)> {
        let answer = self.ask_of("textDocument/semanticTokens/full", uri);
        let data: Vec<u64> = answer["data"]
            .as_array()
            .expect("tokens")
            .iter()
            .map(|number| number.as_u64().expect("a number"))
            .collect();
        let (mut line, mut column) = (0, 0);
        let token = |token: &[u64]| {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let start = json!({"line": line, "character": column});
            let end = json!({"line": line, "character": column + token[2]});
            (self.at_range(uri, &json!({"start": start, "end": end})).to_owned(), token[3])
        };
        data.chunks(5).map(token).collect()
    }
}

/// Reads a message; none at the end.
fn read(output: &mut impl std::io::BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// The labels of the items of an answer.
///
/// # Panics
/// If an item has none.
pub fn labels(answer: &Value) -> Vec<&str> {
    let items = answer.as_array().expect("a list").iter();
    items.map(|item| item["label"].as_str().expect("a label")).collect()
}
