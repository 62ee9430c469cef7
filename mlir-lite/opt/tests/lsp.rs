//! `mlir-lite-opt lsp`, used as an editor uses it.

use std::path::Path;

use lsp_client::{EditingSession, Editor, labels};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

const URI: &str = "file:///tmp/mlir-lite-lsp-test/a.mlir";

/// A server that knows the dialects of a file in IRDL reports what that file forbids, and reads the
/// file again when a text changes.
#[test]
fn dialects_of_files_are_known() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("own.irdl");
    let definitions = |width: u32| {
        format!(
            "irdl.dialect @own {{
  irdl.operation @double {{
    %0 = irdl.is i{width}
    irdl.operands(input: %0)
    irdl.results(output: %0)
  }}
}}"
        )
    };
    std::fs::write(&file, definitions(32)).expect("the folder is writable");
    let flag = format!("--irdl-file={}", file.display());
    let tool = Path::new(env!("CARGO_BIN_EXE_mlir-lite-opt"));
    let mut editor = Editor::start(tool, &["lsp", "--stdio", &flag]);
    let text = "func.func @f(%x: i64) {
  %0 = \"own.double\"(%x) : (i64) -> i64
  return
}
";
    editor.open(URI, text);
    let messages = |found: Vec<Value>| -> Vec<String> {
        found.iter().map(|one| one["message"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let wrong = messages(editor.diagnostics(URI));
    assert!(wrong.len() == 1 && wrong[0].contains("expected 'i32' but got 'i64'"), "{wrong:?}");

    std::fs::write(&file, definitions(64)).expect("the folder is writable");
    let line = "  return\n";
    let start = text.find(line).expect("the line is there");
    editor.edit(URI, start..start, "  // The file is another one now.\n");
    assert_eq!(messages(editor.diagnostics(URI)), Vec::<String>::new());
    editor.end();
}

/// A file of definitions that cannot be loaded is an error before anything is served.
#[test]
fn wrong_definitions_are_reported_at_the_start() {
    for (flag, expected) in [
        ("--irdl-file=no-such-file.irdl", "no-such-file.irdl"),
        ("--irdl-files=a.irdl", "--irdl-files"),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_mlir-lite-opt"))
            .args(["lsp", flag])
            .output()
            .expect("the tool runs");
        assert!(!output.status.success());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(expected), "{errors}");
    }
}

fn start() -> Editor {
    Editor::start(Path::new(env!("CARGO_BIN_EXE_mlir-lite-opt")), &["lsp"])
}

const TEXT: &str = "\
#map = affine_map<(d0) -> (d0 * 2)>
module {
  func.func @twice(%x: i32, %n: index) -> i32 {
    %c2 = arith.constant 2 : i32
    %four = arith.addi %c2, %c2 : i32  // 𝄞
    %y = arith.muli %x, %c2 : i32
    %less = arith.cmpi slt, %y, %four : i32
    cf.cond_br %less, ^small(%y : i32), ^large
  ^small(%a: i32):
    return %a : i32
  ^large:
    %at = affine.apply #map(%n)
    %z = call @twice(%four, %at) : (i32, index) -> i32
    return %z : i32
  }
  func.func @other(%x: i32) {
    return
  }
}
";

#[test]
fn each_feature_answers_about_a_text() {
    let mut editor = start();
    editor.open(URI, TEXT);
    assert_eq!(editor.diagnostics(URI), Vec::<Value>::new());

    // Hover: types, folded values, documentation of ops.
    let text = editor.hover(URI, "slt, %y, %fo|ur");
    let expected = "```mlir\n%four = arith.addi %c2, %c2 : i32  // 𝄞\n```\n\ntype `i32`\n\n\
                    always `4 : i32`\n\nused 2 times";
    assert_eq!(text, expected);
    assert!(editor.hover(URI, "cond_br %le|ss").contains("type `i1`"));
    assert!(editor.hover(URI, "map(%|n)").contains("type `index`"));
    let text = editor.hover(URI, "arith.mu|li");
    assert!(text.starts_with("### `std.muli`") && text.contains("`arith.muli`"), "{text}");

    // Definition and references, of values, blocks, symbols and aliases.
    for (marked, expected) in [
        ("muli %|x", "3: %x"),
        ("(%|y : i32)", "6: %y"),
        (", ^|large", "11: ^large"),
        ("call @|twice", "3: @twice"),
        ("#|map(%n)", "1: #map"),
    ] {
        let at = editor.find(URI, marked);
        let found = editor.ask_at("textDocument/definition", URI, at);
        assert_eq!(editor.texts(URI, &found), [expected]);
    }
    let at = editor.find(URI, "|%c2 = ");
    let found = editor.ask_at("textDocument/references", URI, at);
    assert_eq!(editor.texts(URI, &found), ["4: %c2", "5: %c2", "5: %c2", "6: %c2"]);
    // The other function has a value of the same name.
    let at = editor.find(URI, "|%x: i32, ");
    let found = editor.ask_at("textDocument/documentHighlight", URI, at);
    assert_eq!(editor.texts(URI, &found), ["3: %x", "6: %x"]);

    // Renaming.
    for (marked, old, new) in [
        ("call @|twice", "@twice", "@double"),
        (", ^|large", "^large", "^big"),
        ("= arith.addi %|c2", "%c2", "%two"),
    ] {
        let at = editor.find(URI, marked);
        let mut parameters = editor.place(URI, at);
        parameters["newName"] = json!(new[1..]);
        let answer = editor.ask("textDocument/rename", parameters);
        let renamed = editor.edited(URI, &answer["changes"][URI]);
        assert_eq!(renamed, TEXT.replace(old, new));
    }
    let at = editor.find(URI, "muli %|x");
    let mut parameters = editor.place(URI, at);
    parameters["newName"] = json!("y");
    let refused = editor.try_ask("textDocument/rename", parameters).expect_err("it is taken");
    assert_eq!(refused, "'%y' is defined already where '%x' is used");

    // Signatures, symbols, folding.
    let at = editor.find(URI, "twice(%four, |");
    let call = editor.ask_at("textDocument/signatureHelp", URI, at);
    let form = "func.func @twice(%x: i32, %n: index) -> i32";
    assert_eq!(call["signatures"][0]["label"], form);
    assert_eq!(call["activeParameter"], 1);
    assert_eq!(call["signatures"][0]["parameters"][1]["label"], json!([26, 35]));
    let symbols = editor.ask_of("textDocument/documentSymbol", URI);
    let names: Vec<_> = symbols.as_array().expect("symbols").iter().map(|s| &s["name"]).collect();
    assert_eq!(names, ["twice", "other"]);
    let folds = editor.ask_of("textDocument/foldingRange", URI);
    let lines: Vec<_> = folds.as_array().expect("folds").iter().map(|f| &f["startLine"]).collect();
    assert_eq!(lines, [1, 2, 15]);

    // Types where the text does not say them.
    let hints = editor.ask_of("textDocument/inlayHint", URI);
    let hint = |hint: &Value| {
        let at = editor.offset(URI, &hint["position"]);
        let name = editor.text(URI)[..at].rfind('%').expect("a value");
        let label = hint["label"].as_str().expect("a text");
        format!("{}{label}", &editor.text(URI)[name..at])
    };
    let hints: Vec<String> = hints.as_array().expect("hints").iter().map(hint).collect();
    assert_eq!(hints, ["%less: i1", "%at: index"]);
    editor.end();
}

#[test]
fn an_editor_gets_completions() {
    let mut editor = start();
    editor.open(URI, TEXT);
    let at = editor.find(URI, "    return %z|");
    editor.edit(URI, at..at, "\n    %w = arith.addi %\n    arith.rem");
    for (marked, expected) in [
        ("%w = arith.addi %|", &["%at", "%c2", "%four", "%less", "%n", "%x", "%y", "%z"][..]),
        ("arith.rem|", &["arith.remf", "arith.remsi", "arith.remui"]),
        ("call @|twice", &["@other", "@twice"]),
        (", ^|large", &["^large", "^small"]),
    ] {
        let at = editor.find(URI, marked);
        let found = editor.ask_at("textDocument/completion", URI, at);
        let mut found = labels(&found);
        // The values of other blocks may be meant; only the parser finds out which ones dominate.
        found.retain(|&name| name != "%a");
        assert_eq!(found, expected, "{marked}");
    }
    editor.end();
}

#[test]
fn mistakes_are_shown_in_their_part() {
    let mut editor = start();
    let text = "func @f(%x: i32) -> i32 {\n  return %y : i32\n}\n// -----\n\
                func @g() {\n  return\n}\n// -----\n\
                func @h(%e: i64) {\n  %0 = addi %a, %a : i32\n}\n";
    editor.open(URI, text);
    let found = editor.diagnostics(URI);
    let lines: Vec<_> = found.iter().map(|found| &found["range"]["start"]["line"]).collect();
    assert_eq!(lines, [1, 9]);
    assert_eq!(editor.at_range(URI, &found[0]["range"]), "%y");
    // Formatting changes white space: names and comments stay.
    let whole = editor.text(URI).len();
    editor.edit(URI, 0..whole, "func   @f() { return\n}\n");
    let edits = editor.ask_of("textDocument/formatting", URI);
    assert_eq!(editor.edited(URI, &edits), "func @f() {\n  return\n}\n");
    let text = "// one\n\n\n\nmodule {// two\n// three\nfunc @f(%x: i32,\n        %y: i32) {\n\
                \n\
                \"a.b\"(%x) ({   // four\n^bb0(%a: i32):  \"a.c\"(%a,%y) : (i32, i32)->()\n\
                // five\n\
                }) {k = !d<a,b  c>}: (i32) -> ()\n      return\n      // six\n}}\n// seven";
    let whole = editor.text(URI).len();
    editor.edit(URI, 0..whole, text);
    let edits = editor.ask_of("textDocument/formatting", URI);
    assert_eq!(
        editor.edited(URI, &edits),
        "// one

module { // two
  // three
  func @f(%x: i32,
          %y: i32) {
    \"a.b\"(%x) ({   // four
    ^bb0(%a: i32):
      \"a.c\"(%a, %y) : (i32, i32)->()
      // five
    }) {k = !d<a,b  c>}: (i32) -> ()
    return
    // six
  }
}
// seven
"
    );
    editor.edit(URI, text.len()..text.len(), "\n}\n");
    let parameters = json!({
        "textDocument": {"uri": URI},
        "options": {"tabSize": 2, "insertSpaces": true},
    });
    let refused = editor.try_ask("textDocument/formatting", parameters).expect_err("a brace");
    assert_eq!(refused, "only a text whose braces match is formatted");
    editor.end();
}

/// A server that has seen all edits answers as one that sees the text for the first time.
#[test]
fn after_two_hundred_edits_answers_are_those_about_a_new_text() {
    let mut editor = start();
    // More than one piece.
    let text: String = (0..60).map(|n| TEXT.replace("@twice", &format!("@twice{n}"))).collect();
    let session = EditingSession {
        uri: URI,
        fresh: "file:///tmp/mlir-lite-lsp-test/fresh.mlir",
        text: &text,
        pieces: &[
            "    %q = arith.addi %x, %c2 : i32\n",
            "}",
            "{",
            "(",
            "^bb7:\n",
            "@twice",
            "// 𝄞\n",
            "\n",
            "%",
            "func.func @new(%x: i32) {\n  return\n}\n",
            "\"",
            "// -----\n",
            "#map",
            "-> (",
        ],
        seed: 23,
        // The text is long.
        every: 5,
        places: 4,
        questions: &["textDocument/documentSymbol", "textDocument/foldingRange"],
    };
    session.play(&mut editor);
    editor.end();
}

#[test]
fn colours_tell_what_a_name_is() {
    let mut editor = start();
    editor.open(URI, TEXT);
    let tokens = editor.tokens(URI);
    // The order of the server's list of kinds: keyword, function, variable, parameter, property,
    // type, number, string, comment, operator, macro.
    for (text, kind) in [
        ("arith.addi", 1),
        ("@twice", 1),
        ("%four", 2),
        ("%a", 3),
        ("i32", 5),
        ("2", 6),
        ("// 𝄞", 8),
        ("#map", 10),
        ("^large", 10),
    ] {
        let mut kinds: Vec<u64> =
            tokens.iter().filter(|token| token.0 == text).map(|token| token.1).collect();
        // An argument has its own colour where it is defined.
        kinds.retain(|&found| kind != 3 || found != 2);
        assert!(!kinds.is_empty() && kinds.iter().all(|&found| found == kind), "{text}: {kinds:?}");
    }
    editor.end();
}
