//! `circuit-opt lsp`: a tool with dialects of its own serves editors without a line more.

use std::path::Path;

use lsp_client::Editor;
use pretty_assertions::assert_eq;

const URI: &str = "file:///tmp/circuit.mlir";

#[test]
fn a_tool_of_ones_own_serves_editors() {
    let mut editor = Editor::start(Path::new(env!("CARGO_BIN_EXE_circuit-opt")), &["lsp"]);
    let text = "rtl.circuit {\n  rtl.module @A() {\n    %w = rtl.wire sym <@w> : i8\n    \
                %0 = rtl.probe <@A::@v> : i8\n  }\n}\n";
    editor.open(URI, text);
    let found = editor.diagnostics(URI);
    let messages: Vec<_> = found.iter().map(|found| found["message"].as_str()).collect();
    let [Some(message)] = messages[..] else { panic!("one: {messages:?}") };
    assert!(message.contains("'@A' has no inner name '@v'"), "{message}");

    let at = editor.find(URI, "<@A::@|v>");
    editor.edit(URI, at..at + 1, "w");
    assert_eq!(editor.diagnostics(URI), Vec::<serde_json::Value>::new());
    let at = editor.find(URI, "rtl.wi|re");
    let hover = editor.ask_at("textDocument/hover", URI, at);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.starts_with("### `rtl.wire` (WireOp)"), "{text}");
    let at = editor.find(URI, "|%w = ");
    let hover = editor.ask_at("textDocument/hover", URI, at);
    assert!(hover["contents"]["value"].as_str().unwrap_or_default().contains("type `i8`"));
    editor.edit(URI, at..at, "rtl.w");
    let at = editor.find(URI, "rtl.w|%w");
    let proposals = editor.ask_at("textDocument/completion", URI, at);
    let labels: Vec<_> =
        proposals.as_array().expect("a list").iter().map(|item| item["label"].as_str()).collect();
    assert_eq!(labels, [Some("rtl.wire")]);
    editor.end();
}
