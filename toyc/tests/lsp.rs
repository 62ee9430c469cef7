//! `toyc lsp`, used as an editor uses it.

use std::path::Path;
use std::time::Duration;

use lsp_client::{EditingSession, Editor, labels};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

const URI: &str = "file:///tmp/toyc-lsp-test/main.toy";

fn start() -> Editor {
    Editor::start(Path::new(env!("CARGO_BIN_EXE_toyc")), &["lsp"])
}

const PROGRAM: &str = "\
# A pair of numbers, é.
struct Pair { var first; var second; }

var scale = 3;

# Multiplies both.
# They have one shape.
def both(Pair pair, factor = scale) {
  return pair.first * pair.second * factor;
}

def main() {
  var a = [[1, 2], [3, 4]];
  Pair pair = {a, transpose(a)};
  var product = both(pair);
  for i in 0:2 {
    var row = a[i];
    print(sum(row, axis = 0));
  }
  a = a + 1;
  print(product, a);  # 𝄞 a
}
";

#[test]
fn an_element_type_is_shown_before_the_shape() {
    let mut editor = start();
    editor.open(
        URI,
        "def main() {\n  var x = f32([1, 2]);\n  var half = x / 2;\n  var wide = x * [1, 2];\n  \
         print(half, wide);\n}\n",
    );
    assert_eq!(editor.diagnostics(URI), Vec::<Value>::new());
    for (name, shape) in [("x", "f32<2>"), ("half", "f32<2>"), ("wide", "<2>")] {
        let hover = editor.hover(URI, &format!("var |{name} "));
        assert_eq!(hover, format!("```toy\n{name}: {shape}\n```"));
    }
}

#[test]
fn each_feature_answers_about_a_program() {
    let mut editor = start();
    editor.open(URI, PROGRAM);
    assert_eq!(editor.diagnostics(URI), Vec::<Value>::new());

    // Hover: types, shapes, documentation.
    assert_eq!(editor.hover(URI, "var |product"), "```toy\nproduct: <2, 2>\n```");
    assert_eq!(
        editor.hover(URI, "= bo|th(pair)"),
        "```toy\ndef both(Pair pair, [factor=]): <2, 2>\n```\n\n\
         Multiplies both.\nThey have one shape."
    );
    assert_eq!(editor.hover(URI, "(|row"), "```toy\nrow: <2>\n```");
    assert_eq!(editor.hover(URI, "pair.|second"), "```toy\nvar second;\n```\n\na member of `Pair`");
    assert!(editor.hover(URI, "struct |Pair").ends_with("A pair of numbers, é."));
    assert!(editor.hover(URI, "|transpose").starts_with("### `transpose`"));
    assert!(editor.hover(URI, "  |print(product").starts_with("### `print`"));

    // Definition and references.
    let at = editor.find(URI, "both(pa|ir)");
    let definition = editor.ask_at("textDocument/definition", URI, at);
    assert_eq!(editor.texts(URI, &definition), ["14: pair"]);
    let at = editor.find(URI, "a[|i]");
    let definition = editor.ask_at("textDocument/definition", URI, at);
    assert_eq!(editor.texts(URI, &definition), ["16: i"]);
    let at = editor.find(URI, "|a = a + 1");
    let references = editor.ask_at("textDocument/references", URI, at);
    let expected = ["13: a", "14: a", "14: a", "17: a", "20: a", "20: a", "21: a"];
    assert_eq!(editor.texts(URI, &references), expected);
    let at = editor.find(URI, "|second; }");
    let highlights = editor.ask_at("textDocument/documentHighlight", URI, at);
    assert_eq!(editor.texts(URI, &highlights), ["2: second", "9: second"]);
    assert_eq!(highlights[0]["kind"], 3);

    // Renaming, of a parameter that another function has too.
    let at = editor.find(URI, "* |factor");
    let mut parameters = editor.place(URI, at);
    parameters["newName"] = json!("times");
    let answer = editor.ask("textDocument/rename", parameters);
    let renamed = editor.edited(URI, &answer["changes"][URI]);
    assert_eq!(renamed, PROGRAM.replace("factor", "times"));
    for (marked, name, reason) in [
        ("* |factor", "pair", "'pair' is defined already where 'factor' is used"),
        ("* |factor", "while", "'while' is not a name"),
        ("|transpose", "turn", "'transpose' belongs to the language"),
    ] {
        let at = editor.find(URI, marked);
        let mut parameters = editor.place(URI, at);
        parameters["newName"] = json!(name);
        let refused = editor.try_ask("textDocument/rename", parameters).expect_err(marked);
        assert!(refused.starts_with(reason), "{refused}");
    }

    // Shapes beside names; numbers and written shapes have none.
    let hints = editor.ask_of("textDocument/inlayHint", URI);
    let hints: Vec<String> = hints
        .as_array()
        .expect("hints")
        .iter()
        .map(|hint| {
            let at = editor.offset(URI, &hint["position"]);
            let line = editor.text(URI)[..at].rfind('\n').map_or(0, |end| end + 1);
            format!("{}{}", &editor.text(URI)[line..at], hint["label"].as_str().unwrap_or("?"))
        })
        .collect();
    assert_eq!(hints, ["  var a: <2, 2>", "  var product: <2, 2>", "    var row: <2>"]);

    // Definitions and folding.
    let symbols = editor.ask_of("textDocument/documentSymbol", URI);
    let names: Vec<_> = symbols.as_array().expect("symbols").iter().map(|s| &s["name"]).collect();
    assert_eq!(names, ["Pair", "scale", "both", "main"]);
    assert_eq!(symbols[0]["children"][1]["name"], "second");
    assert_eq!(symbols[2]["detail"], "(Pair pair, [factor=])");
    let folds = editor.ask_of("textDocument/foldingRange", URI);
    let folds: Vec<_> = folds
        .as_array()
        .expect("folds")
        .iter()
        .map(|fold| (fold["startLine"].as_u64(), fold["endLine"].as_u64()))
        .collect();
    // The comment, and the bodies of `both`, `main` and the loop without their last lines.
    let expected = [(5, 6), (7, 8), (11, 20), (15, 17)].map(|(a, b)| (Some(a), Some(b)));
    assert_eq!(folds, expected);
    editor.end();
}

#[test]
fn functions_as_arguments_are_names_as_others() {
    const TEXT: &str = "\
# The square.
def square(x) { return x * x; }
def twice(square, x) { return square(square(x)); }
def main() {
  var k = 2;
  print(twice(square, 3), twice(lambda inner: inner * k, 1));
}
";
    let mut editor = start();
    editor.open(URI, TEXT);
    assert!(editor.hover(URI, "twice(|square, 3").ends_with("The square."));
    assert!(editor.hover(URI, "return |square(").contains("a parameter of `twice`"));
    assert!(editor.hover(URI, ": |inner * k").ends_with("a parameter of a `lambda`"));
    let at = editor.find(URI, "lambda inner: in|ner");
    let words = editor.ask_at("textDocument/completion", URI, at);
    assert!(labels(&words).contains(&"inner"));
    // The function, and not the parameter of its name.
    let at = editor.position(URI, editor.find(URI, "twice(|square, 3"));
    let asked = json!({"textDocument": {"uri": URI}, "position": at, "newName": "power"});
    let changes = editor.ask("textDocument/rename", asked)["changes"][URI].clone();
    let renamed = editor.edited(URI, &changes);
    assert_eq!(renamed, TEXT.replace("def square", "def power").replace("(square, 3", "(power, 3"));
    editor.end();
}

#[test]
fn an_editor_gets_completions() {
    let mut editor = start();
    editor.open(URI, PROGRAM);
    let at = editor.find(URI, "return pair.|first");
    let members = editor.ask_at("textDocument/completion", URI, at);
    assert_eq!(labels(&members), ["first", "second"]);

    // On text that is not well formed.
    let end = editor.find(URI, "  print(product|, a)");
    editor.edit(URI, end..end + 2, ", pro");
    let at = editor.find(URI, ", pro|");
    let words = editor.ask_at("textDocument/completion", URI, at);
    assert_eq!(labels(&words), ["prod", "product"]);
    let edited = editor.edited(URI, &json!([words[1]["textEdit"]]));
    assert!(edited.contains("print(product, product"), "{edited}");

    editor.edit(URI, end..end + 5, ", sum(product, ");
    let at = editor.find(URI, ", sum(product, |");
    let words = editor.ask_at("textDocument/completion", URI, at);
    assert!(labels(&words).contains(&"axis="));
    let call = editor.ask_at("textDocument/signatureHelp", URI, at);
    assert_eq!(call["signatures"][0]["label"], "sum(a, [axis], [keepdims=])");
    assert_eq!((&call["activeSignature"], &call["activeParameter"]), (&json!(0), &json!(1)));
    let at = editor.find(URI, "both(|pair)");
    let call = editor.ask_at("textDocument/signatureHelp", URI, at);
    assert_eq!(call["signatures"][0]["label"], "both(Pair pair, [factor=])");
    assert_eq!(call["signatures"][0]["parameters"][0]["label"], json!([5, 14]));

    // Nothing in comments.
    let at = editor.find(URI, "# Multi|plies");
    let words = editor.ask_at("textDocument/completion", URI, at);
    assert_eq!(labels(&words), Vec::<&str>::new());
    editor.end();
}

#[test]
fn mistakes_are_shown_and_repaired() {
    let mut editor = start();
    let text = "def main() {\n  var a = [1, 2] && [é];\n  print(a)\n  print(a + [1, 2, 3]);\n}\n";
    editor.open(URI, text);
    let found = editor.diagnostics(URI);
    let severities: Vec<_> = found.iter().map(|found| found["severity"].as_u64()).collect();
    assert!(severities.contains(&Some(1)), "{found:?}");
    editor.edit(URI, text.len()..text.len(), "# end\n");
    let at = text.find('é').expect("it is there");
    editor.edit(URI, at..at + 'é'.len_utf8(), "3, 4");

    let found = editor.diagnostics(URI);
    let words: Vec<_> = found.iter().map(|found| editor.at_range(URI, &found["range"])).collect();
    assert!(words.contains(&"&&"), "{found:?}");
    let actions = editor.ask_of("textDocument/codeAction", URI);
    let titles: Vec<_> =
        actions.as_array().expect("actions").iter().map(|action| &action["title"]).collect();
    assert_eq!(titles, ["Replace `&&` by `and`", "Add `;`", "Repair all that is certain"]);
    let repaired = editor.edited(URI, &actions[2]["edit"]["changes"][URI]);
    let expected =
        text.replace("&&", "and").replace("print(a)\n", "print(a);\n").replace('é', "3, 4");
    assert_eq!(repaired, expected + "# end\n");

    // A later check finds shapes that do not match.
    let whole = editor.text(URI).len();
    editor.edit(URI, 0..whole, &repaired);
    let found = editor.diagnostics(URI);
    let [found] = &found[..] else { panic!("one: {found:?}") };
    assert_eq!(editor.at_range(URI, &found["range"]), "a + [1, 2, 3]");
    assert!(found["message"].as_str().unwrap_or_default().contains("<3>"), "{found}");
    assert!(found["code"].as_str().unwrap_or_default().starts_with('T'), "{found}");

    // Formatting needs a well-formed text.
    let whole = editor.text(URI).len();
    editor.edit(URI, 0..whole, "def main(){print( 1 );}\n");
    let edits = editor.ask_of("textDocument/formatting", URI);
    assert_eq!(editor.edited(URI, &edits), "def main() {\n  print(1);\n}\n");
    editor.edit(URI, 9..10, "");
    let parameters = json!({
        "textDocument": {"uri": URI},
        "options": {"tabSize": 2, "insertSpaces": true},
    });
    let refused = editor.try_ask("textDocument/formatting", parameters).expect_err("it is broken");
    assert!(refused.starts_with("only a well-formed program is formatted: "), "{refused}");
    editor.end();
}

#[test]
fn names_of_imported_files_are_known() {
    let folder = std::env::temp_dir().join(format!("toyc-lsp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let library = folder.join("my lib.toy");
    std::fs::write(&library, "# Twice as much.\ndef twice(x) {\n  return x + x;\n}\n")
        .expect("it is written");
    let uri = format!("file://{}", folder.join("main.toy").display());
    let mut editor = start();
    editor.open(&uri, "import \"my lib.toy\";\ndef main() {\n  print(twice(2));\n}\n");
    assert_eq!(editor.diagnostics(&uri), Vec::<Value>::new());
    let at = editor.find(&uri, "|twice");
    let definition = editor.ask_at("textDocument/definition", &uri, at);
    assert_eq!(definition[0]["uri"], format!("file://{}/my%20lib.toy", folder.display()));
    assert_eq!(definition[0]["range"]["start"], json!({"line": 1, "character": 4}));
    let hover = editor.ask_at("textDocument/hover", &uri, at);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.starts_with("```toy\ntwice(x)\n```\n\nTwice as much."), "{text}");
    let at = editor.find(&uri, "\"my |lib");
    editor.edit(&uri, at..at + 9, "");
    let at = editor.find(&uri, "\"my |");
    let files = editor.ask_at("textDocument/completion", &uri, at);
    assert_eq!(labels(&files), ["my lib.toy"]);
    editor.end();
    std::fs::remove_dir_all(&folder).expect("it is there");
}

/// A folder with files, and the names that editors give them.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("toyc-lsp-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("deep")).expect("a folder");
        let folder = Self(std::fs::canonicalize(path).expect("it is there"));
        for (name, text) in files {
            std::fs::write(folder.0.join(name), text).expect("it is written");
        }
        folder
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.0.join(name).display())
    }

    /// The text of a file after the edits of a rename; those of a file that is not named are `{}`.
    fn renamed(&self, editor: &mut Editor, name: &str, changes: &Value) -> String {
        let uri = self.uri(name);
        let is_open = editor.is_open(&uri);
        if !is_open {
            let text = std::fs::read_to_string(self.0.join(name)).expect("it is there");
            editor.open(&uri, &text);
        }
        let edited = editor.edited(&uri, &changes[&uri]);
        if !is_open {
            editor.close(&uri);
        }
        edited
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The folder is in the system's folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const LIBRARY: &str = "\
struct Pair { var first; var second; }
var scale = 3;
def both(Pair pair, factor = scale) {
  return pair.first * pair.second * factor;
}
";

const USER: &str = "\
import \"deep/lib.toy\";
def main() {
  Pair p = {1, 2};
  var both_of = both(p, factor = scale);
  print(both_of + p.second);
}
";

/// Names that several files mention: some are open, some are only on disk.
#[test]
fn names_are_found_and_renamed_across_files() {
    let folder = Folder::new(
        "across",
        &[
            ("deep/lib.toy", LIBRARY),
            ("main.toy", USER),
            ("other.toy", "import \"main.toy\";\ndef g(Pair q) { return both(q) + q.second; }\n"),
            ("alone.toy", "def both(a) { return a; }\ndef main() { print(both(1)); }\n"),
        ],
    );
    let mut editor = Editor::start_in(Path::new(env!("CARGO_BIN_EXE_toyc")), &["lsp"], &folder.0);
    let (main, library) = (folder.uri("main.toy"), folder.uri("deep/lib.toy"));
    editor.open(&main, USER);
    assert_eq!(editor.diagnostics(&main), Vec::<Value>::new());

    // Definitions of each kind in another file.
    for (marked, line, column) in [
        ("= bo|th(p", 2, 4),
        ("  |Pair p", 0, 7),
        ("p.|second", 0, 29),
        ("(p, |factor", 2, 20),
        ("= |scale)", 1, 4),
    ] {
        let at = editor.find(&main, marked);
        let found = editor.ask_at("textDocument/definition", &main, at);
        assert_eq!(found[0]["uri"], library, "{marked}");
        let start = json!({"line": line, "character": column});
        assert_eq!(found[0]["range"]["start"], start, "{marked}");
    }

    // References: in this file, in the one that defines the name, and in one that imports both.
    let places = |answer: &Value| {
        let place = |place: &Value| {
            let uri = place["uri"].as_str().expect("a name");
            let name = uri.rsplit('/').next().expect("a name");
            format!("{name}:{}", place["range"]["start"]["line"].as_u64().expect("a line") + 1)
        };
        let mut found: Vec<String> = answer.as_array().expect("a list").iter().map(place).collect();
        found.sort();
        found
    };
    let at = editor.find(&main, "p.|second");
    let found = editor.ask_at("textDocument/references", &main, at);
    assert_eq!(places(&found), ["lib.toy:1", "lib.toy:4", "main.toy:5", "other.toy:2"]);
    let at = editor.find(&main, "= bo|th(p");
    let found = editor.ask_at("textDocument/references", &main, at);
    assert_eq!(places(&found), ["lib.toy:3", "main.toy:4", "other.toy:2"]);

    // From the file that defines it, of which the editor has another text than the disk.
    let edited = format!("# Edited.\n{LIBRARY}");
    editor.open(&library, &edited);
    let at = editor.find(&library, "def |both");
    let found = editor.ask_at("textDocument/references", &library, at);
    assert_eq!(places(&found), ["lib.toy:4", "main.toy:4", "other.toy:2"]);

    // Renaming changes all of them, and nothing of the program that has a name of its own.
    for uri in [&library, &main] {
        let marked = if uri == &main { "= bo|th(p" } else { "def |both" };
        let at = editor.find(uri, marked);
        let mut parameters = editor.place(uri, at);
        parameters["newName"] = json!("all");
        let changes = editor.ask("textDocument/rename", parameters)["changes"].take();
        assert_eq!(changes.as_object().expect("files").len(), 3, "{changes}");
        let text = folder.renamed(&mut editor, "deep/lib.toy", &changes);
        assert_eq!(text, edited.replace("both", "all"));
        let text = folder.renamed(&mut editor, "main.toy", &changes);
        assert_eq!(text, USER.replace("both(", "all("));
        let text = folder.renamed(&mut editor, "other.toy", &changes);
        assert!(text.contains("return all(q) + q.second"), "{text}");
    }
    let rename = |editor: &mut Editor, marked: &str, name: &str| {
        let at = editor.find(&main, marked);
        let mut parameters = editor.place(&main, at);
        parameters["newName"] = json!(name);
        editor.try_ask("textDocument/rename", parameters).map(|mut answer| answer["changes"].take())
    };
    let changes = rename(&mut editor, "p.|second", "last").expect("it can be");
    let text = folder.renamed(&mut editor, "deep/lib.toy", &changes);
    assert_eq!(text, edited.replace("second", "last"));
    let changes = rename(&mut editor, "(p, |factor", "times").expect("it can be");
    let text = folder.renamed(&mut editor, "main.toy", &changes);
    assert_eq!(text, USER.replace("factor", "times"));

    // Names that are taken in another file, and files that cannot be read.
    let refused = rename(&mut editor, "= bo|th(p", "g").expect_err("it is taken");
    assert_eq!(refused, "'g' is defined already where 'both' is used");
    let end = editor.text(&library).len();
    editor.edit(&library, end..end, "def (\n");
    let refused = rename(&mut editor, "= bo|th(p", "all").expect_err("it is broken");
    assert!(refused.ends_with("has mistakes, so not all mentions in it are known"), "{refused}");
    editor.end();
}

/// Errors in a text that imports another one change with that, before it is saved.
#[test]
fn a_text_is_checked_with_those_that_it_imports_as_they_are_open() {
    let folder = Folder::new("open", &[("deep/lib.toy", LIBRARY), ("main.toy", USER)]);
    let mut editor = start();
    let (main, library) = (folder.uri("main.toy"), folder.uri("deep/lib.toy"));
    editor.open(&main, USER);
    assert_eq!(editor.diagnostics(&main), Vec::<Value>::new());
    editor.open(&library, LIBRARY);
    let at = editor.find(&library, "def |both");
    editor.edit(&library, at..at + "both".len(), "all");
    let found = editor.diagnostics_when(&main, |found| !found.is_empty());
    assert!(found[0]["message"].as_str().expect("a text").contains("'both'"), "{found:?}");
    editor.edit(&library, at..at + "all".len(), "both");
    editor.diagnostics_when(&main, <[Value]>::is_empty);
    editor.end();
}

/// A server that has seen all edits answers as one that sees the text for the first time.
#[test]
fn after_two_hundred_edits_answers_are_those_about_a_new_text() {
    let mut editor = start();
    let session = EditingSession {
        uri: URI,
        fresh: "file:///tmp/toyc-lsp-test/fresh.toy",
        text: PROGRAM,
        pieces: &[
            "var x = [1, 2];\n",
            "}",
            "{",
            "(",
            ";",
            "pair.",
            "# 𝄞\n",
            "\n",
            "if a {",
            "sum(",
            " + ",
            "def g(y) {\n  return y;\n}\n",
            "é",
            "\"",
            "axis=",
        ],
        seed: 11,
        every: 1,
        places: 1,
        questions: &[
            "textDocument/inlayHint",
            "textDocument/documentSymbol",
            "textDocument/foldingRange",
            "textDocument/semanticTokens/full",
        ],
    };
    let whole = session.play(&mut editor);
    assert!(whole >= 20, "{whole}");
    let slowest = editor.times.values().flatten().max().expect("there are answers");
    assert!(*slowest < Duration::from_secs(5), "{slowest:?}");
    editor.end();
}

#[test]
fn colours_tell_what_a_name_is() {
    let mut editor = start();
    editor.open(URI, PROGRAM);
    let tokens = editor.tokens(URI);
    // The order of the server's list of kinds: keyword, function, variable, parameter, property,
    // type, number, string, comment, operator, macro.
    for (text, kind) in [
        ("struct", 0),
        ("both", 1),
        ("transpose", 1),
        ("product", 2),
        ("factor", 3),
        ("second", 4),
        ("Pair", 5),
        ("3", 6),
        ("# 𝄞 a", 8),
        ("*", 9),
    ] {
        let kinds: Vec<u64> =
            tokens.iter().filter(|token| token.0 == text).map(|token| token.1).collect();
        assert!(!kinds.is_empty() && kinds.iter().all(|&found| found == kind), "{text}: {kinds:?}");
    }
    editor.end();
}

#[test]
fn wrong_messages_are_answered() {
    let mut editor = start();
    let unknown = editor.try_ask("textDocument/dance", json!({})).expect_err("it is not known");
    assert_eq!(unknown, "this server does not know 'textDocument/dance'");
    let wrong = editor.try_ask("textDocument/hover", json!({"position": 1}));
    assert!(wrong.is_err());
    let closed = editor.try_ask(
        "textDocument/hover",
        json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}),
    );
    assert_eq!(closed, Err(format!("'{URI}' is not open")));
    editor.tell("textDocument/didChange", json!({"nonsense": true}));
    editor.open(URI, PROGRAM);
    assert_eq!(editor.diagnostics(URI), Vec::<Value>::new());
    editor.end();
}

#[test]
fn messages_that_cannot_be_read_are_answered() {
    use std::io::{Read as _, Write as _};
    let mut server = std::process::Command::new(env!("CARGO_BIN_EXE_toyc"))
        .arg("lsp")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("toyc starts");
    let mut input = server.stdin.take().expect("its input");
    let mut say = |body: &str| {
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it is read");
    };
    say(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    say(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
    say(r#"{"jsonrpc":"2.0","id":2,"#);
    say("Content-Length: 99999999999\r\n\r\n");
    say(r#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#);
    say(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    drop(input);
    let mut output = String::new();
    server.stdout.take().expect("its output").read_to_string(&mut output).expect("text");
    assert!(server.wait().expect("it ends").success(), "{output}");
    assert_eq!(output.matches("-32700").count(), 2, "{output}");
    assert!(output.contains(r#""id":3"#), "{output}");
}
