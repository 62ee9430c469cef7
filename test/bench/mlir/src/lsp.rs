//! How long a language server takes to answer about a text of 18 MB, right after edits:
//! `bench --lsp MLIR-LITE-OPT` prints the table of `docs/performance.md`.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use lsp_client::Editor;

const URI: &str = "file:///tmp/large.mlir";

/// The size of a text.
const BYTES: usize = 18 << 20;

/// The text that is typed in the middle, one character after the other.
const TYPED: &str = "    %q = arith.addi %x, %c : i32\n";

/// The questions after each character, about its place.
const AT: [&str; 5] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/completion",
    "textDocument/signatureHelp",
];

/// The questions about the whole text.
const OF: [&str; 2] = ["textDocument/documentSymbol", "textDocument/foldingRange"];

/// Ops of a function's body, from number `first`.
fn ops(text: &mut String, first: usize, count: usize) {
    for number in first..first + count {
        let before = if number == 0 { "%x".to_owned() } else { format!("%v{}", number - 1) };
        let _ = writeln!(text, "    %v{number} = arith.muli {before}, %c : i32");
    }
}

fn function(text: &mut String, name: usize, count: usize) {
    let _ = writeln!(text, "  func.func @f{name}(%x: i32) -> i32 {{");
    text.push_str("    %c = arith.constant 3 : i32\n");
    ops(text, 0, count);
    let _ = writeln!(text, "    return %v{} : i32\n  }}", count - 1);
}

/// A module of many functions, or of one.
fn module(is_one: bool) -> String {
    let mut text = "module {\n".to_owned();
    if is_one {
        function(&mut text, 0, BYTES / 40);
    } else {
        for name in 0.. {
            function(&mut text, name, 10);
            if text.len() > BYTES {
                break;
            }
        }
    }
    text + "}\n"
}

/// Prints the table.
#[allow(clippy::print_stdout, reason = "the table is this program's output")]
pub(crate) fn run(server: &str) -> Result<(), String> {
    println!("| text | question | median, ms | longest, ms |\n|---|---|---:|---:|");
    for (what, is_one) in [("many functions", false), ("one function", true)] {
        let text = module(is_one);
        let mut editor = Editor::start(Path::new(server), &["lsp"]);
        editor.open(URI, &text);
        let found = editor.diagnostics(URI);
        if !found.is_empty() {
            return Err(format!("the text is wrong: {found:?}"));
        }
        editor.times.clear();
        let middle = text[..text.len() / 2].rfind("%c : i32\n").ok_or("no op")?;
        let mut at = middle + "%c : i32\n".len();
        for c in TYPED.chars() {
            editor.edit(URI, at..at, &c.to_string());
            at += c.len_utf8();
            for method in AT {
                // Now and then, there is a name.
                let _ = editor.try_ask(method, editor.place(URI, at));
            }
            let around = editor.range(URI, at - 2000..at + 2000);
            for method in ["textDocument/semanticTokens/range", "textDocument/inlayHint"] {
                let parameters = serde_json::json!({
                    "textDocument": {"uri": URI},
                    "range": around,
                });
                editor.ask(method, parameters);
            }
            for method in OF {
                editor.ask_of(method, URI);
            }
        }
        editor.diagnostics(URI);
        for (method, times) in &mut editor.times {
            times.sort_unstable();
            let milliseconds = |time: &Duration| time.as_secs_f64() * 1e3;
            println!(
                "| {what} | {} | {:.1} | {:.1} |",
                method.trim_start_matches("textDocument/"),
                milliseconds(&times[times.len() / 2]),
                times.last().map_or(0.0, milliseconds)
            );
        }
        editor.end();
    }
    Ok(())
}
