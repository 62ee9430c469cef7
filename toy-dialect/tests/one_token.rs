//! Single-token mistakes: each example with one token removed or replaced is a valid program, or
//! gives one or two errors, of which the first is at the mistake.

mod common;

use std::ops::Range;

use common::Checked;
use mlir_lite_diagnostics::{Position, Severity};
use pretty_assertions::assert_eq;
use toy_ast::Code;

/// All programs of `examples/`, and one more, by name.
fn examples() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let entries = std::fs::read_dir(folder).expect("the folder of examples");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toy"));
    files.sort();
    assert!(files.len() >= 10, "not all examples: {files:?}");
    let read = |path: &std::path::Path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a readable example"))
    };
    let loops = ("loops".to_owned(), LOOPS.to_owned());
    files.iter().map(|path| read(path)).chain([loops]).collect()
}

/// A program of loops, conditionals and subscripts.
const LOOPS: &str = "\
def clamp(x, most) {
  var y = x;
  if x > most {
    y = most;
  } else if x < -most {
    y = -most;
  } else {
    print(x);
  }
  return y;
}

def main() {
  var a = [[1, 2, 3], [4, 5, 6]];
  var total = 0;
  for i in 0:2 {
    for j in 0:3 {
      total = total + clamp(a[i, j], 4);
    }
    print(a[i, 1:3] * 2);
  }
  print(total);
  print(a @ transpose(a));
}
";

/// The error in the diagnostics of the program that `slip` has changed; none if they are fine.
fn complaint(program: &str, slip: &Slip) -> Option<String> {
    let checked = Checked::new("t.toy", program);
    let errors: Vec<_> = checked
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    let first = errors.first()?;
    let complain = |what: &str| Some(format!("{}: {what}\n{}", slip.what, checked.report()));
    if errors.len() > 2 {
        return complain("too many errors");
    }
    let Position::Span(span) = first.position else {
        // Without `main`, the error has no location.
        return if first.code == Some(Code::NoMain.text()) { None } else { complain("no place") };
    };
    let line = checked.sources.line_col(span.start).map_or(0, |place| place.line);
    // Something missing in a definition is reported where it is used.
    let is_syntax = first.code.is_some_and(|code| code < Code::UnknownVariable.text());
    if is_syntax && !slip.lines.contains(&line) {
        return complain("far away");
    }
    None
}

/// The change, and the lines where it may be reported.
struct Slip {
    what: String,
    lines: Range<u32>,
}

/// From the line of the previous token to that of the next.
fn lines(text: &str, tokens: &[Range<usize>], at: usize) -> Range<u32> {
    let line = |offset: usize| text[..offset].matches('\n').count() as u32 + 1;
    let before = tokens[at.saturating_sub(1)].end;
    let after = tokens.get(at + 1).map_or(text.len(), |token| token.start);
    line(before)..line(after) + 1
}

#[test]
fn a_token_is_missing() {
    let mut complaints = String::new();
    for (name, text) in examples() {
        let tokens: Vec<_> = toy_ast::token_ranges(&text).collect();
        for (at, token) in tokens.iter().enumerate() {
            let mut program = text.clone();
            // A space keeps the tokens around it apart.
            program.replace_range(token.clone(), " ");
            let what = format!("{name} without `{}`", &text[token.clone()]);
            let slip = Slip { what, lines: lines(&text, &tokens, at) };
            complaints.extend(complaint(&program, &slip));
        }
    }
    assert_eq!(complaints, "");
}

#[test]
fn a_token_is_a_wrong_one() {
    const WRONG: [&str; 16] =
        [";", ",", "(", ")", "{", "}", "[", "]", "=", "==", "*", "x", "7", "return", ".", "$"];
    let mut complaints = String::new();
    for (name, text) in examples() {
        let tokens: Vec<_> = toy_ast::token_ranges(&text).collect();
        for (at, token) in tokens.iter().enumerate() {
            // All pairs would take half a minute.
            for wrong in [at, 7 * at + 3].map(|index| WRONG[index % WRONG.len()]) {
                let mut program = text.clone();
                program.replace_range(token.clone(), &format!(" {wrong} "));
                let what = format!("{name} with `{wrong}` for `{}`", &text[token.clone()]);
                let mut nearby = lines(&text, &tokens, at);
                match wrong {
                    // A brace ends a block, which may be detected much later.
                    "{" | "}" => nearby = 0..u32::MAX,
                    // The value of a parameter may go on in the next line, after a `{`.
                    "=" => nearby.end += 1,
                    _ => {}
                }
                let slip = Slip { what, lines: nearby };
                complaints.extend(complaint(&program, &slip));
            }
        }
    }
    assert_eq!(complaints, "");
}
