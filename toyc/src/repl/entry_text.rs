//! Properties of the text of an entry before it is parsed: whether it goes on in the next line, its
//! pieces, and where a `;` may be left out.

use std::ops::Range;
use std::sync::Arc;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, SourceFile, SourceMap, apply_fixes};
use toy_ast::{Code, ReplParse, TokenClass, classify, parse_repl_input};

/// The most rounds in which missing `;` are supplied: each supplies all that the parser finds.
const MAX_ROUNDS: usize = 100;

/// A definition, or a statement at the top of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it is in the text of the entry.
    pub(super) range: Range<usize>,
    /// The line that it begins on, from 1, and where that line begins.
    pub(super) line: u32,
    line_start: usize,
    /// Whether it defines a function or a struct.
    pub(super) is_definition: bool,
}

/// The line of a position, counted up to there.
struct Lines {
    line: u32,
    start: usize,
    counted: usize,
}

impl Lines {
    /// Goes on to a later position.
    fn advance(&mut self, text: &str, to: usize) {
        for (at, _) in text[self.counted..to].match_indices('\n') {
            (self.line, self.start) = (self.line + 1, self.counted + at + 1);
        }
        self.counted = to;
    }
}

impl Piece {
    /// The piece of these tokens, at least one.
    fn new(text: &str, tokens: &[(Range<usize>, TokenClass)], lines: &mut Lines) -> Self {
        let start = tokens.first().map_or(0, |(place, _)| place.start);
        let range = start..tokens.last().map_or(start, |(place, _)| place.end);
        lines.advance(text, start);
        let keyword = tokens.first().map_or("", |(place, _)| &text[place.clone()]);
        let is_definition = matches!(keyword, "def" | "struct");
        Self { range, line: lines.line, line_start: lines.start, is_definition }
    }

    /// The piece, with spaces for the text before it on its line: messages have its columns, but
    /// for lines that are not shown.
    pub(super) fn on_its_line(&self, text: &str) -> String {
        /// Many pieces on one line would become a square of its length.
        const MAX_COLUMNS: usize = 1000;
        let column = (self.range.start - self.line_start).min(MAX_COLUMNS);
        " ".repeat(column) + &text[self.range.clone()]
    }
}

/// Alternative forms of a command: `:type a`, and `?sum` or `sum?`, which describe a name.
pub(super) fn command(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(command) = text.strip_prefix(':') {
        return Some(command.to_owned());
    }
    let name = text.strip_prefix('?').or_else(|| text.strip_suffix('?'))?;
    let name = name.trim_matches(|c: char| c == '?' || c.is_whitespace());
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let command = if name.is_empty() { "help".to_owned() } else { format!("doc {name}") };
    is_name.then_some(command)
}

/// Whether source continues on the next line: while brackets are open, and where an operand is
/// missing. `is_name` says which words are names, and no keywords.
pub(super) fn is_incomplete(text: &str, is_name: &dyn Fn(&str) -> bool) -> bool {
    if has_open_brackets(text) {
        return true;
    }
    // The session's source map would keep each prefix of the entry.
    let sources = SourceMap::new();
    let parse = |file: Arc<SourceFile>| parse_repl_input(&file, is_name, &mut Diagnostics::new());
    matches!(sources.add("", text).map(parse), Ok(ReplParse::Incomplete))
}

/// Whether brackets are open at the end.
fn has_open_brackets(text: &str) -> bool {
    let mut open = 0_i64;
    for (place, class) in classify(text) {
        match (class, &text[place]) {
            (TokenClass::Bracket, "(" | "[" | "{") => open += 1,
            // A bracket that closes nothing is an error, which is reported at once.
            (TokenClass::Bracket, _) if open == 0 => return false,
            (TokenClass::Bracket, _) => open -= 1,
            _ => {}
        }
    }
    open > 0
}

/// The text with a `;` wherever one is missing at the end of a line or before a `}`. `is_name` says
/// which words are names, and no keywords.
pub(super) fn with_semicolons(text: &str, is_name: &dyn Fn(&str) -> bool) -> String {
    let mut text = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        let sources = SourceMap::new();
        let Ok(file) = sources.add("", text.clone()) else { break };
        let mut found = Diagnostics::new();
        let _ = parse_repl_input(&file, is_name, &mut found);
        let is_supplied = |diagnostic: &&Diagnostic| {
            let ends = |at: u32| {
                let rest = text.get((at - file.base()) as usize..).unwrap_or_default();
                rest.trim_start_matches([' ', '\t', '\r']).starts_with(['\n', '}', '#'])
            };
            diagnostic.code == Some(Code::MissingSemicolon.text())
                && diagnostic.fix.iter().all(|edit| edit.text == ";" && ends(edit.span.end))
        };
        let (supplied, fixed) = apply_fixes(&file, found.iter().filter(is_supplied));
        if fixed.is_empty() {
            break;
        }
        text = supplied;
    }
    text
}

/// The definitions and statements of an entry.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let tokens = classify(text);
    let tokens: Vec<(Range<usize>, TokenClass)> =
        tokens.into_iter().filter(|(_, class)| *class != TokenClass::Comment).collect();
    let mut pieces = Vec::new();
    let mut start: Option<usize> = None;
    let mut open = 0_usize;
    let mut lines = Lines { line: 1, start: 0, counted: 0 };
    for (index, (place, class)) in tokens.iter().enumerate() {
        let word = &text[place.clone()];
        // After a mistake, the next definition begins on a line of its own. Functions do not nest.
        let begins_line = || {
            let before = &text[..place.start];
            before.is_empty() || before.ends_with('\n')
        };
        let begins_definition = matches!(word, "def" | "struct") || open == 0 && word == "var";
        if let Some(begun) = start
            && begun < index
            && begins_definition
            && begins_line()
        {
            pieces.push(Piece::new(text, &tokens[begun..index], &mut lines));
            (start, open) = (None, 0);
        }
        let first = *start.get_or_insert(index);
        match (class, word) {
            (TokenClass::Bracket, "(" | "[" | "{") => open += 1,
            (TokenClass::Bracket, _) => open = open.saturating_sub(1),
            _ => {}
        }
        let keyword = &text[tokens[first].0.clone()];
        let has_block = matches!(keyword, "def" | "struct" | "for" | "while" | "if");
        let next = tokens.get(index + 1).map(|(place, _)| &text[place.clone()]);
        let ends = match word {
            ";" => open == 0,
            "}" => open == 0 && has_block && !matches!(next, Some("else" | ";")),
            _ => false,
        };
        if ends || next.is_none() {
            pieces.push(Piece::new(text, &tokens[first..=index], &mut lines));
            start = None;
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn an_entry_goes_on_while_brackets_are_open() {
        for open in
            ["def f(x) {", "f(", "[1, # ]", "def f(x) {\n  var y = x * 2\n  return y", "{\n\n"]
        {
            assert!(has_open_brackets(open), "{open}");
        }
        for closed in ["1", "f(1)", "f(1))", ") (", "print(\"(\")"] {
            assert!(!has_open_brackets(closed), "{closed}");
        }
    }

    #[test]
    fn semicolons_are_supplied_at_ends_of_lines() {
        let supplied = |text: &str| with_semicolons(text, &|_| false);
        assert_eq!(
            supplied("def f(x) {\n  var y = x\n  return y\n}"),
            "def f(x) {\n  var y = x;\n  return y;\n}"
        );
        assert_eq!(supplied("def f(x) { return x }"), "def f(x) { return x; }");
        assert_eq!(supplied("var a = 1 # one\nvar b = 2"), "var a = 1; # one\nvar b = 2");
        assert_eq!(supplied("var a = 1 var b = 2"), "var a = 1 var b = 2");
        assert_eq!(supplied("1 + "), "1 + ");
    }

    #[test]
    fn pieces_are_definitions_and_statements() {
        let pieces = |text: &'static str| -> Vec<(&str, bool)> {
            pieces(text).into_iter().map(|p| (&text[p.range], p.is_definition)).collect()
        };
        assert_eq!(
            pieces("def f(x) { return [x; 1]; } # one\nstruct S { var a; }; var a = 1; f(a)"),
            [
                ("def f(x) { return [x; 1]; }", true),
                ("struct S { var a; };", true),
                ("var a = 1;", false),
                ("f(a)", false),
            ]
        );
        assert_eq!(
            pieces("if a { b; } else { c; } d;"),
            [("if a { b; } else { c; }", false), ("d;", false)]
        );
        assert_eq!(pieces("S s = {1, 2}; }"), [("S s = {1, 2};", false), ("}", false)]);
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn a_piece_keeps_its_line_and_column() {
        let text = "a;\n\n\u{e9}; def f() {\n} def g() { }";
        let placed: Vec<_> = pieces(text).iter().map(|p| (p.line, p.on_its_line(text))).collect();
        assert_eq!(
            placed[2..],
            [(3, "    def f() {\n}".to_owned()), (4, "  def g() { }".to_owned())]
        );
    }

    #[test]
    fn questions_are_commands() {
        assert_eq!(command(":type a").as_deref(), Some("type a"));
        assert_eq!(command("?sum").as_deref(), Some("doc sum"));
        assert_eq!(command("sum??").as_deref(), Some("doc sum"));
        assert_eq!(command("?").as_deref(), Some("help"));
        assert_eq!(command("a ? b"), None);
    }
}
